/** Massive, formerly Polygon.io: https://massive.com/docs/rest/quickstart, read 2026-11. */
import { defineVenue, get } from "headgate";
import type { Limit, Signer } from "headgate";
import { z } from "zod";

/**
 * Calls of a key by plan; how the windows lie is not published. A paid plan has no hard limit: 100 a second is
 * what the exchange recommends to stay under.
 * https://massive.com/knowledge-base/article/what-is-the-request-limit-for-polygons-restful-apis, read 2026-11.
 */
const plans = {
  free: { counted: "unknown", windowMs: 60_000, max: 5, per: ["apiKey"] },
  paid: { counted: "unknown", windowMs: 1_000, max: 100, per: ["apiKey"] },
} as const satisfies Readonly<Record<string, Limit>>;

/** https://massive.com/docs/rest/quickstart, read 2026-11. */
const sign: Signer = (request, { apiKey }) => ({
  ...request,
  headers: { ...request.headers, Authorization: `Bearer ${apiKey}` },
});

/** Every call weighs 1, each further page as well. https://github.com/massive-com/client-python/issues/870, read 2026-11. */
const common = { auth: "key", weight: { calls: 1 } } as const;

const ticker = z.string().min(1);
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const bar = z.looseObject({ o: z.number(), h: z.number(), l: z.number(), c: z.number() });
const bars = z.looseObject({ status: z.string(), results: z.array(bar).optional() });
const list = z.looseObject({
  status: z.string(),
  results: z.array(z.looseObject({})).optional(),
  next_url: z.string().optional(),
});
const page = {
  timestamp: z.string().optional(),
  order: z.enum(["asc", "desc"]).optional(),
  limit: z.number().int().min(1).max(50_000).optional(),
  sort: z.string().optional(),
  cursor: z.string().optional(),
};

const endpoints = {
  aggregates: get("/v2/aggs/ticker/{ticker}/range/{multiplier}/{timespan}/{from}/{to}", {
    ...common,
    params: z.strictObject({
      ticker,
      multiplier: z.number().int().min(1),
      timespan: z.enum(["second", "minute", "hour", "day", "week", "month", "quarter", "year"]),
      /** A day, or epoch ms. */
      from: z.union([day, z.number().int()]),
      to: z.union([day, z.number().int()]),
      adjusted: z.boolean().optional(),
      sort: z.enum(["asc", "desc"]).optional(),
      limit: z.number().int().min(1).max(50_000).optional(),
    }),
    answer: bars,
  }),
  previousClose: get("/v2/aggs/ticker/{ticker}/prev", {
    ...common,
    params: z.strictObject({ ticker, adjusted: z.boolean().optional() }),
    answer: bars,
  }),
  groupedDaily: get("/v2/aggs/grouped/locale/us/market/stocks/{date}", {
    ...common,
    params: z.strictObject({ date: day, adjusted: z.boolean().optional() }),
    answer: bars,
  }),
  trades: get("/v3/trades/{ticker}", {
    ...common,
    params: z.strictObject({ ticker, ...page }),
    answer: list,
  }),
  quotes: get("/v3/quotes/{ticker}", {
    ...common,
    params: z.strictObject({ ticker, ...page }),
    answer: list,
  }),
  lastTrade: get("/v2/last/trade/{ticker}", {
    ...common,
    params: z.strictObject({ ticker }),
    answer: z.looseObject({ status: z.string(), results: z.looseObject({}).optional() }),
  }),
  snapshotTickers: get("/v2/snapshot/locale/us/markets/stocks/tickers", {
    ...common,
    /** Separated by commas. */
    params: z.strictObject({
      tickers: z.string().optional(),
      include_otc: z.boolean().optional(),
    }),
    answer: z.looseObject({
      status: z.string(),
      tickers: z.array(z.looseObject({})).optional(),
    }),
  }),
  tickers: get("/v3/reference/tickers", {
    ...common,
    params: z.strictObject({
      ticker: ticker.optional(),
      type: z.string().optional(),
      market: z.string().optional(),
      search: z.string().optional(),
      active: z.boolean().optional(),
      ...page,
    }),
    answer: list,
  }),
  tickerDetails: get("/v3/reference/tickers/{ticker}", {
    ...common,
    params: z.strictObject({ ticker, date: day.optional() }),
    answer: z.looseObject({ status: z.string(), results: z.looseObject({}).optional() }),
  }),
};

/**
 * Massive for a plan.
 *
 * @throws {TypeError} If there is no such plan.
 */
export function massive({ plan = "free" }: Readonly<{ plan?: keyof typeof plans }> = {}) {
  if (!Object.hasOwn(plans, plan)) throw new TypeError(`massive: there is no plan "${plan}".`);
  return defineVenue({
    name: "massive",
    origin: "https://api.massive.com",
    limits: { calls: plans[plan] },
    refusals: [
      { status: 429, kind: "quota", limits: ["calls"], executed: "no" },
      { status: 403, kind: "credentials", executed: "no" },
    ],
    sign,
    endpoints,
  });
}
