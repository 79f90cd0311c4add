/**
 * Kraken Futures: https://docs.kraken.com/api/docs/guides/futures-rest
 *
 *     limits.ts    how much, and how it is refused    sign.ts       the signature
 *     market.ts    public data                        orders.ts     what trades
 *     account.ts   positions, settings, transfers     history.ts    what was
 *     schemas.ts   what they share
 */
import { defineVenue } from "headgate";
import { account } from "./account.ts";
import { history } from "./history.ts";
import { code, limits, refusals } from "./limits.ts";
import { market } from "./market.ts";
import { orders } from "./orders.ts";
import { sign } from "./sign.ts";

/** Kraken Futures as published in 2026. */
export const krakenFutures = defineVenue({
  name: "kraken-futures",
  origin: "https://futures.kraken.com",
  limits,
  code,
  refusals,
  sign,
  nameOrder: (hex) => hex,
  sends: "form",
  endpoints: { ...market, ...orders, ...account, ...history },
});
