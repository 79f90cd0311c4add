/** The server side of Alpaca's trading API, with answers in the shapes of https://docs.alpaca.markets/reference, read 2026-11. */
import { defineServer, No, Orders } from "headgate/emulator";
import type {
  ServerOptions,
  ServerRefusal,
  ServerRoute,
  ServerSide,
  Visit,
} from "headgate/emulator";
import {
  aMinute,
  checkSecret,
  keyOf,
  limitHeaders,
  notFound,
  refusals as shared,
} from "./server-desk.ts";

export const refusals = {
  ...shared,
  unknownOrder: {
    status: 404,
    body: { code: 40_410_000, message: "order not found" },
    kind: "request",
    executed: "no",
  },
} as const satisfies Readonly<Record<string, ServerRefusal>>;

type Route = ServerRoute<"trading", keyof typeof refusals>;

const order = ({ params, nowMs }: Visit): object => ({
  id: params["order_id"] ?? `order-${nowMs}`,
  client_order_id: params["client_order_id"] ?? `client-${nowMs}`,
  symbol: params["symbol"] ?? params["symbol_or_asset_id"] ?? "AAPL",
  status: "accepted",
});

const answers: Readonly<Record<string, Route["answer"]>> = {
  "GET /v2/account": () => ({ id: "account-1", status: "ACTIVE", cash: "1000" }),
  "GET /v2/orders": (visit) => [order(visit)],
  "GET /v2/orders/{order_id}": order,
  "PATCH /v2/orders/{order_id}": order,
  "DELETE /v2/orders/{order_id}": () => undefined,
  "DELETE /v2/orders": () => [{ id: "order-1", status: 200 }],
  "GET /v2/positions": () => [{ symbol: "AAPL", qty: "1", side: "long" }],
  "DELETE /v2/positions/{symbol_or_asset_id}": order,
  "GET /v2/assets": () => [{ id: "asset-1", symbol: "AAPL", tradable: true }],
  "GET /v2/clock": ({ nowMs }) => ({ timestamp: String(nowMs), is_open: true }),
  "GET /v2/calendar": () => [{ date: "2026-11-02", open: "09:30", close: "16:00" }],
  "GET /v2/account/activities": () => [{ id: "activity-1", activity_type: "FILL" }],
  "GET /v2/account/portfolio/history": ({ nowMs }) => ({ timestamp: [nowMs], equity: [1_000] }),
};

/** About orders: those that somebody asks for by his own name for them are the ones that he has placed. */
function placing(): Readonly<Record<string, Route["answer"]>> {
  const orders = new Orders((count) => `order-${count}`);
  return {
    "POST /v2/orders": (visit) => {
      const { params, caller, nowMs } = visit;
      const clientId = params["client_order_id"] ?? `client-${nowMs}`;
      const account = caller?.name ?? "";
      const { id } = orders.place({ account, clientId, placedAtMs: nowMs, asked: params });
      return { ...order(visit), id, client_order_id: clientId };
    },
    "GET /v2/orders:by_client_order_id": (visit) => {
      const { client_order_id: clientId } = visit.params;
      const found = orders.named({ account: visit.caller?.name ?? "", clientId });
      if (found === undefined) throw new No("unknownOrder");
      return {
        ...order({ ...visit, params: found.asked }),
        id: found.id,
        client_order_id: clientId,
      };
    },
  };
}

/** Makes the server side of Alpaca's trading API: 200 a minute for each account. */
export function serverSide(options: ServerOptions = {}): ServerSide {
  const routes = Object.entries({ ...answers, ...placing() }).map(
    ([name, answer]): readonly [string, Route] => [
      name,
      { takes: { trading: 1 }, signed: true, answer },
    ],
  );
  return defineServer<"trading", keyof typeof refusals>(
    {
      pools: { trading: aMinute(200) },
      main: "trading",
      routes: Object.fromEntries(routes),
      refusals,
      keyOf,
      checkSignature: checkSecret,
      withoutKey: "forbidden",
      notFound,
      headers: (visit, { trading }) => limitHeaders(visit, trading),
    },
    options,
  );
}
