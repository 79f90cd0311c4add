/**
 * Orders of KuCoin's spot market by the endpoints that its present ones have replaced.
 *
 * https://github.com/Kucoin/kucoin-universal-sdk/tree/78c90c7, where each endpoint states its pool and
 * weight (2025-11-04), read 2026-11.
 */
import { del, get, post } from "headgate";
import { findable } from "./outcomes.ts";
import { byClientOid, cancels, spot } from "./pools.ts";

export const oldOrders = {
  addOrderOld: post("/api/v1/orders", {
    ...spot(2),
    clientId: "clientOid",
    outcome: findable("orderByClientOidOld"),
  }),
  addOrderTestOld: post("/api/v1/orders/test", { ...spot(2), changes: false }),
  batchAddOrdersOld: post("/api/v1/orders/multi", spot(3)),
  cancelOrderByOrderIdOld: del("/api/v1/orders/{orderId}", { ...spot(3), ...cancels }),
  cancelOrderByClientOidOld: del("/api/v1/order/client-order/{clientOid}", {
    ...spot(3),
    ...cancels,
    ...byClientOid,
  }),
  batchCancelOrderOld: del("/api/v1/orders", { ...spot(20), ...cancels }),
  ordersListOld: get("/api/v1/orders", spot(2)),
  recentOrdersListOld: get("/api/v1/limit/orders", spot(3)),
  orderByOrderIdOld: get("/api/v1/orders/{orderId}", spot(2)),
  orderByClientOidOld: get("/api/v1/order/client-order/{clientOid}", spot(3)),
  tradeHistoryOld: get("/api/v1/fills", spot(10)),
  recentTradeHistoryOld: get("/api/v1/limit/fills", spot(20)),
};
