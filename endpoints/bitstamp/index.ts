/**
 * Bitstamp, API version 2: https://www.bitstamp.net/api/
 *
 *     limits.ts    how much, and how it is refused     sign.ts      the signature
 *     market.ts    public data                         trading.ts   orders and balances
 */
import { defineVenue } from "headgate";
import { code, limits, refusals } from "./limits.ts";
import { market } from "./market.ts";
import { sign } from "./sign.ts";
import { trading } from "./trading.ts";

/** Bitstamp as published on 2026-02-23. Larger limits are granted by agreement: set `limits` of the client. */
export const bitstamp = defineVenue({
  name: "bitstamp",
  origin: "https://www.bitstamp.net",
  limits,
  everyCall: { perSecond: 1, perTenMinutes: 1 },
  code,
  refusals,
  sign,
  nameOrder: (hex) => hex,
  sends: "form",
  endpoints: { ...market, ...trading },
});
