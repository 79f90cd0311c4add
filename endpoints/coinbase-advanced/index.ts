/**
 * Coinbase Advanced Trade: https://docs.cdp.coinbase.com/coinbase-app/advanced-trade-apis/rest-api
 *
 *     limits.ts    how much, how it is reported, how it is refused    sign.ts       the token
 *     market.ts    data, public and of a user                         orders.ts     orders
 *     account.ts   balances, fees, portfolios                         schemas.ts    what they share
 */
import { defineVenue } from "headgate";
import { account } from "./account.ts";
import { limits, refusals, reports } from "./limits.ts";
import { market, marketOfUser } from "./market.ts";
import { orders } from "./orders.ts";
import { sign } from "./sign.ts";

/** Coinbase Advanced Trade as of 2026. An account's `apiKey` is the key's name, its secret the private key. */
export const coinbaseAdvanced = defineVenue({
  name: "coinbase-advanced",
  origin: "https://api.coinbase.com",
  limits,
  reports,
  refusals,
  sign,
  lists: "repeated",
  endpoints: { ...market, ...marketOfUser, ...orders, ...account },
});
