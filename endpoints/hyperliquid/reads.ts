/**
 * What Hyperliquid can be asked: all of it is POST /info, told apart by a `type`.
 *
 *     https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/rate-limits (weights),
 *     https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/info-endpoint, read 2026-11.
 */
import { post } from "headgate";
import type { Answer } from "headgate";
import { z } from "zod";

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const coin = z.string().min(1);
/** Epoch ms. */
const instant = z.number().int();
const span = { startTime: instant, endTime: instant.optional() };
const object = z.looseObject({});
const list = z.array(z.unknown());

/** Nobody has to say the type: it is the endpoint's. */
function asked<const Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return {
    params: z.strictObject({ type: z.literal(type).default(type), ...shape }),
    changes: false,
  } as const;
}

const light = { weight: { weight: 2 } };
const heavy = { weight: { weight: 20 } };

/**
 * 20, and 1 for so many entries, which only the answer tells; as many as it can have are reserved. How
 * that is rounded is not stated: up.
 */
function byEntries(entriesMax: number, each = 20) {
  const actual = ({ body }: Answer): number =>
    20 + (Array.isArray(body) ? Math.ceil(body.length / each) : 0);
  return { weight: { weight: { reserve: 20 + Math.ceil(entriesMax / each), actual } } };
}

/** Up to 2 000 of an account's, as documented for fills; of others Unconfirmed, the same. */
const entries = byEntries(2_000);
const byUser = { user: address };

export const reads = {
  l2Book: post("/info", {
    ...asked("l2Book", { coin, nSigFigs: z.number().int().min(2).max(5).optional() }),
    ...light,
    answer: z.looseObject({
      coin: z.string(),
      time: z.number(),
      levels: z.array(z.array(z.looseObject({ px: z.string(), sz: z.string() }))),
    }),
  }),
  allMids: post("/info", {
    ...asked("allMids", { dex: z.string().optional() }),
    ...light,
    answer: z.record(z.string(), z.string()),
  }),
  clearinghouseState: post("/info", {
    ...asked("clearinghouseState", byUser),
    ...light,
    answer: z.looseObject({ withdrawable: z.string(), assetPositions: list }),
  }),
  spotClearinghouseState: post("/info", {
    ...asked("spotClearinghouseState", byUser),
    ...light,
    answer: z.looseObject({ balances: list }),
  }),
  orderStatus: post("/info", {
    ...asked("orderStatus", { ...byUser, oid: z.union([z.number().int(), z.string()]) }),
    ...light,
    answer: z.looseObject({ status: z.string() }),
  }),
  exchangeStatus: post("/info", { ...asked("exchangeStatus", {}), ...light, answer: object }),
  userRole: post("/info", {
    ...asked("userRole", byUser),
    weight: { weight: 60 },
    answer: z.looseObject({ role: z.string() }),
  }),

  meta: post("/info", {
    ...asked("meta", {}),
    ...heavy,
    answer: z.looseObject({ universe: z.array(z.looseObject({ name: z.string() })) }),
  }),
  metaAndAssetCtxs: post("/info", { ...asked("metaAndAssetCtxs", {}), ...heavy, answer: list }),
  spotMeta: post("/info", {
    ...asked("spotMeta", {}),
    ...heavy,
    answer: z.looseObject({ universe: list, tokens: list }),
  }),
  openOrders: post("/info", {
    ...asked("openOrders", byUser),
    ...heavy,
    answer: z.array(z.looseObject({ coin: z.string(), oid: z.number() })),
  }),
  frontendOpenOrders: post("/info", {
    ...asked("frontendOpenOrders", byUser),
    ...heavy,
    answer: z.array(z.looseObject({ coin: z.string(), oid: z.number() })),
  }),
  userFees: post("/info", { ...asked("userFees", byUser), ...heavy, answer: object }),
  /** How many actions an address has done, and how many it may. */
  userRateLimit: post("/info", {
    ...asked("userRateLimit", byUser),
    ...heavy,
    answer: z.looseObject({
      cumVlm: z.string(),
      nRequestsUsed: z.number(),
      nRequestsCap: z.number(),
    }),
  }),
  predictedFundings: post("/info", { ...asked("predictedFundings", {}), ...heavy, answer: list }),
  portfolio: post("/info", { ...asked("portfolio", byUser), ...heavy, answer: list }),

  recentTrades: post("/info", { ...asked("recentTrades", { coin }), ...entries, answer: list }),
  historicalOrders: post("/info", {
    ...asked("historicalOrders", byUser),
    ...entries,
    answer: list,
  }),
  userFills: post("/info", {
    ...asked("userFills", { ...byUser, aggregateByTime: z.boolean().optional() }),
    ...entries,
    answer: z.array(z.looseObject({ coin: z.string(), px: z.string(), sz: z.string() })),
  }),
  userFillsByTime: post("/info", {
    ...asked("userFillsByTime", { ...byUser, ...span }),
    ...entries,
    answer: z.array(z.looseObject({ coin: z.string(), px: z.string(), sz: z.string() })),
  }),
  fundingHistory: post("/info", {
    ...asked("fundingHistory", { coin, ...span }),
    ...entries,
    answer: z.array(z.looseObject({ coin: z.string(), fundingRate: z.string() })),
  }),
  userFunding: post("/info", {
    ...asked("userFunding", { ...byUser, ...span }),
    ...entries,
    answer: list,
  }),
  nonUserFundingUpdates: post("/info", {
    ...asked("nonUserFundingUpdates", { ...byUser, ...span }),
    ...entries,
    answer: list,
  }),
  twapHistory: post("/info", { ...asked("twapHistory", byUser), ...entries, answer: list }),
  userTwapSliceFills: post("/info", {
    ...asked("userTwapSliceFills", byUser),
    ...entries,
    answer: list,
  }),
  userTwapSliceFillsByTime: post("/info", {
    ...asked("userTwapSliceFillsByTime", { ...byUser, ...span }),
    ...entries,
    answer: list,
  }),
  delegatorHistory: post("/info", {
    ...asked("delegatorHistory", byUser),
    ...entries,
    answer: list,
  }),
  delegatorRewards: post("/info", {
    ...asked("delegatorRewards", byUser),
    ...entries,
    answer: list,
  }),
  validatorStats: post("/info", { ...asked("validatorStats", {}), ...entries, answer: list }),
  /** Up to 5 000 candles, 60 of them for 1. */
  candleSnapshot: post("/info", {
    ...asked("candleSnapshot", { req: z.strictObject({ coin, interval: z.string(), ...span }) }),
    ...byEntries(5_000, 60),
    answer: z.array(z.looseObject({ t: z.number(), o: z.string(), c: z.string() })),
  }),
};
