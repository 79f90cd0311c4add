/**
 * Orders of Coinbase Exchange and what a profile has: one bucket for each profile; fills and loans have their own.
 * https://docs.cdp.coinbase.com/exchange/rest-api/rate-limits.md, read 2026-11.
 *
 * Paths and parameters: https://docs.cdp.coinbase.com/api-reference/exchange-api/rest-api/orders/create-new-order.md,
 * read 2026-11.
 */
import { del, get, post } from "headgate";
import { z } from "zod";
import { findable } from "./outcomes.ts";

const signed = { auth: "signed", weight: { private: 1 } } as const;
const urgent = { ...signed, priority: "urgent", idempotent: true } as const;

const product_id = z.string().min(1);
const nothing = z.strictObject({});
const page = {
  limit: z.number().int().min(1).max(1_000).optional(),
  before: z.string().optional(),
  after: z.string().optional(),
};

const newOrder = z.looseObject({
  product_id,
  side: z.enum(["buy", "sell"]),
  type: z.enum(["limit", "market", "stop"]).optional(),
  price: z.string().optional(),
  size: z.string().optional(),
  funds: z.string().optional(),
  time_in_force: z.enum(["GTC", "GTT", "IOC", "FOK"]).optional(),
  client_oid: z.uuid().optional(),
});

/** What never waits in the book is not open. */
function rests({ type = "limit", time_in_force = "GTC" }: z.output<typeof newOrder>): boolean {
  return type !== "market" && time_in_force.startsWith("G");
}

/** An order's id; `client:` and the client's own name for it does as well. */
const order_id = z.string().min(1);
const order = z.looseObject({ id: z.string(), product_id: z.string(), status: z.string() });

export const profile = {
  createOrder: post("/orders", {
    ...signed,
    params: newOrder,
    answer: order,
    weight: { private: 1, openOrders: (placed) => (rests(placed) ? 1 : 0) },
    clientId: "client_oid",
    outcome: findable,
  }),
  orders: get("/orders", {
    ...signed,
    params: z.strictObject({
      product_id: product_id.optional(),
      status: z.array(z.string()).optional(),
      sorting: z.enum(["asc", "desc"]).optional(),
      ...page,
    }),
    answer: z.array(order),
  }),
  order: get("/orders/{order_id}", {
    ...signed,
    params: z.strictObject({ order_id }),
    answer: order,
  }),
  /** The same by the client's own name for the order. */
  orderByClientOid: get("/orders/client:{client_oid}", {
    ...signed,
    params: z.strictObject({ client_oid: z.uuid() }),
    answer: order,
  }),
  cancelOrder: del("/orders/{order_id}", {
    ...urgent,
    params: z.strictObject({ order_id, product_id: product_id.optional() }),
    answer: z.string(),
  }),
  /** The same by the client's own name for the order. */
  cancelClientOrder: del("/orders/client:{client_oid}", {
    ...urgent,
    params: z.strictObject({ client_oid: z.uuid(), product_id: product_id.optional() }),
    answer: z.string(),
    clientId: "client_oid",
    withdraws: true,
  }),
  cancelAll: del("/orders", {
    ...urgent,
    params: z.strictObject({ product_id: product_id.optional() }),
    answer: z.array(z.string()),
  }),
  accounts: get("/accounts", {
    ...signed,
    params: nothing,
    answer: z.array(z.looseObject({ id: z.string(), currency: z.string(), balance: z.string() })),
  }),
  fees: get("/fees", {
    ...signed,
    params: nothing,
    answer: z.looseObject({ taker_fee_rate: z.string(), maker_fee_rate: z.string() }),
  }),
  profiles: get("/profiles", {
    ...signed,
    params: z.strictObject({ active: z.boolean().optional() }),
    answer: z.array(z.looseObject({ id: z.string(), name: z.string() })),
  }),
  fills: get("/fills", {
    ...signed,
    params: z.strictObject({
      product_id: product_id.optional(),
      order_id: order_id.optional(),
      ...page,
    }),
    answer: z.array(
      z.looseObject({ trade_id: z.number(), order_id: z.string(), size: z.string() }),
    ),
    weight: { fills: 1 },
  }),
  loans: get("/loans", {
    ...signed,
    params: z.looseObject({}),
    answer: z.unknown(),
    weight: { loans: 1 },
  }),
};
