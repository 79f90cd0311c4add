/**
 * The latest klines of AllTick, of many codes in one call. Stocks are a service of their own, so this exists
 * twice.
 *
 * https://github.com/alltick/alltick-realtime-forex-crypto-stock-tick-finance-websocket-api/blob/d17f54b/http_interface/batch_kline_query.md,
 * read 2026-11.
 */
import { post } from "headgate";
import { z } from "zod";
import { kline, series, stockSeries } from "./klines.ts";
import { ownOfBatch } from "./limits.ts";
import type { Figures } from "./plans.ts";
import { answerOf, enveloped, trace } from "./request.ts";

/** Of each code. More are cut off silently. */
const klinesMax = 2;

const query_kline_num = z.number().int().min(1).max(klinesMax);

const answer = answerOf(
  z.looseObject({
    kline_list: z.array(
      z.looseObject({ code: z.string(), kline_type: z.number(), kline_data: z.array(kline) }),
    ),
  }),
);

export function batchKlines(figures: Figures) {
  const { plan, groupsMax } = figures;
  const own = ownOfBatch(figures);
  const tooMany = `The ${plan} plan takes at most ${groupsMax} pairs of a code and a kline_type.`;
  const listOf = <Each extends z.ZodType>(each: Each) =>
    z.array(each).min(1).max(groupsMax, tooMany);

  return {
    /**
     * The latest one or two klines of many codes and kinds, none of them a stock's. More pairs of a code
     * and a kind than the plan takes are refused here; AllTick would say 603.
     *
     * Takes 1 from its own limit, which is an interval, and from each of the common ones.
     */
    batchKline: post("/quote-b-api/batch-kline", {
      params: z
        .strictObject({ data_list: listOf(z.strictObject({ ...series, query_kline_num })), trace })
        .transform(enveloped),
      answer,
      auth: "key",
      changes: false,
      own,
      weight: { own: 1 },
    }),

    /**
     * The latest one or two klines of many stocks or indices. More pairs of a code and a kind than the
     * plan takes are refused here; AllTick would say 603.
     *
     * Takes 1 from its own limit, which is an interval, and from each of the common ones.
     */
    stockBatchKline: post("/quote-stock-b-api/batch-kline", {
      params: z
        .strictObject({
          data_list: listOf(z.strictObject({ ...stockSeries, query_kline_num })),
          trace,
        })
        .transform(enveloped),
      answer,
      auth: "key",
      changes: false,
      own,
      weight: { own: 1 },
    }),
  };
}
