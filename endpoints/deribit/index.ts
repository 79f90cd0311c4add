/**
 * Deribit, API version 2 over HTTP: https://docs.deribit.com
 *
 *     limits.ts    how much, and how it is refused     sign.ts      the signature
 *     market.ts    public methods                      trading.ts   orders and cancels
 *     account.ts   positions, balances, history        schemas.ts   what answers share
 *
 * What exists on a WebSocket alone (subscribe, mass_quote) is left out.
 */
import { defineVenue } from "headgate";
import { account } from "./account.ts";
import { code, limitsOf, refusals, serverTimeMs, tiers } from "./limits.ts";
import type { Tier } from "./limits.ts";
import { market } from "./market.ts";
import { sign } from "./sign.ts";
import { cancels, orders } from "./trading.ts";

/**
 * Deribit as published on 2026-02-23, by what the sub-account has traded in the last seven days.
 *
 * @throws {TypeError} If there is no such tier.
 */
export function deribit({ tier = "tier4" }: Readonly<{ tier?: Tier }> = {}) {
  if (!tiers.includes(tier)) throw new TypeError(`deribit: there is no tier "${tier}".`);
  return defineVenue({
    name: "deribit",
    origin: "https://www.deribit.com",
    limits: limitsOf(tier),
    code,
    refusals,
    serverTimeMs,
    sign,
    nameOrder: (hex) => hex,
    endpoints: { ...market, ...orders, ...cancels, ...account },
  });
}
