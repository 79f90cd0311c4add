/**
 * Orders and margin of lead traders of KuCoin, on the host of futures and with a pool of their own.
 *
 * https://github.com/Kucoin/kucoin-universal-sdk/tree/78c90c7, where each endpoint states its pool and
 * weight (2025-11-04), read 2026-11.
 */
import { del, get, post } from "headgate";
import { byClientOid, cancels, copyTrading } from "./pools.ts";

export const leading = {
  copyAddOrder: post("/api/v1/copy-trade/futures/orders", {
    ...copyTrading(2),
    clientId: "clientOid",
  }),
  copyAddOrderTest: post("/api/v1/copy-trade/futures/orders/test", {
    ...copyTrading(2),
    changes: false,
  }),
  copyAddTakeProfitAndStopLossOrder: post("/api/v1/copy-trade/futures/st-orders", {
    ...copyTrading(2),
    clientId: "clientOid",
  }),
  copyCancelOrderByOrderId: del("/api/v1/copy-trade/futures/orders", {
    ...copyTrading(1),
    ...cancels,
  }),
  copyCancelOrderByClientOid: del("/api/v1/copy-trade/futures/orders/client-order", {
    ...copyTrading(1),
    ...cancels,
    ...byClientOid,
  }),
  copyMaxOpenSize: get("/api/v1/copy-trade/futures/get-max-open-size", copyTrading(4)),
  copyMaxWithdrawMargin: get(
    "/api/v1/copy-trade/futures/position/margin/max-withdraw-margin",
    copyTrading(10),
  ),
  copyAddIsolatedMargin: post(
    "/api/v1/copy-trade/futures/position/margin/deposit-margin",
    copyTrading(4),
  ),
  copyRemoveIsolatedMargin: post(
    "/api/v1/copy-trade/futures/position/margin/withdraw-margin",
    copyTrading(10),
  ),
  copyModifyIsolatedMarginRiskLimit: post(
    "/api/v1/copy-trade/futures/position/risk-limit-level/change",
    copyTrading(2),
  ),
  copyModifyIsolatedMarginAutoDepositStatus: post(
    "/api/v1/copy-trade/futures/position/margin/auto-deposit-status",
    copyTrading(4),
  ),
};
