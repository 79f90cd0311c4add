/** Orders and balances of Bitstamp. https://www.bitstamp.net/api/ (copy of 2026-02-23), read 2026-11. */
import { post } from "headgate";
import type { Outcome } from "headgate";
import { z } from "zod";
import { pair } from "./market.ts";

/** Beside the limits of the address, 1 in those of the account. */
const signed = {
  auth: "signed",
  weight: { accountPerSecond: 1, accountPerTenMinutes: 1 },
} as const;
const reading = { ...signed, changes: false } as const;
const cancelling = { ...signed, priority: "urgent", idempotent: true } as const;

const id = z.union([z.string().min(1), z.number()]);
const placed = z.looseObject({ id, price: z.string(), amount: z.string() });
const client_order_id = z.string().min(1).optional();

const spoken = z.object({ reason: z.string() });

/**
 * By its `client_order_id`. A request is good for 150 seconds; two more for the clocks. Unconfirmed: that what is
 * shown never lags by more. "Order not found." by ccxt 4.5.84, js/src/bitstamp.js, read 2026-11.
 */
const findable: Outcome<
  Readonly<{ client_order_id?: string | undefined; amount: string; price?: string }>
> = {
  ask: "orderStatus",
  by: ({ client_order_id: name }) => ({ client_order_id: name }),
  notFound: { when: ({ body }) => spoken.safeParse(body).data?.reason === "Order not found." },
  settleMs: () => 152_000,
  answer: ({ body }, { amount, price = "" }) => {
    return { price, amount, ...z.looseObject({}).parse(body) };
  },
};

const limitOrder = {
  ...signed,
  params: z.looseObject({ pair, amount: z.string(), price: z.string(), client_order_id }),
  answer: placed,
  clientId: "client_order_id",
  outcome: findable,
} as const;

export const trading = {
  buyLimit: post("/api/v2/buy/{pair}/", limitOrder),
  sellLimit: post("/api/v2/sell/{pair}/", limitOrder),
  buyMarket: post("/api/v2/buy/market/{pair}/", {
    ...signed,
    params: z.strictObject({ pair, amount: z.string(), client_order_id }),
    answer: placed,
    clientId: "client_order_id",
    outcome: findable,
  }),
  /** Where the new order is not there the old one may still be gone: nothing is declared to ask for it. */
  replaceOrder: post("/api/v2/replace_order/", {
    ...signed,
    params: z.looseObject({
      id: id.optional(),
      orig_client_order_id: z.string().optional(),
      amount: z.string(),
      price: z.string(),
      client_order_id,
    }),
    answer: placed,
    clientId: "client_order_id",
  }),
  cancelOrder: post("/api/v2/cancel_order/", {
    ...cancelling,
    params: z.strictObject({ id }),
    answer: z.looseObject({ id }),
  }),
  cancelAllOrders: post("/api/v2/cancel_all_orders/", {
    ...cancelling,
    params: z.strictObject({}),
    answer: z.looseObject({ success: z.boolean() }),
  }),

  /** By its id, or by what it was called. */
  orderStatus: post("/api/v2/order_status/", {
    ...reading,
    params: z.strictObject({
      id: id.optional(),
      client_order_id,
      omit_transactions: z.boolean().optional(),
    }),
    answer: z.looseObject({ id, status: z.string() }),
  }),
  openOrders: post("/api/v2/open_orders/all/", {
    ...reading,
    params: z.strictObject({}),
    answer: z.array(z.looseObject({ id, price: z.string(), amount: z.string() })),
  }),
  userTransactions: post("/api/v2/user_transactions/", {
    ...reading,
    params: z.looseObject({
      offset: z.number().int().min(0).optional(),
      limit: z.number().int().min(1).max(1_000).optional(),
      sort: z.enum(["asc", "desc"]).optional(),
    }),
    answer: z.array(z.looseObject({ id, datetime: z.string() })),
  }),
  accountBalances: post("/api/v2/account_balances/", {
    ...reading,
    params: z.strictObject({}),
    answer: z.array(z.looseObject({ currency: z.string(), available: z.string() })),
  }),
  websocketsToken: post("/api/v2/websockets_token/", {
    ...reading,
    params: z.strictObject({}),
    answer: z.looseObject({ token: z.string(), valid_sec: z.number() }),
  }),
};
