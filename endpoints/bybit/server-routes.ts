/**
 * The routes of Bybit that its server side has, with the limit that each has of its own.
 *
 *     https://github.com/bybit-exchange/docs/blob/072c197/docs/v5/rate-limit/rate-limit.mdx, read 2026-11.
 */
import type { ServerPool, ServerRoute, Visit } from "headgate/emulator";
import { answersOf } from "./server-answers.ts";
import { ofAccount, ofCategory } from "./server-limits.ts";
import type { No } from "./server-refusals.ts";

type Route = ServerRoute<"ip", No>;

const open = [
  "time",
  "instruments-info",
  "orderbook",
  "recent-trade",
  "kline",
  "mark-price-kline",
  "tickers",
  "funding/history",
  "open-interest",
  "risk-limit",
  "insurance",
].map((name) => `GET /v5/market/${name}`);

const ofAccounts: Readonly<Record<string, number>> = {
  "POST /v5/order/disconnected-cancel-all": 5,
  "GET /v5/order/realtime": 50,
  "GET /v5/order/history": 50,
  "GET /v5/order/spot-borrow-check": 50,
  "GET /v5/execution/list": 50,
  "GET /v5/position/list": 50,
  "GET /v5/position/closed-pnl": 50,
  "POST /v5/position/set-leverage": 10,
  "POST /v5/position/switch-mode": 10,
  "POST /v5/position/trading-stop": 10,
  "POST /v5/position/add-margin": 10,
  "GET /v5/account/wallet-balance": 50,
  "GET /v5/account/info": 50,
  "GET /v5/account/fee-rate": 5,
  "GET /v5/account/transaction-log": 25,
  "GET /v5/account/withdrawal": 50,
  "GET /v5/account/borrow-history": 50,
  "GET /v5/account/collateral-info": 50,
  "GET /v5/account/instruments-info": 10,
  "POST /v5/account/set-margin-mode": 5,
  "GET /v5/asset/transfer/query-account-coins-balance": 5,
  "GET /v5/asset/transfer/query-account-coin-balance": 450,
  "GET /v5/asset/coin/query-info": 5,
  "POST /v5/asset/transfer/universal-transfer": 5,
  "POST /v5/asset/withdraw/create": 5,
  "GET /v5/user/query-api": 10,
  "GET /v5/apilimit/query": 50,
};

const aMinute: Readonly<Record<string, number>> = {
  "POST /v5/asset/transfer/inter-transfer": 60,
  "GET /v5/asset/withdraw/query-record": 300,
  "GET /v5/asset/deposit/query-record": 100,
};

const single = (): Readonly<Record<string, ServerPool<No>>> => ({
  "POST /v5/order/create": ofCategory(20),
  "POST /v5/order/amend": ofCategory(10),
  "POST /v5/order/cancel": ofCategory(20),
  "POST /v5/order/cancel-all": ofCategory(20, 10, 1),
  "POST /v5/order/pre-check": ofCategory(20),
});

const batch = (): Readonly<Record<string, ServerPool<No>>> => ({
  "POST /v5/order/create-batch": ofCategory(20),
  "POST /v5/order/amend-batch": ofCategory(20),
  "POST /v5/order/cancel-batch": ofCategory(20),
});

/** Options count a batch once, all else each of its orders. */
function ordersIn({ params }: Visit): number {
  const { category, request } = params;
  return category === "option" || !Array.isArray(request) ? 1 : request.length;
}

export function routes(): Readonly<Record<string, Route>> {
  const all: Record<string, Route> = {};
  const answers = answersOf();
  const add = (name: string, route: Omit<Route, "answer">): void => {
    all[name] = { ...route, answer: (visit) => answers(name, visit) };
  };
  for (const name of open) add(name, { takes: { ip: 1 } });
  const own = (name: string, pool: ServerPool<No>, weight: (visit: Visit) => number): void =>
    add(name, { takes: { ip: 1, own: weight }, own: pool, signed: true });
  for (const [name, max] of Object.entries(ofAccounts)) own(name, ofAccount(max), () => 1);
  for (const [name, max] of Object.entries(aMinute)) own(name, ofAccount(max, 60_000), () => 1);
  for (const [name, pool] of Object.entries(single())) own(name, pool, () => 1);
  for (const [name, pool] of Object.entries(batch())) own(name, pool, ordersIn);
  return all;
}
