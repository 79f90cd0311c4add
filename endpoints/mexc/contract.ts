/**
 * Contracts of MEXC, on a host of their own. Each endpoint has a limit of its own.
 * https://github.com/rosssaunders/coincise/tree/a00ae58/docs/mexc, copy of 2025-11-30, read 2026-11.
 */
import { get, post } from "headgate";
import { z } from "zod";
import { ofContract } from "./limits.ts";
import { contractFindable, contractListing, eachContractOrder } from "./outcomes.ts";
import { contractAnswer, instant, limitOf, symbol } from "./schemas.ts";

const open = {
  origin: "https://contract.mexc.com",
  own: ofContract("ip"),
  weight: { own: 1 },
} as const;
const signed = { ...open, own: ofContract("account"), auth: "signed" } as const;

const inJson = { ...signed, sends: "json" } as const;

const level = z.array(z.number());
const one = z.looseObject({ symbol: z.string() });
const id = z.union([z.string(), z.number()]);
const order = z.looseObject({ orderId: id, symbol: z.string(), state: z.number() });

const newOrder = z.strictObject({
  symbol,
  price: z.number().optional(),
  vol: z.number(),
  leverage: z.number().int().optional(),
  /** 1 open long, 2 close short, 3 open short, 4 close long. */
  side: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  /** 1 limit, 2 post only, 3 immediate or cancel, 4 fill or kill, 5 market, 6 market to limit. */
  type: z.number().int().min(1).max(6),
  /** 1 isolated, 2 cross. */
  openType: z.union([z.literal(1), z.literal(2)]),
  positionId: z.number().int().optional(),
  externalOid: z.string().min(1).max(32).optional(),
});

export const contract = {
  contractPing: get("/api/v1/contract/ping", {
    ...open,
    params: z.strictObject({}),
    /** Epoch ms. */
    answer: contractAnswer(z.number()),
  }),
  contractDetail: get("/api/v1/contract/detail", {
    ...open,
    params: z.strictObject({ symbol: symbol.optional() }),
    answer: contractAnswer(z.union([one, z.array(one)])),
    own: ofContract("ip", 1, 5_000),
  }),
  contractTicker: get("/api/v1/contract/ticker", {
    ...open,
    params: z.strictObject({ symbol: symbol.optional() }),
    answer: contractAnswer(z.union([one, z.array(one)])),
  }),
  contractDepth: get("/api/v1/contract/depth/{symbol}", {
    ...open,
    params: z.strictObject({ symbol, limit: limitOf(1_000) }),
    answer: contractAnswer(z.looseObject({ asks: z.array(level), bids: z.array(level) })),
  }),
  contractKline: get("/api/v1/contract/kline/{symbol}", {
    ...open,
    params: z.strictObject({
      symbol,
      interval: z.string().optional(),
      /** Epoch seconds. */
      start: instant,
      end: instant,
    }),
    answer: contractAnswer(z.looseObject({ time: z.array(z.number()) })),
  }),
  contractDeals: get("/api/v1/contract/deals/{symbol}", {
    ...open,
    params: z.strictObject({ symbol, limit: limitOf(100) }),
    answer: contractAnswer(z.array(z.looseObject({ p: z.number(), v: z.number() }))),
  }),

  contractAssets: get("/api/v1/private/account/assets", {
    ...signed,
    params: z.strictObject({}),
    answer: contractAnswer(z.array(z.looseObject({ currency: z.string() }))),
  }),
  contractPositions: get("/api/v1/private/position/open_positions", {
    ...signed,
    params: z.strictObject({ symbol: symbol.optional() }),
    answer: contractAnswer(z.array(one)),
  }),
  contractOpenOrders: get("/api/v1/private/order/list/open_orders/{symbol}", {
    ...signed,
    params: z.strictObject({ symbol, page_num: limitOf(1_000), page_size: limitOf(100) }),
    answer: contractAnswer(z.array(order)),
  }),
  contractSubmit: post("/api/v1/private/order/submit", {
    ...inJson,
    params: newOrder,
    answer: contractAnswer(z.unknown()),
    clientId: "externalOid",
    outcome: contractFindable,
  }),
  /** Up to 50 orders. */
  contractSubmitBatch: post("/api/v1/private/order/submit_batch", {
    ...inJson,
    params: z.strictObject({ orders: z.array(newOrder).min(1).max(50) }),
    body: ({ orders }) => orders,
    answer: contractAnswer(z.unknown()),
    own: ofContract("account", 1),
    batch: {
      list: "orders",
      clientId: "externalOid",
      outcome: contractFindable,
      answer: contractListing,
    },
    items: eachContractOrder,
  }),
  /** Up to 50 orders by their ids. */
  contractCancel: post("/api/v1/private/order/cancel", {
    ...inJson,
    params: z.strictObject({ orderIds: z.array(id).min(1).max(50) }),
    body: ({ orderIds }) => orderIds,
    answer: contractAnswer(z.unknown()),
    items: eachContractOrder,
    priority: "urgent",
    idempotent: true,
  }),
  /** By the name that its owner gave it. */
  contractOrderByExternalOid: get("/api/v1/private/order/external/{symbol}/{external_oid}", {
    ...signed,
    params: z.strictObject({ symbol, external_oid: z.string().min(1) }),
    answer: contractAnswer(order.nullish()),
  }),
  contractBatchQuery: get("/api/v1/private/order/batch_query", {
    ...signed,
    /** Ids, with commas between them. */
    params: z.strictObject({ order_ids: z.string().min(1) }),
    answer: contractAnswer(z.array(order)),
    own: ofContract("account", 5),
  }),
};
