/**
 * Orders of Coinbase. Each call weighs 1, however many orders it cancels.
 * https://docs.cdp.coinbase.com/coinbase-app/advanced-trade-apis/rest-api, read 2026-11.
 */
import { get, post } from "headgate";
import { z } from "zod";
import { order, product_id, whole } from "./schemas.ts";

const signed = { auth: "signed", weight: { private: 1 } } as const;

const newOrder = {
  product_id,
  side: z.enum(["BUY", "SELL"]),
  /** One kind of order with its terms: `{ limit_limit_gtc: { base_size, limit_price } }`. */
  order_configuration: z.record(z.string(), z.looseObject({})),
};
const page = { limit: whole, cursor: z.string().optional() };
const product_ids = z.array(product_id).optional();

const results = z.array(z.looseObject({ success: z.boolean(), order_id: z.string() }));

export const orders = {
  /**
   * The same `client_order_id` again is answered with the order that it placed. Its outcome cannot be asked for: no
   * endpoint shows an order by that id, and lists of orders cannot be searched for it.
   */
  createOrder: post("/api/v3/brokerage/orders", {
    ...signed,
    params: z.looseObject({ client_order_id: z.string().min(1), ...newOrder }),
    answer: z.looseObject({
      success: z.literal(true),
      success_response: z.looseObject({ order_id: z.string() }),
    }),
    clientId: "client_order_id",
  }),
  /** Up to 100 of them, each with a result. */
  cancelOrders: post("/api/v3/brokerage/orders/batch_cancel", {
    ...signed,
    params: z.strictObject({ order_ids: z.array(z.string()).min(1).max(100) }),
    answer: z.looseObject({ results }),
    items: ({ body }) => {
      const each = z.object({ results }).safeParse(body).data?.results;
      return each?.map(({ success }) => ({ executed: success ? "yes" : "no" }));
    },
    priority: "urgent",
    idempotent: true,
  }),
  editOrder: post("/api/v3/brokerage/orders/edit", {
    ...signed,
    params: z.looseObject({
      order_id: z.string(),
      price: z.string().optional(),
      size: z.string().optional(),
    }),
    answer: z.looseObject({ success: z.literal(true) }),
  }),
  preview: post("/api/v3/brokerage/orders/preview", {
    ...signed,
    changes: false,
    params: z.looseObject(newOrder),
    answer: z.looseObject({ order_total: z.string(), errs: z.array(z.string()) }),
  }),
  listOrders: get("/api/v3/brokerage/orders/historical/batch", {
    ...signed,
    params: z.looseObject({
      product_ids,
      order_status: z.array(z.string()).optional(),
      start_date: z.string().optional(),
      end_date: z.string().optional(),
      ...page,
    }),
    answer: z.looseObject({ orders: z.array(order), has_next: z.boolean() }),
  }),
  order: get("/api/v3/brokerage/orders/historical/{order_id}", {
    ...signed,
    params: z.strictObject({ order_id: z.string() }),
    answer: z.looseObject({ order }),
  }),
  fills: get("/api/v3/brokerage/orders/historical/fills", {
    ...signed,
    params: z.strictObject({
      order_ids: z.array(z.string()).optional(),
      product_ids,
      start_sequence_timestamp: z.string().optional(),
      end_sequence_timestamp: z.string().optional(),
      ...page,
    }),
    answer: z.looseObject({
      fills: z.array(z.looseObject({ trade_id: z.string(), price: z.string() })),
    }),
  }),
};
