/**
 * Gemini: https://developer.gemini.com
 *
 *     limits.ts    how much, and how it is refused    sign.ts       the payload in a header
 *     market.ts    public data                        account.ts    orders and balances
 */
import { defineVenue } from "headgate";
import { account } from "./account.ts";
import { code, limits, refusals } from "./limits.ts";
import { market } from "./market.ts";
import { sign } from "./sign.ts";

/** Gemini as published in 2026. */
export const gemini = defineVenue({
  name: "gemini",
  origin: "https://api.gemini.com",
  limits,
  code,
  refusals,
  sign,
  nameOrder: (hex) => hex,
  endpoints: { ...market, ...account },
});
