/**
 * Bybit, API version 5: https://bybit-exchange.github.io/docs/v5/intro
 *
 *     limits.ts    how much, how it is reported, how it is refused     sign.ts      the signature
 *     market.ts    public data                                         trading.ts   orders
 *     account.ts   positions, balances, transfers                      schemas.ts   what answers share
 */
import { defineVenue } from "headgate";
import { account } from "./account.ts";
import { code, limits, productOf, refusals, reports, serverTimeMs, tiers } from "./limits.ts";
import type { Tier } from "./limits.ts";
import { market } from "./market.ts";
import { sign } from "./sign.ts";
import { batches, orders, queries } from "./trading.ts";

/**
 * Bybit as published on 2026-07-24 (bybit-exchange/docs at 072c197).
 *
 * @throws {TypeError} If there is no such tier.
 */
export function bybit({ tier = "default" }: Readonly<{ tier?: Tier }> = {}) {
  if (!tiers.includes(tier)) throw new TypeError(`bybit: there is no tier "${tier}".`);
  return defineVenue({
    name: "bybit",
    origin: "https://api.bybit.com",
    limits,
    everyCall: { ip: 1 },
    dimensions: { product: productOf },
    code,
    reports,
    refusals,
    serverTimeMs,
    sign,
    nameOrder: (hex) => hex,
    endpoints: { ...market, ...orders(tier), ...batches(tier), ...queries, ...account },
  });
}
