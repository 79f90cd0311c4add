/**
 * What Gate's server side answers: the shapes of the documentation's examples, for whatever is asked.
 * https://www.gate.com/docs/developers/apiv4 (copy of 2026-05-27), read 2026-11.
 */
import type { Visit } from "headgate/emulator";

type Answer = (visit: Visit) => unknown;

const seconds = ({ nowMs }: Visit): number => Math.floor(nowMs / 1_000);

/** The orders of a batch: an object each, or an order's number. */
export function ordersOf({ params }: Visit): readonly Readonly<Record<string, unknown>>[] {
  const { body } = params;
  const orders: readonly unknown[] = Array.isArray(body) ? body : [];
  return orders.map((order) => (typeof order === "object" ? { ...order } : { id: order }));
}

const spotOrder = ({ params, nowMs }: Visit) => ({
  id: params["order_id"] ?? String(nowMs),
  text: params["text"] ?? "apiv4",
  create_time_ms: nowMs,
  status: "open",
  currency_pair: params["currency_pair"] ?? "BTC_USDT",
  type: "limit",
  account: "spot",
  side: params["side"] ?? "buy",
  amount: params["amount"] ?? "1",
  left: params["amount"] ?? "1",
});
const futuresOrder = (visit: Visit) => ({
  id: visit.nowMs,
  text: visit.params["text"] ?? "api",
  create_time: seconds(visit),
  status: "open",
  contract: visit.params["contract"] ?? "BTC_USDT",
  size: visit.params["size"] ?? 1,
  left: visit.params["size"] ?? 1,
  price: visit.params["price"] ?? "60000",
  tif: "gtc",
});
const position = ({ params }: Visit) => ({
  contract: params["contract"] ?? "BTC_USDT",
  size: 1,
  leverage: params["leverage"] ?? "10",
});

const batch: Answer = (visit) =>
  ordersOf(visit).map((order, index) => ({
    ...order,
    order_id: String(visit.nowMs + index),
    succeeded: true,
  }));

const one =
  (entry: Answer): Answer =>
  (visit) => [entry(visit)];

const spot: Readonly<Record<string, Answer>> = {
  "GET /api/v4/spot/time": ({ nowMs }) => ({ server_time: nowMs }),
  "GET /api/v4/spot/currency_pairs": () => [{ id: "BTC_USDT", base: "BTC", quote: "USDT" }],
  "GET /api/v4/spot/tickers": () => [{ currency_pair: "BTC_USDT", last: "60000" }],
  "GET /api/v4/spot/order_book": ({ nowMs }) => ({
    current: nowMs,
    update: nowMs,
    asks: [["60001", "0.5"]],
    bids: [["60000", "0.5"]],
  }),
  "GET /api/v4/spot/trades": () => [{ id: "1", price: "60000", amount: "0.1", side: "buy" }],
  "GET /api/v4/spot/candlesticks": (visit) => [
    [String(seconds(visit)), "60000", "60005", "60010", "59990", "60000", "1", "true"],
  ],
  "POST /api/v4/spot/orders": spotOrder,
  "POST /api/v4/spot/batch_orders": batch,
  "PATCH /api/v4/spot/orders/{order_id}": spotOrder,
  "POST /api/v4/spot/amend_batch_orders": batch,
  "DELETE /api/v4/spot/orders/{order_id}": spotOrder,
  "DELETE /api/v4/spot/orders": one(spotOrder),
  "POST /api/v4/spot/cancel_batch_orders": batch,
  "POST /api/v4/spot/countdown_cancel_all": ({ nowMs }) => ({ triggerTime: String(nowMs) }),
  "GET /api/v4/spot/orders/{order_id}": spotOrder,
  "GET /api/v4/spot/orders": one(spotOrder),
  "GET /api/v4/spot/open_orders": (visit) => [
    { currency_pair: "BTC_USDT", total: 1, orders: [spotOrder(visit)] },
  ],
  "GET /api/v4/spot/my_trades": () => [{ id: "1", order_id: "1", price: "60000", amount: "0.1" }],
  "GET /api/v4/spot/accounts": () => [{ currency: "USDT", available: "1000", locked: "0" }],
  "GET /api/v4/spot/fee": () => ({ user_id: 1, taker_fee: "0.002", maker_fee: "0.002" }),
};

const futures: Readonly<Record<string, Answer>> = {
  "GET /api/v4/futures/{settle}/contracts": () => [
    { name: "BTC_USDT", quanto_multiplier: "0.0001" },
  ],
  "GET /api/v4/futures/{settle}/order_book": (visit) => ({
    current: seconds(visit),
    update: seconds(visit),
    asks: [{ p: "60001", s: 5 }],
    bids: [{ p: "60000", s: 5 }],
  }),
  "GET /api/v4/futures/{settle}/trades": () => [{ id: 1, price: "60000", size: 1 }],
  "GET /api/v4/futures/{settle}/candlesticks": (visit) => [
    { t: seconds(visit), v: 1, c: "60005", h: "60010", l: "59990", o: "60000" },
  ],
  "GET /api/v4/futures/{settle}/tickers": () => [{ contract: "BTC_USDT", last: "60000" }],
  "GET /api/v4/futures/{settle}/funding_rate": (visit) => [{ t: seconds(visit), r: "0.0001" }],
  "POST /api/v4/futures/{settle}/orders": futuresOrder,
  "POST /api/v4/futures/{settle}/batch_orders": batch,
  "PUT /api/v4/futures/{settle}/orders/{order_id}": futuresOrder,
  "POST /api/v4/futures/{settle}/batch_amend_orders": batch,
  "DELETE /api/v4/futures/{settle}/orders/{order_id}": futuresOrder,
  "DELETE /api/v4/futures/{settle}/orders": one(futuresOrder),
  "POST /api/v4/futures/{settle}/batch_cancel_orders": batch,
  "GET /api/v4/futures/{settle}/orders": one(futuresOrder),
  "GET /api/v4/futures/{settle}/orders/{order_id}": futuresOrder,
  "GET /api/v4/futures/{settle}/my_trades": () => [{ id: 1, contract: "BTC_USDT", price: "60000" }],
  "GET /api/v4/futures/{settle}/accounts": () => ({
    total: "1000",
    available: "1000",
    currency: "USDT",
  }),
  "GET /api/v4/futures/{settle}/positions": one(position),
  "POST /api/v4/futures/{settle}/positions/{contract}/leverage": position,
};

const wallet: Readonly<Record<string, Answer>> = {
  "POST /api/v4/wallet/transfers": ({ nowMs }) => ({ tx_id: nowMs }),
  "GET /api/v4/wallet/total_balance": () => ({
    total: { currency: "USDT", amount: "1000" },
    details: {},
  }),
  "GET /api/v4/wallet/deposits": () => [{ id: "1", currency: "USDT", amount: "1000" }],
  "GET /api/v4/unified/accounts": () => ({ user_id: 1, balances: {} }),
};

const all = { ...spot, ...futures, ...wallet };

export function answerOf(route: string, visit: Visit): unknown {
  return Object.hasOwn(all, route) ? all[route]?.(visit) : {};
}
