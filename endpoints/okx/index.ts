/**
 * OKX, API version 5: https://www.okx.com/docs-v5/en/
 *
 *     limits.ts    how much, and how it is refused     sign.ts      the signature
 *     market.ts    public data                         trading.ts   orders
 *     account.ts   balances, positions, transfers      schemas.ts   what answers share
 */
import { defineVenue } from "headgate";
import { account } from "./account.ts";
import {
  code,
  instrumentsOf,
  limitsFor,
  orderRates,
  refusals,
  serverTimeMs,
  tagOf,
} from "./limits.ts";
import type { OrderRate } from "./limits.ts";
import { market } from "./market.ts";
import { sign } from "./sign.ts";
import { orders, queries } from "./trading.ts";

/**
 * OKX as published on 2026-09-08. `ordersPer2s` is the sub-account's rate by its fill ratio, which
 * `accountRateLimit` tells.
 *
 * @throws {TypeError} If there is no such rate.
 */
export function okx({ ordersPer2s = 1_000 }: Readonly<{ ordersPer2s?: OrderRate }> = {}) {
  if (!orderRates.includes(ordersPer2s))
    throw new TypeError(`okx: there is no rate of ${ordersPer2s} orders in 2 s.`);
  return defineVenue({
    name: "okx",
    // Since 2026-05-20; https://www.okx.com answers as well.
    origin: "https://openapi.okx.com",
    limits: limitsFor(ordersPer2s),
    dimensions: { instrument: instrumentsOf, tag: tagOf },
    code,
    refusals,
    serverTimeMs,
    sign,
    nameOrder: (hex) => hex,
    endpoints: { ...market, ...orders, ...queries, ...account },
  });
}
