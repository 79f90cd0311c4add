/**
 * Massive's server side, for a free key. How its window lies is not published: a rolling one is the strictest.
 * https://massive.com/knowledge-base/article/what-is-the-request-limit-for-polygons-restful-apis, read 2026-11.
 */
import { defineServer, rollingPool } from "headgate/emulator";
import type { ServerOptions, ServerRefusal, ServerRoute, ServerSide } from "headgate/emulator";

export const refusals = {
  exceeded: {
    status: 429,
    body: {
      status: "ERROR",
      request_id: "r-1",
      error:
        "You've exceeded the maximum requests per minute, please wait or upgrade your subscription to continue. https://massive.com/pricing",
    },
    kind: "quota",
    executed: "no",
  },
  exceededInSilence: { status: 429, body: "", kind: "quota", executed: "no" },
  notAuthorized: {
    status: 403,
    body: {
      status: "NOT_AUTHORIZED",
      request_id: "r-1",
      message: "You are not entitled to this data.",
    },
    kind: "credentials",
    executed: "no",
  },
} as const satisfies Readonly<Record<string, ServerRefusal>>;

type No = keyof typeof refusals;
type Route = ServerRoute<"calls", No>;

const bars = { status: "OK", results: [{ o: 1, h: 2, l: 1, c: 2, v: 10, t: 0 }] };
const list = { status: "OK", results: [{ price: 1 }], next_url: "https://api.massive.com/next" };
const one = { status: "OK", results: { T: "AAPL", p: 1 } };

const answers: Readonly<Record<string, object>> = {
  "GET /v2/aggs/ticker/{ticker}/range/{multiplier}/{timespan}/{from}/{to}": bars,
  "GET /v2/aggs/ticker/{ticker}/prev": bars,
  "GET /v2/aggs/grouped/locale/us/market/stocks/{date}": bars,
  "GET /v3/trades/{ticker}": list,
  "GET /v3/quotes/{ticker}": list,
  "GET /v2/last/trade/{ticker}": one,
  "GET /v2/snapshot/locale/us/markets/stocks/tickers": { status: "OK", tickers: [{}] },
  "GET /v3/reference/tickers": list,
  "GET /v3/reference/tickers/{ticker}": one,
};

export function serverSide(options: ServerOptions = {}): ServerSide {
  const routes = Object.entries(answers).map(([name, body]): readonly [string, Route] => [
    name,
    { takes: { calls: 1 }, signed: true, answer: () => body },
  ]);
  return defineServer<"calls", No>(
    {
      pools: {
        calls: rollingPool({
          max: 5,
          windowMs: 60_000,
          whose: ({ caller, request }) => caller?.apiKey ?? request.ip,
          refusal: "exceeded",
        }),
      },
      main: "calls",
      routes: Object.fromEntries(routes),
      refusals,
      keyOf: ({ request }) => /^Bearer (.+)$/.exec(request.headers["authorization"] ?? "")?.[1],
      withoutKey: "notAuthorized",
      notFound: { status: 404, headers: {}, body: '{"status":"NOT_FOUND"}' },
    },
    options,
  );
}
