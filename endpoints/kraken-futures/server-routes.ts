/**
 * The routes of Kraken Futures' server side: what each costs, and what it answers.
 *
 *     https://docs.kraken.com/exchange/guides/futures/ratelimits.md,
 *     https://docs.kraken.com/api/docs/guides/futures-rate-limits, read 2026-11.
 */
import { Orders } from "headgate/emulator";
import type { ServerRoute, Visit } from "headgate/emulator";
import { z } from "zod";
import type { No } from "./server.ts";

export type Pool = "budget" | "history";
type Route = ServerRoute<Pool, No>;

/** Cost, and what stands in the answer beside `result`. */
type Row = readonly [cost: number | ((visit: Visit) => number), fields?: object];

const placed = { status: "placed", order_id: "179f9af8" };
const time = "2026-11-01T00:00:00.000Z";

const open: Readonly<Record<string, object>> = {
  instruments: { instruments: [{ symbol: "PF_XBTUSD", tradeable: true }] },
  tickers: { tickers: [{ symbol: "PF_XBTUSD", last: 60_000 }] },
  orderbook: { orderBook: { bids: [[60_000, 1]], asks: [[60_001, 1]] } },
  history: { history: [{ time, price: 60_000, size: 1 }] },
};

const trading: Readonly<Record<string, Row>> = {
  "POST /editorder": [10, { editStatus: { ...placed, status: "edited" } }],
  "POST /cancelorder": [10, { cancelStatus: { ...placed, status: "cancelled" } }],
  "POST /batchorder": [(visit) => 9 + ordersIn(visit), { batchStatus: [placed] }],
  "POST /cancelallorders": [25, { cancelStatus: { status: "noOrdersToCancel" } }],
  "POST /cancelallordersafter": [25, { status: { currentTime: time, triggerTime: "0" } }],
  "GET /openorders": [2, { openOrders: [{ order_id: placed.order_id }] }],
  "GET /fills": [
    ({ params }) => ("lastFillTime" in params ? 25 : 2),
    { fills: [{ fill_id: "f" }] },
  ],
  "GET /accounts": [2, { accounts: { cash: {} } }],
  "GET /openpositions": [2, { openPositions: [{ symbol: "PF_XBTUSD", side: "long" }] }],
  "GET /unwindqueue": [200],
  "GET /leveragepreferences": [2, { leveragePreferences: [{ symbol: "PF_XBTUSD" }] }],
  "PUT /leveragepreferences": [10],
  "GET /pnlpreferences": [2],
  "PUT /pnlpreferences": [10],
  "GET /self-trade-strategy": [2],
  "GET /subaccount/{subaccountUid}/trading-enabled": [2],
  "POST /transfer": [10],
  "POST /transfer/subaccount": [10],
  "POST /withdrawal": [100],
};

const batch = z.object({ batchOrder: z.array(z.unknown()) });

function ordersIn({ params }: Visit): number {
  return batch.parse(JSON.parse(String(params["json"]))).batchOrder.length;
}

const events = { elements: [{ uid: "e-1", timestamp: 1_700_000_000_000, event: {} }] };

const history: Readonly<Record<string, Row>> = {
  executions: [1, events],
  triggers: [1, events],
  "account-log": [logCost, { accountUid: "a-1", logs: [{ id: 1 }] }],
  accountlogcsv: [6],
};

function logCost({ params }: Visit): number {
  const count = Number(params["count"] ?? 500);
  if (count <= 25) return 1;
  if (count <= 50) return 2;
  if (count <= 1_000) return 3;
  return count <= 5_000 ? 6 : 10;
}

const said = (fields: object) => () => ({ result: "success", serverTime: time, ...fields });

export function routes(): Readonly<Record<string, Route>> {
  const all: Record<string, Route> = {};
  for (const [name, fields] of Object.entries(open))
    all[`GET /derivatives/api/v3/${name}`] = { takes: {}, answer: said(fields) };
  for (const [name, [cost, fields = {}]] of Object.entries(trading)) {
    const route = { takes: { budget: cost }, signed: true, answer: said(fields) };
    all[name.replace(" /", " /derivatives/api/v3/")] = route;
  }
  for (const [name, [cost, fields = {}]] of Object.entries(history)) {
    const route = { takes: { history: cost }, signed: true, answer: () => fields };
    all[`GET /api/history/v3/${name}`] = route;
  }
  return { ...all, ...orderRoutes() };
}

const accountOf = ({ caller }: Visit): string => caller?.name ?? "";

/** About orders: those that somebody asks for by his own name for them are the ones that he has placed. */
function orderRoutes(): Readonly<Record<string, Route>> {
  const orders = new Orders(
    (count) => `179f9af8-0000-4000-8000-${String(count).padStart(12, "0")}`,
  );
  const send = (visit: Visit): unknown => {
    const { cliOrdId = "" } = visit.params;
    const order = orders.place({
      account: accountOf(visit),
      clientId: cliOrdId,
      placedAtMs: visit.nowMs,
      asked: visit.params,
    });
    return said({ sendStatus: { ...placed, order_id: order.id, cliOrdId } })();
  };
  const status = (visit: Visit): unknown => {
    const asked = visit.params["cliOrdIds"];
    const found = orders
      .of(accountOf(visit))
      .filter(({ clientId }) => String(asked).includes(clientId));
    const shown = found.map(({ id, clientId }) => {
      return { order: { orderId: id, cliOrdId: clientId }, status: "ENTERED_BOOK" };
    });
    return said({ orders: shown })();
  };
  const past = (visit: Visit): unknown => ({
    elements: orders.of(accountOf(visit)).map(({ id, clientId, placedAtMs }) => ({
      uid: `e-${id}`,
      timestamp: placedAtMs,
      event: { OrderPlaced: { order: { uid: id, clientId }, reason: "new_user_order" } },
    })),
  });
  const trade = "/derivatives/api/v3";
  return {
    [`POST ${trade}/sendorder`]: { takes: { budget: 10 }, signed: true, answer: send },
    [`POST ${trade}/orders/status`]: { takes: { budget: 1 }, signed: true, answer: status },
    "GET /api/history/v3/orders": { takes: { history: 1 }, signed: true, answer: past },
  };
}
