/**
 * Orders of both of Binance's futures APIs.
 *
 * Weights: https://github.com/binance/binance-connector-js/tree/a9de9a9/clients/derivatives-trading-usds-futures
 * (2026-07-24), read 2026-11. Of COIN-M only a new order's count is published. Unconfirmed: that a change and a
 * batch count as those of USD-M do, in the same counters.
 */
import { del, get, post, put } from "headgate";
import { z } from "zod";
import { eachOrder, findable } from "./outcomes.ts";
import {
  atLeastOne,
  changedOrder,
  clientOrderId,
  done,
  newOrder,
  order,
  orders,
  period,
  recvWindow,
  rows,
  symbol,
  whichOrder,
  whole,
} from "./schemas.ts";
import { batch, bySymbol, placing, signed, weighs } from "./weights.ts";

const oneOrder = z
  .strictObject({ ...whichOrder, recvWindow })
  .refine(...atLeastOne("orderId", "origClientOrderId"));

/** Of a symbol; of COIN-M also of all symbols of a `pair`. */
const history = {
  symbol: symbol.optional(),
  pair: symbol.optional(),
  orderId: whole.optional(),
  ...period,
  limit: rows,
  recvWindow,
};

const urgent = { ...signed, priority: "urgent", idempotent: true } as const;

const placements = (root: string, weightOfChange: number) => ({
  newOrder: post(`${root}/v1/order`, {
    ...signed,
    params: newOrder,
    answer: order,
    clientId: "newClientOrderId",
    outcome: findable,
    ...placing(0),
  }),

  modifyOrder: put(`${root}/v1/order`, {
    ...signed,
    params: changedOrder,
    answer: order,
    ...placing(weightOfChange),
  }),

  batchOrders: post(`${root}/v1/batchOrders`, {
    ...signed,
    params: z.strictObject({ batchOrders: z.array(newOrder).min(1).max(5), recvWindow }),
    answer: orders,
    batch: { list: "batchOrders", clientId: "newClientOrderId", outcome: findable },
    items: eachOrder,
    ...batch,
  }),

  modifyBatch: put(`${root}/v1/batchOrders`, {
    ...signed,
    params: z.strictObject({ batchOrders: z.array(changedOrder).min(1).max(5), recvWindow }),
    answer: orders,
    items: eachOrder,
    ...batch,
  }),
});

const cancels = (root: string) => ({
  cancelOrder: del(`${root}/v1/order`, {
    ...urgent,
    params: oneOrder,
    answer: order,
    clientId: "origClientOrderId",
    withdraws: true,
    ...weighs(1),
  }),

  /** Up to ten, by either id. */
  cancelBatch: del(`${root}/v1/batchOrders`, {
    ...urgent,
    params: z
      .strictObject({
        symbol,
        orderIdList: z.array(whole).min(1).max(10).optional(),
        origClientOrderIdList: z.array(clientOrderId).min(1).max(10).optional(),
        recvWindow,
      })
      .refine(...atLeastOne("orderIdList", "origClientOrderIdList")),
    answer: orders,
    items: eachOrder,
    ...weighs(1),
  }),

  cancelAll: del(`${root}/v1/allOpenOrders`, {
    ...urgent,
    params: z.strictObject({ symbol, recvWindow }),
    answer: done,
    ...weighs(1),
  }),

  /** Cancels all open orders of a symbol after so many ms, unless it is called again; 0 stops that. */
  countdownCancelAll: post(`${root}/v1/countdownCancelAll`, {
    ...signed,
    priority: "high",
    idempotent: true,
    params: z.strictObject({ symbol, countdownTime: whole, recvWindow }),
    answer: z.looseObject({ symbol: z.string(), countdownTime: z.string() }),
    ...weighs(10),
  }),
});

const queries = (root: string) => ({
  queryOrder: get(`${root}/v1/order`, { ...signed, params: oneOrder, answer: order, ...weighs(1) }),

  openOrder: get(`${root}/v1/openOrder`, {
    ...signed,
    params: oneOrder,
    answer: order,
    ...weighs(1),
  }),

  openOrders: get(`${root}/v1/openOrders`, {
    ...signed,
    params: z.strictObject({ symbol: symbol.optional(), pair: symbol.optional(), recvWindow }),
    answer: z.array(order),
    ...bySymbol(1, 40),
  }),

  allOrders: get(`${root}/v1/allOrders`, {
    ...signed,
    params: z.strictObject(history).refine(...atLeastOne("symbol", "pair")),
    answer: z.array(order),
    ...weighs(5),
  }),

  userTrades: get(`${root}/v1/userTrades`, {
    ...signed,
    params: z
      .strictObject({ ...history, fromId: whole.optional() })
      .refine(...atLeastOne("symbol", "pair")),
    answer: z.array(
      z.looseObject({
        symbol: z.string(),
        id: z.number(),
        orderId: z.number(),
        price: z.string(),
        qty: z.string(),
      }),
    ),
    ...weighs(5),
  }),
});

/** `weightOfChange` is what a change weighs beside its count. */
export const orderEndpoints = (root: string, weightOfChange: number) => ({
  ...placements(root, weightOfChange),
  ...cancels(root),
  ...queries(root),
});
