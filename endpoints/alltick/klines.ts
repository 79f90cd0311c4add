/**
 * Klines of AllTick: the history of one code. Stocks are a service of their own, so this exists twice.
 *
 * https://github.com/alltick/alltick-realtime-forex-crypto-stock-tick-finance-websocket-api/blob/d17f54b/http_interface/kline_query.md,
 * read 2026-11.
 */
import { get } from "headgate";
import { z } from "zod";
import { ownOf } from "./limits.ts";
import type { Figures } from "./plans.ts";
import { answerOf, inQuery, trace } from "./request.ts";

/** In one answer (interface_limitation.md; its Chinese text has 1 000). More are cut off silently. */
const klinesMax = 500;

const code = z.string().min(1);

/** 0 is ex rights, the only one there is yet; it means something for stocks alone. */
const adjust_type = z.literal(0).default(0);

/** Which klines of a currency pair, metal, commodity or cryptocurrency. */
export const series = {
  code,
  /** 1, 5, 15, 30 minutes; an hour; 2 and 4 hours; a day, a week, a month. */
  kline_type: z.literal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
  /** The last instant, 0 for now. Unconfirmed: in seconds, as the klines are. @default 0 */
  kline_timestamp_end: z.number().int().min(0).default(0),
  adjust_type,
};

/** Which klines of a stock or an index. */
export const stockSeries = {
  code,
  /** 1, 5, 15, 30 minutes; an hour; a day, a week, a month. There are none of 2 and 4 hours. */
  kline_type: z.literal([1, 2, 3, 4, 5, 8, 9, 10]),
  /** Stocks are always shown up to now. @default 0 */
  kline_timestamp_end: z.literal(0).default(0),
  adjust_type,
};

/** Decimal strings, and the epoch second in which it begins. */
export const kline = z.looseObject({
  timestamp: z.string(),
  open_price: z.string(),
  close_price: z.string(),
  high_price: z.string(),
  low_price: z.string(),
  volume: z.string(),
  turnover: z.string(),
});

const answer = answerOf(
  z.looseObject({ code: z.string(), kline_type: z.number(), kline_list: z.array(kline) }),
);

const query_kline_num = z.number().int().min(1).max(klinesMax);

export function klines(figures: Figures) {
  const own = ownOf(figures);
  return {
    /**
     * Klines of a currency pair, metal, commodity or cryptocurrency, the oldest first; at most 500.
     *
     * Takes 1 from its own limit and from each of the common ones.
     */
    kline: get("/quote-b-api/kline", {
      params: z.strictObject({ ...series, query_kline_num, trace }).transform(inQuery),
      answer,
      auth: "key",
      own,
      weight: { own: 1 },
    }),

    /**
     * Klines of a stock or an index, the oldest first; at most 500, and always up to now.
     *
     * Takes 1 from its own limit and from each of the common ones.
     */
    stockKline: get("/quote-stock-b-api/kline", {
      params: z.strictObject({ ...stockSeries, query_kline_num, trace }).transform(inQuery),
      answer,
      auth: "key",
      own,
      weight: { own: 1 },
    }),
  };
}
