/**
 * Crypto.com Exchange, API version 1: https://exchange-docs.crypto.com
 *
 *     limits.ts    how much, and how it is refused    sign.ts      the envelope of a request
 *     market.ts    public data                        account.ts   orders, balances, history
 *     schemas.ts   what they share
 */
import { defineVenue } from "headgate";
import { account } from "./account.ts";
import { code, limits, refusals } from "./limits.ts";
import { market } from "./market.ts";
import { sign } from "./sign.ts";

/**
 * Crypto.com Exchange as published in 2026. Numbers of private calls are sent as text. Resting orders keep
 * their places in `openOrders` and `openOrdersOfPair` until `gate.report` says what is open.
 */
export const cryptoCom = defineVenue({
  name: "crypto-com",
  origin: "https://api.crypto.com",
  limits,
  code,
  refusals,
  sign,
  nameOrder: (hex) => hex,
  endpoints: { ...market, ...account },
});
