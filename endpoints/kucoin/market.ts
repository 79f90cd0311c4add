/**
 * Public data of KuCoin's spot market.
 *
 * https://github.com/Kucoin/kucoin-universal-sdk/tree/78c90c7, where each endpoint states its pool and
 * weight (2025-11-04), read 2026-11.
 */
import { get, post } from "headgate";
import { z } from "zod";
import { open, spot } from "./pools.ts";
import { answerOf, bookOf, bySymbol, instant, nothing, ofSymbol, symbol } from "./schemas.ts";

export const market = {
  announcements: get("/api/v3/announcements", open(20)),
  currency: get("/api/v3/currencies/{currency}", open(3)),
  allCurrencies: get("/api/v3/currencies", open(3)),
  symbol: get("/api/v2/symbols/{symbol}", open(4)),
  allSymbols: get("/api/v2/symbols", {
    ...open(4),
    params: z.strictObject({ market: z.string().optional() }),
    answer: answerOf(z.array(ofSymbol)),
  }),
  ticker: get("/api/v1/market/orderbook/level1", {
    ...open(2),
    params: bySymbol,
    answer: answerOf(z.looseObject({ price: z.string(), time: z.number() })),
  }),
  allTickers: get("/api/v1/market/allTickers", {
    ...open(15),
    params: nothing,
    answer: answerOf(z.looseObject({ time: z.number(), ticker: z.array(ofSymbol) })),
  }),
  marketTrades: get("/api/v1/market/histories", {
    ...open(3),
    params: bySymbol,
    answer: answerOf(z.array(z.looseObject({ price: z.string(), size: z.string() }))),
  }),
  /** `startAt` and `endAt` in epoch seconds. */
  klines: get("/api/v1/market/candles", {
    ...open(3),
    params: z.strictObject({ symbol, type: z.string(), startAt: instant, endAt: instant }),
    answer: answerOf(z.array(z.array(z.string()))),
  }),
  /** 20 or 100 levels. */
  partOrderBook: get("/api/v1/market/orderbook/level2_{size}", {
    ...open(2),
    params: z.strictObject({ symbol, size: z.union([z.literal(20), z.literal(100)]) }),
    answer: bookOf(z.string()),
  }),
  fullOrderBook: get("/api/v3/market/orderbook/level2", {
    ...spot(3),
    params: bySymbol,
    answer: bookOf(z.string()),
  }),
  callAuctionPartOrderBook: get("/api/v1/market/orderbook/callauction/level2_{size}", open(2)),
  callAuctionInfo: get("/api/v1/market/callauctionData", open(2)),
  fiatPrice: get("/api/v1/prices", open(3)),
  stats24hr: get("/api/v1/market/stats", open(15)),
  marketList: get("/api/v1/markets", open(3)),
  clientIpAddress: get("/api/v1/my-ip", open(0)),
  serverTime: get("/api/v1/timestamp", {
    ...open(3),
    params: nothing,
    answer: answerOf(z.number()),
  }),
  serviceStatus: get("/api/v1/status", open(3)),
  publicToken: post("/api/v1/bullet-public", { ...open(10), changes: false }),
  privateToken: post("/api/v1/bullet-private", { ...spot(10), changes: false }),
};
