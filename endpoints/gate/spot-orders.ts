/**
 * Orders and accounts of Gate spot. Placing and amending have one limit together for each pair, cancelling
 * has one of all, and each order of a batch counts in it.
 * https://www.gate.com/docs/developers/apiv4/en/spot (copy of 2026-05-27), read 2026-11.
 */
import { del, get, patch, post } from "headgate";
import type { Outcome, Scope } from "headgate";
import { z } from "zod";
import { itemsOf, signed } from "./limits.ts";
import {
  anything,
  batchOf,
  cancels,
  currency_pair,
  each,
  figure,
  order_id,
  paged,
  range,
  text,
} from "./schemas.ts";

const account = z.enum(["spot", "margin", "cross_margin", "unified"]).optional();
const action_mode = z.enum(["ACK", "RESULT", "FULL"]).optional();
const side = z.enum(["buy", "sell"]);

const newOrder = {
  currency_pair,
  side,
  amount: z.string(),
  type: z.enum(["limit", "market"]).optional(),
  price: z.string().optional(),
  time_in_force: z.enum(["gtc", "ioc", "poc", "fok"]).optional(),
  account,
  text: text.optional(),
};
const ofOrder = { currency_pair, account };
const amended = {
  ...ofOrder,
  order_id,
  amount: z.string().optional(),
  price: z.string().optional(),
  amend_text: z.string().optional(),
};

const placed = z.looseObject({ id: z.string(), text: z.string().optional() });
const order = z.looseObject({ id: z.string(), status: z.string(), currency_pair: z.string() });

type Orders = Readonly<{ orders: readonly Readonly<{ currency_pair: string }>[] }>;

/** Each of its orders in the bucket of its pair. */
function ofItsPair({ orders }: Orders, { currencyPair }: Scope): number {
  return orders.filter((one) => one.currency_pair === currencyPair).length;
}

const placing = batchOf(z.looseObject({ ...newOrder, text }), 40);
const amending = batchOf(z.looseObject(amended), 5);
const cancelling = batchOf(z.looseObject({ ...ofOrder, id: order_id }), 20);

/** Of some of its orders something may have come, and of some not. */
const ofBatch = { auth: "signed", items: itemsOf } as const;
const result = z.looseObject({ succeeded: z.boolean(), label: z.string().optional() });

/**
 * An order is found by its `text`. A request more than 60 s after its timestamp is refused, so what is not
 * there by then will not come; the clocks may differ by a little.
 */
const findable: Outcome<Readonly<{ currency_pair: string; text?: string | undefined }>> = {
  ask: "queryOrder",
  by: (sent) => ({ currency_pair: sent.currency_pair, order_id: sent.text }),
  notFound: { status: 404, code: "ORDER_NOT_FOUND" },
  settleMs: () => 62_000,
  answer: ({ body }) => body,
};

export const spotOrders = {
  placeOrder: post("/api/v4/spot/orders", {
    auth: "signed",
    params: z.looseObject({ ...newOrder, action_mode }),
    answer: placed,
    weight: { spotOrders: 1 },
    clientId: "text",
    outcome: findable,
  }),
  /** Up to 4 pairs with 10 orders each; each needs a `text`. */
  batchOrders: post("/api/v4/spot/batch_orders", {
    ...ofBatch,
    params: z.strictObject({ orders: placing.list }),
    body: placing.body,
    answer: z.array(result),
    weight: { spotOrders: ofItsPair },
  }),
  amendOrder: patch("/api/v4/spot/orders/{order_id}", {
    auth: "signed",
    params: z.looseObject({ ...amended, action_mode }),
    answer: order,
    weight: { spotOrders: 1 },
  }),
  amendBatch: post("/api/v4/spot/amend_batch_orders", {
    ...ofBatch,
    params: z.strictObject({ orders: amending.list }),
    body: amending.body,
    answer: z.array(result),
    weight: { spotOrders: ofItsPair },
  }),
  cancelOrder: del("/api/v4/spot/orders/{order_id}", {
    ...cancels,
    params: z.strictObject({ ...ofOrder, order_id, action_mode }),
    answer: order,
    weight: { spotCancels: 1 },
    clientId: "order_id",
    withdraws: true,
  }),
  cancelAll: del("/api/v4/spot/orders", {
    ...cancels,
    params: z.strictObject({
      currency_pair: currency_pair.optional(),
      side: side.optional(),
      account,
      action_mode,
    }),
    answer: z.array(order),
    weight: { spotCancels: 1 },
  }),
  /** Unconfirmed: that each order counts. */
  cancelBatch: post("/api/v4/spot/cancel_batch_orders", {
    ...cancels,
    ...ofBatch,
    params: z.strictObject({ orders: cancelling.list }),
    body: cancelling.body,
    answer: z.array(result),
    weight: { spotCancels: each },
  }),
  /** Takes back all orders when it has not been called for `timeout` seconds; 0 ends that. */
  countdownCancelAll: post("/api/v4/spot/countdown_cancel_all", {
    ...cancels,
    ...signed(),
    params: z.strictObject({ timeout: z.number().int(), currency_pair: currency_pair.optional() }),
    answer: z.looseObject({ triggerTime: figure }),
  }),
};

export const spotAccount = {
  /** By the exchange's number or by the `text` of an order. */
  queryOrder: get("/api/v4/spot/orders/{order_id}", {
    ...signed(),
    params: z.strictObject({ ...ofOrder, order_id }),
    answer: order,
  }),
  listOrders: get("/api/v4/spot/orders", {
    ...signed(),
    params: z.strictObject({
      ...ofOrder,
      status: z.enum(["open", "finished"]),
      side: side.optional(),
      ...paged,
      ...range,
    }),
    answer: z.array(order),
  }),
  openOrders: get("/api/v4/spot/open_orders", {
    ...signed(),
    params: z.strictObject({ ...paged, account }),
    answer: z.array(z.looseObject({ currency_pair: z.string(), orders: z.array(order) })),
  }),
  myTrades: get("/api/v4/spot/my_trades", {
    ...signed(),
    params: z.strictObject({
      currency_pair: currency_pair.optional(),
      order_id: z.string().optional(),
      account,
      ...paged,
      ...range,
    }),
    answer: z.array(
      z.looseObject({ id: figure, order_id: z.string(), price: z.string(), amount: z.string() }),
    ),
  }),
  accounts: get("/api/v4/spot/accounts", {
    ...signed(),
    params: z.strictObject({ currency: z.string().optional() }),
    answer: z.array(
      z.looseObject({ currency: z.string(), available: z.string(), locked: z.string() }),
    ),
  }),
  accountBook: get("/api/v4/spot/account_book", { ...anything, ...signed() }),
  fee: get("/api/v4/spot/fee", {
    ...signed(),
    params: z.strictObject({ currency_pair: currency_pair.optional() }),
    answer: z.looseObject({ taker_fee: z.string(), maker_fee: z.string() }),
  }),
};
