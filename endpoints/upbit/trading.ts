/**
 * Orders and accounts of Upbit, counted for the account: placing apart from all else.
 *
 *     https://docs.upbit.com/kr/reference/rate-limits.md (2026-10-07), read 2026-11.
 */
import { del, get, post } from "headgate";
import type { Outcome } from "headgate";
import { z } from "zod";

const signed = { auth: "signed" } as const;
const reading = { ...signed, weight: { default: 1 } } as const;
const cancelling = { ...signed, priority: "urgent", idempotent: true } as const;

const market = z.string().min(1);
const uuid = z.string().min(1);
/** The caller's own name of an order; an account never uses one twice. */
const identifier = z.string().min(1);

const order = z.looseObject({ uuid: z.string(), market: z.string(), state: z.string() });

const newOrder = {
  ...signed,
  params: z.looseObject({
    market,
    side: z.enum(["bid", "ask"]),
    ord_type: z.enum(["limit", "price", "market", "best"]),
    volume: z.string().optional(),
    price: z.string().optional(),
    time_in_force: z.enum(["ioc", "fok", "post_only"]).optional(),
    identifier: identifier.optional(),
  }),
  answer: order,
} as const;

/** A parameter's name has the brackets with which a list is sent. */
const ids = z.strictObject({
  "uuids[]": z.array(uuid).optional(),
  "identifiers[]": z.array(identifier).optional(),
});

const byId = z.strictObject({ uuid: uuid.optional(), identifier: identifier.optional() });

/** What a batch of cancels came to. */
const batch = z.looseObject({ success: z.looseObject({}), failed: z.looseObject({}) });

const anything = { params: z.looseObject({}), answer: z.unknown() };

/**
 * By its `identifier`. Unconfirmed: that an order that is not shown within a minute will not come.
 * https://docs.upbit.com/kr/reference/get-order, read 2026-11.
 */
const findable: Outcome<Readonly<{ identifier?: string | undefined }>> = {
  ask: "order",
  by: ({ identifier: name }) => ({ identifier: name }),
  notFound: { code: "order_not_found" },
  settleMs: () => 60_000,
  answer: ({ body }) => body,
};

export const orders = {
  createOrder: post("/v1/orders", {
    ...newOrder,
    weight: { order: 1 },
    clientId: "identifier",
    outcome: findable,
  }),
  /**
   * Takes one order back and places another one. Where the new one is not there the old one may still be gone:
   * nothing is declared to ask for it.
   */
  cancelAndNew: post("/v1/orders/cancel_and_new", {
    ...signed,
    params: z.looseObject({
      prev_order_uuid: uuid.optional(),
      prev_order_identifier: identifier.optional(),
      new_ord_type: newOrder.params.shape.ord_type,
      new_identifier: identifier.optional(),
    }),
    answer: z.looseObject({ uuid: z.string(), new_order_uuid: z.string() }),
    weight: { order: 1 },
    clientId: "new_identifier",
  }),
  /** Checks an order and does not place it. */
  testOrder: post("/v1/orders/test", {
    ...newOrder,
    changes: false,
    weight: { "order-test": 1 },
  }),

  cancelOrder: del("/v1/order", {
    ...cancelling,
    params: byId,
    answer: order,
    weight: { default: 1 },
    clientId: "identifier",
    withdraws: true,
  }),
  cancelOrders: del("/v1/orders/uuids", {
    ...cancelling,
    params: ids,
    answer: batch,
    weight: { default: 1 },
  }),
  cancelOpenOrders: del("/v1/orders/open", {
    ...cancelling,
    params: z.strictObject({
      pairs: z.string().optional(),
      cancel_side: z.enum(["all", "ask", "bid"]).optional(),
      count: z.number().int().min(1).max(300).optional(),
    }),
    answer: batch,
    weight: { "order-cancel-all": 1 },
  }),

  order: get("/v1/order", { ...reading, params: byId, answer: order }),
  openOrders: get("/v1/orders/open", {
    ...reading,
    params: z.strictObject({
      market: market.optional(),
      "states[]": z.array(z.enum(["wait", "watch"])).optional(),
      page: z.number().int().min(1).optional(),
      limit: z.number().int().min(1).max(100).optional(),
    }),
    answer: z.array(order),
  }),
  closedOrders: get("/v1/orders/closed", {
    ...reading,
    params: z.strictObject({
      market: market.optional(),
      "states[]": z.array(z.enum(["done", "cancel"])).optional(),
      start_time: z.string().optional(),
      end_time: z.string().optional(),
      limit: z.number().int().min(1).max(1_000).optional(),
    }),
    answer: z.array(order),
  }),
  ordersByIds: get("/v1/orders/uuids", { ...reading, params: ids, answer: z.array(order) }),
  ordersChance: get("/v1/orders/chance", {
    ...reading,
    params: z.strictObject({ market }),
    answer: z.looseObject({ bid_fee: z.string(), ask_fee: z.string() }),
  }),
};

export const account = {
  accounts: get("/v1/accounts", {
    ...reading,
    params: z.strictObject({}),
    answer: z.array(z.looseObject({ currency: z.string(), balance: z.string() })),
  }),
  withdraws: get("/v1/withdraws", { ...reading, ...anything }),
  deposits: get("/v1/deposits", { ...reading, ...anything }),
  apiKeys: get("/v1/api_keys", { ...reading, ...anything }),
};
