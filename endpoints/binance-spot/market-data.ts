/**
 * Public endpoints of Binance Spot: time, rules, order books, tickers. No credentials.
 *
 * Weights: https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md (2026-07-21), read 2026-11.
 */
import { get } from "headgate";
import { z } from "zod";

/** Symbols are upper case, and may hold characters beyond ASCII. */
const symbol = z.string().min(1);
const symbols = z.array(symbol).min(1);

/** One level of a book, as the exchange writes it: decimal strings. */
type Level = readonly [price: string, quantity: string];

// A book has up to 10 000 levels: one loop over them costs a tenth of a schema for each.
const levels = z.custom<readonly Level[]>(isLevels, "Levels are pairs of decimal strings.");

function isLevels(value: unknown): boolean {
  return Array.isArray(value) && value.every(isLevel);
}

function isLevel(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "string";
}

const rateLimit = z.looseObject({
  /** `REQUEST_WEIGHT`, `RAW_REQUESTS`, `ORDERS`, and whatever comes. */
  rateLimitType: z.string(),
  /** `SECOND`, `MINUTE`, `DAY`. */
  interval: z.string(),
  intervalNum: z.number(),
  limit: z.number(),
});

const tradedSymbol = z.looseObject({
  symbol: z.string(),
  status: z.string(),
  baseAsset: z.string(),
  baseAssetPrecision: z.number(),
  quoteAsset: z.string(),
  quoteAssetPrecision: z.number(),
  orderTypes: z.array(z.string()),
  filters: z.array(z.looseObject({ filterType: z.string() })),
});

/** Prices and quantities are decimal strings; what is optional is left out by `type: "MINI"`. */
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

export const marketData = {
  /**
   * The exchange's clock, in epoch ms.
   *
   * Weight 1. https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#check-server-time,
   * read 2026-11.
   */
  time: get("/api/v3/time", {
    params: z.strictObject({}),
    answer: z.looseObject({ serverTime: z.number() }),
    weight: { requestWeight: 1 },
  }),

  /**
   * Trading rules, symbols and the limits in force.
   *
   * Weight 20. https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#exchange-information,
   * read 2026-11.
   */
  exchangeInfo: get("/api/v3/exchangeInfo", {
    params: z
      .strictObject({
        symbol: symbol.optional(),
        symbols: symbols.optional(),
        permissions: z.union([z.string(), z.array(z.string()).min(1)]).optional(),
        /** @default true */
        showPermissionSets: z.boolean().optional(),
        /** Not together with a symbol. Unconfirmed: its values. */
        symbolStatus: z.enum(["TRADING", "HALT", "BREAK"]).optional(),
      })
      .refine(
        (params) => [params.symbol, params.symbols, params.permissions].filter(isGiven).length <= 1,
        "symbol, symbols and permissions exclude each other.",
      )
      .refine(
        (params) =>
          !isGiven(params.symbolStatus) || !(isGiven(params.symbol) || isGiven(params.symbols)),
        "symbolStatus excludes symbol and symbols.",
      ),
    answer: z.looseObject({
      timezone: z.string(),
      serverTime: z.number(),
      rateLimits: z.array(rateLimit),
      exchangeFilters: z.array(z.unknown()),
      symbols: z.array(tradedSymbol),
    }),
    weight: { requestWeight: 20 },
  }),

  /**
   * An order book: the best `limit` levels of each side, 100 unless asked for otherwise.
   *
   * Weight by `limit`: 5 up to 100, 25 up to 500, 50 up to 1 000, 250 up to 5 000.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#order-book, read 2026-11.
   */
  depth: get("/api/v3/depth", {
    params: z.strictObject({
      symbol,
      /** @default 100 */
      limit: z.number().int().min(1).max(5_000).optional(),
    }),
    answer: z.looseObject({ lastUpdateId: z.number(), bids: levels, asks: levels }),
    weight: {
      requestWeight: ({ limit = 100 }) => {
        if (limit <= 100) return 5;
        if (limit <= 500) return 25;
        return limit <= 1_000 ? 50 : 250;
      },
    },
  }),

  /**
   * Price changes over 24 hours: of one `symbol` as an object, of some `symbols` or of all as an array.
   *
   * Weight: 2 for a symbol; by the number of `symbols` 2 up to 20, 40 up to 100, 80 above; 80 for all.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#24hr-ticker-price-change-statistics,
   * read 2026-11.
   */
  ticker24hr: get("/api/v3/ticker/24hr", {
    params: z
      .strictObject({
        symbol: symbol.optional(),
        symbols: symbols.optional(),
        /** @default "FULL" */
        type: z.enum(["FULL", "MINI"]).optional(),
      })
      .refine(
        (params) => !isGiven(params.symbol) || !isGiven(params.symbols),
        "symbol and symbols exclude each other.",
      ),
    answer: z.union([ticker, z.array(ticker)]),
    weight: {
      requestWeight: (params) => {
        const count = params.symbol === undefined ? (params.symbols?.length ?? Infinity) : 1;
        if (count <= 20) return 2;
        return count <= 100 ? 40 : 80;
      },
    },
  }),
};

function isGiven(parameter: unknown): boolean {
  return parameter !== undefined;
}
