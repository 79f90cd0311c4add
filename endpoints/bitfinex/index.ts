/**
 * Bitfinex, API version 2: https://docs.bitfinex.com/docs
 *
 *     limits.ts    how much, and how it is refused     sign.ts      the signature
 *     market.ts    public data                         trading.ts   orders and balances
 */
import { defineVenue } from "headgate";
import { code, refusals } from "./limits.ts";
import { market } from "./market.ts";
import { cidOf } from "./outcomes.ts";
import { sign } from "./sign.ts";
import { account, orders } from "./trading.ts";

/** Bitfinex as its documentation and its clients had it in 2026-07. Every limit is one endpoint's. */
export const bitfinex = defineVenue({
  name: "bitfinex",
  origin: "https://api.bitfinex.com",
  limits: {},
  code,
  refusals,
  sign,
  nameOrder: cidOf,
  endpoints: { ...market, ...orders, ...account },
});
