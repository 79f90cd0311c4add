/** What Gemini's server side answers. https://developer.gemini.com/rest/market-data, read 2026-11. */
import { No, Orders } from "headgate/emulator";
import type { HeldOrder, Visit } from "headgate/emulator";

type Body = () => unknown;

const level = { price: "60000", amount: "0.5", timestamp: "1793491200" };
const order = {
  order_id: "106817811",
  symbol: "btcusd",
  side: "buy",
  is_live: true,
  is_cancelled: false,
};
const cancelled = { result: "ok", details: { cancelledOrders: [], cancelRejects: [] } };

export const open: Readonly<Record<string, Body>> = {
  "/v1/symbols": () => ["btcusd", "ethusd"],
  "/v1/symbols/details/{symbol}": () => ({ symbol: "BTCUSD", status: "open" }),
  "/v2/ticker/{symbol}": () => ({ symbol: "BTCUSD", open: "60000", close: "60001" }),
  "/v1/pubticker/{symbol}": () => ({ bid: "60000", ask: "60001", last: "60000", volume: {} }),
  "/v1/book/{symbol}": () => ({ bids: [level], asks: [level] }),
  "/v1/trades/{symbol}": () => [{ tid: 1, price: "60000", amount: "0.1", type: "buy" }],
  "/v2/candles/{symbol}/{timeframe}": () => [[1_793_491_200_000, 1, 2, 1, 2, 3]],
  "/v1/pricefeed": () => [{ pair: "BTCUSD", price: "60000", percentChange24h: "0.01" }],
};

export const ofAccount: Readonly<Record<string, Body>> = {
  "/v1/order/cancel": () => ({ ...order, is_live: false, is_cancelled: true }),
  "/v1/order/cancel/all": () => cancelled,
  "/v1/order/cancel/session": () => cancelled,
  "/v1/orders": () => [order],
  "/v1/mytrades": () => [{ tid: 1, price: "60000", order_id: order.order_id }],
  "/v1/balances": () => [{ currency: "BTC", amount: "1", available: "1" }],
  "/v1/heartbeat": () => ({ result: "ok" }),
};

type Asked = Readonly<Record<string, unknown>>;

/** About orders, whose parameters stand in the payload of a header. */
export function placing(): Readonly<Record<string, (asked: Asked, visit: Visit) => unknown>> {
  const orders = new Orders((count) => String(106_817_811_000 + count));
  return {
    "/v1/order/new": (asked, { caller, nowMs }) => {
      const held = {
        account: caller?.name ?? "",
        clientId: asked["client_order_id"],
      };
      return described(orders.place({ ...held, placedAtMs: nowMs, asked }));
    },
    // By the client's own name it is a list.
    "/v1/order/status": ({ client_order_id: name }, { caller }) => {
      if (name === undefined) return order;
      const found = orders.named({ account: caller?.name ?? "", clientId: name });
      if (found === undefined) throw new No("unknownOrder");
      return [described(found)];
    },
  };
}

function described({ id, clientId, asked, placedAtMs }: HeldOrder): unknown {
  const { symbol, side } = asked;
  return {
    ...order,
    order_id: id,
    client_order_id: clientId,
    symbol,
    side,
    timestampms: placedAtMs,
  };
}
