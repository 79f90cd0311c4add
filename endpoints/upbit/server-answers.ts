/** What Upbit's server side answers: the shapes of https://docs.upbit.com/kr/reference, read 2026-11. */
import { No, Orders } from "headgate/emulator";
import type { HeldOrder, Visit } from "headgate/emulator";

type Result = (visit: Visit) => unknown;

const candles: Result = ({ params, nowMs }) => {
  const count = Math.min(Number(params["count"] ?? 1), 200);
  return Array.from({ length: count }, (_, index) => ({
    market: params["market"],
    candle_date_time_utc: "2026-11-01T00:00:00",
    opening_price: 60_000,
    trade_price: 60_001,
    timestamp: nowMs - index * 60_000,
  }));
};

const order: Result = ({ params, nowMs }) => ({
  uuid: params["uuid"] ?? `o-${nowMs}`,
  identifier: params["identifier"],
  market: params["market"] ?? "KRW-BTC",
  state: "wait",
});
const orders: Result = (visit) => [order(visit)];
const batch: Result = () => ({
  success: { count: 0, orders: [] },
  failed: { count: 0, orders: [] },
});

/** What the routes of one server side answer. */
export function answersOf(): Readonly<Record<string, Result>> {
  const all = new Orders((count) => `cdd92199-2897-4e14-9448-${String(count).padStart(12, "0")}`);
  return {
    ...answers,
    "POST /v1/orders": ({ params, caller, nowMs }) => {
      const held = { account: caller?.name ?? "", clientId: params["identifier"] };
      return described(all.place({ ...held, placedAtMs: nowMs, asked: params }));
    },
    "GET /v1/order": (visit) => {
      const { identifier } = visit.params;
      if (identifier === undefined) return order(visit);
      const found = all.named({ account: visit.caller?.name ?? "", clientId: identifier });
      if (found === undefined) throw new No("unknownOrder");
      return described(found);
    },
  };
}

function described({ id, clientId, asked }: HeldOrder): unknown {
  const { market } = asked;
  return { uuid: id, ...(clientId !== "" && { identifier: clientId }), market, state: "wait" };
}

const answers: Readonly<Record<string, Result>> = {
  "GET /v1/market/all": () => [{ market: "KRW-BTC" }],
  "GET /v1/candles/minutes/{unit}": candles,
  "GET /v1/candles/days": candles,
  "GET /v1/candles/seconds": candles,
  "GET /v1/trades/ticks": ({ params }) => [
    { market: params["market"], trade_price: 60_000, trade_volume: 1, sequential_id: 1 },
  ],
  "GET /v1/ticker": ({ params }) => [{ market: params["markets"], trade_price: 60_000 }],
  "GET /v1/ticker/all": () => [{ market: "KRW-BTC", trade_price: 60_000 }],
  "GET /v1/orderbook": ({ params }) => [
    {
      market: params["markets"],
      orderbook_units: [{ ask_price: 60_001, bid_price: 59_999, ask_size: 1, bid_size: 1 }],
    },
  ],
  "GET /v1/orderbook/instruments": ({ params }) => [{ market: params["markets"] }],
  "GET /v1/accounts": () => [{ currency: "KRW", balance: "1000000.0" }],
  "GET /v1/orders/chance": () => ({ bid_fee: "0.0005", ask_fee: "0.0005" }),
  "GET /v1/orders/open": orders,
  "GET /v1/orders/closed": orders,
  "GET /v1/orders/uuids": orders,
  "DELETE /v1/order": order,
  "DELETE /v1/orders/uuids": batch,
  "DELETE /v1/orders/open": batch,
  "POST /v1/orders/test": order,
  "POST /v1/orders/cancel_and_new": ({ params, nowMs }) => ({
    uuid: params["prev_order_uuid"] ?? "o-1",
    new_order_uuid: `o-${nowMs}`,
  }),
  "GET /v1/withdraws": () => [],
  "GET /v1/deposits": () => [],
  "GET /v1/api_keys": () => [],
};
