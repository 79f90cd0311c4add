/**
 * What Hyperliquid's server side answers to POST /info: the shapes of
 * https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/info-endpoint, read 2026-11.
 */
import { Orders } from "headgate/emulator";
import type { Visit } from "headgate/emulator";

type Result = (visit: Visit) => unknown;

const fill = { coin: "BTC", px: "60000.0", sz: "0.1", side: "B", oid: 1, tid: 1 };
const open: Result = () => [{ coin: "BTC", oid: 1, side: "B", limitPx: "60000.0", sz: "0.1" }];
const object: Result = () => ({});

/** Without a row: an empty list. */
const results: Readonly<Record<string, Result>> = {
  l2Book: ({ params, nowMs }) => ({
    coin: params["coin"],
    time: nowMs,
    levels: [[{ px: "59999.0", sz: "1", n: 1 }], [{ px: "60001.0", sz: "1", n: 1 }]],
  }),
  allMids: () => ({ BTC: "60000.0" }),
  clearinghouseState: () => ({ withdrawable: "1000.0", assetPositions: [] }),
  spotClearinghouseState: () => ({ balances: [] }),
  exchangeStatus: object,
  userRole: () => ({ role: "user" }),
  meta: () => ({ universe: [{ name: "BTC", szDecimals: 5 }] }),
  spotMeta: () => ({ universe: [], tokens: [] }),
  openOrders: open,
  frontendOpenOrders: open,
  userFees: object,
  userRateLimit: () => ({ cumVlm: "0.0", nRequestsUsed: 0, nRequestsCap: 10_000 }),
  recentTrades: () => Array.from({ length: 10 }, () => fill),
  userFills: () => Array.from({ length: 50 }, () => fill),
  userFillsByTime: () => [fill],
  fundingHistory: () => [{ coin: "BTC", fundingRate: "0.0000125" }],
  candleSnapshot: ({ nowMs }) => [{ t: nowMs, o: "60000.0", c: "60001.0" }],
};

/** What one server side answers to what is asked and to what is done. Its accounts are those of their addresses. */
export function answersOf(): Readonly<Record<"info" | "exchange", Result>> {
  const orders = new Orders();
  const orderStatus: Result = ({ params }) => {
    const { user, oid } = params;
    const found = orders.named({ account: String(user), clientId: oid });
    if (found === undefined) return { status: "unknownOid" };
    const order = { oid: Number(found.id), cloid: found.clientId, timestamp: found.placedAtMs };
    return { status: "order", order: { order, status: "open", statusTimestamp: order.timestamp } };
  };
  const place = (asked: Readonly<Record<string, unknown>>, { caller, nowMs }: Visit): unknown => {
    const held = { account: caller?.apiKey ?? "", clientId: asked["c"] };
    const { id, clientId } = orders.place({ ...held, placedAtMs: nowMs, asked });
    return { resting: { oid: Number(id), ...(clientId !== "" && { cloid: clientId }) } };
  };
  const all = { ...results, orderStatus };
  return {
    info: (visit) => {
      const by: Readonly<Record<string, Result>> = all;
      return by[String(visit.params["type"])]?.(visit) ?? [];
    },
    exchange: (visit) => {
      const { type, orders: placed } = actionIn(visit);
      const list: readonly unknown[] = Array.isArray(placed) ? placed : [];
      const statuses = list.map((one) => place(typeof one === "object" ? { ...one } : {}, visit));
      const data = list.length > 0 && { data: { statuses } };
      return { status: "ok", response: { type: list.length > 0 ? type : "default", ...data } };
    },
  };
}

/** The action of a request. */
export function actionIn({ params }: Visit): Readonly<Record<string, unknown>> {
  const { action } = params;
  return typeof action === "object" ? { ...action } : {};
}
