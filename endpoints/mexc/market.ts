/**
 * Public endpoints of MEXC's spot market. Each has a limit of its own for each address.
 * https://github.com/rosssaunders/coincise/tree/a00ae58/docs/mexc, copy of 2025-11-30, read 2026-11.
 */
import { get } from "headgate";
import { z } from "zod";
import { ofSpot } from "./limits.ts";
import { anything, instant, limitOf, symbol } from "./schemas.ts";

const light = { own: ofSpot, weight: { own: 1 } } as const;

const level = z.tuple([z.string(), z.string()]);

/** One where a symbol is given, else a list. */
const oneOrAll = <Entry extends z.ZodType>(entry: Entry) => z.union([entry, z.array(entry)]);

const ofSymbol = z.strictObject({ symbol: symbol.optional() });

/** With a symbol 1. */
const orAll = (all: number) => ({
  own: ofSpot,
  weight: { own: ({ symbol: one }: z.output<typeof ofSymbol>) => (one === undefined ? all : 1) },
});

export const market = {
  ping: get("/api/v3/ping", {
    params: z.strictObject({}),
    answer: z.looseObject({}),
    ...light,
  }),
  time: get("/api/v3/time", {
    params: z.strictObject({}),
    /** Epoch ms. */
    answer: z.looseObject({ serverTime: z.number() }),
    ...light,
  }),
  /** The symbols that may be traded by API. */
  defaultSymbols: get("/api/v3/defaultSymbols", { ...anything, ...light }),
  exchangeInfo: get("/api/v3/exchangeInfo", {
    params: z.strictObject({ symbol: symbol.optional(), symbols: z.string().optional() }),
    answer: z.looseObject({ symbols: z.array(z.looseObject({ symbol: z.string() })) }),
    own: ofSpot,
    weight: { own: 10 },
  }),
  depth: get("/api/v3/depth", {
    params: z.strictObject({ symbol, limit: limitOf(5_000) }),
    answer: z.looseObject({
      lastUpdateId: z.number(),
      bids: z.array(level),
      asks: z.array(level),
    }),
    ...light,
  }),
  trades: get("/api/v3/trades", {
    params: z.strictObject({ symbol, limit: limitOf(1_000) }),
    answer: z.array(z.looseObject({ price: z.string(), qty: z.string(), time: z.number() })),
    own: ofSpot,
    weight: { own: 5 },
  }),
  aggTrades: get("/api/v3/aggTrades", {
    params: z.strictObject({ symbol, startTime: instant, endTime: instant, limit: limitOf(1_000) }),
    answer: z.array(z.looseObject({ p: z.string(), q: z.string(), T: z.number() })),
    ...light,
  }),
  /** Candles: open time, open, high, low, close, volume, close time, turnover. */
  klines: get("/api/v3/klines", {
    params: z.strictObject({
      symbol,
      interval: z.enum(["1m", "5m", "15m", "30m", "60m", "4h", "1d", "1W", "1M"]),
      startTime: instant,
      endTime: instant,
      limit: limitOf(1_000),
    }),
    answer: z.array(z.array(z.union([z.number(), z.string()]))),
    ...light,
  }),
  avgPrice: get("/api/v3/avgPrice", {
    params: z.strictObject({ symbol }),
    answer: z.looseObject({ price: z.string() }),
    ...light,
  }),
  bookTicker: get("/api/v3/ticker/bookTicker", {
    params: ofSymbol,
    answer: oneOrAll(z.looseObject({ symbol: z.string() })),
    ...light,
  }),
  ticker24hr: get("/api/v3/ticker/24hr", {
    params: ofSymbol,
    answer: oneOrAll(z.looseObject({ symbol: z.string(), lastPrice: z.string() })),
    ...orAll(40),
  }),
  tickerPrice: get("/api/v3/ticker/price", {
    params: ofSymbol,
    answer: oneOrAll(z.looseObject({ symbol: z.string(), price: z.string() })),
    ...orAll(2),
  }),
};
