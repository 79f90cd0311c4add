/**
 * MEXC, spot version 3 and contracts version 1: https://www.mexc.com/api-docs
 *
 *     limits.ts     how much, how it is refused     sign.ts       the two signatures
 *     market.ts     public data of spot             trading.ts    orders and account of spot
 *     contract.ts   contracts                       schemas.ts    what answers share
 */
import { defineVenue } from "headgate";
import { contract } from "./contract.ts";
import { code, limits, refusals } from "./limits.ts";
import { market } from "./market.ts";
import { sign } from "./sign.ts";
import { trading } from "./trading.ts";

/** MEXC as published on 2025-11-30. */
export const mexc = defineVenue({
  name: "mexc",
  origin: "https://api.mexc.com",
  limits,
  everyCall: { requests: 1 },
  code,
  refusals,
  sign,
  nameOrder: (hex) => hex,
  sends: "query",
  endpoints: { ...market, ...trading, ...contract },
});
