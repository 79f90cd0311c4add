/**
 * Public data of Kraken, by the address; trades and candles by address and pair.
 * https://support.kraken.com/articles/206548367, read 2026-11.
 *
 * Paths and parameters: https://docs.kraken.com/api/docs/rest-api/get-server-time, read 2026-11.
 */
import { get } from "headgate";
import { z } from "zod";
import { answerOf, anything, level, nothing, pair, whole } from "./schemas.ts";

const weight = { public: 1 } as const;
const weightOfPair = { publicOfPair: 1 } as const;

/** By pair, beside `last`: where to go on. */
const series = answerOf(z.looseObject({ last: z.union([z.number(), z.string()]) }));

export const market = {
  time: get("/0/public/Time", {
    params: nothing,
    answer: answerOf(z.looseObject({ unixtime: z.number(), rfc1123: z.string() })),
    weight,
  }),
  systemStatus: get("/0/public/SystemStatus", {
    params: nothing,
    answer: answerOf(z.looseObject({ status: z.string(), timestamp: z.string() })),
    weight,
  }),
  assets: get("/0/public/Assets", { ...anything, weight }),
  assetPairs: get("/0/public/AssetPairs", {
    params: z.strictObject({ pair: pair.optional(), info: z.string().optional() }),
    answer: answerOf(z.record(z.string(), z.looseObject({ altname: z.string() }))),
    weight,
  }),
  ticker: get("/0/public/Ticker", {
    params: z.strictObject({ pair: pair.optional() }),
    answer: answerOf(
      z.record(z.string(), z.looseObject({ a: z.array(z.string()), b: z.array(z.string()) })),
    ),
    weight,
  }),
  depth: get("/0/public/Depth", {
    params: z.strictObject({ pair, count: z.number().int().min(1).max(500).optional() }),
    answer: answerOf(
      z.record(z.string(), z.looseObject({ bids: z.array(level), asks: z.array(level) })),
    ),
    weight,
  }),
  spread: get("/0/public/Spread", {
    params: z.strictObject({ pair, since: whole }),
    answer: series,
    weight,
  }),
  /** Candles; `interval` in minutes, `since` in seconds. */
  ohlc: get("/0/public/OHLC", {
    params: z.strictObject({ pair, interval: whole, since: whole }),
    answer: series,
    weight: weightOfPair,
  }),
  trades: get("/0/public/Trades", {
    params: z.strictObject({ pair, since: z.string().optional(), count: whole }),
    answer: series,
    weight: weightOfPair,
  }),
};
