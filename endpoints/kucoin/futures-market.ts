/**
 * Public data of KuCoin futures.
 *
 * https://github.com/Kucoin/kucoin-universal-sdk/tree/78c90c7, where each endpoint states its pool and
 * weight (2025-11-04), read 2026-11.
 */
import { get, post } from "headgate";
import { z } from "zod";
import { futures, openFutures } from "./pools.ts";
import { answerOf, bookOf, bySymbol, instant, nothing, ofSymbol, symbol } from "./schemas.ts";

export const futuresMarket = {
  futuresCurrentFundingRate: get("/api/v1/funding-rate/{symbol}/current", {
    ...openFutures(2),
    params: bySymbol,
    answer: answerOf(z.looseObject({ symbol: z.string(), value: z.number() })),
  }),
  futuresPublicFundingHistory: get("/api/v1/contract/funding-rates", openFutures(5)),
  futuresSymbol: get("/api/v1/contracts/{symbol}", openFutures(3)),
  futuresAllSymbols: get("/api/v1/contracts/active", {
    ...openFutures(3),
    params: nothing,
    answer: answerOf(z.array(ofSymbol)),
  }),
  futuresTicker: get("/api/v1/ticker", {
    ...openFutures(2),
    params: bySymbol,
    answer: answerOf(z.looseObject({ symbol: z.string(), price: z.string() })),
  }),
  futuresAllTickers: get("/api/v1/allTickers", openFutures(5)),
  futuresFullOrderBook: get("/api/v1/level2/snapshot", openFutures(3)),
  futuresPartOrderBook: get("/api/v1/level2/depth{size}", {
    ...openFutures(5),
    params: z.strictObject({ symbol, size: z.union([z.literal(20), z.literal(100)]) }),
    answer: bookOf(z.number()),
  }),
  futuresMarketTrades: get("/api/v1/trade/history", openFutures(5)),
  /** `granularity` in minutes, `from` and `to` in epoch ms. */
  futuresKlines: get("/api/v1/kline/query", {
    ...openFutures(3),
    params: z.strictObject({ symbol, granularity: z.number().int(), from: instant, to: instant }),
    answer: answerOf(z.array(z.array(z.number()))),
  }),
  futuresMarkPrice: get("/api/v1/mark-price/{symbol}/current", openFutures(3)),
  futuresSpotIndexPrice: get("/api/v1/index/query", openFutures(2)),
  futuresInterestRateIndex: get("/api/v1/interest/query", openFutures(5)),
  futuresPremiumIndex: get("/api/v1/premium/query", openFutures(3)),
  /** Unconfirmed: the SDK has it in the futures pool, which is of accounts, and it is called without one. */
  futuresStats24hr: get("/api/v1/trade-statistics", openFutures(3)),
  futuresServerTime: get("/api/v1/timestamp", {
    ...openFutures(2),
    params: nothing,
    answer: answerOf(z.number()),
  }),
  futuresServiceStatus: get("/api/v1/status", openFutures(4)),
  futuresPublicToken: post("/api/v1/bullet-public", { ...openFutures(10), changes: false }),
  futuresPrivateToken: post("/api/v1/bullet-private", { ...futures(10), changes: false }),
};
