/**
 * Public data of Gate spot: 200 in 10 s for each endpoint and address.
 * https://www.gate.com/docs/developers/apiv4/en/spot (copy of 2026-05-27), read 2026-11.
 */
import { get } from "headgate";
import { z } from "zod";
import { open } from "./limits.ts";
import { currency_pair, figure, limitOf, nothing, range } from "./schemas.ts";

const side = z.array(z.tuple([z.string(), z.string()]));

export const spotMarket = {
  /** The exchange's clock, in ms. */
  time: get("/api/v4/spot/time", {
    ...open,
    params: nothing,
    answer: z.looseObject({ server_time: z.number() }),
  }),
  currencyPairs: get("/api/v4/spot/currency_pairs", {
    ...open,
    params: nothing,
    answer: z.array(z.looseObject({ id: z.string(), base: z.string(), quote: z.string() })),
  }),
  tickers: get("/api/v4/spot/tickers", {
    ...open,
    params: z.strictObject({
      currency_pair: currency_pair.optional(),
      timezone: z.enum(["utc0", "utc8", "all"]).optional(),
    }),
    answer: z.array(z.looseObject({ currency_pair: z.string(), last: z.string() })),
  }),
  /** `interval` merges levels of price; "0" merges none. */
  orderBook: get("/api/v4/spot/order_book", {
    ...open,
    params: z.strictObject({
      currency_pair,
      interval: z.string().optional(),
      limit: limitOf(),
      with_id: z.boolean().optional(),
    }),
    answer: z.looseObject({ id: z.number().optional(), bids: side, asks: side }),
  }),
  trades: get("/api/v4/spot/trades", {
    ...open,
    params: z.strictObject({
      currency_pair,
      last_id: z.string().optional(),
      reverse: z.boolean().optional(),
      page: z.number().int().optional(),
      limit: limitOf(),
      ...range,
    }),
    answer: z.array(
      z.looseObject({ id: figure, price: z.string(), amount: z.string(), side: z.string() }),
    ),
  }),
  /** Start in s, quote volume, close, high, low, open, base volume, whether it is closed. */
  candlesticks: get("/api/v4/spot/candlesticks", {
    ...open,
    params: z.strictObject({
      currency_pair,
      interval: z.string().optional(),
      limit: limitOf(),
      ...range,
    }),
    answer: z.array(z.array(z.union([z.string(), z.boolean()]))),
  }),
};
