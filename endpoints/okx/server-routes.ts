/**
 * How OKX counts what, written a second time: https://www.okx.com/docs-v5/en/#overview-rate-limits, read 2026-11.
 *
 * Unconfirmed, and the strictest that still grants the published rate over a network: evenly spaced, where
 * one call may come up to its distance early, since ways differ in length. Two early ones are one too many.
 */
import { evenSpacing, rollingLog } from "headgate/emulator";
import type { ServerPool, ServerRoute, Visit } from "headgate/emulator";
import { answersOf } from "./server-answers.ts";
import { ordersOf } from "./server-orders.ts";
import type { No } from "./server-refusals.ts";

export type Pool = "orders" | "place" | "amend" | "cancel";
type Route = ServerRoute<Pool, No>;
type Whose = (visit: Visit) => string | readonly string[];

const ip: Whose = ({ request }) => request.ip;
const user: Whose = ({ caller }) => caller?.name ?? "";
const also =
  (whose: Whose, name: string): Whose =>
  (visit) =>
    `${String(whose(visit))}:${String(visit.params[name])}`;

/** Options by their family, which is what their first two parts say. */
const marketOf = (instId: string): string =>
  instId.replace(/^(\w+-\w+)-\w+-\w+-[CP]$/, (_, family: string) => family);
const spaced = (max: number, windowMs: number, whose: Whose): ServerPool<No> => ({
  model: evenSpacing({ intervalMs: windowMs / max, queueMax: 1 }),
  max,
  windowMs,
  whose,
  refusal: "rateLimit",
});

/** By account and instrument, each of a list once. */
const traded = (max: number): ServerPool<No> =>
  spaced(max, 2_000, (visit) => {
    const markets = new Set(ordersOf(visit).map(({ instId }) => marketOf(instId)));
    return [...markets].map((market) => `${visit.caller?.name ?? ""}:${market}`);
  });

export const pools = (): Readonly<Record<Pool, ServerPool<No>>> => ({
  orders: {
    model: rollingLog({ max: 1_000, windowMs: 2_000 }),
    max: 1_000,
    windowMs: 2_000,
    whose: user,
    refusal: "orderRate",
  },
  place: traded(60),
  amend: traded(60),
  cancel: traded(60),
});

/** Path, how many, in how long, for whom. */
type Row = readonly [path: string, max: number, windowMs?: number, whose?: Whose];

const open: readonly Row[] = [
  ["GET /api/v5/public/time", 10],
  ["GET /api/v5/public/instruments", 20, 2_000, also(ip, "instType")],
  ["GET /api/v5/market/ticker", 20],
  ["GET /api/v5/market/tickers", 20],
  ["GET /api/v5/market/books", 40],
  ["GET /api/v5/market/books-full", 10],
  ["GET /api/v5/market/candles", 40],
  ["GET /api/v5/market/history-candles", 20],
  ["GET /api/v5/market/trades", 100],
  ["GET /api/v5/market/history-trades", 20],
  ["GET /api/v5/public/mark-price", 10, 2_000, also(ip, "instId")],
  ["GET /api/v5/public/funding-rate", 10, 2_000, also(ip, "instId")],
  ["GET /api/v5/public/open-interest", 20, 2_000, also(ip, "instId")],
  ["GET /api/v5/system/status", 1, 5_000],
];

const ofUser: readonly Row[] = [
  ["POST /api/v5/trade/mass-cancel", 5],
  ["POST /api/v5/trade/cancel-all-after", 1, 1_000, also(user, "tag")],
  ["GET /api/v5/trade/orders-pending", 60],
  ["GET /api/v5/trade/orders-history", 40],
  ["GET /api/v5/trade/orders-history-archive", 20],
  ["GET /api/v5/trade/fills", 60],
  ["GET /api/v5/trade/fills-history", 10],
  ["GET /api/v5/trade/account-rate-limit", 1, 1_000],
  ["POST /api/v5/trade/order-precheck", 5],
  ["GET /api/v5/account/balance", 10],
  ["GET /api/v5/account/positions", 10],
  ["GET /api/v5/account/config", 5],
  ["GET /api/v5/account/bills", 5, 1_000],
  ["GET /api/v5/account/max-size", 20],
  ["GET /api/v5/account/leverage-info", 20],
  ["GET /api/v5/account/trade-fee", 5],
  ["GET /api/v5/account/instruments", 20, 2_000, also(user, "instType")],
  ["POST /api/v5/account/set-leverage", 20],
  ["GET /api/v5/asset/balances", 6, 1_000],
  ["POST /api/v5/asset/transfer", 2, 1_000, also(user, "ccy")],
  ["POST /api/v5/asset/withdrawal", 6, 1_000],
];

/** By account and instrument, each of a list. */
const ofMarket: readonly Row[] = [
  ["POST /api/v5/trade/close-position", 20],
  ["POST /api/v5/trade/order-algo", 20],
  ["POST /api/v5/trade/cancel-algos", 20],
  ["GET /api/v5/trade/order", 60],
];

/** What single orders and batches of them share; what is placed or amended counts as an order, too. */
const changing: readonly (readonly [path: string, batch: string, pool: Pool])[] = [
  ["POST /api/v5/trade/order", "POST /api/v5/trade/batch-orders", "place"],
  ["POST /api/v5/trade/amend-order", "POST /api/v5/trade/amend-batch-orders", "amend"],
  ["POST /api/v5/trade/cancel-order", "POST /api/v5/trade/cancel-batch-orders", "cancel"],
];

const inMarket = (visit: Visit, key: string): number =>
  ordersOf(visit).filter(({ instId }) => key.endsWith(`:${marketOf(instId)}`)).length;

const isDerivative = ({ instId }: Readonly<{ instId: string }>): boolean => /-.+-/.test(instId);

const isOne = (visit: Visit): boolean => ordersOf(visit).length === 1;

export function routes(): Readonly<Record<string, Route>> {
  const all: Record<string, Route> = {};
  const answers = answersOf();
  const add = (name: string, route: Omit<Route, "answer">): void => {
    all[name] = { ...route, answer: (visit) => answers(name, visit) };
  };
  for (const [name, max, windowMs = 2_000, whose = ip] of open)
    add(name, { takes: { own: 1 }, own: spaced(max, windowMs, whose) });
  for (const [name, max, windowMs = 2_000, whose = user] of ofUser)
    add(name, { takes: { own: 1 }, own: spaced(max, windowMs, whose), signed: true });
  // What other clients ask for when they begin. Its limit is not among those that are declared.
  add("GET /api/v5/asset/currencies", { takes: {}, signed: true });
  for (const [name, max] of ofMarket)
    add(name, { takes: { own: inMarket }, own: traded(max), signed: true });
  for (const [name, batch, pool] of changing) {
    const orders = (visit: Visit): number =>
      pool === "cancel" ? 0 : ordersOf(visit).filter(isDerivative).length;
    add(name, { takes: { [pool]: 1, orders }, signed: true });
    const takes = {
      own: (visit: Visit, key: string) => (isOne(visit) ? 0 : inMarket(visit, key)),
      [pool]: (visit: Visit) => (isOne(visit) ? 1 : 0),
      orders,
    };
    add(batch, { takes, own: traded(300), signed: true });
  }
  return all;
}
