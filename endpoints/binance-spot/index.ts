/**
 * Binance Spot: https://developers.binance.com/docs/binance-spot-api-docs
 *
 *     limits.ts        how much, how it is reported, how it is refused
 *     market-data.ts   time exchangeInfo depth ticker24hr
 *     trading.ts       newOrder cancelOrder
 *     account.ts       account openOrders, and the signature
 */
import { defineVenue } from "headgate";
import type { Answer } from "headgate";
import { account, sign } from "./account.ts";
import { code, limits, refusals, reports } from "./limits.ts";
import { marketData } from "./market-data.ts";
import { trading } from "./trading.ts";

/** The spot API of Binance, as published on 2026-07-21 (binance/binance-spot-api-docs at a5e0bc3). */
export const binanceSpot = defineVenue({
  name: "binance-spot",
  origin: "https://api.binance.com",
  limits,
  everyCall: { rawRequests: 1 },
  code,
  reports,
  refusals,
  serverTimeMs,
  sign,
  sends: "query",
  endpoints: { ...marketData, ...trading, ...account },
});

/** `time` and `exchangeInfo` carry the exchange's clock in ms. */
function serverTimeMs({ body }: Answer): number | undefined {
  if (typeof body !== "object" || body === null || !("serverTime" in body)) return undefined;
  return typeof body.serverTime === "number" ? body.serverTime : undefined;
}
