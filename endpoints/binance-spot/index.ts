/**
 * Binance Spot: https://developers.binance.com/docs/binance-spot-api-docs
 *
 *     limits.ts             how much, how it is reported, how it is refused
 *     sign.ts               the signature
 *     market-data.ts        time, rules, order books       tickers.ts     prices and their changes
 *     trades.ts             trades, candles                trading.ts     new orders, cancels
 *     amending.ts           another order instead, less of the same
 *     order-lists.ts        orders that depend on each other
 *     account.ts            balances, orders, trades of an account
 *     user-data-stream.ts   retired
 *
 * What they share: schemas.ts and orders.ts (parameters and answers), outcomes.ts (what placing an order takes).
 * What all of Binance's APIs share: answers.ts, refusing.ts, sign.ts.
 */
import { defineVenue } from "headgate";
import { account } from "./account.ts";
import { amending } from "./amending.ts";
import { code, serverTimeMs } from "./answers.ts";
import { limits, refusals, reports } from "./limits.ts";
import { marketData } from "./market-data.ts";
import { orderLists } from "./order-lists.ts";
import { sign } from "./sign.ts";
import { tickers } from "./tickers.ts";
import { trades } from "./trades.ts";
import { trading } from "./trading.ts";
import { userDataStream } from "./user-data-stream.ts";

export { refreshLimits } from "./limits-in-force.ts";

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
  timeEndpoint: "time",
  sign,
  sends: "query",
  nameOrder: (hex) => hex,
  endpoints: {
    ...marketData,
    ...trades,
    ...tickers,
    ...trading,
    ...amending,
    ...orderLists,
    ...account,
    ...userDataStream,
  },
});
