/**
 * Kraken Spot: https://docs.kraken.com/api/docs/guides/spot-rest-intro
 *
 *     limits.ts    how much, and how it is refused       sign.ts      the signature and its nonce
 *     market.ts    public data                           orders.ts    what trades, priced by the order's age
 *     account.ts   balances, orders, ledgers, funding    schemas.ts   what they share
 */
import { defineVenue } from "headgate";
import { account } from "./account.ts";
import { code, limitsOf, pairsOf, refusals, tiers } from "./limits.ts";
import type { Tier } from "./limits.ts";
import { market } from "./market.ts";
import { cancelling, placing } from "./orders.ts";
import { sign } from "./sign.ts";

/**
 * Kraken Spot as published in 2026. The API does not tell an account's tier: `starter` is the strictest.
 * Resting orders keep their place in `openOrders` until `gate.report` says what is open.
 *
 * @throws {TypeError} If there is no such tier.
 */
export function krakenSpot({ tier = "starter" }: Readonly<{ tier?: Tier }> = {}) {
  if (!tiers.includes(tier)) throw new TypeError(`kraken-spot: there is no tier "${tier}".`);
  return defineVenue({
    name: "kraken-spot",
    origin: "https://api.kraken.com",
    limits: limitsOf(tier),
    dimensions: { pair: pairsOf },
    code,
    refusals,
    sign,
    // A UUID may be written without its dashes.
    nameOrder: (hex) => hex,
    sends: "form",
    endpoints: { ...market, ...account, ...placing, ...cancelling(tier) },
  });
}
