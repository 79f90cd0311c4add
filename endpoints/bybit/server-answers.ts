/**
 * What Bybit's server side answers: the shapes of the documentation's examples, for whatever is asked.
 * https://github.com/bybit-exchange/docs/tree/072c197/docs/v5, read 2026-11.
 */
import type { Visit } from "headgate/emulator";

type Result = (visit: Visit) => unknown;

const text = (value: unknown): string => (typeof value === "string" ? value : "");

function book({ params, nowMs }: Visit): unknown {
  const levels = Math.min(Number(params["limit"] ?? 25), 1_000);
  const side = (step: number) =>
    Array.from({ length: levels }, (_, index) => [(60_000 + step * (index + 1)).toFixed(1), "0.5"]);
  return { s: text(params["symbol"]), b: side(-0.1), a: side(0.1), ts: nowMs, u: nowMs, seq: 1 };
}

/** The newest first. */
function klines({ params, nowMs }: Visit): unknown {
  const count = Math.min(Number(params["limit"] ?? 200), 1_000);
  const minute = Math.floor(nowMs / 60_000);
  const list = Array.from({ length: count }, (_, index) => {
    return [String((minute - index) * 60_000), "60000", "60010", "59990", "60005", "12", "720000"];
  });
  return { category: text(params["category"]), symbol: text(params["symbol"]), list };
}

const acknowledged: Result = ({ params, nowMs }) => ({
  orderId: text(params["orderId"]) || `o-${nowMs}`,
  orderLinkId: text(params["orderLinkId"]),
});

const batchAcknowledged: Result = ({ params, nowMs }) => {
  const { request } = params;
  const orders: readonly unknown[] = Array.isArray(request) ? request : [];
  return {
    list: orders.map((_, index) => ({ orderId: `o-${nowMs}-${index}`, orderLinkId: "" })),
  };
};

const listOf =
  (entry: object): Result =>
  ({ params }) => ({ list: [{ symbol: text(params["symbol"]), ...entry }], nextPageCursor: "" });

const order = { orderId: "o-1", orderLinkId: "", orderStatus: "New", side: "Buy", qty: "1" };

const results: Readonly<Record<string, Result>> = {
  "GET /v5/market/time": ({ nowMs }) => ({
    timeSecond: String(Math.floor(nowMs / 1_000)),
    timeNano: `${nowMs}000000`,
  }),
  "GET /v5/market/orderbook": book,
  "GET /v5/market/kline": klines,
  "GET /v5/market/mark-price-kline": klines,
  "GET /v5/market/instruments-info": listOf({ symbol: "BTCUSDT", status: "Trading" }),
  "GET /v5/market/tickers": listOf({ lastPrice: "60000" }),
  "GET /v5/market/funding/history": listOf({ fundingRate: "0.0001" }),
  "GET /v5/market/recent-trade": listOf({ execId: "e-1", price: "60000", size: "1", side: "Buy" }),
  "POST /v5/order/create": acknowledged,
  "POST /v5/order/amend": acknowledged,
  "POST /v5/order/cancel": acknowledged,
  "POST /v5/order/cancel-all": () => ({ list: [], success: "1" }),
  "POST /v5/order/create-batch": batchAcknowledged,
  "POST /v5/order/amend-batch": batchAcknowledged,
  "POST /v5/order/cancel-batch": batchAcknowledged,
  "GET /v5/order/realtime": listOf(order),
  "GET /v5/order/history": listOf(order),
  "GET /v5/execution/list": listOf({ execId: "e-1", execPrice: "60000" }),
  "GET /v5/position/list": listOf({ side: "Buy", size: "1" }),
  "GET /v5/position/closed-pnl": listOf({ closedPnl: "1" }),
  "GET /v5/account/wallet-balance": listOf({ accountType: "UNIFIED", totalEquity: "1000" }),
  "GET /v5/account/info": () => ({ marginMode: "REGULAR_MARGIN", unifiedMarginStatus: 6 }),
  "GET /v5/account/fee-rate": listOf({ takerFeeRate: "0.0006", makerFeeRate: "0.0001" }),
};

export function answers(route: string, visit: Visit): unknown {
  const result = results[route]?.(visit) ?? {};
  return { retCode: 0, retMsg: "OK", result, retExtInfo: {}, time: visit.nowMs };
}
