/**
 * Earning products of KuCoin, with a pool of their own.
 *
 * https://github.com/Kucoin/kucoin-universal-sdk/tree/78c90c7, where each endpoint states its pool and
 * weight (2025-11-04), read 2026-11.
 */
import { del, get, post } from "headgate";
import { earn } from "./pools.ts";

export const earning = {
  earnPurchase: post("/api/v1/earn/orders", earn(5)),
  earnRedeemPreview: get("/api/v1/earn/redeem-preview", earn(5)),
  earnRedeem: del("/api/v1/earn/orders", earn(5)),
  earnSavingsProducts: get("/api/v1/earn/saving/products", earn(5)),
  /** Unconfirmed: KuCoin's SDK names no weight; here it is that of the others. */
  earnPromotionProducts: get("/api/v1/earn/promotion/products", earn(5)),
  earnStakingProducts: get("/api/v1/earn/staking/products", earn(5)),
  earnKcsStakingProducts: get("/api/v1/earn/kcs-staking/products", earn(5)),
  earnEthStakingProducts: get("/api/v1/earn/eth-staking/products", earn(5)),
  earnAccountHolding: get("/api/v1/earn/hold-assets", earn(5)),
};
