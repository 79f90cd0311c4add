/**
 * What Hyperliquid's server side answers to POST /info: the shapes of
 * https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/info-endpoint, read 2026-11.
 */
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
  orderStatus: () => ({ status: "unknownOid" }),
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

export function answers(visit: Visit): unknown {
  return results[String(visit.params["type"])]?.(visit) ?? [];
}
