/** The server side of Alpaca's market data, with answers in the shapes of https://docs.alpaca.markets/reference, read 2026-11. */
import { defineServer } from "headgate/emulator";
import type { ServerOptions, ServerRoute, ServerSide, Visit } from "headgate/emulator";
import {
  aMinute,
  checkSecret,
  keyOf,
  limitHeaders,
  notFound,
  refusals as ofTrading,
} from "../alpaca-trading/server-desk.ts";

export const refusals = {
  ...ofTrading,
  // Unconfirmed: which of the two texts it is.
  tooMany: { status: 429, body: { message: "too many requests." }, kind: "quota", executed: "no" },
} as const;

type Route = ServerRoute<"data", keyof typeof refusals>;

const at = "2026-11-02T14:30:00Z";

function bySymbol({ params }: Visit, value: unknown): Readonly<Record<string, unknown>> {
  const symbols = String(params["symbols"]).split(",");
  return Object.fromEntries(symbols.map((symbol) => [symbol, value]));
}

const bars = (visit: Visit): object => ({
  bars: bySymbol(visit, [{ t: at, o: 1, h: 2, l: 1, c: 2, v: 10 }]),
  next_page_token: null,
});

const answers: Readonly<Record<string, Route["answer"]>> = {
  "GET /v2/stocks/bars": bars,
  "GET /v2/stocks/{symbol}/trades": () => ({ trades: [{ t: at, p: 1, s: 1 }] }),
  "GET /v2/stocks/{symbol}/quotes": () => ({ quotes: [{ t: at, ap: 1, bp: 1 }] }),
  "GET /v2/stocks/snapshots": (visit) => bySymbol(visit, { latestTrade: { t: at, p: 1 } }),
  "GET /v2/stocks/quotes/latest": (visit) => ({ quotes: bySymbol(visit, { t: at, ap: 1, bp: 1 }) }),
  "GET /v1beta3/crypto/{loc}/bars": bars,
  "GET /v1beta1/news": () => ({ news: [{ id: 1, headline: "Nothing new" }] }),
  "GET /v1beta1/options/snapshots/{underlying}": () => ({ snapshots: { AAPL261218C00200000: {} } }),
};

/** Makes the server side of Alpaca's market data; `perMinute` is the plan's figure. @throws {RangeError} If it is none. */
export function serverSide(
  options: ServerOptions & Readonly<{ perMinute?: number }> = {},
): ServerSide {
  const { perMinute = 200 } = options;
  const routes = Object.entries(answers).map(([name, answer]): readonly [string, Route] => [
    name,
    { takes: { data: 1 }, signed: true, answer },
  ]);
  return defineServer<"data", keyof typeof refusals>(
    {
      pools: { data: aMinute(perMinute) },
      main: "data",
      routes: Object.fromEntries(routes),
      refusals,
      keyOf,
      checkSignature: checkSecret,
      withoutKey: "forbidden",
      notFound,
      headers: (visit, { data }) => limitHeaders(visit, data),
    },
    options,
  );
}
