/**
 * Alpaca's market data: https://docs.alpaca.markets/docs/about-market-data-api, read 2026-11. Headers, refusals
 * and keys are those of its trading API.
 */
import { defineVenue, get, standardHeaders } from "headgate";
import { z } from "zod";
import { code, refusalsOf } from "../alpaca-trading/limits.ts";
import { sign } from "../alpaca-trading/sign.ts";

/** Calls a minute by plan. https://docs.alpaca.markets/docs/about-market-data-api, read 2026-11. */
const plans = {
  basic: 200,
  algoTraderPlus: 10_000,
  brokerStandard: 1_000,
  brokerPlus3000: 3_000,
  brokerPlus5000: 5_000,
  brokerPlus10000: 10_000,
} as const;

/** Every call weighs 1, also one without a key: its limit is not published, and this is the nearest. */
const common = { auth: "key", weight: { data: 1 } } as const;

const symbol = z.string().min(1);
/** Separated by commas. */
const symbols = z.string().min(1);
const page = {
  start: z.string().optional(),
  end: z.string().optional(),
  limit: z.number().int().min(1).max(10_000).optional(),
  page_token: z.string().optional(),
  feed: z.string().optional(),
  sort: z.enum(["asc", "desc"]).optional(),
};
const bar = z.looseObject({
  t: z.string(),
  o: z.number(),
  h: z.number(),
  l: z.number(),
  c: z.number(),
});
const barsBySymbol = z.looseObject({
  bars: z.record(z.string(), z.array(bar)),
  next_page_token: z.string().nullable(),
});
const dated = z.array(z.looseObject({ t: z.string() })).nullable();

const endpoints = {
  stockBars: get("/v2/stocks/bars", {
    ...common,
    params: z.strictObject({
      symbols,
      timeframe: z.string(),
      adjustment: z.string().optional(),
      ...page,
    }),
    answer: barsBySymbol,
  }),
  stockTrades: get("/v2/stocks/{symbol}/trades", {
    ...common,
    params: z.strictObject({ symbol, ...page }),
    answer: z.looseObject({ trades: dated }),
  }),
  stockQuotes: get("/v2/stocks/{symbol}/quotes", {
    ...common,
    params: z.strictObject({ symbol, ...page }),
    answer: z.looseObject({ quotes: dated }),
  }),
  stockSnapshots: get("/v2/stocks/snapshots", {
    ...common,
    params: z.strictObject({ symbols, feed: z.string().optional() }),
    answer: z.record(z.string(), z.looseObject({}).nullable()),
  }),
  latestStockQuotes: get("/v2/stocks/quotes/latest", {
    ...common,
    params: z.strictObject({ symbols, feed: z.string().optional() }),
    answer: z.looseObject({ quotes: z.record(z.string(), z.looseObject({ t: z.string() })) }),
  }),
  cryptoBars: get("/v1beta3/crypto/{loc}/bars", {
    ...common,
    params: z.strictObject({ loc: z.string(), symbols, timeframe: z.string(), ...page }),
    answer: barsBySymbol,
  }),
  news: get("/v1beta1/news", {
    ...common,
    params: z.strictObject({
      symbols: symbols.optional(),
      start: z.string().optional(),
      end: z.string().optional(),
      limit: z.number().int().min(1).max(50).optional(),
      page_token: z.string().optional(),
    }),
    answer: z.looseObject({
      news: z.array(z.looseObject({ id: z.number(), headline: z.string() })),
    }),
  }),
  optionSnapshots: get("/v1beta1/options/snapshots/{underlying}", {
    ...common,
    params: z.strictObject({
      underlying: z.string(),
      feed: z.string().optional(),
      limit: z.number().int().min(1).max(1_000).optional(),
      page_token: z.string().optional(),
    }),
    answer: z.looseObject({ snapshots: z.record(z.string(), z.looseObject({})) }),
  }),
};

/**
 * Alpaca's market data for a plan.
 *
 * @throws {TypeError} If there is no such plan.
 */
export function alpacaData({ plan = "basic" }: Readonly<{ plan?: keyof typeof plans }> = {}) {
  if (!Object.hasOwn(plans, plan)) throw new TypeError(`alpaca-data: there is no plan "${plan}".`);
  return defineVenue({
    name: "alpaca-data",
    origin: "https://data.alpaca.markets",
    limits: {
      /** So many calls a minute for each account. How its minute lies is not published. */
      data: { counted: "unknown", windowMs: 60_000, max: plans[plan], per: ["account"] },
    },
    code,
    // The reset is when the remaining quota changes next, so it ends no window.
    reports: [
      (answer) => {
        const { data } = standardHeaders("data")(answer);
        return { data: { remaining: data?.remaining, max: data?.max } };
      },
    ],
    refusals: refusalsOf("data"),
    sign,
    endpoints,
  });
}
