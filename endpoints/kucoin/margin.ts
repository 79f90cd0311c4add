/**
 * Margin trading, lending and loans of KuCoin.
 *
 * https://github.com/Kucoin/kucoin-universal-sdk/tree/78c90c7, where each endpoint states its pool and
 * weight (2025-11-04), read 2026-11.
 */
import { del, get, post } from "headgate";
import { findable } from "./outcomes.ts";
import { byClientOid, cancels, management, open, spot } from "./pools.ts";

export const margin = {
  loanMarket: get("/api/v3/project/list", spot(10)),
  loanMarketInterestRate: get("/api/v3/project/marketInterestRate", open(5)),
  lendPurchase: post("/api/v3/purchase", spot(15)),
  lendModifyPurchase: post("/api/v3/lend/purchase/update", spot(10)),
  lendPurchaseOrders: get("/api/v3/purchase/orders", spot(10)),
  lendRedeem: post("/api/v3/redeem", spot(15)),
  lendRedeemOrders: get("/api/v3/redeem/orders", spot(10)),
  borrow: post("/api/v3/margin/borrow", spot(15)),
  borrowHistory: get("/api/v3/margin/borrow", spot(15)),
  repay: post("/api/v3/margin/repay", spot(10)),
  repayHistory: get("/api/v3/margin/repay", spot(15)),
  interestHistory: get("/api/v3/margin/interest", spot(20)),
  modifyLeverage: post("/api/v3/position/update-user-leverage", spot(8)),
  symbolsCrossMargin: get("/api/v3/margin/symbols", open(3)),
  etfInfo: get("/api/v3/etf/info", open(3)),
  markPriceDetail: get("/api/v1/mark-price/{symbol}/current", open(2)),
  /** Unconfirmed: the SDK has it in the spot pool, which is of accounts, and it is called without one. */
  marginConfig: get("/api/v1/margin/config", open(25)),
  markPriceList: get("/api/v3/mark-price/all-symbols", open(10)),
  symbolsIsolatedMargin: get("/api/v1/isolated/symbols", open(3)),
  marginAddOrder: post("/api/v3/hf/margin/order", {
    ...spot(2),
    clientId: "clientOid",
    outcome: findable("marginOrderByClientOid"),
  }),
  marginAddOrderTest: post("/api/v3/hf/margin/order/test", { ...spot(2), changes: false }),
  marginCancelOrderByOrderId: del("/api/v3/hf/margin/orders/{orderId}", { ...spot(2), ...cancels }),
  marginCancelOrderByClientOid: del("/api/v3/hf/margin/orders/client-order/{clientOid}", {
    ...spot(2),
    ...cancels,
    ...byClientOid,
  }),
  marginCancelAllOrdersBySymbol: del("/api/v3/hf/margin/orders", { ...spot(5), ...cancels }),
  marginSymbolsWithOpenOrder: get("/api/v3/hf/margin/order/active/symbols", spot(4)),
  marginOpenOrders: get("/api/v3/hf/margin/orders/active", spot(4)),
  marginClosedOrders: get("/api/v3/hf/margin/orders/done", spot(10)),
  marginTradeHistory: get("/api/v3/hf/margin/fills", spot(5)),
  marginOrderByOrderId: get("/api/v3/hf/margin/orders/{orderId}", spot(5)),
  marginOrderByClientOid: get("/api/v3/hf/margin/orders/client-order/{clientOid}", spot(5)),
  marginAddOrderV1: post("/api/v1/margin/order", { ...spot(5), clientId: "clientOid" }),
  marginAddOrderTestV1: post("/api/v1/margin/order/test", { ...spot(5), changes: false }),
  marginRiskLimit: get("/api/v3/margin/currencies", spot(20)),
  otcLoanDiscountRateConfigs: get("/api/v1/otc-loan/discount-rate-configs", {
    ...open(10),
    auth: "signed",
  }),
  otcLoanInfo: get("/api/v1/otc-loan/loan", management(5)),
  otcLoanAccounts: get("/api/v1/otc-loan/accounts", management(20)),
};
