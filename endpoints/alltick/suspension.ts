/**
 * Halts and resumptions of trading, as three exchanges announce them; the newest first. These endpoints
 * have no envelope: parameters lie in the query as they are, and the answer has a form of its own.
 *
 * https://github.com/alltick/alltick-realtime-forex-crypto-stock-tick-finance-websocket-api/blob/d17f54b/http_interface/get_suspension_query.md,
 * read 2026-11.
 */
import { get } from "headgate";
import { z } from "zod";
import { ownOfSuspension } from "./limits.ts";

/** Unconfirmed: that pages work at all. The table of parameters has them; a note says that all of a year comes. */
const params = z.strictObject({
  page: z.number().int().min(1).optional(),
  size: z.number().int().min(1).optional(),
});

/** Each exchange fills some of these; which is not reliable. */
const text = z.string().nullish();

const halt = z.looseObject({
  symbol: z.string(),
  symbolName: text,
  haltReason: text,
  haltDate: text,
  haltTime: text,
  haltPeriod: text,
  haltDateTime: text,
  pauseThresholdPrice: text,
  resumeDate: text,
  resumeTime: text,
  resumeDateTime: text,
  sourceExchange: text,
  publishDate: text,
});

const answer = z.looseObject({
  success: z.boolean(),
  /** Without a zone: "2024-01-15T10:30:00". */
  timestamp: z.string(),
  totalCount: z.number(),
  totalPages: z.number().optional(),
  currentPage: z.number().optional(),
  currentSize: z.number().optional(),
  data: z.array(halt),
});

export const suspension = {
  /**
   * Halts in Shanghai.
   *
   * Takes 1 from its own limit, 1 per minute on every plan, and from each of the common ones.
   */
  suspensionSse: get("/api/suspension/sse", {
    params,
    answer,
    auth: "key",
    own: ownOfSuspension,
    weight: { own: 1 },
  }),

  /**
   * Halts on the New York Stock Exchange.
   *
   * Takes 1 from its own limit, 1 per minute on every plan, and from each of the common ones.
   */
  suspensionNyse: get("/api/suspension/nyse", {
    params,
    answer,
    auth: "key",
    own: ownOfSuspension,
    weight: { own: 1 },
  }),

  /**
   * Halts on the Nasdaq.
   *
   * Takes 1 from its own limit, 1 per minute on every plan, and from each of the common ones.
   */
  suspensionNasdaq: get("/api/suspension/nasdaq", {
    params,
    answer,
    auth: "key",
    own: ownOfSuspension,
    weight: { own: 1 },
  }),
};
