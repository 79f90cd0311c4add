/**
 * Public endpoints of Bybit. None has a limit of its own: they draw from that of the address alone.
 * https://github.com/bybit-exchange/docs/blob/072c197/docs/v5/rate-limit/rate-limit.mdx, read 2026-11.
 *
 * Paths and parameters: https://github.com/bybit-exchange/docs/tree/072c197/docs/v5/market, read 2026-11.
 */
import { get } from "headgate";
import { z } from "zod";
import {
  answerOf,
  anything,
  category,
  futures,
  instant,
  level,
  limitOf,
  listOf,
  symbol,
} from "./schemas.ts";

/** Weight 1 in the limit of the address, as every call. */
const weight = {};

const interval = z.enum([
  "1",
  "3",
  "5",
  "15",
  "30",
  "60",
  "120",
  "240",
  "360",
  "720",
  "D",
  "W",
  "M",
]);
const klines = z.strictObject({
  category: z.enum(["spot", "linear", "inverse"]).optional(),
  symbol,
  interval,
  start: instant,
  end: instant,
  limit: limitOf(1_000),
});

export const market = {
  /** The exchange's clock. */
  time: get("/v5/market/time", {
    params: z.strictObject({}),
    answer: answerOf(z.looseObject({ timeSecond: z.string(), timeNano: z.string() })),
    weight,
  }),

  /** Trading rules of instruments. */
  instruments: get("/v5/market/instruments-info", {
    params: z.strictObject({
      category,
      symbol: symbol.optional(),
      status: z.string().optional(),
      baseCoin: z.string().optional(),
      limit: limitOf(1_000),
      cursor: z.string().optional(),
    }),
    answer: listOf(z.looseObject({ symbol: z.string(), status: z.string() })),
    weight,
  }),

  /** An order book of up to 1 000 levels, fewer for some products. */
  orderbook: get("/v5/market/orderbook", {
    params: z.strictObject({ category, symbol, limit: limitOf(1_000) }),
    answer: answerOf(
      z.looseObject({
        s: z.string(),
        b: z.array(level),
        a: z.array(level),
        /** Epoch ms. */
        ts: z.number(),
        u: z.number(),
      }),
    ),
    weight,
  }),

  recentTrade: get("/v5/market/recent-trade", {
    params: z.strictObject({
      category,
      symbol: symbol.optional(),
      baseCoin: z.string().optional(),
      optionType: z.enum(["Call", "Put"]).optional(),
      limit: limitOf(1_000),
    }),
    answer: listOf(
      z.looseObject({ execId: z.string(), price: z.string(), size: z.string(), side: z.string() }),
    ),
    weight,
  }),

  /** Candles, newest first: start, open, high, low, close, volume, turnover. */
  kline: get("/v5/market/kline", {
    params: klines,
    answer: listOf(z.array(z.string())),
    weight,
  }),

  markPriceKline: get("/v5/market/mark-price-kline", {
    params: klines,
    answer: listOf(z.array(z.string())),
    weight,
  }),

  tickers: get("/v5/market/tickers", {
    params: z.strictObject({
      category,
      symbol: symbol.optional(),
      baseCoin: z.string().optional(),
      expDate: z.string().optional(),
    }),
    answer: listOf(z.looseObject({ symbol: z.string() })),
    weight,
  }),

  fundingHistory: get("/v5/market/funding/history", {
    params: z.strictObject({
      category: futures,
      symbol,
      startTime: instant,
      endTime: instant,
      limit: limitOf(200),
    }),
    answer: listOf(z.looseObject({ symbol: z.string(), fundingRate: z.string() })),
    weight,
  }),

  openInterest: get("/v5/market/open-interest", { ...anything, weight }),
  riskLimit: get("/v5/market/risk-limit", { ...anything, weight }),
  insurance: get("/v5/market/insurance", { ...anything, weight }),
};
