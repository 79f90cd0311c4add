/** Public data of Bitstamp. https://www.bitstamp.net/api/ (copy of 2026-02-23), read 2026-11. */
import { get } from "headgate";
import { z } from "zod";

/** 1 in both limits of the address, as every call. */
const weight = {};

/** `btcusd`. */
export const pair = z.string().min(1);

/** Price and amount, decimal strings. */
const level = z.tuple([z.string(), z.string()]);

export const market = {
  ticker: get("/api/v2/ticker/{pair}/", {
    params: z.strictObject({ pair }),
    answer: z.looseObject({ last: z.string(), bid: z.string(), ask: z.string() }),
    weight,
  }),
  orderBook: get("/api/v2/order_book/{pair}/", {
    params: z.strictObject({ pair, group: z.number().int().min(0).max(2).optional() }),
    answer: z.looseObject({
      microtimestamp: z.string(),
      bids: z.array(level),
      asks: z.array(level),
    }),
    weight,
  }),
  ohlc: get("/api/v2/ohlc/{pair}/", {
    params: z.strictObject({
      pair,
      /** Seconds. */
      step: z.number().int().min(60),
      limit: z.number().int().min(1).max(1_000),
      /** Epoch seconds. */
      start: z.number().int().optional(),
      end: z.number().int().optional(),
    }),
    answer: z.looseObject({
      data: z.looseObject({
        pair: z.string(),
        ohlc: z.array(z.looseObject({ timestamp: z.string(), close: z.string() })),
      }),
    }),
    weight,
  }),
  transactions: get("/api/v2/transactions/{pair}/", {
    params: z.strictObject({ pair, time: z.enum(["minute", "hour", "day"]).optional() }),
    answer: z.array(
      z.looseObject({ tid: z.string(), date: z.string(), price: z.string(), amount: z.string() }),
    ),
    weight,
  }),
  tradingPairsInfo: get("/api/v2/trading-pairs-info/", {
    params: z.strictObject({}),
    answer: z.array(z.looseObject({ name: z.string(), url_symbol: z.string() })),
    weight,
  }),
  currencies: get("/api/v2/currencies/", {
    params: z.strictObject({}),
    answer: z.array(z.looseObject({ currency: z.string() })),
    weight,
  }),
};
