/**
 * Orders and balances of Gemini: all by POST, all together for an account. With the key of a master account
 * each says whose it is by `account`.
 * https://developer.gemini.com/rate-limit, read 2026-11.
 *
 * Paths and parameters: https://developer.gemini.com/rest/orders, read 2026-11.
 */
import { post } from "headgate";
import type { Outcome } from "headgate";
import { z } from "zod";

const signed = { auth: "signed", weight: { private: 1 } } as const;
const query = { ...signed, changes: false } as const;
const urgent = { ...signed, priority: "urgent", idempotent: true } as const;

const whose = { account: z.string().optional() };
const client_order_id = z.string().min(1).max(99).optional();

const order = z.looseObject({
  order_id: z.string(),
  symbol: z.string(),
  is_live: z.boolean(),
  is_cancelled: z.boolean(),
});
const cancelled = z.looseObject({
  result: z.literal("ok"),
  details: z.looseObject({ cancelledOrders: z.array(z.unknown()) }),
});

type NewOrder = Readonly<{ account?: string | undefined; client_order_id?: string | undefined }>;

/** By a `client_order_id` a list is shown, by an `order_id` one. */
const shown = z.union([z.array(order), order]);

/**
 * By its `client_order_id`, which should be unique. Unconfirmed: that an order that is not shown within a minute will
 * not come.
 */
const findable: Outcome<NewOrder> = {
  ask: "orderStatus",
  by: ({ account: of, client_order_id: name }) => ({ account: of, client_order_id: name }),
  notFound: { code: "OrderNotFound" },
  settleMs: () => 60_000,
  answer: ({ body }) => [shown.safeParse(body).data ?? []].flat().at(-1),
};

export const account = {
  newOrder: post("/v1/order/new", {
    ...signed,
    params: z.looseObject({
      ...whose,
      client_order_id,
      symbol: z.string(),
      amount: z.string(),
      price: z.string(),
      side: z.enum(["buy", "sell"]),
      type: z.string(),
      options: z.array(z.string()).optional(),
    }),
    answer: order,
    clientId: "client_order_id",
    outcome: findable,
  }),
  cancelOrder: post("/v1/order/cancel", {
    ...urgent,
    params: z.strictObject({ ...whose, order_id: z.union([z.string(), z.number()]) }),
    answer: order,
  }),
  cancelAll: post("/v1/order/cancel/all", {
    ...urgent,
    params: z.strictObject(whose),
    answer: cancelled,
  }),
  cancelSession: post("/v1/order/cancel/session", {
    ...urgent,
    params: z.strictObject(whose),
    answer: cancelled,
  }),
  orderStatus: post("/v1/order/status", {
    ...query,
    params: z.strictObject({
      ...whose,
      order_id: z.union([z.string(), z.number()]).optional(),
      client_order_id,
      include_trades: z.boolean().optional(),
    }),
    answer: shown,
  }),
  activeOrders: post("/v1/orders", {
    ...query,
    params: z.strictObject(whose),
    answer: z.array(order),
  }),
  myTrades: post("/v1/mytrades", {
    ...query,
    params: z.strictObject({
      ...whose,
      symbol: z.string().optional(),
      limit_trades: z.number().int().min(1).max(500).optional(),
      timestamp: z.number().int().optional(),
    }),
    answer: z.array(z.looseObject({ tid: z.number(), price: z.string(), order_id: z.string() })),
  }),
  balances: post("/v1/balances", {
    ...query,
    params: z.strictObject(whose),
    answer: z.array(z.looseObject({ currency: z.string(), amount: z.string() })),
  }),
  /** A session that requires it cancels its orders after 30 s without a call. */
  heartbeat: post("/v1/heartbeat", {
    ...signed,
    idempotent: true,
    params: z.strictObject({}),
    answer: z.looseObject({ result: z.literal("ok") }),
  }),
};
