/**
 * How much Gate lets through where, written a second time: "Frequency limit rule" of
 * https://www.gate.com/docs/developers/apiv4 (copy of 2026-05-27), read 2026-11.
 *
 * How its windows lie is not published: the last one at every instant is the strictest that still grants it.
 */
import { rollingPool } from "headgate/emulator";
import type { ServerPool, ServerRoute, Visit } from "headgate/emulator";
import { answersOf } from "./server-answers.ts";
import { nothingOf } from "./server-market.ts";
import { ordersOf } from "./server-orders.ts";
import type { No } from "./server-refusals.ts";

export type Pool = "spotOrders" | "spotCancels" | "futuresOrders" | "futuresCancels";
type Route = ServerRoute<Pool, No>;
type Whose = ServerPool<No>["whose"];

const ofAddress: Whose = ({ request }) => request.ip;
const ofAccount = ({ caller }: Visit): string => caller?.name ?? "";

/** The pairs that a call is about, each once. */
const ofMarket: Whose = (visit) => {
  const orders = [visit.params, ...ordersOf(visit)];
  const pairs = orders.map((order) => order["currency_pair"]).filter((pair) => pair !== undefined);
  return [...new Set(pairs.map(String))].map((pair) => `${ofAccount(visit)}:${pair}`);
};

const pool = (max: number, refusal: No, whose: Whose = ofAccount): ServerPool<No> =>
  rollingPool({ max, windowMs: 1_000, whose, refusal });

export const pools = (): Readonly<Record<Pool, ServerPool<No>>> => ({
  spotOrders: pool(10, "tooManySpot", ofMarket),
  spotCancels: pool(200, "tooManySpot"),
  futuresOrders: pool(100, "tooManyFutures"),
  futuresCancels: pool(200, "tooManyFutures"),
});

const inMarket = (visit: Visit, key: string): number =>
  ordersOf(visit).filter((order) => key.endsWith(`:${String(order["currency_pair"])}`)).length;
const eachOrder = (visit: Visit): number => ordersOf(visit).length;

/** What changes orders, and what it takes. */
const trading: Readonly<Record<string, Route["takes"]>> = {
  "POST /api/v4/spot/orders": { spotOrders: 1 },
  "POST /api/v4/spot/batch_orders": { spotOrders: inMarket },
  "PATCH /api/v4/spot/orders/{order_id}": { spotOrders: 1 },
  "POST /api/v4/spot/amend_batch_orders": { spotOrders: inMarket },
  "DELETE /api/v4/spot/orders/{order_id}": { spotCancels: 1 },
  "DELETE /api/v4/spot/orders": { spotCancels: 1 },
  "POST /api/v4/spot/cancel_batch_orders": { spotCancels: eachOrder },
  "POST /api/v4/futures/{settle}/orders": { futuresOrders: 1 },
  "POST /api/v4/futures/{settle}/batch_orders": { futuresOrders: eachOrder },
  "PUT /api/v4/futures/{settle}/orders/{order_id}": { futuresOrders: 1 },
  "POST /api/v4/futures/{settle}/batch_amend_orders": { futuresOrders: eachOrder },
  "DELETE /api/v4/futures/{settle}/orders/{order_id}": { futuresCancels: 1 },
  "DELETE /api/v4/futures/{settle}/orders": { futuresCancels: 1 },
  "POST /api/v4/futures/{settle}/batch_cancel_orders": { futuresCancels: eachOrder },
};

const open = [
  "spot/time",
  "spot/currency_pairs",
  "spot/tickers",
  "spot/order_book",
  "spot/trades",
  "spot/candlesticks",
  "futures/{settle}/contracts",
  "futures/{settle}/order_book",
  "futures/{settle}/trades",
  "futures/{settle}/candlesticks",
  "futures/{settle}/tickers",
  "futures/{settle}/funding_rate",
];

/** How many an account may send, in 10 s if nothing else is said. */
const others: Readonly<Record<string, number | readonly [max: number, windowMs: number]>> = {
  "POST /api/v4/spot/countdown_cancel_all": 200,
  "GET /api/v4/spot/orders/{order_id}": 200,
  "GET /api/v4/spot/orders": 200,
  "GET /api/v4/spot/open_orders": 200,
  "GET /api/v4/spot/my_trades": 200,
  "GET /api/v4/spot/accounts": 200,
  "GET /api/v4/spot/account_book": 200,
  "GET /api/v4/spot/fee": 200,
  "GET /api/v4/futures/{settle}/orders": 200,
  "GET /api/v4/futures/{settle}/orders/{order_id}": 200,
  "GET /api/v4/futures/{settle}/my_trades": 200,
  "GET /api/v4/futures/{settle}/accounts": 200,
  "GET /api/v4/futures/{settle}/positions": 200,
  "POST /api/v4/futures/{settle}/positions/{contract}/leverage": 200,
  "POST /api/v4/withdrawals": [1, 3_000],
  "POST /api/v4/withdrawals/push": [1, 10_000],
  "POST /api/v4/wallet/transfers": 80,
  "POST /api/v4/wallet/sub_account_transfers": 80,
  "GET /api/v4/wallet/total_balance": 80,
  "GET /api/v4/wallet/deposits": 200,
  "GET /api/v4/unified/accounts": 150,
  "POST /api/v4/unified/loans": 15,
};

function refusalOf(route: string): No {
  if (route.endsWith("/candlesticks")) return "tooManyCandles";
  if (route.startsWith("POST /api/v4/withdrawals")) return "tooFast";
  return route.includes("/futures/") ? "tooManyFutures" : "tooManySpot";
}

function ownPool(route: string, of: Readonly<{ max: number; windowMs: number; whose: Whose }>) {
  return { takes: { own: 1 }, own: rollingPool({ ...of, refusal: refusalOf(route) }) };
}

export function routes(): Readonly<Record<string, Route>> {
  const all: Record<string, Route> = {};
  const answers = answersOf();
  const add = (name: string, route: Omit<Route, "answer">): void => {
    all[name] = { ...route, answer: (visit) => answers(name, visit) };
  };
  for (const [name, takes] of Object.entries(trading)) add(name, { takes, signed: true });
  for (const path of open) {
    const name = `GET /api/v4/${path}`;
    add(name, ownPool(name, { max: 200, windowMs: 10_000, whose: ofAddress }));
  }
  for (const [name, rate] of Object.entries(others)) {
    const [max, windowMs] = typeof rate === "number" ? [rate, 10_000] : rate;
    add(name, { ...ownPool(name, { max, windowMs, whose: ofAccount }), signed: true });
  }
  for (const name of [...nothingOf, "GET /api/v4/spot/currencies"]) add(name, { takes: {} });
  return all;
}
