/**
 * What MEXC's server side answers: the shapes of the documentation's examples, for whatever is asked.
 * https://github.com/rosssaunders/coincise/tree/a00ae58/docs/mexc, read 2026-11.
 */
import type { Visit } from "headgate/emulator";

type Body = (visit: Visit) => unknown;

const symbolOf = ({ params }: Visit): unknown => params["symbol"] ?? "BTCUSDT";

/** One where a symbol is given, else a list. */
const oneOrAll =
  (entry: object): Body =>
  (visit) => {
    const one = { symbol: symbolOf(visit), ...entry };
    return visit.params["symbol"] === undefined ? [one] : one;
  };

const order: Body = (visit) => ({
  symbol: symbolOf(visit),
  orderId: visit.params["orderId"] ?? `C02__${visit.nowMs}`,
  price: "60000",
  origQty: "1",
  status: "NEW",
  side: "BUY",
});
const orders: Body = (visit) => [order(visit)];

const level = ["60000.00", "0.5"];

const spot: Readonly<Record<string, Body>> = {
  "GET /api/v3/time": ({ nowMs }) => ({ serverTime: nowMs }),
  "GET /api/v3/exchangeInfo": (visit) => ({ symbols: [{ symbol: symbolOf(visit) }] }),
  "GET /api/v3/depth": ({ nowMs }) => ({ lastUpdateId: nowMs, bids: [level], asks: [level] }),
  "GET /api/v3/trades": ({ nowMs }) => [{ id: null, price: "60000", qty: "1", time: nowMs }],
  "GET /api/v3/aggTrades": ({ nowMs }) => [{ a: null, p: "60000", q: "1", T: nowMs }],
  "GET /api/v3/klines": ({ nowMs }) => [
    [nowMs - 60_000, "60000", "60010", "59990", "60005", "12", nowMs, "720000"],
  ],
  "GET /api/v3/avgPrice": () => ({ mins: 5, price: "60000" }),
  "GET /api/v3/ticker/bookTicker": oneOrAll({ bidPrice: "59999", askPrice: "60000" }),
  "GET /api/v3/ticker/24hr": oneOrAll({ lastPrice: "60000" }),
  "GET /api/v3/ticker/price": oneOrAll({ price: "60000" }),
  "POST /api/v3/order": order,
  "POST /api/v3/batchOrders": orders,
  "DELETE /api/v3/order": order,
  "DELETE /api/v3/openOrders": orders,
  "GET /api/v3/order": order,
  "GET /api/v3/openOrders": orders,
  "GET /api/v3/allOrders": orders,
  "GET /api/v3/account": () => ({ balances: [{ asset: "USDT", free: "1000", locked: "0" }] }),
  "GET /api/v3/myTrades": (visit) => [
    { symbol: symbolOf(visit), orderId: "C02__1", price: "60000", qty: "1" },
  ],
};

const contractOrder: Body = (visit) => ({ orderId: "101", symbol: symbolOf(visit), state: 2 });

const contract: Readonly<Record<string, Body>> = {
  "GET /api/v1/contract/ping": ({ nowMs }) => nowMs,
  "GET /api/v1/contract/detail": oneOrAll({}),
  "GET /api/v1/contract/ticker": oneOrAll({ lastPrice: 60_000 }),
  "GET /api/v1/contract/depth/{symbol}": () => ({ asks: [[60_001, 5, 1]], bids: [[60_000, 5, 1]] }),
  "GET /api/v1/contract/kline/{symbol}": ({ nowMs }) => ({ time: [Math.floor(nowMs / 1_000)] }),
  "GET /api/v1/contract/deals/{symbol}": ({ nowMs }) => [{ p: 60_000, v: 1, T: 1, t: nowMs }],
  "GET /api/v1/private/account/assets": () => [{ currency: "USDT", equity: 1_000 }],
  "GET /api/v1/private/position/open_positions": (visit) => [{ symbol: symbolOf(visit) }],
  "GET /api/v1/private/order/list/open_orders/{symbol}": (visit) => [contractOrder(visit)],
  "GET /api/v1/private/order/batch_query": (visit) => [contractOrder(visit)],
};

export function answerOf(route: string, visit: Visit): unknown {
  if (route.includes("/api/v3/")) return spot[route]?.(visit) ?? {};
  return { success: true, code: 0, data: contract[route]?.(visit) ?? "101" };
}
