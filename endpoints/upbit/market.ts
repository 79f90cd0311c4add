/**
 * Prices of Upbit: each group has a limit for the address.
 *
 *     https://docs.upbit.com/kr/reference/rate-limits.md (2026-10-07), read 2026-11.
 */
import { get } from "headgate";
import { z } from "zod";

/** `KRW-BTC`. */
const pair = z.string().min(1);
/** Several, with commas between. */
const markets = z.string().min(1);
const count = z.number().int().min(1).max(200).optional();

const candle = z.looseObject({
  market: z.string(),
  candle_date_time_utc: z.string(),
  opening_price: z.number(),
  trade_price: z.number(),
  /** Epoch ms. */
  timestamp: z.number(),
});
/** `to` is an instant in ISO 8601. */
const candles = {
  params: z.strictObject({ market: pair, to: z.string().optional(), count }),
  answer: z.array(candle),
  weight: { candle: 1 },
};

const ticker = z.looseObject({ market: z.string(), trade_price: z.number() });

export const market = {
  marketAll: get("/v1/market/all", {
    params: z.strictObject({ is_details: z.boolean().optional() }),
    answer: z.array(z.looseObject({ market: z.string() })),
    weight: { market: 1 },
  }),

  candlesMinutes: get("/v1/candles/minutes/{unit}", {
    ...candles,
    params: candles.params.extend({
      unit: z.union([1, 3, 5, 10, 15, 30, 60, 240].map((unit) => z.literal(unit))),
    }),
  }),
  candlesDays: get("/v1/candles/days", candles),
  candlesSeconds: get("/v1/candles/seconds", candles),

  tradesTicks: get("/v1/trades/ticks", {
    params: z.looseObject({ market: pair, count: z.number().int().min(1).max(500).optional() }),
    answer: z.array(
      z.looseObject({
        market: z.string(),
        trade_price: z.number(),
        trade_volume: z.number(),
        sequential_id: z.number(),
      }),
    ),
    weight: { trade: 1 },
  }),

  ticker: get("/v1/ticker", {
    params: z.strictObject({ markets }),
    answer: z.array(ticker),
    weight: { ticker: 1 },
  }),
  tickerAll: get("/v1/ticker/all", {
    params: z.strictObject({ quote_currencies: z.string().min(1) }),
    answer: z.array(ticker),
    weight: { ticker: 1 },
  }),

  orderbook: get("/v1/orderbook", {
    params: z.strictObject({
      markets,
      level: z.string().optional(),
      count: z.number().int().min(1).max(30).optional(),
    }),
    answer: z.array(
      z.looseObject({
        market: z.string(),
        orderbook_units: z.array(
          z.looseObject({ ask_price: z.number(), bid_price: z.number(), ask_size: z.number() }),
        ),
      }),
    ),
    weight: { orderbook: 1 },
  }),
  orderbookInstruments: get("/v1/orderbook/instruments", {
    params: z.strictObject({ markets }),
    answer: z.array(z.looseObject({ market: z.string() })),
    weight: { orderbook: 1 },
  }),
};
