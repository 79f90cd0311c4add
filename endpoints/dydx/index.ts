/**
 * dYdX version 4, its indexer: https://docs.dydx.xyz/indexer-client/http
 *
 *     limits.ts    how much, and how it is reported     reads.ts    all that it can be asked
 *
 * Orders go to validators of the chain as transactions, with limits in blocks: they are not here.
 */
import { defineVenue } from "headgate";
import { limits, refusals, reports } from "./limits.ts";
import { account, market } from "./reads.ts";

/** The indexer as its source had it on 2026-03-04; who runs one may have set it up otherwise. */
export const dydx = defineVenue({
  name: "dydx",
  origin: "https://indexer.dydx.trade",
  limits,
  reports,
  refusals,
  // Against RFC 9110; dydxprotocol/v4-chain at 84d4664, indexer/services/comlink/src/lib/rate-limit.ts
  retryAfterIn: "ms",
  endpoints: { ...market, ...account },
});
