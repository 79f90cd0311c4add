/**
 * What KuCoin's server side answers: the shapes of the documentation's examples, for whatever is asked.
 * https://github.com/Kucoin/kucoin-universal-sdk/tree/78c90c7, read 2026-11.
 */
import type { Visit } from "headgate/emulator";

type Data = (visit: Visit) => unknown;

const symbolOf = ({ params }: Visit): unknown => params["symbol"] ?? "BTC-USDT";
const ofSymbol = (visit: Visit) => ({ symbol: symbolOf(visit) });
const listed: Data = (visit) => [ofSymbol(visit)];

const spotBook: Data = ({ nowMs }) => ({
  time: nowMs,
  sequence: "1",
  bids: [["59999", "0.5"]],
  asks: [["60000", "0.5"]],
});
const futuresBook: Data = (visit) => ({
  ...ofSymbol(visit),
  sequence: 1,
  bids: [[59_999, 5]],
  asks: [[60_000, 5]],
  ts: visit.nowMs,
});

const placed: Data = ({ params, nowMs }) => ({ orderId: params["orderId"] ?? String(nowMs) });
const byClient: Data = ({ params }) => ({ clientOid: params["clientOid"] });
const cancelled: Data = ({ params }) => ({ cancelledOrderIds: [params["orderId"] ?? "1"] });
const spotOrder = (visit: Visit) => ({ id: "1", ...ofSymbol(visit), active: true });
const futuresOrder = (visit: Visit) => ({ id: "1", ...ofSymbol(visit), status: "open" });

const batch: Data = ({ params, nowMs }) => {
  const { orderList } = params;
  const orders: readonly unknown[] = Array.isArray(orderList) ? orderList : [];
  return orders.map((_, index) => ({ orderId: `${nowMs}${index}`, success: true }));
};

export const spot: Readonly<Record<string, Data>> = {
  "GET /api/v1/timestamp": ({ nowMs }) => nowMs,
  "GET /api/v2/symbols": listed,
  "GET /api/v1/market/orderbook/level1": ({ nowMs }) => ({ price: "60000", time: nowMs }),
  "GET /api/v1/market/allTickers": (visit) => ({ time: visit.nowMs, ticker: [ofSymbol(visit)] }),
  "GET /api/v1/market/histories": () => [{ price: "60000", size: "1", side: "buy" }],
  "GET /api/v1/market/candles": () => [["1566789720", "1", "1", "1", "1", "1", "1"]],
  "GET /api/v1/market/orderbook/level2_{size}": spotBook,
  "GET /api/v3/market/orderbook/level2": spotBook,
  "GET /api/v1/accounts": () => [{ currency: "USDT", balance: "1000", available: "1000" }],
  "POST /api/v1/hf/orders": placed,
  "POST /api/v1/hf/orders/sync": placed,
  "POST /api/v1/hf/orders/multi": batch,
  "DELETE /api/v1/hf/orders/{orderId}": placed,
  "DELETE /api/v1/hf/orders/client-order/{clientOid}": byClient,
  "DELETE /api/v1/hf/orders": () => "success",
  "GET /api/v1/hf/orders/{orderId}": spotOrder,
  "GET /api/v1/hf/orders/client-order/{clientOid}": spotOrder,
  "GET /api/v1/hf/orders/active": (visit) => [spotOrder(visit)],
  "GET /api/v1/hf/fills": () => ({ items: [{ price: "60000", size: "1" }], lastId: 1 }),
};

export const futures: Readonly<Record<string, Data>> = {
  "GET /api/v1/timestamp": ({ nowMs }) => nowMs,
  "GET /api/v1/account-overview": () => ({ accountEquity: 1_000, currency: "USDT" }),
  "GET /api/v1/funding-rate/{symbol}/current": (visit) => ({ ...ofSymbol(visit), value: 0.0001 }),
  "GET /api/v1/contracts/active": listed,
  "GET /api/v1/ticker": (visit) => ({ ...ofSymbol(visit), price: "60000" }),
  "GET /api/v1/level2/depth{size}": futuresBook,
  "GET /api/v1/kline/query": ({ nowMs }) => [[nowMs, 1, 1, 1, 1, 1]],
  "POST /api/v1/orders": placed,
  "DELETE /api/v1/orders/{orderId}": cancelled,
  "DELETE /api/v1/orders/client-order/{clientOid}": byClient,
  "DELETE /api/v3/orders": cancelled,
  "GET /api/v1/orders/{orderId}": futuresOrder,
  "GET /api/v1/orders/byClientOid": futuresOrder,
  "GET /api/v1/orders": (visit) => ({ items: [futuresOrder(visit)] }),
  "GET /api/v1/position": ofSymbol,
  "GET /api/v1/positions": listed,
};

export type Answers = typeof spot;

/** What is in neither is answered with nothing. */
export function answerOf(answers: Answers, route: string, visit: Visit): unknown {
  return { code: "200000", data: answers[route]?.(visit) ?? {} };
}
