/**
 * What MEXC's server side answers: the shapes of the documentation's examples, for whatever is asked.
 * https://github.com/rosssaunders/coincise/tree/a00ae58/docs/mexc, read 2026-11.
 */
import { No, Orders } from "headgate/emulator";
import type { HeldOrder, Visit } from "headgate/emulator";

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
  "DELETE /api/v3/order": order,
  "DELETE /api/v3/openOrders": orders,
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

/** What the routes of one server side answer. */
export function answersOf(): (route: string, visit: Visit) => unknown {
  const placed = orderBodies();
  return (route, visit) => {
    const body = placed[route] ?? spot[route] ?? contract[route];
    if (route.includes("/api/v3/")) return body?.(visit) ?? {};
    return { success: true, code: 0, data: body?.(visit) ?? "101" };
  };
}

type Asked = Readonly<Record<string, unknown>>;

/** About orders: those that somebody asks for by his own name for them are the ones that he has placed. */
function orderBodies(): Readonly<Record<string, Body>> {
  const all = new Orders((count) => String(300_000_000_000 + count));
  const place = (asked: Asked, name: unknown, { caller, nowMs }: Visit): HeldOrder => {
    const account = caller?.name ?? "";
    return all.place({ account, clientId: name, placedAtMs: nowMs, asked });
  };
  const known = (name: unknown, refusal: string, { caller }: Visit): HeldOrder => {
    const found = all.named({ account: caller?.name ?? "", clientId: name });
    if (found === undefined) throw new No(refusal);
    return found;
  };
  const taken = (asked: Asked, visit: Visit): unknown =>
    described(place(asked, asked["newClientOrderId"], visit));
  return {
    "POST /api/v3/order": (visit) => taken(visit.params, visit),
    "POST /api/v3/batchOrders": (visit) =>
      listIn(JSON.parse(String(visit.params["batchOrders"]))).map((asked) => taken(asked, visit)),
    "GET /api/v3/order": (visit) => {
      const { origClientOrderId: name } = visit.params;
      return name === undefined ? order(visit) : described(known(name, "unknownOrder", visit));
    },
    "POST /api/v1/private/order/submit": (visit) =>
      place(visit.params, visit.params["externalOid"], visit).id,
    "POST /api/v1/private/order/submit_batch": (visit) =>
      listIn(visit.params["body"]).map((asked) => {
        const { id } = place(asked, asked["externalOid"], visit);
        return { externalOid: asked["externalOid"], orderId: id, errorCode: 0 };
      }),
    "GET /api/v1/private/order/external/{symbol}/{external_oid}": (visit) => {
      const { external_oid: name, symbol } = visit.params;
      const { id } = known(name, "unknownContractOrder", visit);
      return { orderId: id, symbol, state: 2, externalOid: name };
    },
  };
}

function described({ id, clientId, asked, placedAtMs }: HeldOrder): unknown {
  const { symbol, price = "60000", quantity = "1", side } = asked;
  const said = { symbol, price, origQty: quantity, side, status: "NEW", time: placedAtMs };
  return { orderId: id, clientOrderId: clientId, orderListId: -1, ...said };
}

function listIn(list: unknown): readonly Asked[] {
  const all: readonly unknown[] = Array.isArray(list) ? list : [];
  return all.map((one) => (typeof one === "object" ? { ...one } : {}));
}
