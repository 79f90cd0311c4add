/**
 * Public endpoints of Binance Spot about trades, one by one or in candles. No credentials.
 *
 * Weights: https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md (2026-07-21), read 2026-11.
 */
import { get } from "headgate";
import { z } from "zod";
import { period, rows, symbol, timeZone, whole } from "./schemas.ts";

const blockTrade = z.looseObject({
  id: z.number(),
  price: z.string(),
  qty: z.string(),
  quoteQty: z.string(),
  time: z.number(),
  isBuyerMaker: z.boolean(),
});

const trade = blockTrade.extend({ isBestMatch: z.boolean() });

const aggTrade = z.looseObject({
  /** Its id. */
  a: z.number(),
  /** Price. */
  p: z.string(),
  /** Quantity. */
  q: z.string(),
  /** First and last trade that it holds. */
  f: z.number(),
  l: z.number(),
  /** When, epoch ms. */
  T: z.number(),
  /** Whether the buyer was the maker. */
  m: z.boolean(),
});

/** One candle. Prices and volumes are decimal strings, times are epoch ms. */
type Kline = readonly [
  openTime: number,
  open: string,
  high: string,
  low: string,
  close: string,
  volume: string,
  closeTime: number,
  quoteVolume: string,
  trades: number,
  takerBuyVolume: string,
  takerBuyQuoteVolume: string,
  ...unused: readonly unknown[],
];

const klineTypes =
  "number string string string string string number string number string string".split(" ");

// An answer has up to 1 000 candles, and there are many answers: as with books, a loop is the fast way.
const klines = z.custom<readonly Kline[]>(isKlines, "Klines are rows of numbers and decimals.");

function isKlines(value: unknown): boolean {
  return Array.isArray(value) && value.every(isKline);
}

function isKline(value: unknown): boolean {
  return Array.isArray(value) && klineTypes.every((type, column) => typeof value[column] === type);
}

const klineParams = z.strictObject({
  symbol,
  interval: z.enum([
    "1s",
    "1m",
    "3m",
    "5m",
    "15m",
    "30m",
    "1h",
    "2h",
    "4h",
    "6h",
    "8h",
    "12h",
    "1d",
    "3d",
    "1w",
    "1M",
  ]),
  ...period,
  timeZone,
  limit: rows,
});

export const trades = {
  /**
   * The latest trades of a symbol.
   *
   * Weight 25. https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#recent-trades-list,
   * read 2026-11.
   */
  trades: get("/api/v3/trades", {
    params: z.strictObject({ symbol, limit: rows }),
    answer: z.array(trade),
    weight: { requestWeight: 25 },
  }),

  /**
   * Trades of a symbol from `fromId` on; the latest where it is left out. It needs no key any more.
   *
   * Weight 25. https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#old-trade-lookup,
   * read 2026-11.
   */
  historicalTrades: get("/api/v3/historicalTrades", {
    params: z.strictObject({ symbol, limit: rows, fromId: whole.optional() }),
    answer: z.array(trade),
    weight: { requestWeight: 25 },
  }),

  /**
   * Block trades of a symbol from `fromId` on, since 2026-05-08.
   *
   * Weight 25. Unconfirmed: that it needs no key, which Binance's own connectors call MARKET_DATA.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#historical-block-trades, read 2026-11.
   */
  historicalBlockTrades: get("/api/v3/historicalBlockTrades", {
    params: z.strictObject({ symbol, fromId: whole, limit: rows }),
    answer: z.array(blockTrade),
    weight: { requestWeight: 25 },
  }),

  /**
   * Trades of one taker at one price and time, added up.
   *
   * Weight 4.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#compressedaggregate-trades-list,
   * read 2026-11.
   */
  aggTrades: get("/api/v3/aggTrades", {
    params: z.strictObject({ symbol, fromId: whole.optional(), ...period, limit: rows }),
    answer: z.array(aggTrade),
    weight: { requestWeight: 4 },
  }),

  /**
   * Candles of a symbol, the latest unless a period is given.
   *
   * Weight 2, whatever `limit` is.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#klinecandlestick-data, read 2026-11.
   */
  klines: get("/api/v3/klines", {
    params: klineParams,
    answer: klines,
    weight: { requestWeight: 2 },
  }),

  /**
   * Candles as charts show them.
   *
   * Weight 2, whatever `limit` is.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#uiklines, read 2026-11.
   */
  uiKlines: get("/api/v3/uiKlines", {
    params: klineParams,
    answer: klines,
    weight: { requestWeight: 2 },
  }),
};
