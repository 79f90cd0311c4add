/**
 * Orders of KuCoin futures.
 *
 * https://github.com/Kucoin/kucoin-universal-sdk/tree/78c90c7, where each endpoint states its pool and
 * weight (2025-11-04), read 2026-11.
 */
import { del, get, post } from "headgate";
import type { Outcome } from "headgate";
import { z } from "zod";
import { eachOrder, findable, listing } from "./outcomes.ts";
import { byClientOid, cancels, futures } from "./pools.ts";
import { answerOf, clientOid, instant, placed, symbol } from "./schemas.ts";

const newOrder = z.looseObject({
  clientOid: clientOid.optional(),
  symbol,
  side: z.enum(["buy", "sell"]),
  type: z.enum(["limit", "market"]),
  leverage: z.number().optional(),
  /** In lots. */
  size: z.number().int().optional(),
  price: z.string().optional(),
  timeInForce: z.enum(["GTC", "IOC"]).optional(),
});
const order = z.looseObject({ id: z.string(), symbol: z.string(), status: z.string() });
const cancelled = answerOf(z.looseObject({ cancelledOrderIds: z.array(z.string()) }));

/** Shown to who names the order alone. */
const byClient: Outcome<Readonly<Record<string, unknown>>> = {
  ...findable("futuresOrderByClientOid"),
  by: ({ clientOid: name }) => ({ clientOid: name }),
};

export const futuresOrders = {
  futuresAddOrder: post("/api/v1/orders", {
    ...futures(2),
    clientId: "clientOid",
    outcome: byClient,
    params: newOrder,
    answer: answerOf(placed),
  }),
  futuresAddOrderTest: post("/api/v1/orders/test", { ...futures(2), changes: false }),
  /** Up to 20 orders: some may be taken and some not. */
  futuresBatchAddOrders: post("/api/v1/orders/multi", {
    ...futures(20),
    params: z.strictObject({ orders: z.array(newOrder).min(1).max(20) }),
    body: ({ orders }) => orders,
    batch: { list: "orders", clientId: "clientOid", outcome: byClient, answer: listing },
    items: eachOrder,
  }),
  futuresAddTakeProfitAndStopLossOrder: post("/api/v1/st-orders", {
    ...futures(2),
    clientId: "clientOid",
  }),
  futuresCancelOrderByOrderId: del("/api/v1/orders/{orderId}", {
    ...futures(1),
    ...cancels,
    params: z.strictObject({ orderId: z.string() }),
    answer: cancelled,
  }),
  futuresCancelOrderByClientOid: del("/api/v1/orders/client-order/{clientOid}", {
    ...futures(1),
    ...cancels,
    ...byClientOid,
    params: z.strictObject({ symbol, clientOid }),
    answer: answerOf(z.looseObject({ clientOid: z.string() })),
  }),
  /** By `orderIdsList` or `clientOidsList`. */
  futuresBatchCancelOrders: del("/api/v1/orders/multi-cancel", {
    ...futures(20),
    ...cancels,
    sends: "json",
  }),
  futuresCancelAllOrders: del("/api/v3/orders", {
    ...futures(10),
    ...cancels,
    params: z.strictObject({ symbol: symbol.optional() }),
    answer: cancelled,
  }),
  futuresCancelAllStopOrders: del("/api/v1/stopOrders", { ...futures(15), ...cancels }),
  futuresOrderByOrderId: get("/api/v1/orders/{orderId}", {
    ...futures(5),
    params: z.strictObject({ orderId: z.string() }),
    answer: answerOf(order),
  }),
  futuresOrderByClientOid: get("/api/v1/orders/byClientOid", {
    ...futures(5),
    params: z.strictObject({ clientOid }),
    answer: answerOf(order),
  }),
  futuresOrderList: get("/api/v1/orders", {
    ...futures(2),
    params: z.strictObject({
      symbol: symbol.optional(),
      status: z.enum(["active", "done"]).optional(),
      side: z.enum(["buy", "sell"]).optional(),
      type: z.string().optional(),
      startAt: instant,
      endAt: instant,
      currentPage: z.number().int().optional(),
      pageSize: z.number().int().optional(),
    }),
    answer: answerOf(z.looseObject({ items: z.array(order) })),
  }),
  futuresRecentClosedOrders: get("/api/v1/recentDoneOrders", futures(5)),
  futuresStopOrderList: get("/api/v1/stopOrders", futures(6)),
  futuresOpenOrderValue: get("/api/v1/openOrderStatistics", futures(10)),
  /** Unconfirmed: KuCoin's SDK names no weight; here it is that of the same endpoint of spot. */
  futuresRecentTradeHistory: get("/api/v1/recentFills", futures(20)),
  futuresTradeHistory: get("/api/v1/fills", futures(5)),
  /** At 800 of 2 000 the dearest; `futuresCancelAllOrders` does the same for 10. */
  futuresCancelAllOrdersV1: del("/api/v1/orders", { ...futures(800), ...cancels }),
};
