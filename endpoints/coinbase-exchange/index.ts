/**
 * Coinbase Exchange: https://docs.cdp.coinbase.com/exchange/introduction/welcome
 *
 *     limits.ts    how much, and how it is refused    sign.ts       the signature
 *     market.ts    public data                        profile.ts    orders, fills, what a profile has
 */
import { defineVenue } from "headgate";
import { limits, refusals } from "./limits.ts";
import { market } from "./market.ts";
import { uuid } from "./outcomes.ts";
import { profile } from "./profile.ts";
import { sign } from "./sign.ts";

/**
 * Coinbase Exchange as published in 2026. An account is a profile: its key, its secret, its passphrase.
 * Resting orders keep their place in `openOrders` until `gate.report` says what is open.
 */
export const coinbaseExchange = defineVenue({
  name: "coinbase-exchange",
  origin: "https://api.exchange.coinbase.com",
  limits,
  refusals,
  sign,
  nameOrder: uuid,
  lists: "repeated",
  endpoints: { ...market, ...profile },
});
