/**
 * Public endpoints of Binance Spot about the exchange and its books: time, rules, order books. No credentials.
 *
 * Weights: https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md (2026-07-21), read 2026-11.
 */
import { get } from "headgate";
import { z } from "zod";
import { atMostOne, rateLimit, symbol, symbols, symbolStatus } from "./schemas.ts";

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

export const marketData = {
  /**
   * Says nothing, to those who can reach it.
   *
   * Weight 1. https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#test-connectivity,
   * read 2026-11.
   */
  ping: get("/api/v3/ping", {
    params: z.strictObject({}),
    answer: z.looseObject({}),
    weight: { requestWeight: 1 },
  }),

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
        symbolStatus,
      })
      .refine(...atMostOne("symbol", "symbols", "permissions"))
      .refine(...atMostOne("symbol", "symbolStatus"))
      .refine(...atMostOne("symbols", "symbolStatus")),
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
   * Execution rules of symbols, such as the range of prices around the reference price.
   *
   * Weight 2 for each symbol, at most 40; 40 for all, and with `symbolStatus`. Unconfirmed: its parameters,
   * and that `symbolStatus` weighs 40 beside a symbol as well.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#query-execution-rules, read 2026-11.
   */
  executionRules: get("/api/v3/executionRules", {
    params: z
      .strictObject({ symbol: symbol.optional(), symbols: symbols.optional(), symbolStatus })
      .refine(...atMostOne("symbol", "symbols")),
    answer: z.unknown(),
    weight: {
      requestWeight: (params) => {
        if (params.symbolStatus !== undefined) return 40;
        if (params.symbol !== undefined) return 2;
        return Math.min(2 * (params.symbols?.length ?? Infinity), 40);
      },
    },
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
      symbolStatus,
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
   * The average price of the last minutes.
   *
   * Weight 2. https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#current-average-price,
   * read 2026-11.
   */
  avgPrice: get("/api/v3/avgPrice", {
    params: z.strictObject({ symbol }),
    answer: z.looseObject({
      /** Over how many minutes. */
      mins: z.number(),
      price: z.string(),
      /** Of the last trade. */
      closeTime: z.number(),
    }),
    weight: { requestWeight: 2 },
  }),

  /**
   * The price that execution rules compare with, where a symbol has one.
   *
   * Weight 2. Unconfirmed: its parameter.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#query-reference-price, read 2026-11.
   */
  referencePrice: get("/api/v3/referencePrice", {
    params: z.strictObject({ symbol }),
    answer: z.unknown(),
    weight: { requestWeight: 2 },
  }),
};
