/**
 * Public tickers of Binance Spot: what happened lately, and the price of now. No credentials.
 *
 * All answer with an object for one `symbol`, and with an array for `symbols` or for all.
 * Weights: https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md (2026-07-21), read 2026-11.
 */
import { get } from "headgate";
import { z } from "zod";
import { atLeastOne, atMostOne, symbol, symbols, symbolStatus, timeZone } from "./schemas.ts";

const which = { symbol: symbol.optional(), symbols: symbols.optional(), symbolStatus };

/** Those that cannot be asked for all symbols at once take 100 of them. */
const some = { ...which, symbols: symbols.max(100).optional() };

/** `MINI` leaves out changes, averages and the book. @default "FULL" */
const type = z.enum(["FULL", "MINI"]).optional();

/** 1m to 59m, 1h to 23h, 1d to 7d. @default "1d" */
const windowSize = z
  .string()
  .regex(
    /^(?:[1-9]m|[1-5]\dm|[1-9]h|1\dh|2[0-3]h|[1-7]d)$/,
    "A window is one of 1m to 59m, 1h to 23h, 1d to 7d.",
  )
  .optional();

/** Prices and quantities are decimal strings; what is optional is not in every ticker. */
const ticker = z.looseObject({
  symbol: z.string(),
  priceChange: z.string().optional(),
  priceChangePercent: z.string().optional(),
  weightedAvgPrice: z.string().optional(),
  prevClosePrice: z.string().optional(),
  lastPrice: z.string(),
  lastQty: z.string().optional(),
  bidPrice: z.string().optional(),
  bidQty: z.string().optional(),
  askPrice: z.string().optional(),
  askQty: z.string().optional(),
  openPrice: z.string(),
  highPrice: z.string(),
  lowPrice: z.string(),
  volume: z.string(),
  quoteVolume: z.string(),
  openTime: z.number(),
  closeTime: z.number(),
  firstId: z.number(),
  lastId: z.number(),
  count: z.number(),
});

const price = z.looseObject({ symbol: z.string(), price: z.string() });

const best = z.looseObject({
  symbol: z.string(),
  bidPrice: z.string(),
  bidQty: z.string(),
  askPrice: z.string(),
  askQty: z.string(),
});

type Which = Readonly<{ symbol?: string | undefined; symbols?: readonly string[] | undefined }>;

/** How many symbols are asked for: without a name all of them. */
function count(params: Which): number {
  return params.symbol === undefined ? (params.symbols?.length ?? Infinity) : 1;
}

const weightOfEach = (params: Which): number => Math.min(4 * count(params), 200);

/** `symbols` weighs as much as all, also where it names only one. */
const weightOfPrices = (params: Which): number => (params.symbol === undefined ? 4 : 2);

export const tickers = {
  /**
   * Price changes over 24 hours: of one `symbol` as an object, of some `symbols` or of all as an array.
   *
   * Weight: 2 for a symbol; by the number of `symbols` 2 up to 20, 40 up to 100, 80 above; 80 for all.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#24hr-ticker-price-change-statistics,
   * read 2026-11.
   */
  ticker24hr: get("/api/v3/ticker/24hr", {
    params: z.strictObject({ ...which, type }).refine(...atMostOne("symbol", "symbols")),
    answer: z.union([ticker, z.array(ticker)]),
    weight: {
      requestWeight: (params) => {
        if (count(params) <= 20) return 2;
        return count(params) <= 100 ? 40 : 80;
      },
    },
  }),

  /**
   * Price changes of the trading day, which begins at 0:00 in `timeZone`.
   *
   * Weight 4 for each symbol, at most 200.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#trading-day-ticker, read 2026-11.
   */
  tickerTradingDay: get("/api/v3/ticker/tradingDay", {
    params: z
      .strictObject({ ...some, timeZone, type })
      .refine(...atMostOne("symbol", "symbols"))
      .refine(...atLeastOne("symbol", "symbols")),
    answer: z.union([ticker, z.array(ticker)]),
    weight: { requestWeight: weightOfEach },
  }),

  /**
   * The latest price of one symbol, of some, or of all.
   *
   * Weight 2 for a `symbol`; 4 for `symbols`, however many, and for all.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#symbol-price-ticker, read 2026-11.
   */
  tickerPrice: get("/api/v3/ticker/price", {
    params: z.strictObject(which).refine(...atMostOne("symbol", "symbols")),
    answer: z.union([price, z.array(price)]),
    weight: { requestWeight: weightOfPrices },
  }),

  /**
   * The best bid and ask of one symbol, of some, or of all.
   *
   * Weight 2 for a `symbol`; 4 for `symbols`, however many, and for all.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#symbol-order-book-ticker,
   * read 2026-11.
   */
  bookTicker: get("/api/v3/ticker/bookTicker", {
    params: z.strictObject(which).refine(...atMostOne("symbol", "symbols")),
    answer: z.union([best, z.array(best)]),
    weight: { requestWeight: weightOfPrices },
  }),

  /**
   * Price changes over a window of one's own, which ends now.
   *
   * Weight 4 for each symbol, at most 200, whatever `windowSize` is.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#rolling-window-price-change-statistics,
   * read 2026-11.
   */
  tickerRollingWindow: get("/api/v3/ticker", {
    params: z
      .strictObject({ ...some, windowSize, type })
      .refine(...atMostOne("symbol", "symbols"))
      .refine(...atLeastOne("symbol", "symbols")),
    answer: z.union([ticker, z.array(ticker)]),
    weight: { requestWeight: weightOfEach },
  }),
};
