/**
 * Orders, positions and accounts of Gate futures. Placing and amending have one limit together, cancelling
 * has another, and each order of a batch counts in it.
 * https://www.gate.com/docs/developers/apiv4/en/futures (copy of 2026-05-27), read 2026-11.
 */
import { del, get, post, put } from "headgate";
import { z } from "zod";
import { itemsOf, signed } from "./limits.ts";
import {
  batchOf,
  cancels,
  contract,
  each,
  figure,
  offset,
  order_id,
  settle,
  text,
} from "./schemas.ts";

const newOrder = {
  contract,
  /** In contracts; below 0 it sells. */
  size: z.number().int(),
  /** "0" with `tif` "ioc" takes what the market gives. */
  price: z.string().optional(),
  tif: z.enum(["gtc", "ioc", "poc", "fok"]).optional(),
  reduce_only: z.boolean().optional(),
  text: text.optional(),
};
const amended = {
  order_id,
  size: z.number().int().optional(),
  price: z.string().optional(),
  amend_text: z.string().optional(),
};

const order = z.looseObject({ id: figure, contract: z.string(), status: z.string() });
const result = z.looseObject({ succeeded: z.boolean(), label: z.string().optional() });
const position = z.looseObject({ contract: z.string(), size: figure });

const placing = batchOf(z.looseObject(newOrder), 10);
const amending = batchOf(z.looseObject({ ...amended, order_id: figure }), 10);
const cancelling = batchOf(order_id, 20);

const ofBatch = { auth: "signed", answer: z.array(result), items: itemsOf } as const;

export const futuresOrders = {
  futuresPlaceOrder: post("/api/v4/futures/{settle}/orders", {
    auth: "signed",
    params: z.looseObject({ settle, ...newOrder }),
    answer: order,
    weight: { futuresOrders: 1 },
    clientId: "text",
    outcome: {
      ask: "futuresQueryOrder",
      by: (sent) => ({ settle: sent.settle, order_id: sent.text }),
      notFound: { status: 404, code: "ORDER_NOT_FOUND" },
      // A request more than 60 s after its timestamp is refused.
      settleMs: () => 62_000,
      answer: ({ body }) => body,
    },
  }),
  futuresBatchOrders: post("/api/v4/futures/{settle}/batch_orders", {
    ...ofBatch,
    params: z.strictObject({ settle, orders: placing.list }),
    body: placing.body,
    weight: { futuresOrders: each },
  }),
  futuresAmendOrder: put("/api/v4/futures/{settle}/orders/{order_id}", {
    auth: "signed",
    params: z.looseObject({ settle, ...amended }),
    answer: order,
    weight: { futuresOrders: 1 },
  }),
  futuresAmendBatch: post("/api/v4/futures/{settle}/batch_amend_orders", {
    ...ofBatch,
    params: z.strictObject({ settle, orders: amending.list }),
    body: amending.body,
    weight: { futuresOrders: each },
  }),
  futuresCancelOrder: del("/api/v4/futures/{settle}/orders/{order_id}", {
    ...cancels,
    params: z.strictObject({ settle, order_id }),
    answer: order,
    weight: { futuresCancels: 1 },
    clientId: "order_id",
    withdraws: true,
  }),
  futuresCancelAll: del("/api/v4/futures/{settle}/orders", {
    ...cancels,
    params: z.strictObject({
      settle,
      contract: contract.optional(),
      side: z.enum(["bid", "ask"]).optional(),
    }),
    answer: z.array(order),
    weight: { futuresCancels: 1 },
  }),
  /** Unconfirmed: that each order counts. `orders` are their numbers. */
  futuresCancelBatch: post("/api/v4/futures/{settle}/batch_cancel_orders", {
    ...cancels,
    ...ofBatch,
    params: z.strictObject({ settle, orders: cancelling.list }),
    body: cancelling.body,
    weight: { futuresCancels: each },
  }),
};

export const futuresAccount = {
  futuresListOrders: get("/api/v4/futures/{settle}/orders", {
    ...signed(),
    params: z.strictObject({
      settle,
      contract: contract.optional(),
      status: z.enum(["open", "finished"]),
      last_id: z.string().optional(),
      ...offset,
    }),
    answer: z.array(order),
  }),
  /** By the exchange's number or by the `text` of an order. */
  futuresQueryOrder: get("/api/v4/futures/{settle}/orders/{order_id}", {
    ...signed(),
    params: z.strictObject({ settle, order_id }),
    answer: order,
  }),
  futuresMyTrades: get("/api/v4/futures/{settle}/my_trades", {
    ...signed(),
    params: z.strictObject({
      settle,
      contract: contract.optional(),
      order: z.number().int().optional(),
      last_id: z.string().optional(),
      ...offset,
    }),
    answer: z.array(z.looseObject({ id: figure, contract: z.string(), price: z.string() })),
  }),
  futuresAccounts: get("/api/v4/futures/{settle}/accounts", {
    ...signed(),
    params: z.strictObject({ settle }),
    answer: z.looseObject({ total: z.string(), available: z.string(), currency: z.string() }),
  }),
  futuresPositions: get("/api/v4/futures/{settle}/positions", {
    ...signed(),
    params: z.strictObject({ settle, holding: z.boolean().optional(), ...offset }),
    answer: z.array(position),
  }),
  /** "0" is cross margin, whose leverage is `cross_leverage_limit`. */
  setLeverage: post("/api/v4/futures/{settle}/positions/{contract}/leverage", {
    ...signed(),
    params: z.strictObject({
      settle,
      contract,
      leverage: z.string(),
      cross_leverage_limit: z.string().optional(),
    }),
    answer: position,
    sends: "query",
    idempotent: true,
  }),
};
