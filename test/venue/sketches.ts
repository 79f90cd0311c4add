/**
 * Exchanges that count in very different ways, a few endpoints of each: what the language of declarations
 * has to be able to say; sketches-scopes.ts has more. Figures as published, read 2026-11; signatures are left out.
 *
 *     okx           per endpoint and instrument, spaced evenly; one batch, several buckets
 *     kucoin        pools that begin with a request; headers that do not say which pool
 *     kraken-spot   counters that decay in steps; costs that depend on an order's age; errors in HTTP 200
 *     hyperliquid   costs that only the answer tells; a budget that time does not refill
 */
import { defineVenue, del, get, headerNumber, post } from "headgate";
import type { Answer, Limit, Reader, Report, Signer } from "headgate";
import { z } from "zod";

const sign: Signer = (request, by) => ({
  ...request,
  headers: { ...request.headers, "x-key": by.apiKey },
});

const nothing = z.strictObject({});

/** Takes nothing, whatever it answers; what the answer reports of that bucket is heard. */
const listens = { reserve: 0, actual: () => 0 };

const coded = z.looseObject({ code: z.union([z.string(), z.number().transform(String)]) });

/** `code` as a text: old bodies of OKX have it as a number. */
function codeOf({ body }: Answer): string | undefined {
  return coded.safeParse(body).data?.code;
}

// ---- okx: https://www.okx.com/docs-v5 (copy of 2026-08-22)

/** A burst of more than one is refused, whatever the figure: https://github.com/c9s/bbgo/pull/1534 */
const spaced = (max: number, per: Limit["per"], windowMs = 2_000): Limit => {
  return { counted: "unknown", windowMs, max, burstMax: 1, per };
};

const okxOrder = z.strictObject({ instId: z.string(), side: z.string(), sz: z.string() });
const okxOrders = z.strictObject({ orders: z.array(okxOrder).min(1).max(20) });
type Instrument = Readonly<{ instId: string }>;

/** Options are counted by family: BTC-USD-261225-60000-C is one of BTC-USD. */
function instrumentOf({ instId }: Instrument): string {
  const [base, quote, , strike] = instId.split("-");
  return strike === undefined ? instId : `${base}-${quote}`;
}

/** Orders of spot and margin (BTC-USDT) do not count for the sub-account. */
function derivatives(orders: readonly Instrument[]): number {
  return orders.filter(({ instId }) => instId.split("-").length > 2).length;
}

const okxAnswer = z.looseObject({ code: z.string() });
const perInstrument = ["account", "instrument"] as const;

/** The sub-account's figure, of the endpoint that tells it. */
function okxTier({ body }: Answer): { orders?: Report } {
  const tier = z.looseObject({ data: z.tuple([z.looseObject({ accRateLimit: z.string() })]) });
  const max = Number(tier.safeParse(body).data?.data[0].accRateLimit);
  return max > 0 ? { orders: { max } } : {};
}

export const okx = defineVenue({
  name: "okx",
  origin: "https://openapi.okx.com",
  limits: {
    /** Across instruments and endpoints; more for higher fill ratios, as `accountRateLimit` tells. */
    orders: { counted: "unknown", windowMs: 2_000, max: 1_000, per: ["account"] },
    /** Not an endpoint's own: a batch of one order takes from it, too. */
    place: spaced(60, perInstrument),
    placeBatch: spaced(300, perInstrument),
  },
  dimensions: {
    instrument: (params) =>
      okxOrders.safeParse(params).data?.orders.map(instrumentOf) ??
      instrumentOf(z.looseObject({ instId: z.string() }).parse(params)),
  },
  code: codeOf,
  reports: [okxTier],
  refusals: [
    { code: "50061", kind: "quota", limits: ["orders"], executed: "no" },
    { code: "50011", kind: "quota", limits: ["own", "place", "placeBatch"], executed: "no" },
    { code: "50013", kind: "overload", executed: "no" },
    { code: "50004", kind: "fault", executed: "unknown" },
    { code: "50102", kind: "timestamp", executed: "no" },
    { code: "1", kind: "request", executed: "no" },
  ],
  /** The body of a batch is a list; parameters are an object. */
  sign: (request, by, serverTimeMs) => {
    const batch = okxOrders.safeParse(JSON.parse(request.body ?? "{}")).data;
    const body = batch === undefined ? {} : { body: JSON.stringify(batch.orders) };
    return sign({ ...request, ...body }, by, serverTimeMs);
  },
  endpoints: {
    books: get("/api/v5/market/books", {
      params: z.strictObject({ instId: z.string(), sz: z.number().optional() }),
      answer: okxAnswer,
      own: spaced(40, ["ip"]),
      weight: { own: 1 },
    }),
    instruments: get("/api/v5/public/instruments", {
      params: z.strictObject({ instType: z.enum(["SPOT", "SWAP", "FUTURES", "OPTION"]) }),
      answer: okxAnswer,
      own: spaced(20, ["ip", "instType"]),
      weight: { own: 1 },
    }),
    accountRateLimit: get("/api/v5/trade/account-rate-limit", {
      params: nothing,
      answer: okxAnswer,
      auth: "signed",
      own: spaced(1, ["account"], 1_000),
      weight: { own: 1, orders: listens },
    }),
    placeOrder: post("/api/v5/trade/order", {
      params: okxOrder,
      answer: okxAnswer,
      auth: "signed",
      weight: { place: 1, orders: (order) => derivatives([order]) },
    }),
    placeBatch: post("/api/v5/trade/batch-orders", {
      params: okxOrders,
      answer: okxAnswer,
      auth: "signed",
      weight: {
        place: ({ orders }) => (orders.length === 1 ? 1 : 0),
        // A bucket for each instrument of the batch: `scope` names the one that is asked for.
        placeBatch: ({ orders }, scope) =>
          orders.length === 1
            ? 0
            : orders.filter((order) => instrumentOf(order) === scope["instrument"]).length,
        orders: ({ orders }) => derivatives(orders),
      },
    }),
  },
});

// ---- kucoin: https://www.kucoin.com/docs-new/rate-limit (copy of 2025-11-30)

/** By VIP level: spot, futures and management. Public data has 2 000 for everybody. */
const vips = [
  [4_000, 2_000],
  [6_000, 2_000],
  [8_000, 4_000],
  [10_000, 5_000],
  [13_000, 6_000],
] as const;

const pool = (max: number, per: Limit["per"]): Limit => {
  return { counted: "fixed-window", starts: "first-request", windowMs: 30_000, max, per };
};

/** Of whichever pool was drawn from; the reset is in ms from now. */
const gateway: Reader<never> = (answer) => {
  const remaining = headerNumber(answer, "gw-ratelimit-remaining");
  const endsInMs = headerNumber(answer, "gw-ratelimit-reset");
  const max = headerNumber(answer, "gw-ratelimit-limit");
  if (remaining === undefined || endsInMs === undefined || max === undefined) return {};
  return { own: { remaining, endsInMs, max } };
};

export function kucoin({ vip }: Readonly<{ vip: 0 | 1 | 2 | 3 | 4 }>) {
  const [spot, others] = vips[vip];
  return defineVenue({
    name: "kucoin",
    origin: "https://api.kucoin.com",
    limits: {
      spot: pool(spot, ["account"]),
      management: pool(others, ["account"]),
      open: pool(2_000, ["ip"]),
    },
    code: codeOf,
    reports: [gateway],
    refusals: [
      {
        // Without its headers it is the server that has too much to do.
        code: "429000",
        when: (answer) => answer.header("gw-ratelimit-remaining") === undefined,
        kind: "overload",
        executed: "no",
      },
      {
        code: "429000",
        kind: "quota",
        executed: "no",
        waitMs: (answer) => headerNumber(answer, "gw-ratelimit-reset"),
      },
    ],
    sign,
    endpoints: {
      allTickers: get("/api/v1/market/allTickers", {
        params: nothing,
        answer: z.looseObject({}),
        weight: { open: 15 },
      }),
      userInfo: get("/api/v2/user-info", {
        params: nothing,
        answer: z.looseObject({}),
        auth: "signed",
        weight: { management: 20 },
      }),
      addOrder: post("/api/v1/hf/orders", {
        params: z.strictObject({ symbol: z.string(), clientOid: z.string().optional() }),
        answer: z.looseObject({}),
        auth: "signed",
        clientId: "clientOid",
        weight: { spot: 1 },
      }),
      cancelAll: del("/api/v1/hf/orders/cancelAll", {
        params: nothing,
        answer: z.looseObject({}),
        auth: "signed",
        idempotent: true,
        weight: { spot: 30 },
      }),
    },
  });
}

// ---- kraken-spot: https://docs.kraken.com/api/docs/guides/spot-ratelimits (copy of 2026-05-27)

const krakenTiers = {
  starter: { counter: [15, 0.33], engine: [60, 1], open: 60 },
  intermediate: { counter: [20, 0.5], engine: [125, 2.34], open: 80 },
  pro: { counter: [20, 1], engine: [180, 3.75], open: 225 },
} as const;

/** "Reduced every couple of seconds": the step is not published, 3 s are assumed. */
function decaying([max, refillPerSecond]: readonly [number, number], per: Limit["per"]): Limit {
  return { counted: "bucket", max, refillPerSecond, stepMs: 3_000, per };
}

type Ages = readonly (readonly [youngerThanMs: number, cost: number])[];
const cancelAges = [
  [5, 8],
  [10, 6],
  [15, 5],
  [45, 4],
  [90, 2],
  [300, 1],
] as const;
const amendAges = [
  [5, 3],
  [10, 2],
  [15, 1],
] as const;

function costAt(ageMs: number, ages: Ages): number {
  return ages.find(([seconds]) => ageMs < seconds * 1_000)?.[1] ?? 0;
}

/** "EOrder:Rate limit exceeded", the first of the list. */
function krakenError({ body }: Answer): string | undefined {
  return z.looseObject({ error: z.array(z.string()) }).safeParse(body).data?.error[0];
}

/** Instants are in seconds: "EService: Throttled: 1796000000". */
function throttledMs(answer: Answer, serverMs: number): number | undefined {
  const until = /^EService: ?Throttled: ?(\d+)/.exec(krakenError(answer) ?? "")?.[1];
  return until === undefined ? undefined : Number(until) * 1_000 - serverMs;
}

const krakenResult = z.looseObject({ result: z.looseObject({ count: z.number().optional() }) });
const krakenAnswer = z.looseObject({ error: z.array(z.string()), result: z.unknown() });
const krakenOrder = z.strictObject({ txid: z.string(), pair: z.string(), ageMs: z.number() });

export function krakenSpot({ tier }: Readonly<{ tier: keyof typeof krakenTiers }>) {
  const { counter, engine, open } = krakenTiers[tier];
  return defineVenue({
    name: "kraken-spot",
    origin: "https://api.kraken.com",
    limits: {
      counter: decaying(counter, ["apiKey"]),
      engine: decaying(engine, ["account", "pair"]),
      openOrders: { counted: "open", max: open, per: ["account", "pair"] },
    },
    code: krakenError,
    // What a cancel has closed is no longer open.
    reports: [
      ({ body }) => ({
        openOrders: { credit: krakenResult.safeParse(body).data?.result.count ?? 0 },
      }),
    ],
    refusals: [
      { code: "EAPI:Rate limit exceeded", kind: "quota", limits: ["counter"], executed: "no" },
      { code: "EOrder:Rate limit exceeded", kind: "quota", limits: ["engine"], executed: "no" },
      {
        code: "EOrder:Orders limit exceeded",
        kind: "quota",
        limits: ["openOrders"],
        executed: "no",
      },
      { code: "EGeneral:Too many requests", kind: "quota", executed: "no" },
      // About 15 min, by a maintainer: https://github.com/krakenfx/kraken-cli/issues/34
      {
        code: "EGeneral:Temporary lockout",
        kind: "ban",
        whose: "apiKey",
        executed: "no",
        waitMs: 900_000,
      },
      {
        when: (answer) => throttledMs(answer, 0) !== undefined,
        kind: "overload",
        executed: "no",
        waitMs: throttledMs,
      },
      { when: (answer) => krakenError(answer) !== undefined, kind: "request", executed: "no" },
    ],
    sign,
    endpoints: {
      ohlc: get("/0/public/OHLC", {
        params: z.strictObject({ pair: z.string(), interval: z.number().optional() }),
        answer: krakenAnswer,
        own: { counted: "unknown", windowMs: 1_000, max: 1, per: ["ip", "pair"] },
        weight: { own: 1 },
      }),
      balance: post("/0/private/Balance", {
        params: nothing,
        answer: krakenAnswer,
        auth: "signed",
        changes: false,
        weight: { counter: 1 },
      }),
      ledgers: post("/0/private/Ledgers", {
        params: nothing,
        answer: krakenAnswer,
        auth: "signed",
        changes: false,
        weight: { counter: 4 },
      }),
      addOrder: post("/0/private/AddOrder", {
        params: z.strictObject({ pair: z.string(), volume: z.string(), cl_ord_id: z.string() }),
        answer: krakenAnswer,
        auth: "signed",
        clientId: "cl_ord_id",
        // The engine counts also what it refuses; what it refuses is not open.
        weight: {
          engine: 1,
          openOrders: {
            reserve: 1,
            actual: (answer) => (krakenError(answer) === undefined ? 1 : 0),
          },
        },
      }),
      amendOrder: post("/0/private/AmendOrder", {
        params: krakenOrder.extend({ order_qty: z.string() }),
        answer: krakenAnswer,
        auth: "signed",
        hints: ["pair", "ageMs"],
        weight: { counter: 1, engine: ({ ageMs }) => 1 + costAt(ageMs, amendAges) },
      }),
      cancelOrder: post("/0/private/CancelOrder", {
        params: krakenOrder,
        answer: krakenAnswer,
        auth: "signed",
        idempotent: true,
        hints: ["pair", "ageMs"],
        weight: { engine: ({ ageMs }) => costAt(ageMs, cancelAges), openOrders: listens },
      }),
    },
  });
}

// ---- hyperliquid: https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/rate-limits

const intervalMs = { "1m": 60_000, "1h": 3_600_000, "1d": 86_400_000 } as const;
const candlesMax = 5_000;

const candles = z.strictObject({
  coin: z.string(),
  interval: z.enum(["1m", "1h", "1d"]),
  startTime: z.number(),
  endTime: z.number(),
});
type Candles = z.output<typeof candles>;

function candlesIn({ interval, startTime, endTime }: Candles): number {
  return Math.min(candlesMax, Math.floor((endTime - startTime) / intervalMs[interval]) + 1);
}

/** 20, and 1 for each 60 that come back; how a rest is rounded is not published, so up. */
const candleWeight = (count: number): number => 20 + Math.ceil(count / 60);
const actionWeight = (count: number): number => 1 + Math.floor(count / 40);

const usage = z.looseObject({ nRequestsUsed: z.number(), nRequestsCap: z.number() });

/** The budget grows by 1 for each USDC that was traded. That of cancels is twice as large, up to 100 000 more. */
const budget: Reader<"actions" | "cancels"> = ({ body }) => {
  const said = usage.safeParse(body).data;
  if (said === undefined) return {};
  const { nRequestsUsed: used, nRequestsCap: max } = said;
  return { actions: { used, max }, cancels: { used, max: Math.min(max + 100_000, 2 * max) } };
};

/** HTTP 200: `{ status: "err", response: "Too many cumulative requests sent (37986 > 10436) ..." }`. */
const budgetSpent = z.looseObject({
  response: z.string().startsWith("Too many cumulative requests"),
});

export const hyperliquid = defineVenue({
  name: "hyperliquid",
  origin: "https://api.hyperliquid.xyz",
  limits: {
    ipWeight: { counted: "unknown", windowMs: 60_000, max: 1_200, per: ["ip"] },
    /** One count, by the safe reading, with a ceiling for what trades and a higher one for cancels. */
    actions: { counted: "lifetime", max: 10_000, headroom: 0, per: ["account"] },
    cancels: { counted: "lifetime", max: 20_000, headroom: 0, per: ["account"] },
  },
  reports: [budget],
  refusals: [
    { status: 429, kind: "quota", limits: ["ipWeight"], executed: "no" },
    {
      when: ({ body }) => budgetSpent.safeParse(body).success,
      kind: "quota",
      limits: ["actions"],
      executed: "no",
    },
  ],
  sign,
  endpoints: {
    l2Book: post("/info", {
      params: z.strictObject({ type: z.literal("l2Book").default("l2Book"), coin: z.string() }),
      answer: z.looseObject({ levels: z.array(z.unknown()) }),
      changes: false,
      weight: { ipWeight: 2 },
    }),
    candleSnapshot: post("/info", {
      params: candles.transform((req) => ({ type: "candleSnapshot", req }) as const),
      answer: z.array(z.unknown()),
      changes: false,
      weight: {
        ipWeight: {
          reserve: ({ req }) => candleWeight(candlesIn(req)),
          actual: ({ body }) => candleWeight(Array.isArray(body) ? body.length : 0),
        },
      },
    }),
    userRateLimit: post("/info", {
      params: z.strictObject({
        type: z.literal("userRateLimit").default("userRateLimit"),
        user: z.string(),
      }),
      answer: usage,
      auth: "key",
      changes: false,
      weight: { ipWeight: 20, actions: listens, cancels: listens },
    }),
    order: post("/exchange", {
      params: z
        .strictObject({ orders: z.array(z.unknown()).min(1) })
        .transform(
          ({ orders }) => ({ action: { type: "order", orders, grouping: "na" } }) as const,
        ),
      answer: z.looseObject({ status: z.string() }),
      auth: "signed",
      weight: {
        ipWeight: ({ action }) => actionWeight(action.orders.length),
        actions: ({ action }) => action.orders.length,
        cancels: ({ action }) => action.orders.length,
      },
    }),
    cancel: post("/exchange", {
      params: z
        .strictObject({ cancels: z.array(z.unknown()).min(1) })
        .transform((action) => ({ action: { type: "cancel", ...action } }) as const),
      answer: z.looseObject({ status: z.string() }),
      auth: "signed",
      idempotent: true,
      weight: {
        ipWeight: ({ action }) => actionWeight(action.cancels.length),
        cancels: ({ action }) => action.cancels.length,
        // It counts there as well, and waits for nothing there.
        actions: { reserve: 0, actual: (_, { action }) => action.cancels.length },
      },
    }),
  },
});
