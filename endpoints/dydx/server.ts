/**
 * dYdX's indexer from the other side: its counters, its headers. Its numbers are written a second time, from
 * the source and not from `index.ts`.
 *
 *     https://github.com/dydxprotocol/v4-chain/tree/84d4664/indexer/services/comlink/src, read 2026-11.
 */
import { defineServer, fixedWindow } from "headgate/emulator";
import type {
  PoolStates,
  ServerOptions,
  ServerPool,
  ServerRefusal,
  ServerRoute,
  ServerSide,
  Visit,
} from "headgate/emulator";

/** What it says when its counter is full; the rest of the wait stands in ms. */
export const refusals = {
  tooManyRequests: {
    status: 429,
    headers: (_, waitMs) => ({ "Retry-After": String(Math.ceil(waitMs) || 1) }),
    body: { errors: [{ msg: "Too many requests" }] },
    kind: "quota",
    executed: "no",
  },
} as const satisfies Readonly<Record<string, ServerRefusal>>;

type No = keyof typeof refusals;

/** A counter that is set up by the first request and goes away after ten seconds. */
function counter(max: number): ServerPool<No> {
  const windowMs = 10_000;
  const model = fixedWindow({ max, windowMs, starts: "first-request" });
  return { model, max, windowMs, whose: ({ request }) => request.ip, refusal: "tooManyRequests" };
}

const counters = () => ({
  get: counter(100),
  orders: counter(100),
  fills: counter(100),
  candles: counter(1_000),
  sparklines: counter(100),
  "historical-pnl": counter(100),
  pnl: counter(100),
  fundingPayments: counter(100),
});

type Counter = keyof ReturnType<typeof counters>;
type Result = (visit: Visit) => unknown;

const now: Result = ({ nowMs }) => ({ iso: "2026-11-01T00:00:00.000Z", epoch: nowMs / 1_000 });
const subaccount = ({ params }: Visit): object => ({ address: params["address"], equity: "1000" });
const order = { id: "1", status: "OPEN", side: "BUY" };
const fill = { id: "1", price: "60000", size: "1" };
const positions: Result = () => ({ positions: [{ size: "1", side: "LONG" }] });

const answers: Readonly<Record<string, readonly [Counter, Result]>> = {
  "/v4/perpetualMarkets": [
    "get",
    () => ({ markets: { "BTC-USD": { ticker: "BTC-USD", status: "ACTIVE" } } }),
  ],
  "/v4/orderbooks/perpetualMarket/{ticker}": [
    "get",
    () => ({ bids: [{ price: "59999", size: "1" }], asks: [{ price: "60001", size: "1" }] }),
  ],
  "/v4/trades/perpetualMarket/{ticker}": ["get", () => ({ trades: [fill] })],
  "/v4/candles/perpetualMarkets/{ticker}": [
    "candles",
    () => ({ candles: [{ startedAt: "2026-11-01T00:00:00.000Z", close: "60000" }] }),
  ],
  "/v4/historicalFunding/{ticker}": [
    "get",
    () => ({ historicalFunding: [{ rate: "0.0001", effectiveAt: "2026-11-01T00:00:00.000Z" }] }),
  ],
  "/v4/sparklines": ["sparklines", () => ({ "BTC-USD": ["60000", "60001"] })],
  "/v4/time": ["get", now],
  "/v4/height": ["get", () => ({ height: "1", time: "2026-11-01T00:00:00.000Z" })],
  "/v4/addresses/{address}": ["get", (visit) => ({ subaccounts: [subaccount(visit)] })],
  "/v4/addresses/{address}/subaccountNumber/{number}": [
    "get",
    (visit) => ({ subaccount: subaccount(visit) }),
  ],
  "/v4/perpetualPositions": ["get", positions],
  "/v4/assetPositions": ["get", positions],
  "/v4/orders": ["orders", () => [order]],
  "/v4/orders/{id}": ["orders", () => order],
  "/v4/fills": ["fills", () => ({ fills: [fill] })],
  "/v4/transfers": ["get", () => ({ transfers: [{ id: "1" }] })],
  "/v4/historical-pnl": ["historical-pnl", () => ({ historicalPnl: [{ equity: "1000" }] })],
  "/v4/pnl": ["pnl", () => ({ pnl: [{ equity: "1000" }] })],
  "/v4/fundingPayments": ["fundingPayments", () => ({ fundingPayments: [{ payment: "1" }] })],
};

/** Makes the indexer's side. */
export function serverSide(options: ServerOptions = {}): ServerSide {
  const routes: Record<string, ServerRoute<Counter, No>> = {};
  for (const [path, [of, answer]] of Object.entries(answers))
    routes[`GET ${path}`] = { takes: { [of]: 1 }, answer };
  // The instant at which each counter goes away, as it tells it.
  const ends = new Map<string, number>();
  return defineServer<Counter, No>(
    {
      pools: counters(),
      main: "get",
      routes,
      refusals,
      notFound: { status: 404, headers: {}, body: "" },
      headers: (visit, states) => told(visit, states, ends),
    },
    options,
  );
}

function told(
  { request, nowMs }: Visit,
  states: PoolStates,
  ends: Map<string, number>,
): Readonly<Record<string, string>> {
  const [name, state] = Object.entries(states)[0] ?? [];
  if (state === undefined) return {};
  const key = `${name}:${request.ip}`;
  const known = ends.get(key) ?? 0;
  const endMs = nowMs < known ? known : nowMs + state.windowMs;
  ends.set(key, endMs);
  return {
    "RateLimit-Limit": String(state.max),
    "RateLimit-Remaining": String(Math.max(0, state.max - state.used)),
    "RateLimit-Reset": String(Math.floor(endMs)),
  };
}
