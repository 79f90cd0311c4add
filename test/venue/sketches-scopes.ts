/**
 * More exchanges in sketch, where the question is whom a call charges. Figures as published, read 2026-11;
 * signatures are left out.
 *
 *     upbit         the group that the answer names
 *     deribit       the account that calls, else the address; credits that refill without pause
 *     binance-sapi  for each endpoint a pool of its own, per IP or per account
 */
import { defineVenue, del, get, headerNumber, post } from "headgate";
import type { Limit, Reader, Signer } from "headgate";
import { z } from "zod";

const sign: Signer = (request, by) => ({
  ...request,
  headers: { ...request.headers, "x-key": by.apiKey },
});

const nothing = z.strictObject({});

// ---- upbit: https://docs.upbit.com/kr/reference/rate-limits (updated 2026-10-07)

const perSecond = (max: number, per: "ip" | "account"): Limit => {
  return { counted: "unknown", windowMs: 1_000, max, per: [per] };
};

/** By the names that the answers use. A pocket is an account here. */
const groups = {
  market: perSecond(10, "ip"),
  candle: perSecond(10, "ip"),
  default: perSecond(30, "account"),
  order: perSecond(12, "account"),
  "order-cancel-all": { counted: "unknown", windowMs: 2_000, max: 1, per: ["account"] },
} as const satisfies Readonly<Record<string, Limit>>;

type Group = keyof typeof groups;
const isGroup = (name: string): name is Group => Object.hasOwn(groups, name);

/** `group=default; min=1800; sec=29`, of which `min` says nothing any more. */
const remainingReq: Reader<Group> = (answer) => {
  const said = /^group=([\w-]+); ?min=\d+; ?sec=(\d+)$/.exec(answer.header("remaining-req") ?? "");
  const [, group = "", left] = said ?? [];
  return isGroup(group) ? { [group]: { remaining: Number(left) } } : {};
};

export const upbit = defineVenue({
  name: "upbit",
  origin: "https://api.upbit.com",
  limits: groups,
  reports: [remainingReq],
  refusals: [
    { status: 429, kind: "quota", executed: "no" },
    // Whoever goes on after a 429: the address where quotes were asked for, else the account.
    {
      status: 418,
      when: (answer) => /^group=(market|candle);/.test(answer.header("remaining-req") ?? ""),
      kind: "ban",
      whose: "ip",
      executed: "no",
    },
    { status: 418, kind: "ban", whose: "account", executed: "no" },
  ],
  sign,
  endpoints: {
    markets: get("/v1/market/all", {
      params: nothing,
      answer: z.array(z.unknown()),
      weight: { market: 1 },
    }),
    minuteCandles: get("/v1/candles/minutes/{unit}", {
      params: z.strictObject({
        unit: z.literal([1, 3, 5, 10, 15, 30, 60, 240]),
        market: z.string(),
      }),
      answer: z.array(z.unknown()),
      weight: { candle: 1 },
    }),
    accounts: get("/v1/accounts", {
      params: nothing,
      answer: z.array(z.unknown()),
      auth: "signed",
      weight: { default: 1 },
    }),
    createOrder: post("/v1/orders", {
      params: z.strictObject({ market: z.string(), identifier: z.string().optional() }),
      answer: z.looseObject({ uuid: z.string() }),
      auth: "signed",
      clientId: "identifier",
      weight: { order: 1 },
    }),
    cancelOpen: del("/v1/orders/open", {
      params: nothing,
      answer: z.looseObject({}),
      auth: "signed",
      idempotent: true,
      weight: { "order-cancel-all": 1 },
    }),
  },
});

// ---- deribit: https://docs.deribit.com/articles/rate-limits (copy of 2026-02-23)

const perAccount = (max: number, refillPerSecond: number): Limit => {
  return { counted: "bucket", max, refillPerSecond, per: ["account"] };
};

/** Burst and rate of the matching engine, by the volume of the last seven days. */
const deribitTiers = { 1: [100, 30], 2: [50, 20], 3: [30, 10], 4: [20, 5] } as const;

const instrument = z.strictObject({ instrument_name: z.string() });

/** BTC_USDC is spot, BTC-PERPETUAL and BTC_USDC-PERPETUAL are not. */
const isSpot = (name: string): boolean => name.includes("_") && !name.includes("-");

const result = z.looseObject({ result: z.unknown() });
const failed = z.looseObject({
  error: z.looseObject({
    code: z.number(),
    data: z.looseObject({ wait: z.number().optional() }).optional(),
  }),
});

export function deribit({ tier = 4 }: Readonly<{ tier?: keyof typeof deribitTiers }> = {}) {
  const [burst, rate] = deribitTiers[tier];
  return defineVenue({
    name: "deribit",
    origin: "https://www.deribit.com",
    limits: {
      credits: perAccount(50_000, 10_000),
      /** Not published: that of an account, which is 20 a second. */
      publicIp: { counted: "unknown", windowMs: 1_000, max: 20, per: ["ip"] },
      matching: perAccount(burst, rate),
      /** The example of the documentation; an account's own figures are in its summary. */
      spot: perAccount(250, 200),
      cancelAll: perAccount(250, 200),
    },
    code: ({ body }) => failed.safeParse(body).data?.error.code,
    refusals: [
      { code: 10028, kind: "quota", executed: "no" },
      { code: 10047, kind: "overload", executed: "no" },
      { code: 10066, kind: "overload", executed: "no" },
      {
        code: 13780,
        kind: "quota",
        executed: "no",
        waitMs: ({ body }) => (failed.safeParse(body).data?.error.data?.wait ?? 0) * 1_000,
      },
    ],
    sign,
    endpoints: {
      ticker: get("/api/v2/public/ticker", {
        params: instrument,
        answer: result,
        auth: "either",
        weight: {
          credits: (_, { account }) => (account === undefined ? 0 : 500),
          publicIp: (_, { account }) => (account === undefined ? 1 : 0),
        },
      }),
      getInstruments: get("/api/v2/public/get_instruments", {
        params: z.strictObject({ currency: z.string() }),
        answer: result,
        auth: "either",
        // 10 000 of 500 000 credits in a pool of its own.
        own: perAccount(50, 1),
        weight: {
          own: (_, { account }) => (account === undefined ? 0 : 1),
          publicIp: (_, { account }) => (account === undefined ? 1 : 0),
        },
      }),
      getPositions: get("/api/v2/private/get_positions", {
        params: z.strictObject({ currency: z.string().optional() }),
        answer: result,
        auth: "signed",
        weight: { credits: 500 },
      }),
      buy: get("/api/v2/private/buy", {
        params: instrument.extend({ amount: z.number(), label: z.string().optional() }),
        answer: result,
        auth: "signed",
        changes: true,
        weight: {
          matching: (order) => (isSpot(order.instrument_name) ? 0 : 1),
          spot: (order) => (isSpot(order.instrument_name) ? 1 : 0),
        },
      }),
      cancelAll: get("/api/v2/private/cancel_all", {
        params: nothing,
        answer: result,
        auth: "signed",
        changes: true,
        idempotent: true,
        weight: { cancelAll: 1 },
      }),
    },
  });
}

// ---- binance-sapi: https://developers.binance.com (copy of 2026-05-27), weights of
// https://github.com/binance/binance-connector-js/tree/a9de9a9/clients

/** Each endpoint has one of these to itself. Unconfirmed: that minutes begin on the clock. */
const ofIp: Limit = { counted: "unknown", windowMs: 60_000, max: 12_000, per: ["ip"] };
const ofAccount: Limit = { counted: "unknown", windowMs: 60_000, max: 180_000, per: ["account"] };

/** Of the endpoint's own limit, whichever it has: `X-SAPI-USED-IP-WEIGHT-1M`, or a second's. */
const usedWeight: Reader<never> = (answer) => {
  const names = ["ip-weight-1m", "uid-weight-1m", "ip-weight-1s", "uid-weight-1s"];
  const [used] = names.flatMap((name) => headerNumber(answer, `x-sapi-used-${name}`) ?? []);
  return used === undefined ? {} : { own: { used } };
};

const anObject = z.looseObject({});
const borrows = new Set(["MARGIN_BUY", "AUTO_BORROW_REPAY"]);

export const binanceSapi = defineVenue({
  name: "binance-sapi",
  origin: "https://api.binance.com",
  limits: {
    /** Beside the endpoint's own one per account. */
    maxLeverage: { counted: "unknown", windowMs: 60_000, max: 1, per: ["ip"] },
  },
  code: ({ body }) => z.looseObject({ code: z.number() }).safeParse(body).data?.code,
  reports: [usedWeight],
  refusals: [
    { status: 418, kind: "ban", whose: "ip", executed: "no" },
    { status: 429, kind: "quota", limits: ["own", "maxLeverage"], executed: "no" },
    { code: -1021, kind: "timestamp", executed: "no" },
  ],
  sign,
  sends: "query",
  endpoints: {
    marginOrder: post("/sapi/v1/margin/order", {
      params: z.strictObject({ symbol: z.string(), sideEffectType: z.string().optional() }),
      answer: anObject,
      auth: "signed",
      own: ofAccount,
      weight: { own: ({ sideEffectType = "" }) => (borrows.has(sideEffectType) ? 1_500 : 6) },
    }),
    cancelMarginOrder: del("/sapi/v1/margin/order", {
      params: z.strictObject({ symbol: z.string(), orderId: z.number() }),
      answer: anObject,
      auth: "signed",
      idempotent: true,
      own: ofIp,
      weight: { own: 10 },
    }),
    accountSnapshot: get("/sapi/v1/accountSnapshot", {
      params: z.strictObject({ type: z.enum(["SPOT", "MARGIN", "FUTURES"]) }),
      answer: anObject,
      auth: "signed",
      own: ofIp,
      weight: { own: 2_400 },
    }),
    crossMarginData: get("/sapi/v1/margin/crossMarginData", {
      params: z.strictObject({ coin: z.string().optional() }),
      answer: z.unknown(),
      auth: "signed",
      own: ofIp,
      weight: { own: ({ coin }) => (coin === undefined ? 5 : 1) },
    }),
    withdrawHistory: get("/sapi/v1/capital/withdraw/history", {
      params: nothing,
      answer: z.unknown(),
      auth: "signed",
      // 10 requests per second: of this endpoint the figure is a second's.
      own: { ...ofAccount, windowMs: 1_000 },
      weight: { own: 18_000 },
    }),
    maxLeverage: post("/sapi/v1/margin/max-leverage", {
      params: z.strictObject({ maxLeverage: z.literal([3, 5, 10]) }),
      answer: anObject,
      auth: "signed",
      own: ofAccount,
      weight: { own: 3_000, maxLeverage: 1 },
    }),
  },
});
