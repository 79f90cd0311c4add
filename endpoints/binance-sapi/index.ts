/**
 * Binance's SAPI, margin trading and wallets: https://developers.binance.com/docs/margin_trading
 *
 *     limits.ts    how much, how it is reported, how it is refused
 *     margin.ts    margin orders     lending.ts    margin accounts     wallet.ts    wallets, sub-accounts
 *     schemas.ts   what they share
 */
import { defineVenue } from "headgate";
import { code } from "../binance-spot/answers.ts";
import { sign } from "../binance-spot/sign.ts";
import { lending } from "./lending.ts";
import { limits, refusals, reports } from "./limits.ts";
import { marginOrders } from "./margin.ts";
import { wallet } from "./wallet.ts";

/** As published on 2026-07-24 (binance/binance-connector-js at a9de9a9). */
export const binanceSapi = defineVenue({
  name: "binance-sapi",
  origin: "https://api.binance.com",
  limits,
  code,
  reports,
  refusals,
  sign,
  nameOrder: (hex) => hex,
  sends: "query",
  endpoints: { ...marginOrders, ...lending, ...wallet },
});
