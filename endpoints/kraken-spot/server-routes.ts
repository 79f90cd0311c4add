/**
 * The routes of Kraken's server side: what each takes, and what it answers.
 *
 *     https://docs.kraken.com/exchange/guides/rest/ratelimits.md, read 2026-11.
 *     https://docs.kraken.com/api/docs/guides/spot-ratelimits, read 2026-11.
 */
import type { ServerRoute, Visit } from "headgate/emulator";
import { rests, textOf, wordsFor } from "./server-desk.ts";
import type { Desk } from "./server-desk.ts";
import type { Pool } from "./server-limits.ts";
import { open, openByPair, timestamp } from "./server-market.ts";
import type { Result } from "./server-market.ts";
import type { No } from "./server-refusals.ts";

type Route = ServerRoute<Pool, No>;
const ofAccount: Readonly<Record<string, Result>> = {
  Balance: () => ({ ZUSD: "1000.0", XXBT: "1.0" }),
  BalanceEx: () => ({ ZUSD: { balance: "1000.0", hold_trade: "0" } }),
  TradeBalance: () => ({ eb: "1000.0", tb: "1000.0" }),
  QueryTrades: () => ({}),
  OpenPositions: () => ({}),
  TradeVolume: () => ({ currency: "ZUSD", volume: "0.0" }),
  GetWebSocketsToken: () => ({ token: "token", expires: 900 }),
  DepositMethods: () => [],
  DepositAddresses: () => [],
  DepositStatus: () => [],
  WithdrawInfo: () => ({}),
  Withdraw: () => ({ refid: "A1" }),
  WithdrawStatus: () => [],
};

const ofOrders = (desk: Desk): Readonly<Record<string, Result>> => ({
  OpenOrders: (visit) => ({ open: desk.list(visit, true) }),
  ClosedOrders: (visit) => {
    const closed = desk.list(visit, false);
    return { closed, count: Object.keys(closed).length };
  },
  QueryOrders: (visit) => desk.query(visit),
});

/** The stricter of what two guides say: 4. */
const history: Readonly<Record<string, Result>> = {
  Ledgers: () => ({ ledger: {}, count: 0 }),
  QueryLedgers: () => ({}),
  TradesHistory: () => ({ trades: { T1: { ordertxid: "O1", price: "60000.0" } }, count: 1 }),
};

const cancels = [
  [5, 8],
  [10, 6],
  [15, 5],
  [45, 4],
  [90, 2],
  [300, 1],
] as const;
const edits = [
  [5, 6],
  [10, 5],
  [15, 4],
  [45, 2],
  [90, 1],
] as const;
const amends = [
  [5, 3],
  [10, 2],
  [15, 1],
] as const;

function trading(desk: Desk): Readonly<Record<string, Omit<Route, "signed">>> {
  return {
    AddOrder: {
      takes: { engine: 1, openOrders: ({ params }) => (rests(params) ? 1 : 0) },
      answer: (visit) => ({
        descr: { order: wordsFor(visit.params, visit.params["pair"]) },
        txid: [desk.place(visit.params, visit)],
      }),
    },
    AddOrderBatch: {
      takes: {
        counter: 1,
        engine: (visit) => ordersIn(visit).length / 2,
        openOrders: (visit) => ordersIn(visit).filter(rests).length,
      },
      answer: (visit) => ({
        orders: ordersIn(visit).map((one) => ({
          descr: { order: wordsFor(one, visit.params["pair"]) },
          txid: desk.place(one, visit),
        })),
      }),
    },
    AmendOrder: {
      takes: { counter: 1, engine: (visit) => 1 + desk.costAt(amends, visit) },
      answer: () => ({ amend_id: "A00001" }),
    },
    EditOrder: {
      takes: { counter: 1, engine: (visit) => 1 + desk.costAt(edits, visit) },
      answer: ({ params }) => ({ txid: "O1", originaltxid: textOf(params["txid"]), status: "ok" }),
    },
    CancelOrder: {
      takes: { engine: (visit) => desk.costAt(cancels, visit) },
      answer: (visit) => {
        desk.cancel(visit);
        return { count: 1 };
      },
    },
    // What these cost the engine depends on orders of several pairs; the counter of the key has to do.
    CancelOrderBatch: { takes: { counter: 1 }, answer: () => ({ count: 2 }) },
    CancelAll: {
      takes: { counter: 1 },
      answer: (visit) => ({ count: desk.cancelAll(visit) }),
    },
    CancelAllOrdersAfter: {
      takes: { counter: 1 },
      answer: () => ({ currentTime: timestamp, triggerTime: timestamp }),
    },
  };
}

function ordersIn({ params }: Visit): readonly Readonly<Record<string, unknown>>[] {
  const { orders } = params;
  const all: readonly unknown[] = Array.isArray(orders) ? orders : [];
  return all.map((one) => (typeof one === "object" ? { ...one } : {}));
}

export function routes(desk: Desk): Readonly<Record<string, Route>> {
  const all: Record<string, Route> = {};
  const add = (name: string, route: Route): void => {
    all[name] = { ...route, answer: (visit) => ({ error: [], result: route.answer(visit) }) };
  };
  for (const [name, answer] of Object.entries(open))
    add(`GET /0/public/${name}`, { takes: { public: 1 }, answer });
  for (const [name, answer] of Object.entries(openByPair))
    add(`GET /0/public/${name}`, { takes: { publicOfPair: 1 }, answer });
  const signed = (name: string, route: Route): void =>
    add(`POST /0/private/${name}`, { ...route, signed: true });
  for (const [name, answer] of Object.entries({ ...ofAccount, ...ofOrders(desk) }))
    signed(name, { takes: { counter: 1 }, answer });
  for (const [name, answer] of Object.entries(history))
    signed(name, { takes: { counter: 4 }, answer });
  for (const [name, route] of Object.entries(trading(desk))) signed(name, route);
  return all;
}
