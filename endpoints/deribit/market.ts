/**
 * Public methods of Deribit. A call by an account takes of its credits, any other of the address.
 *
 *     https://docs.deribit.com/articles/rate-limits (copy of 2026-02-23), read 2026-11.
 */
import { get } from "headgate";
import { z } from "zod";
import { byCaller, ownBucket } from "./limits.ts";
import { count, currency, instant, instrument_name, kind, resultOf, trade } from "./schemas.ts";

const open = { auth: "either", weight: byCaller } as const;

/** Price and amount. */
const level = z.tuple([z.number(), z.number()]);

export const market = {
  /** The exchange's clock, epoch ms. */
  getTime: get("/api/v2/public/get_time", {
    ...open,
    params: z.strictObject({}),
    answer: resultOf(z.number()),
  }),

  ticker: get("/api/v2/public/ticker", {
    ...open,
    params: z.strictObject({ instrument_name }),
    answer: resultOf(
      z.looseObject({ instrument_name: z.string(), last_price: z.number().nullable() }),
    ),
  }),

  getOrderBook: get("/api/v2/public/get_order_book", {
    ...open,
    params: z.strictObject({ instrument_name, depth: z.number().int().min(1).optional() }),
    answer: resultOf(
      z.looseObject({ bids: z.array(level), asks: z.array(level), timestamp: z.number() }),
    ),
  }),

  getLastTradesByInstrument: get("/api/v2/public/get_last_trades_by_instrument", {
    ...open,
    params: z.looseObject({ instrument_name, count }),
    answer: resultOf(z.looseObject({ trades: z.array(trade), has_more: z.boolean() })),
  }),

  getTradingviewChartData: get("/api/v2/public/get_tradingview_chart_data", {
    ...open,
    params: z.strictObject({
      instrument_name,
      start_timestamp: instant,
      end_timestamp: instant,
      /** Minutes, or 1D. */
      resolution: z.string(),
    }),
    answer: resultOf(z.looseObject({ ticks: z.array(z.number()), close: z.array(z.number()) })),
  }),

  getBookSummaryByCurrency: get("/api/v2/public/get_book_summary_by_currency", {
    ...open,
    params: z.strictObject({ currency, kind: kind.optional() }),
    answer: resultOf(z.array(z.looseObject({ instrument_name: z.string() }))),
  }),

  /**
   * Asked for without credentials. Unconfirmed: its own limit is published for a sub-account; of who has
   * none, the address is taken to be counted.
   */
  getInstruments: get("/api/v2/public/get_instruments", {
    params: z.strictObject({
      currency,
      kind: kind.optional(),
      expired: z.boolean().optional(),
    }),
    answer: resultOf(z.array(z.looseObject({ instrument_name: z.string(), kind: z.string() }))),
    own: ownBucket(50, 1, "ip"),
    weight: { own: 1, publicIp: 1 },
  }),
};
