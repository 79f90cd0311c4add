/** Finnhub: https://finnhub.io/docs/api, read 2026-11. */
import { defineVenue, get } from "headgate";
import type { Answer, Limit, Signer } from "headgate";
import { z } from "zod";

const limits = {
  /**
   * 60 calls a minute for a free key. Paid plans have more: set `limits.minute.max`.
   * https://github.com/finnhubio/Finnhub-API/issues/122 (Finnhub, 2020), read 2026-11.
   */
  minute: { counted: "unknown", windowMs: 60_000, max: 60, per: ["apiKey"] },
  /** 30 calls a second on every plan. https://finnhub.io/docs/api/rate-limit, read 2026-11. */
  second: { counted: "unknown", windowMs: 1_000, max: 30, per: ["apiKey"] },
} as const satisfies Readonly<Record<string, Limit>>;

/** https://finnhub.io/docs/api/authentication, read 2026-11. */
const sign: Signer = (request, { apiKey }) => ({
  ...request,
  headers: { ...request.headers, "X-Finnhub-Token": apiKey },
});

/**
 * Every call weighs 1. Unconfirmed: endpoints may weigh differently, and no table is published.
 * https://github.com/finnhubio/Finnhub-API/issues/125 (Finnhub, 2020), read 2026-11.
 */
const common = { auth: "key", weight: { minute: 1, second: 1 } } as const;

const symbol = z.string().min(1);
const candles = {
  ...common,
  params: z.strictObject({
    symbol,
    resolution: z.enum(["1", "5", "15", "30", "60", "D", "W", "M"]),
    /** Epoch s. */
    from: z.number().int(),
    to: z.number().int(),
  }),
  /** `s` is "ok" or "no_data"; the others are columns. */
  answer: z.looseObject({ s: z.string(), c: z.array(z.number()).optional() }),
};
const article = z.looseObject({ id: z.number(), headline: z.string(), datetime: z.number() });

/** Without a token the same words are said with an invitation to sign up: waiting does not help then. */
const asksForToken = ({ body }: Answer): boolean =>
  JSON.stringify(body)?.includes("Please sign up") ?? false;

export const finnhub = defineVenue({
  name: "finnhub",
  origin: "https://finnhub.io",
  limits,
  refusals: [
    { when: asksForToken, kind: "credentials", executed: "no" },
    { status: 429, kind: "quota", limits: ["minute"], executed: "no" },
  ],
  sign,
  endpoints: {
    quote: get("/api/v1/quote", {
      ...common,
      params: z.strictObject({ symbol }),
      answer: z.looseObject({ c: z.number(), h: z.number(), l: z.number(), o: z.number() }),
    }),
    stockCandles: get("/api/v1/stock/candle", candles),
    cryptoCandles: get("/api/v1/crypto/candle", candles),
    forexCandles: get("/api/v1/forex/candle", candles),
    companyProfile2: get("/api/v1/stock/profile2", {
      ...common,
      params: z.strictObject({
        symbol: symbol.optional(),
        isin: z.string().optional(),
        cusip: z.string().optional(),
      }),
      answer: z.looseObject({ name: z.string().optional(), ticker: z.string().optional() }),
    }),
    companyNews: get("/api/v1/company-news", {
      ...common,
      params: z.strictObject({ symbol, from: z.string(), to: z.string() }),
      answer: z.array(article),
    }),
    marketNews: get("/api/v1/news", {
      ...common,
      params: z.strictObject({
        category: z.enum(["general", "forex", "crypto", "merger"]),
        minId: z.number().int().optional(),
      }),
      answer: z.array(article),
    }),
    symbolSearch: get("/api/v1/search", {
      ...common,
      params: z.strictObject({ q: z.string(), exchange: z.string().optional() }),
      answer: z.looseObject({ count: z.number(), result: z.array(z.looseObject({ symbol })) }),
    }),
    companyBasicFinancials: get("/api/v1/stock/metric", {
      ...common,
      params: z.strictObject({ symbol, metric: z.string() }),
      answer: z.looseObject({ metric: z.looseObject({}) }),
    }),
  },
});
