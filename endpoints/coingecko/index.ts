/** CoinGecko: https://docs.coingecko.com/docs/errors-and-rate-limits.md, read 2026-11. */
import { defineVenue, get } from "headgate";
import type { Answer, Limit, Refusal, Signer } from "headgate";
import { z } from "zod";

/** A free demo key, or a paid one with its plan's figures: `key` tells them. */
export type CoingeckoOptions =
  | Readonly<{ plan: "demo" }>
  | Readonly<{ plan: "pro"; perMinute: number; perMonth: number }>;

/**
 * What a demo key may do.
 *
 * 100 calls a minute. https://docs.coingecko.com/docs/errors-and-rate-limits.md, read 2026-11. Unconfirmed: 10 000
 * a month, which only older pages state.
 */
const demo = { perMinute: 100, perMonth: 10_000 } as const;

/** When a month begins is not published: any 31 days are a month. */
const monthMs = 31 * 86_400_000;

/**
 * One of the month's credits for what succeeds; a failed call costs none. Against the minute all count.
 * https://docs.coingecko.com/demo/reference/authentication, read 2026-11.
 */
const credit = { reserve: 1, actual: ({ status }: Answer) => (status === 200 ? 1 : 0) };
const common = { auth: "key", weight: { minute: 1, month: credit } } as const;

const errors = z.object({ status: z.object({ error_code: z.number() }) });

/** Where CoinGecko puts its error code. */
function code({ body }: Answer): number | undefined {
  return errors.safeParse(body).data?.status.error_code;
}

/** https://docs.coingecko.com/docs/errors-and-rate-limits.md, read 2026-11. */
const refusals: readonly Refusal<"minute">[] = [
  { status: 429, kind: "quota", limits: ["minute"], executed: "no" },
  // A key that is missing, of another plan, or at the other kind's host.
  ...[10_002, 10_005, 10_010, 10_011].map(
    (wrong) => ({ code: wrong, kind: "credentials", executed: "no" }) as const,
  ),
  // The network in front of it: for how long is not published.
  { code: 1_020, kind: "firewall", whose: "ip", executed: "no", waitMs: 60_000 },
  { status: 1_020, kind: "firewall", whose: "ip", executed: "no", waitMs: 60_000 },
  { status: 403, kind: "firewall", whose: "ip", executed: "no", waitMs: 60_000 },
];

const id = z.string().min(1);
/** Separated by commas. */
const list = z.string().min(1);
const currency = z.string().min(1);
const series = z.array(z.tuple([z.number(), z.number().nullable()]));

const endpoints = {
  ping: get("/api/v3/ping", {
    ...common,
    params: z.strictObject({}),
    answer: z.looseObject({ gecko_says: z.string() }),
  }),
  simplePrice: get("/api/v3/simple/price", {
    ...common,
    params: z.strictObject({
      ids: list,
      vs_currencies: list,
      include_market_cap: z.boolean().optional(),
      include_24hr_vol: z.boolean().optional(),
      include_24hr_change: z.boolean().optional(),
      include_last_updated_at: z.boolean().optional(),
      precision: z.string().optional(),
    }),
    answer: z.record(z.string(), z.record(z.string(), z.number().nullable())),
  }),
  coinsMarkets: get("/api/v3/coins/markets", {
    ...common,
    params: z.strictObject({
      vs_currency: currency,
      ids: list.optional(),
      category: z.string().optional(),
      order: z.string().optional(),
      per_page: z.number().int().min(1).max(250).optional(),
      page: z.number().int().min(1).optional(),
      sparkline: z.boolean().optional(),
      price_change_percentage: z.string().optional(),
    }),
    answer: z.array(
      z.looseObject({ id, symbol: z.string(), current_price: z.number().nullable() }),
    ),
  }),
  coinsList: get("/api/v3/coins/list", {
    ...common,
    params: z.strictObject({ include_platform: z.boolean().optional() }),
    answer: z.array(z.looseObject({ id, symbol: z.string(), name: z.string() })),
  }),
  coin: get("/api/v3/coins/{id}", {
    ...common,
    params: z.strictObject({
      id,
      localization: z.boolean().optional(),
      tickers: z.boolean().optional(),
      market_data: z.boolean().optional(),
      community_data: z.boolean().optional(),
      developer_data: z.boolean().optional(),
      sparkline: z.boolean().optional(),
    }),
    answer: z.looseObject({ id, symbol: z.string(), name: z.string() }),
  }),
  coinMarketChart: get("/api/v3/coins/{id}/market_chart", {
    ...common,
    params: z.strictObject({
      id,
      vs_currency: currency,
      days: z.union([z.number().int().min(1), z.literal("max")]),
      interval: z.string().optional(),
      precision: z.string().optional(),
    }),
    answer: z.looseObject({ prices: series, market_caps: series, total_volumes: series }),
  }),
  coinOhlc: get("/api/v3/coins/{id}/ohlc", {
    ...common,
    params: z.strictObject({
      id,
      vs_currency: currency,
      days: z.union([z.number().int().min(1), z.literal("max")]),
      precision: z.string().optional(),
    }),
    answer: z.array(z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()])),
  }),
  exchangeRates: get("/api/v3/exchange_rates", {
    ...common,
    params: z.strictObject({}),
    answer: z.looseObject({ rates: z.record(z.string(), z.looseObject({ value: z.number() })) }),
  }),
  search: get("/api/v3/search", {
    ...common,
    params: z.strictObject({ query: z.string() }),
    answer: z.looseObject({ coins: z.array(z.looseObject({ id })) }),
  }),
  global: get("/api/v3/global", {
    ...common,
    params: z.strictObject({}),
    answer: z.looseObject({ data: z.looseObject({}) }),
  }),
  /** The plan and what is left of it; for paid keys. Unconfirmed: that it costs as much as the others. */
  key: get("/api/v3/key", {
    ...common,
    params: z.strictObject({}),
    answer: z.looseObject({ plan: z.string(), rate_limit_request_per_minute: z.number() }),
  }),
};

/** CoinGecko for a kind of key: each kind has a host of its own. */
export function coingecko(options: CoingeckoOptions = { plan: "demo" }) {
  const isPro = options.plan === "pro";
  const { perMinute, perMonth } = isPro ? options : demo;
  const header = isPro ? "x-cg-pro-api-key" : "x-cg-demo-api-key";
  const sign: Signer = (request, { apiKey }) => ({
    ...request,
    headers: { ...request.headers, [header]: apiKey },
  });
  return defineVenue({
    name: "coingecko",
    origin: isPro ? "https://pro-api.coingecko.com" : "https://api.coingecko.com",
    limits: {
      /** Of a key. How its minute lies is not published. */
      minute: { counted: "unknown", windowMs: 60_000, max: perMinute, per: ["apiKey"] },
      /** Of an account. */
      month: { counted: "unknown", windowMs: monthMs, max: perMonth, per: ["account"] },
    } as const satisfies Readonly<Record<string, Limit>>,
    code,
    refusals,
    sign,
    endpoints,
  });
}
