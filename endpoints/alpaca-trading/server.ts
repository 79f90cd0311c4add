/** The server side of Alpaca's trading API, with answers in the shapes of https://docs.alpaca.markets/reference, read 2026-11. */
import { defineServer } from "headgate/emulator";
import type { ServerOptions, ServerRoute, ServerSide, Visit } from "headgate/emulator";
import { aMinute, checkSecret, keyOf, limitHeaders, notFound, refusals } from "./server-desk.ts";

export { refusals } from "./server-desk.ts";

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
  "GET /v2/orders:by_client_order_id": order,
  "POST /v2/orders": order,
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

/** Makes the server side of Alpaca's trading API: 200 a minute for each account. */
export function serverSide(options: ServerOptions = {}): ServerSide {
  const routes = Object.entries(answers).map(([name, answer]): readonly [string, Route] => [
    name,
    { takes: { trading: 1 }, signed: true, answer },
  ]);
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
