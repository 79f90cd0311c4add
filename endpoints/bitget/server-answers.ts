/** What Bitget's server side answers, in the shapes of https://www.bitget.com/api-doc/common/intro, read 2026-11. */
import type { Visit } from "headgate/emulator";

type Result = (visit: Visit) => unknown;

const text = (value: unknown): string => (typeof value === "string" ? value : "");

const acknowledged: Result = ({ params, nowMs }) => ({
  orderId: text(params["orderId"]) || String(nowMs),
  clientOid: text(params["clientOid"]),
});

const batch: Result = ({ params, nowMs }) => {
  const { orderList } = params;
  const orders: readonly unknown[] = Array.isArray(orderList) ? orderList : [];
  const successList = orders.map((_, index) => ({ orderId: `${nowMs}${index}`, clientOid: "" }));
  return { successList, failureList: [] };
};

const one =
  (entry: object): Result =>
  ({ params }) => ({ symbol: text(params["symbol"]), ...entry });
const list =
  (entry: object): Result =>
  (visit) => [one(entry)(visit)];

const book = one({ asks: [["60001", "1"]], bids: [["60000", "1"]] });
const candles: Result = ({ nowMs }) => [[String(nowMs), "60000", "60010", "59990", "60005", "1"]];
const trades = list({ tradeId: "1", price: "60000", size: "1", side: "buy" });
const order = list({ orderId: "1", clientOid: "", status: "live" });
const orders = one({ entrustedList: [{ orderId: "1", status: "live" }], endId: "1" });
const position = list({ total: "1", available: "1" });

export const results: Readonly<Record<string, Result>> = {
  "GET /api/v2/public/time": ({ nowMs }) => ({ serverTime: String(nowMs) }),
  "GET /api/v2/spot/public/symbols": list({ status: "online" }),
  "GET /api/v2/spot/market/tickers": list({ lastPr: "60000" }),
  "GET /api/v2/spot/market/orderbook": book,
  "GET /api/v2/spot/market/candles": candles,
  "GET /api/v2/spot/market/history-candles": candles,
  "GET /api/v2/spot/market/fills": trades,
  "GET /api/v2/mix/market/contracts": list({ symbolStatus: "normal" }),
  "GET /api/v2/mix/market/ticker": list({ lastPr: "60000" }),
  "GET /api/v2/mix/market/tickers": list({ lastPr: "60000" }),
  "GET /api/v2/mix/market/merge-depth": book,
  "GET /api/v2/mix/market/candles": candles,
  "GET /api/v2/mix/market/fills": trades,
  "POST /api/v2/spot/trade/place-order": acknowledged,
  "POST /api/v2/spot/trade/batch-orders": batch,
  "POST /api/v2/spot/trade/cancel-order": acknowledged,
  "POST /api/v2/spot/trade/batch-cancel-order": batch,
  "POST /api/v2/spot/trade/cancel-symbol-order": one({}),
  "GET /api/v2/spot/trade/orderInfo": order,
  "GET /api/v2/spot/trade/unfilled-orders": order,
  "GET /api/v2/spot/trade/history-orders": order,
  "GET /api/v2/spot/trade/fills": list({ tradeId: "1", priceAvg: "60000" }),
  "GET /api/v2/spot/account/assets": list({ coin: "USDT", available: "1000" }),
  "POST /api/v2/mix/order/place-order": acknowledged,
  "POST /api/v2/mix/order/batch-place-order": batch,
  "POST /api/v2/mix/order/cancel-order": acknowledged,
  "POST /api/v2/mix/order/batch-cancel-orders": batch,
  "POST /api/v2/mix/order/cancel-all-orders": batch,
  "POST /api/v2/mix/order/modify-order": acknowledged,
  "POST /api/v2/mix/order/close-positions": batch,
  "GET /api/v2/mix/order/detail": one({ orderId: "1", state: "live" }),
  "GET /api/v2/mix/order/orders-pending": orders,
  "GET /api/v2/mix/order/orders-history": orders,
  "GET /api/v2/mix/position/all-position": position,
  "GET /api/v2/mix/position/single-position": position,
  "GET /api/v2/mix/account/account": one({ marginCoin: "USDT", available: "1000" }),
  "GET /api/v2/mix/account/accounts": list({ marginCoin: "USDT", available: "1000" }),
};
