/**
 * Bitget, API version 2: https://www.bitget.com/api-doc/common/intro
 *
 *     limits.ts   how much, how it is reported and refused   sign.ts      the signature
 *     spot.ts     spot                                       mix.ts       futures
 *                                                            schemas.ts   what answers share
 */
import { defineVenue } from "headgate";
import { code, limits, refusals, reports, serverTimeMs } from "./limits.ts";
import { mixAccount, mixMarket, mixOrders } from "./mix.ts";
import { sign } from "./sign.ts";
import { account, market, orders } from "./spot.ts";

/** Bitget as published on 2025-11-30. `isLead`: the accounts lead copy traders. */
export function bitget({ isLead = false }: Readonly<{ isLead?: boolean }> = {}) {
  return defineVenue({
    name: "bitget",
    origin: "https://api.bitget.com",
    limits,
    everyCall: { ip: 1 },
    code,
    reports,
    refusals,
    serverTimeMs,
    sign,
    nameOrder: (hex) => hex,
    endpoints: {
      ...market,
      ...orders(isLead),
      ...account,
      ...mixMarket,
      ...mixOrders,
      ...mixAccount,
    },
  });
}
