/**
 * Public endpoints that both of Binance's futures APIs have, with the same weights.
 * https://github.com/binance/binance-connector-js/tree/a9de9a9/clients/derivatives-trading-usds-futures (2026-07-24),
 * read 2026-11.
 */
import { get } from "headgate";
import { z } from "zod";
import { entries, none, oneOrAll, period, rateLimit, rows, symbol, whole } from "./schemas.ts";
import { anything, bySymbol, key, weighs } from "./weights.ts";

const level = z.tuple([z.string(), z.string()]);

const depths = z.union([5, 10, 20, 50, 100, 500, 1_000].map((levels) => z.literal(levels)));

/** Unconfirmed: 1 for the 500 levels that come without a `limit`, as was measured on 2026-10-07. */
function weightOfDepth({ limit = 500 }: Readonly<{ limit?: number | undefined }>): number {
  if (limit <= 50) return 2;
  if (limit <= 100) return 5;
  return limit <= 500 ? 10 : 20;
}

/** Without a `limit`, which means 500, it was measured as 5 on 2026-10-07. */
function weightOfCandles({ limit = 500 }: Readonly<{ limit?: number | undefined }>): number {
  if (limit < 100) return 1;
  if (limit < 500) return 2;
  return limit <= 1_000 ? 5 : 10;
}

const ofCandles = {
  interval: z.enum([
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
  limit: z.number().int().min(1).max(1_500).optional(),
};

/** Start, open, high, low, close, volume, end, and more. */
const ofCandle = {
  answer: z.array(z.array(z.union([z.number(), z.string()]))),
  weight: { requestWeight: weightOfCandles },
};
const ofSymbol = { ...ofCandle, params: z.strictObject({ symbol, ...ofCandles }) };
const ofPair = { ...ofCandle, params: z.strictObject({ pair: symbol, ...ofCandles }) };

const books = (root: string) => ({
  ping: get(`${root}/v1/ping`, { params: none, answer: z.looseObject({}), ...weighs(1) }),

  time: get(`${root}/v1/time`, {
    params: none,
    answer: z.looseObject({ serverTime: z.number() }),
    ...weighs(1),
  }),

  /** Trading rules, and the limits in force. */
  exchangeInfo: get(`${root}/v1/exchangeInfo`, {
    params: none,
    answer: z.looseObject({
      rateLimits: z.array(rateLimit),
      symbols: z.array(z.looseObject({ symbol: z.string() })),
    }),
    ...weighs(1),
  }),

  depth: get(`${root}/v1/depth`, {
    params: z.strictObject({ symbol, limit: depths.optional() }),
    answer: z.looseObject({
      lastUpdateId: z.number(),
      /** Epoch ms. */
      T: z.number(),
      bids: z.array(level),
      asks: z.array(level),
    }),
    weight: { requestWeight: weightOfDepth },
  }),

  trades: get(`${root}/v1/trades`, {
    params: z.strictObject({ symbol, limit: rows }),
    answer: z.array(
      z.looseObject({ id: z.number(), price: z.string(), qty: z.string(), time: z.number() }),
    ),
    ...weighs(5),
  }),

  historicalTrades: get(`${root}/v1/historicalTrades`, { ...anything, ...key, ...weighs(20) }),

  aggTrades: get(`${root}/v1/aggTrades`, {
    params: z.strictObject({ symbol, fromId: whole.optional(), ...period, limit: rows }),
    answer: z.array(z.looseObject({ a: z.number(), p: z.string(), q: z.string(), T: z.number() })),
    ...weighs(20),
  }),
});

const candles = (root: string) => ({
  klines: get(`${root}/v1/klines`, ofSymbol),
  markPriceKlines: get(`${root}/v1/markPriceKlines`, ofSymbol),
  premiumIndexKlines: get(`${root}/v1/premiumIndexKlines`, ofSymbol),
  indexPriceKlines: get(`${root}/v1/indexPriceKlines`, ofPair),
  continuousKlines: get(`${root}/v1/continuousKlines`, {
    ...ofCandle,
    params: z.strictObject({ pair: symbol, contractType: z.string(), ...ofCandles }),
  }),
});

const tickers = (root: string) => ({
  ticker24hr: get(`${root}/v1/ticker/24hr`, {
    params: z.strictObject(oneOrAll),
    answer: entries(z.looseObject({ symbol: z.string(), lastPrice: z.string() })),
    ...bySymbol(1, 40),
  }),

  tickerPrice: get(`${root}/v1/ticker/price`, {
    params: z.strictObject(oneOrAll),
    answer: entries(z.looseObject({ symbol: z.string(), price: z.string() })),
    ...bySymbol(1, 2),
  }),

  /** Its used weight "is not accurate". */
  bookTicker: get(`${root}/v1/ticker/bookTicker`, {
    params: z.strictObject(oneOrAll),
    answer: entries(
      z.looseObject({ symbol: z.string(), bidPrice: z.string(), askPrice: z.string() }),
    ),
    ...bySymbol(2, 5),
  }),

  openInterest: get(`${root}/v1/openInterest`, {
    params: z.strictObject({ symbol }),
    answer: z.looseObject({ symbol: z.string(), openInterest: z.string() }),
    ...weighs(1),
  }),
});

/** All of them. */
export const market = (root: string) => ({ ...books(root), ...candles(root), ...tickers(root) });
