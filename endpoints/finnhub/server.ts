/**
 * Finnhub's server side, for a free key. How its windows lie is not published: rolling ones are the strictest.
 *
 *     https://github.com/finnhubio/Finnhub-API/issues/122, https://finnhub.io/docs/api/rate-limit, read 2026-11
 */
import { defineServer, rollingPool } from "headgate/emulator";
import type {
  ServerOptions,
  ServerRefusal,
  ServerRoute,
  ServerSide,
  Visit,
} from "headgate/emulator";

export const refusals = {
  limitReached: {
    status: 429,
    body: { error: "API limit reached. Please try again later. Remaining Limit: 0" },
    kind: "quota",
    executed: "no",
  },
  noToken: {
    // Unconfirmed: its status.
    status: 401,
    body: { error: "API limit reached. Please sign up for a free account" },
    kind: "credentials",
    executed: "no",
  },
} as const satisfies Readonly<Record<string, ServerRefusal>>;

type No = keyof typeof refusals;
type Route = ServerRoute<"minute" | "second", No>;

const candles = (): object => ({ s: "ok", c: [1, 2], h: [2, 2], l: [1, 1], o: [1, 1], t: [0, 60] });
const articles = (): object => [{ id: 1, headline: "Nothing new", datetime: 1_790_000_000 }];

const answers: Readonly<Record<string, Route["answer"]>> = {
  "GET /api/v1/quote": () => ({ c: 2, h: 2, l: 1, o: 1, pc: 1 }),
  "GET /api/v1/stock/candle": candles,
  "GET /api/v1/crypto/candle": candles,
  "GET /api/v1/forex/candle": candles,
  "GET /api/v1/stock/profile2": () => ({ name: "Apple Inc", ticker: "AAPL" }),
  "GET /api/v1/company-news": articles,
  "GET /api/v1/news": articles,
  "GET /api/v1/search": () => ({ count: 1, result: [{ symbol: "AAPL" }] }),
  "GET /api/v1/stock/metric": () => ({ metric: {}, metricType: "all" }),
};

export function serverSide(options: ServerOptions = {}): ServerSide {
  const refusal = "limitReached";
  const routes = Object.entries(answers).map(([name, answer]): readonly [string, Route] => [
    name,
    { takes: { second: 1, minute: 1 }, signed: true, answer },
  ]);
  return defineServer<"minute" | "second", No>(
    {
      pools: {
        minute: rollingPool({ max: 60, windowMs: 60_000, whose, refusal }),
        second: rollingPool({ max: 30, windowMs: 1_000, whose, refusal }),
      },
      main: "minute",
      routes: Object.fromEntries(routes),
      refusals,
      keyOf: ({ request, params }) => request.headers["x-finnhub-token"] ?? textOf(params["token"]),
      withoutKey: "noToken",
      notFound: { status: 404, headers: {}, body: '{"error":"Not found"}' },
    },
    options,
  );
}

function whose({ caller, request }: Visit): string {
  return caller?.apiKey ?? request.ip;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
