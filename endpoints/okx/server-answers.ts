/** What OKX's server side answers, in the shapes of https://www.okx.com/docs-v5/en/, read 2026-11. */
import type { Visit } from "headgate/emulator";

type Data = (visit: Visit) => readonly unknown[];

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** The orders of a call: those of its list, or the one that its parameters are. */
export function ordersOf({ params }: Visit): readonly Readonly<{ instId: string }>[] {
  const { body } = params;
  const orders: readonly unknown[] = Array.isArray(body) ? body : [params];
  return orders.map((order) => ({
    instId: typeof order === "object" && order !== null ? text(Reflect.get(order, "instId")) : "",
  }));
}

const acknowledged: Data = (visit) =>
  ordersOf(visit).map((_, index) => ({
    ordId: `${visit.nowMs}${index}`,
    clOrdId: text(visit.params["clOrdId"]),
    algoId: `${visit.nowMs}${index}`,
    sCode: "0",
    sMsg: "",
  }));

const one =
  (entry: object): Data =>
  ({ params, nowMs }) => [{ instId: text(params["instId"]), ts: String(nowMs), ...entry }];

const book = one({ asks: [["60001", "1", "0", "1"]], bids: [["60000", "1", "0", "1"]] });
const candles: Data = ({ nowMs }) => [
  [String(nowMs), "60000", "60010", "59990", "60005", "12", "12", "720000", "0"],
];
const order = one({ ordId: "1", clOrdId: "", state: "live" });
const fill = one({ tradeId: "1", ordId: "1", fillPx: "60000", fillSz: "1" });

const known: Readonly<Record<string, Data>> = {
  "GET /api/v5/public/time": one({}),
  "GET /api/v5/public/instruments": one({ tickSz: "0.1", state: "live" }),
  "GET /api/v5/market/ticker": one({ last: "60000" }),
  "GET /api/v5/market/tickers": one({ last: "60000" }),
  "GET /api/v5/market/books": book,
  "GET /api/v5/market/books-full": book,
  "GET /api/v5/market/candles": candles,
  "GET /api/v5/market/history-candles": candles,
  "GET /api/v5/market/trades": one({ tradeId: "1", px: "60000", sz: "1" }),
  "GET /api/v5/public/mark-price": one({ markPx: "60000" }),
  "GET /api/v5/public/funding-rate": one({ fundingRate: "0.0001" }),
  "GET /api/v5/public/open-interest": one({ oi: "1000" }),
  "POST /api/v5/trade/order": acknowledged,
  "POST /api/v5/trade/batch-orders": acknowledged,
  "POST /api/v5/trade/amend-order": acknowledged,
  "POST /api/v5/trade/amend-batch-orders": acknowledged,
  "POST /api/v5/trade/cancel-order": acknowledged,
  "POST /api/v5/trade/cancel-batch-orders": acknowledged,
  "POST /api/v5/trade/cancel-algos": acknowledged,
  "POST /api/v5/trade/close-position": one({}),
  "POST /api/v5/trade/cancel-all-after": one({ triggerTime: "0" }),
  "GET /api/v5/trade/order": order,
  "GET /api/v5/trade/orders-pending": order,
  "GET /api/v5/trade/orders-history": order,
  "GET /api/v5/trade/orders-history-archive": order,
  "GET /api/v5/trade/fills": fill,
  "GET /api/v5/trade/fills-history": fill,
  "GET /api/v5/trade/account-rate-limit": one({ accRateLimit: "1000", fillRatio: "0.1" }),
  "GET /api/v5/account/balance": one({ totalEq: "1000", details: [] }),
  "GET /api/v5/account/positions": one({ pos: "1" }),
  "GET /api/v5/account/config": one({ uid: "1", posMode: "net_mode" }),
  "GET /api/v5/account/trade-fee": one({ maker: "-0.0008", taker: "-0.001" }),
  "POST /api/v5/account/set-leverage": one({ lever: "5", mgnMode: "cross" }),
};

/** Those about orders tell when they came in and went out, in microseconds. */
export function answers(route: string, visit: Visit): unknown {
  const time = `${visit.nowMs}000`;
  const clock = route.startsWith("POST /api/v5/trade/") ? { inTime: time, outTime: time } : {};
  return { code: "0", msg: "", data: known[route]?.(visit) ?? [], ...clock };
}
