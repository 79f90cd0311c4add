/**
 * Upbit, API version 1, of Korea and of the global regions: https://docs.upbit.com, https://global-docs.upbit.com
 *
 *     limits.ts    how much, how it is reported, how it is refused     sign.ts      the token
 *     market.ts    public data                                         trading.ts   orders, accounts
 */
import { defineVenue } from "headgate";
import { code, limitsOf, regions, refusals, reports } from "./limits.ts";
import type { Region } from "./limits.ts";
import { market } from "./market.ts";
import { sign } from "./sign.ts";
import { account, orders } from "./trading.ts";

/**
 * Upbit as published on 2026-10-07. Each region is an exchange of its own.
 *
 * @throws {TypeError} If there is no such region.
 */
export function upbit({ region = "kr" }: Readonly<{ region?: Region }> = {}) {
  if (!regions.includes(region)) throw new TypeError(`upbit: there is no region "${region}".`);
  return defineVenue({
    name: "upbit",
    origin: region === "kr" ? "https://api.upbit.com" : `https://${region}-api.upbit.com`,
    limits: limitsOf(region),
    code,
    reports,
    refusals,
    sign,
    nameOrder: (hex) => hex,
    lists: "repeated",
    endpoints: { ...market, ...orders, ...account },
  });
}
