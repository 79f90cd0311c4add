/**
 * Twelve Data: https://twelvedata.com/docs, read 2026-11. Calls are paid in credits, so many for each symbol.
 *
 *     https://support.twelvedata.com/en/articles/5615854-credits and
 *     https://support.twelvedata.com/en/articles/5203360-batch-api-requests, read 2026-11
 */
import { defineVenue, get, headerNumber, post } from "headgate";
import type { Answer, Signer } from "headgate";
import { z } from "zod";

/** Credits by plan, a minute and a day; only the free plan has a cap for the day. */
const plans = {
  basic: { minute: 8, day: 800 },
  grow: { minute: 377, day: Infinity },
  pro: { minute: 1_597, day: Infinity },
  ultra: { minute: 10_946, day: Infinity },
} as const;

/** https://twelvedata.com/auth.md, read 2026-11. */
const sign: Signer = (request, { apiKey }) => ({
  ...request,
  headers: { ...request.headers, Authorization: `apikey ${apiKey}` },
});

/** One, or several separated by commas. */
const symbol = z.string().min(1);

type Ofs = Readonly<{ symbol: string }>;

function credits(each: number) {
  const weight = ({ symbol: symbols }: Ofs): number => each * symbols.split(",").length;
  return { auth: "key", weight: { minute: weight, day: weight } } as const;
}

const perSymbol = {
  symbol,
  exchange: z.string().optional(),
  country: z.string().optional(),
  type: z.string().optional(),
  outputsize: z.number().int().min(1).max(5_000).optional(),
  start_date: z.string().optional(),
  end_date: z.string().optional(),
  timezone: z.string().optional(),
};

/** Of several symbols an answer is a record by symbol. */
const answer = z.looseObject({});

/** What a request within a batch costs, by the path that its URL begins with. */
const costs: Readonly<Record<string, number>> = { income_statement: 100, profile: 10 };

function batchCost(requests: Readonly<Record<string, { url: string }>>): number {
  let sum = 0;
  for (const { url } of Object.values(requests)) {
    const { pathname, searchParams } = new URL(url, "https://api.twelvedata.com");
    const symbols = searchParams.get("symbol")?.split(",").length ?? 1;
    sum += (costs[pathname.slice(1)] ?? 1) * symbols;
  }
  return sum;
}

const envelope = z.object({ code: z.number() });

/** Where it puts its error code, which looks like a status; the real one may be 200. */
function code({ body }: Answer): number | undefined {
  return envelope.safeParse(body).data?.code;
}

/** A run out of the day's credits says so. Unconfirmed: its words. */
const ofDay = ({ body }: Answer): boolean => /for the day/.test(JSON.stringify(body) ?? "");

const endpoints = {
  timeSeries: get("/time_series", {
    ...credits(1),
    params: z.strictObject({ ...perSymbol, interval: z.string() }),
    answer,
  }),
  quote: get("/quote", { ...credits(1), params: z.strictObject(perSymbol), answer }),
  price: get("/price", { ...credits(1), params: z.strictObject(perSymbol), answer }),
  eod: get("/eod", { ...credits(1), params: z.strictObject(perSymbol), answer }),
  exchangeRate: get("/exchange_rate", {
    ...credits(1),
    params: z.strictObject(perSymbol),
    answer,
  }),
  currencyConversion: get("/currency_conversion", {
    ...credits(1),
    params: z.strictObject({ symbol, amount: z.number(), date: z.string().optional() }),
    answer,
  }),
  profile: get("/profile", { ...credits(10), params: z.strictObject(perSymbol), answer }),
  incomeStatement: get("/income_statement", {
    ...credits(100),
    params: z.strictObject({ ...perSymbol, period: z.string().optional() }),
    answer,
  }),

  /** Several requests by name. It costs what they cost; where credits run out, a part of them is answered. */
  batch: post("/batch", {
    auth: "key",
    changes: false,
    params: z.strictObject({ requests: z.record(z.string(), z.object({ url: z.string() })) }),
    answer: z.looseObject({ code: z.number(), status: z.string(), data: z.looseObject({}) }),
    body: ({ requests }) => requests,
    weight: {
      minute: ({ requests }) => batchCost(requests),
      day: ({ requests }) => batchCost(requests),
    },
  }),

  apiUsage: get("/api_usage", {
    auth: "key",
    params: z.strictObject({}),
    answer: z.looseObject({ current_usage: z.number(), plan_limit: z.number() }),
    weight: { minute: 1, day: 1 },
  }),
};

/**
 * Twelve Data for a plan.
 *
 * @throws {TypeError} If there is no such plan.
 */
export function twelvedata({ plan = "basic" }: Readonly<{ plan?: keyof typeof plans }> = {}) {
  if (!Object.hasOwn(plans, plan)) throw new TypeError(`twelvedata: there is no plan "${plan}".`);
  const { minute, day } = plans[plan];
  return defineVenue({
    name: "twelvedata",
    origin: "https://api.twelvedata.com",
    limits: {
      /** Unconfirmed: that it is the clock's minute. */
      minute: { counted: "unknown", windowMs: 60_000, max: minute, per: ["apiKey"] },
      /** Of the day in UTC. https://twelvedata.com/changelog/clarifies-api-credit-limits-in-the-docs-13, read 2026-11. */
      day: {
        counted: "fixed-window",
        starts: "utc",
        windowMs: 86_400_000,
        max: day,
        per: ["apiKey"],
      },
    },
    code,
    reports: [
      (one) => ({
        minute: {
          used: headerNumber(one, "api-credits-used"),
          remaining: headerNumber(one, "api-credits-left"),
        },
      }),
    ],
    refusals: [
      { code: 429, when: ofDay, kind: "quota", limits: ["day"], executed: "no" },
      { code: 429, kind: "quota", limits: ["minute"], executed: "no" },
      { code: 401, kind: "credentials", executed: "no" },
      { when: (one) => (code(one) ?? 0) >= 500, kind: "fault", executed: "unknown" },
      { when: (one) => (code(one) ?? 0) >= 400, kind: "request", executed: "no" },
    ],
    sign,
    endpoints,
  });
}
