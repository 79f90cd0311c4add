/**
 * Orders of KuCoin's spot market, stop orders and one-cancels-the-other.
 *
 * https://github.com/Kucoin/kucoin-universal-sdk/tree/78c90c7, where each endpoint states its pool and
 * weight (2025-11-04), read 2026-11.
 */
import { del, get, post } from "headgate";
import { z } from "zod";
import { eachOrder, findable, listing } from "./outcomes.ts";
import { byClientOid, cancels, spot } from "./pools.ts";
import { answerOf, bySymbol, clientOid, placed, symbol } from "./schemas.ts";

const newOrder = {
  clientOid: clientOid.optional(),
  symbol,
  side: z.enum(["buy", "sell"]),
  type: z.enum(["limit", "market"]),
  size: z.string().optional(),
  funds: z.string().optional(),
  price: z.string().optional(),
  timeInForce: z.enum(["GTC", "GTT", "IOC", "FOK"]).optional(),
};
const order = z.looseObject({ id: z.string(), symbol: z.string(), active: z.boolean() });

const byClient = findable("orderByClientOid");
const batch = {
  batch: { list: "orderList", clientId: "clientOid", outcome: byClient, answer: listing },
  items: eachOrder,
};

export const orders = {
  addOrder: post("/api/v1/hf/orders", {
    ...spot(1),
    clientId: "clientOid",
    outcome: byClient,
    params: z.looseObject(newOrder),
    answer: answerOf(placed),
  }),
  /** Answers when the order has been matched. */
  addOrderSync: post("/api/v1/hf/orders/sync", {
    ...spot(1),
    clientId: "clientOid",
    outcome: byClient,
    params: z.looseObject(newOrder),
    answer: answerOf(placed),
  }),
  addOrderTest: post("/api/v1/hf/orders/test", { ...spot(1), changes: false }),
  /** Up to 20 orders: some may be taken and some not. */
  batchAddOrders: post("/api/v1/hf/orders/multi", {
    ...spot(1),
    params: z.strictObject({ orderList: z.array(z.looseObject(newOrder)).min(1).max(20) }),
    answer: answerOf(z.array(z.looseObject({ success: z.boolean() }))),
    ...batch,
  }),
  batchAddOrdersSync: post("/api/v1/hf/orders/multi/sync", { ...spot(1), ...batch }),
  cancelOrderByOrderId: del("/api/v1/hf/orders/{orderId}", {
    ...spot(1),
    ...cancels,
    params: z.strictObject({ symbol, orderId: z.string() }),
    answer: answerOf(placed),
  }),
  cancelOrderByOrderIdSync: del("/api/v1/hf/orders/sync/{orderId}", { ...spot(1), ...cancels }),
  cancelOrderByClientOid: del("/api/v1/hf/orders/client-order/{clientOid}", {
    ...spot(1),
    ...cancels,
    ...byClientOid,
    params: z.strictObject({ symbol, clientOid }),
    answer: answerOf(z.looseObject({ clientOid: z.string() })),
  }),
  cancelOrderByClientOidSync: del("/api/v1/hf/orders/sync/client-order/{clientOid}", {
    ...spot(1),
    ...cancels,
    ...byClientOid,
  }),
  /** Takes so much off an order: sent again it would take as much once more. */
  cancelPartialOrder: del("/api/v1/hf/orders/cancel/{orderId}", {
    ...spot(2),
    priority: "urgent",
  }),
  cancelAllOrdersBySymbol: del("/api/v1/hf/orders", {
    ...spot(2),
    ...cancels,
    params: bySymbol,
    answer: answerOf(z.string()),
  }),
  cancelAllOrders: del("/api/v1/hf/orders/cancelAll", { ...spot(30), ...cancels }),
  modifyOrder: post("/api/v1/hf/orders/alter", spot(1)),
  orderByOrderId: get("/api/v1/hf/orders/{orderId}", {
    ...spot(2),
    params: z.strictObject({ symbol, orderId: z.string() }),
    answer: answerOf(order),
  }),
  orderByClientOid: get("/api/v1/hf/orders/client-order/{clientOid}", {
    ...spot(2),
    params: z.strictObject({ symbol, clientOid }),
    answer: answerOf(order),
  }),
  symbolsWithOpenOrder: get("/api/v1/hf/orders/active/symbols", spot(2)),
  openOrders: get("/api/v1/hf/orders/active", {
    ...spot(2),
    params: bySymbol,
    answer: answerOf(z.array(order)),
  }),
  openOrdersByPage: get("/api/v1/hf/orders/active/page", spot(2)),
  closedOrders: get("/api/v1/hf/orders/done", spot(2)),
  tradeHistory: get("/api/v1/hf/fills", {
    ...spot(2),
    params: z.looseObject({ symbol }),
    answer: answerOf(
      z.looseObject({ items: z.array(z.looseObject({ price: z.string(), size: z.string() })) }),
    ),
  }),
  dcp: get("/api/v1/hf/orders/dead-cancel-all/query", spot(2)),
  setDcp: post("/api/v1/hf/orders/dead-cancel-all", spot(2)),
  addStopOrder: post("/api/v1/stop-order", { ...spot(1), clientId: "clientOid" }),
  cancelStopOrderByClientOid: del("/api/v1/stop-order/cancelOrderByClientOid", {
    ...spot(5),
    ...cancels,
    ...byClientOid,
  }),
  cancelStopOrderByOrderId: del("/api/v1/stop-order/{orderId}", { ...spot(3), ...cancels }),
  batchCancelStopOrders: del("/api/v1/stop-order/cancel", { ...spot(3), ...cancels }),
  stopOrdersList: get("/api/v1/stop-order", spot(8)),
  stopOrderByOrderId: get("/api/v1/stop-order/{orderId}", spot(3)),
  stopOrderByClientOid: get("/api/v1/stop-order/queryOrderByClientOid", spot(3)),
  addOcoOrder: post("/api/v3/oco/order", { ...spot(2), clientId: "clientOid" }),
  cancelOcoOrderByOrderId: del("/api/v3/oco/order/{orderId}", { ...spot(3), ...cancels }),
  cancelOcoOrderByClientOid: del("/api/v3/oco/client-order/{clientOid}", {
    ...spot(3),
    ...cancels,
    ...byClientOid,
  }),
  batchCancelOcoOrder: del("/api/v3/oco/orders", { ...spot(3), ...cancels }),
  ocoOrderByOrderId: get("/api/v3/oco/order/{orderId}", spot(2)),
  ocoOrderByClientOid: get("/api/v3/oco/client-order/{clientOid}", spot(2)),
  ocoOrderDetailByOrderId: get("/api/v3/oco/order/details/{orderId}", spot(2)),
  ocoOrderList: get("/api/v3/oco/orders", spot(2)),
};
