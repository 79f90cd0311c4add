/**
 * Twelve Data's server side, for a key of the free plan: 8 credits a minute, 800 a day.
 *
 *     https://support.twelvedata.com/en/articles/5615854-credits, read 2026-11
 */
import { defineServer, fixedWindow } from "headgate/emulator";
import type { ServerOptions, ServerPool, ServerRefusal, ServerRoute } from "headgate/emulator";
import type { ServerSide, Visit } from "headgate/emulator";

const ranOut =
  "You have run out of API credits for the current minute. 18 API credits were used, with the current limit being 8. Wait for the next minute or consider switching to a higher tier plan at https://twelvedata.com/pricing";

export const refusals = {
  ranOut: {
    status: 429,
    body: { code: 429, message: ranOut, status: "error" },
    kind: "quota",
    executed: "no",
  },
  ranOutInBody: {
    status: 200,
    body: { code: 429, message: ranOut, status: "error" },
    kind: "quota",
    executed: "no",
  },
  wrongKey: {
    status: 401,
    body: {
      code: 401,
      message: "**apikey** parameter is incorrect or not specified.",
      status: "error",
    },
    kind: "credentials",
    executed: "no",
  },
} as const satisfies Readonly<Record<string, ServerRefusal>>;

type No = keyof typeof refusals;
type Route = ServerRoute<"minute" | "day", No>;

const symbolsIn = ({ params }: Visit): readonly string[] => String(params["symbol"]).split(",");

/** Of one symbol an answer is its own, of several it is a record. */
function bySymbol(of: (symbol: string) => object): Route["answer"] {
  return (visit) => {
    const [first = "", ...others] = symbolsIn(visit);
    if (others.length === 0) return of(first);
    return Object.fromEntries(symbolsIn(visit).map((symbol) => [symbol, of(symbol)]));
  };
}

const priced: Readonly<Record<string, readonly [credits: number, answer: Route["answer"]]>> = {
  "GET /time_series": [1, bySymbol((symbol) => ({ meta: { symbol }, values: [], status: "ok" }))],
  "GET /quote": [1, bySymbol((symbol) => ({ symbol, close: "2.0" }))],
  "GET /price": [1, bySymbol(() => ({ price: "2.0" }))],
  "GET /eod": [1, bySymbol((symbol) => ({ symbol, close: "2.0" }))],
  "GET /exchange_rate": [1, bySymbol((symbol) => ({ symbol, rate: 1.1 }))],
  "GET /currency_conversion": [1, bySymbol((symbol) => ({ symbol, rate: 1.1, amount: 11 }))],
  "GET /profile": [10, bySymbol((symbol) => ({ symbol, name: "Apple Inc" }))],
  "GET /income_statement": [
    100,
    bySymbol((symbol) => ({ meta: { symbol }, income_statement: [] })),
  ],
};

const inBatch = ({ params }: Visit): number => Object.keys(params).length;

function routes(): Readonly<Record<string, Route>> {
  const all: Record<string, Route> = {};
  for (const [name, [each, answer]] of Object.entries(priced)) {
    const cost = (visit: Visit): number => each * symbolsIn(visit).length;
    all[name] = { takes: { day: cost, minute: cost }, signed: true, answer };
  }
  all["GET /api_usage"] = {
    takes: { day: 1, minute: 1 },
    signed: true,
    answer: () => ({ current_usage: 1, plan_limit: 8 }),
  };
  all["POST /batch"] = {
    takes: { day: inBatch, minute: inBatch },
    signed: true,
    answer: () => ({ code: 200, status: "success", data: {} }),
  };
  return all;
}

/** Clients sleep until the clock's minute: unconfirmed, and taken at their word. */
function credits(max: number, windowMs: number): ServerPool<No> {
  return {
    model: fixedWindow({ max, windowMs, starts: "aligned" }),
    max,
    windowMs,
    whose: ({ caller, request }) => caller?.apiKey ?? request.ip,
    refusal: "ranOut",
  };
}

export function serverSide(options: ServerOptions = {}): ServerSide {
  return defineServer<"minute" | "day", No>(
    {
      pools: { minute: credits(8, 60_000), day: credits(800, 86_400_000) },
      main: "minute",
      routes: routes(),
      refusals,
      keyOf: ({ request }) => /^apikey (.+)$/.exec(request.headers["authorization"] ?? "")?.[1],
      withoutKey: "wrongKey",
      notFound: { status: 404, headers: {}, body: '{"code":404,"status":"error"}' },
      headers: (_, { minute }): Readonly<Record<string, string>> =>
        minute === undefined
          ? {}
          : {
              "api-credits-used": String(minute.used),
              "api-credits-left": String(Math.max(0, minute.max - minute.used)),
            },
    },
    options,
  );
}
