/**
 * Public data of Gemini: all of it together, for an address.
 * https://developer.gemini.com/rate-limit, read 2026-11.
 *
 * Paths and parameters: https://developer.gemini.com/rest/market-data, read 2026-11.
 */
import { get } from "headgate";
import { z } from "zod";

const weight = { public: 1 } as const;

const nothing = z.strictObject({});
const symbol = z.string().min(1);
const ofSymbol = z.strictObject({ symbol });
const limit = z.number().int().min(0).optional();

const level = z.looseObject({ price: z.string(), amount: z.string() });

export const market = {
  symbols: get("/v1/symbols", { params: nothing, answer: z.array(z.string()), weight }),
  symbolDetails: get("/v1/symbols/details/{symbol}", {
    params: ofSymbol,
    answer: z.looseObject({ symbol: z.string(), status: z.string() }),
    weight,
  }),
  ticker: get("/v2/ticker/{symbol}", {
    params: ofSymbol,
    answer: z.looseObject({ symbol: z.string(), close: z.string() }),
    weight,
  }),
  pubticker: get("/v1/pubticker/{symbol}", {
    params: ofSymbol,
    answer: z.looseObject({ bid: z.string(), ask: z.string(), last: z.string() }),
    weight,
  }),
  book: get("/v1/book/{symbol}", {
    params: z.strictObject({ symbol, limit_bids: limit, limit_asks: limit }),
    answer: z.looseObject({ bids: z.array(level), asks: z.array(level) }),
    weight,
  }),
  trades: get("/v1/trades/{symbol}", {
    params: z.strictObject({
      symbol,
      timestamp: z.number().int().optional(),
      since_tid: z.number().int().optional(),
      limit_trades: limit,
    }),
    answer: z.array(z.looseObject({ tid: z.number(), price: z.string(), amount: z.string() })),
    weight,
  }),
  /** Newest first: ms, open, high, low, close, volume. */
  candles: get("/v2/candles/{symbol}/{timeframe}", {
    params: z.strictObject({
      symbol,
      timeframe: z.enum(["1m", "5m", "15m", "30m", "1hr", "6hr", "1day"]),
    }),
    answer: z.array(z.array(z.number())),
    weight,
  }),
  priceFeed: get("/v1/pricefeed", {
    params: nothing,
    answer: z.array(z.looseObject({ pair: z.string(), price: z.string() })),
    weight,
  }),
};
