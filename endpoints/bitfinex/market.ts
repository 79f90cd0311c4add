/**
 * Public endpoints of Bitfinex, on a host of their own. Each has a limit for the address, whatever the symbol.
 *
 *     JKorf/Bitfinex.Net at a39bbf9 (2026-07-23), ccxt 4.5.84 (2026-09-25), read 2026-11;
 *     answers: https://docs.bitfinex.com/reference, read 2026-11.
 */
import { get } from "headgate";
import { z } from "zod";
import { perMinute } from "./limits.ts";

const open = { origin: "https://api-pub.bitfinex.com" } as const;

/** `tBTCUSD`, `fUSD`. */
const symbol = z.string().min(1);
const row = z.array(z.unknown());
const rows = z.array(row);
const figures = z.array(z.number().nullable());

/** Epoch ms. */
const instant = z.number().int().optional();
const page = {
  limit: z.number().int().min(1).max(10_000).optional(),
  start: instant,
  end: instant,
  sort: z.union([z.literal(1), z.literal(-1)]).optional(),
};

export const market = {
  /** `[1]` where it works, `[0]` in maintenance. */
  platformStatus: get("/v2/platform/status", {
    ...open,
    ...perMinute(15),
    params: z.strictObject({}),
    answer: z.array(z.number()),
  }),
  tickers: get("/v2/tickers", {
    ...open,
    ...perMinute(30),
    params: z.strictObject({ symbols: z.string().min(1) }),
    answer: rows,
  }),
  ticker: get("/v2/ticker/{symbol}", {
    ...open,
    ...perMinute(30),
    params: z.strictObject({ symbol }),
    answer: figures,
  }),
  trades: get("/v2/trades/{symbol}/hist", {
    ...open,
    ...perMinute(15),
    params: z.strictObject({ symbol, ...page }),
    answer: z.array(figures),
  }),
  /** 240 elsewhere, which lies outside of what is documented. */
  book: get("/v2/book/{symbol}/{precision}", {
    ...open,
    ...perMinute(30),
    params: z.strictObject({
      symbol,
      precision: z.enum(["P0", "P1", "P2", "P3", "P4", "R0"]),
      len: z.union([z.literal(1), z.literal(25), z.literal(100), z.literal(250)]).optional(),
    }),
    answer: z.array(figures),
  }),
  candles: get("/v2/candles/trade:{timeframe}:{symbol}/{section}", {
    ...open,
    ...perMinute(30),
    params: z.strictObject({
      timeframe: z.string().min(2),
      symbol,
      section: z.enum(["last", "hist"]),
      ...page,
    }),
    answer: z.array(z.unknown()),
  }),
  /** `pub:list:pair:exchange`; several with commas between. */
  conf: get("/v2/conf/{keys}", {
    ...open,
    ...perMinute(15),
    params: z.strictObject({ keys: z.string().min(1) }),
    answer: z.array(z.unknown()),
  }),
  /** `pos.size:1m:tBTCUSD:long`. */
  stats: get("/v2/stats1/{key}/{section}", {
    ...open,
    ...perMinute(15),
    params: z.strictObject({
      key: z.string().min(1),
      section: z.enum(["last", "hist"]),
      ...page,
    }),
    answer: z.array(z.unknown()),
  }),
  derivStatus: get("/v2/status/deriv", {
    ...open,
    ...perMinute(90),
    params: z.strictObject({ keys: z.string().min(1) }),
    answer: rows,
  }),
  liquidations: get("/v2/liquidations/hist", {
    ...open,
    ...perMinute(3),
    params: z.strictObject(page),
    answer: z.array(z.unknown()),
  }),
};
