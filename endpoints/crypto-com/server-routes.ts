/**
 * The routes of Crypto.com's server side: how much each method may be called, and what it answers. How the
 * windows lie is not published: the last one at every instant is the strictest.
 * https://exchange-developer.crypto.com/exchange/v1/docs/api/rest-common-api-reference, read 2026-11.
 */
import { No as Refused, Orders, rollingLog } from "headgate/emulator";
import type { ServerPool, ServerRoute, Visit } from "headgate/emulator";
import type { No } from "./server.ts";

type Route = ServerRoute<never, No>;

const level = ["60000", "0.5", "1"];
const order = { order_id: "19848525", client_oid: "mine", status: "ACTIVE" };
const acknowledged = { order_id: order.order_id, client_oid: order.client_oid };
const list = (...data: readonly object[]) => ({ data });

const open: Readonly<Record<string, object>> = {
  "get-instruments": list({ symbol: "BTC_USD", inst_type: "CCY_PAIR" }),
  "get-book": { depth: 1, ...list({ bids: [level], asks: [level], t: 1 }) },
  "get-candlestick": list({ t: 1, o: "1", h: "2", l: "1", c: "2", v: "3" }),
  "get-trades": list({ d: "1", p: "60000", q: "0.1", s: "BUY", t: 1 }),
  "get-tickers": list({ i: "BTC_USD", a: "60000", b: "60000", k: "60001" }),
  "get-valuations": list({ v: "60000", t: 1 }),
};

type Row = readonly [max: number, windowMs: number, result: object | ((visit: Visit) => object)];

const ofKey: Readonly<Record<string, Row>> = {
  "cancel-order": [15, 100, acknowledged],
  "cancel-all-orders": [15, 100, {}],
  "get-trades": [1, 1_000, list({ trade_id: "1", traded_price: "60000" })],
  "get-order-history": [1, 1_000, list(order)],
  "amend-order": [3, 100, acknowledged],
  "cancel-order-list": [3, 100, {}],
  "get-open-orders": [3, 100, list(order)],
  "user-balance": [3, 100, list({ total_available_balance: "1000" })],
  "get-positions": [3, 100, list({ instrument_name: "BTCUSD-PERP", quantity: "1" })],
  "get-fee-rate": [3, 100, { spot_tier: "3" }],
  "get-transactions": [3, 100, list({ journal_type: "TRADING" })],
  "staking/stake": [50, 1_000, {}],
};

type Asked = Readonly<Record<string, unknown>>;

/** About orders: those that somebody asks for by his own name for them are the ones that he has placed. */
function placing(): Readonly<Record<string, Row>> {
  const orders = new Orders((count) => String(6_142_909_895_000 + count));
  const place = (asked: Asked, { caller, nowMs }: Visit): object => {
    const held = { account: caller?.name ?? "", clientId: asked["client_oid"] ?? "mine" };
    const { id, clientId } = orders.place({ ...held, placedAtMs: nowMs, asked });
    return { order_id: id, client_oid: clientId };
  };
  const detail = (visit: Visit): object => {
    const { client_oid: name } = askedIn(visit);
    if (name === undefined) return order;
    const found = orders.named({ account: visit.caller?.name ?? "", clientId: name });
    if (found === undefined) throw new Refused("unknownOrder");
    const { id, placedAtMs } = found;
    return { ...order, order_id: id, client_oid: name, create_time: placedAtMs };
  };
  const placeAll = (visit: Visit): object => {
    const { order_list: asked } = askedIn(visit);
    const all: readonly unknown[] = Array.isArray(asked) ? asked : [];
    return all.map((one, index) => ({ index, code: 0, ...place({ ...Object(one) }, visit) }));
  };
  return {
    "create-order": [15, 100, (visit) => place(askedIn(visit), visit)],
    "create-order-list": [3, 100, placeAll],
    "get-order-detail": [30, 100, detail],
  };
}

function askedIn({ params: { params } }: Visit): Asked {
  return typeof params === "object" ? { ...params } : {};
}

function pool(max: number, windowMs: number, whose: (visit: Visit) => string): ServerPool<No> {
  return { model: rollingLog({ max, windowMs }), max, windowMs, whose, refusal: "tooMany" };
}

export function routes(): Readonly<Record<string, Route>> {
  const all: Record<string, Route> = {};
  const add = (
    kind: string,
    method: string,
    route: Omit<Route, "answer">,
    result: Row[2],
  ): void => {
    const name = `${kind === "public" ? "GET" : "POST"} /exchange/v1/${kind}/${method}`;
    all[name] = {
      ...route,
      answer: (visit) => {
        const said = typeof result === "function" ? result(visit) : result;
        return { id: 1, method: `${kind}/${method}`, code: 0, result: said };
      },
    };
  };
  for (const [method, result] of Object.entries(open)) {
    const own = pool(100, 1_000, ({ request }) => request.ip);
    add("public", method, { takes: { own: 1 }, own }, result);
  }
  for (const [method, [max, windowMs, result]] of Object.entries({ ...ofKey, ...placing() })) {
    const own = pool(max, windowMs, ({ caller }) => caller?.apiKey ?? "");
    add("private", method, { takes: { own: 1 }, own, signed: true }, result);
  }
  return all;
}
