/**
 * CoinGecko's server side, for a demo key. How its minute lies is not published: a rolling one is the strictest.
 * https://docs.coingecko.com/docs/errors-and-rate-limits.md, read 2026-11.
 */
import { defineServer, rollingPool } from "headgate/emulator";
import type {
  ServerOptions,
  ServerRefusal,
  ServerRoute,
  ServerSide,
  Visit,
} from "headgate/emulator";

function wrongKey(error_code: number, error_message: string): ServerRefusal {
  return {
    status: 401,
    body: { status: { error_code, error_message } },
    kind: "credentials",
    executed: "no",
  };
}

export const refusals = {
  exceeded: {
    status: 429,
    // Unconfirmed: its words.
    body: { status: { error_code: 429, error_message: "You've exceeded the Rate Limit." } },
    kind: "quota",
    executed: "no",
  },
  accessDenied: { status: 403, body: "Access Denied", kind: "firewall", executed: "no" },
  missingKey: wrongKey(10_002, "Missing API key"),
  planRestricted: wrongKey(10_005, "This request is limited to PRO API subscribers."),
  proKeyElsewhere: wrongKey(10_010, "Please change your root URL to pro-api.coingecko.com"),
  demoKeyElsewhere: wrongKey(10_011, "Please change your root URL to api.coingecko.com"),
} as const satisfies Readonly<Record<string, ServerRefusal>>;

type No = keyof typeof refusals;
type Route = ServerRoute<"minute", No>;

const coin = { id: "bitcoin", symbol: "btc", name: "Bitcoin" };
const series = [[1_790_000_000_000, 60_000]];

function prices({ params }: Visit): object {
  const currencies = String(params["vs_currencies"]).split(",");
  const quote = Object.fromEntries(currencies.map((currency) => [currency, 60_000]));
  const ids = String(params["ids"]).split(",");
  return Object.fromEntries(ids.map((id) => [id, quote]));
}

const answers: Readonly<Record<string, Route["answer"]>> = {
  "GET /api/v3/ping": () => ({ gecko_says: "(V3) To the Moon!" }),
  "GET /api/v3/simple/price": prices,
  "GET /api/v3/coins/markets": () => [{ ...coin, current_price: 60_000 }],
  "GET /api/v3/coins/list": () => [coin],
  "GET /api/v3/coins/{id}": () => coin,
  "GET /api/v3/coins/{id}/market_chart": () => ({
    prices: series,
    market_caps: series,
    total_volumes: series,
  }),
  "GET /api/v3/coins/{id}/ohlc": () => [[1_790_000_000_000, 1, 2, 1, 2]],
  "GET /api/v3/exchange_rates": () => ({ rates: { usd: { value: 60_000 } } }),
  "GET /api/v3/search": () => ({ coins: [coin] }),
  "GET /api/v3/global": () => ({ data: { active_cryptocurrencies: 1 } }),
  "GET /api/v3/key": () => ({ plan: "Demo", rate_limit_request_per_minute: 100 }),
};

export function serverSide(options: ServerOptions = {}): ServerSide {
  const routes = Object.entries(answers).map(([name, answer]): readonly [string, Route] => [
    name,
    { takes: { minute: 1 }, signed: true, answer },
  ]);
  return defineServer<"minute", No>(
    {
      pools: {
        minute: rollingPool({
          max: 100,
          windowMs: 60_000,
          whose: ({ caller, request }) => caller?.apiKey ?? request.ip,
          refusal: "exceeded",
        }),
      },
      main: "minute",
      routes: Object.fromEntries(routes),
      refusals,
      keyOf: ({ request }) => request.headers["x-cg-demo-api-key"],
      withoutKey: "missingKey",
      notFound: { status: 404, headers: {}, body: '{"error":"Incorrect path."}' },
    },
    options,
  );
}
