/** AllTick as declared, against what it publishes: endpoints, weights, the figures of each plan. */
import { alltick } from "headgate/endpoints/alltick";
import type { Plan } from "headgate/endpoints/alltick";
import type { Limit } from "headgate";
import { describe, expect, test } from "vitest";
import { priceCall, tariffOf } from "../../src/venue/price.ts";

type Name = keyof ReturnType<typeof alltick>["endpoints"];

const plans = [
  "free",
  "basic",
  "premium",
  "professional",
  "all-hk",
  "all-cn",
  "all-us",
] as const satisfies readonly Plan[];

const pair = { code: "EURUSD", kline_type: 1, query_kline_num: 2 };
const share = { code: "857.HK", kline_type: 8, query_kline_num: 2 };
const pairs = { symbol_list: [{ code: "EURUSD" }, { code: "BTCUSDT" }] };
const shares = { symbol_list: [{ code: "857.HK" }, { code: "UNH.US" }] };

const table: readonly (readonly [name: Name, address: string, params: object])[] = [
  ["kline", "GET /quote-b-api/kline", pair],
  ["stockKline", "GET /quote-stock-b-api/kline", share],
  ["batchKline", "POST /quote-b-api/batch-kline", { data_list: [pair] }],
  ["stockBatchKline", "POST /quote-stock-b-api/batch-kline", { data_list: [share] }],
  ["tradeTick", "GET /quote-b-api/trade-tick", pairs],
  ["stockTradeTick", "GET /quote-stock-b-api/trade-tick", shares],
  ["depthTick", "GET /quote-b-api/depth-tick", pairs],
  ["stockDepthTick", "GET /quote-stock-b-api/depth-tick", shares],
  ["staticInfo", "GET /quote-stock-b-api/static_info", shares],
  ["suspensionSse", "GET /api/suspension/sse", {}],
  ["suspensionNyse", "GET /api/suspension/nyse", {}],
  ["suspensionNasdaq", "GET /api/suspension/nasdaq", { page: 1, size: 10 }],
];

/** What one call takes, and from whose bucket. */
function priced(plan: Plan, name: Name, params: object): readonly unknown[] {
  const venue = alltick({ plan });
  const endpoint = venue.endpoints[name];
  const caller = { ip: "address", account: "desk", apiKey: "desk" };
  const checked = endpoint.params.parse(params);
  const limits: Readonly<Record<string, Limit | undefined>> = {
    ...venue.limits,
    own: endpoint.own,
  };
  return priceCall(venue, tariffOf(venue, endpoint), { params: { ...checked }, caller }).map(
    (one) => {
      const whose = limits[one.name]?.per.map(
        (dimension) => `${dimension}=${one.scope[dimension]}`,
      );
      return [one.name, one.weight, whose?.join()];
    },
  );
}

describe("endpoints", () => {
  test("there are the twelve of the documentation, with their methods and paths", () => {
    const { endpoints } = alltick({ plan: "free" });
    const declared = Object.entries(endpoints).map(([name, { method, path }]) => [
      name,
      `${method} ${path}`,
    ]);
    expect(Object.fromEntries(declared)).toEqual(
      Object.fromEntries(table.map(([name, address]) => [name, address])),
    );
  });

  test.each(table)(
    "%s takes 1 from its own limit and from each of the three common ones, by token",
    (name, _address, params) => {
      for (const plan of plans) {
        expect(priced(plan, name, params)).toEqual([
          ["together", 1, "apiKey=desk"],
          ["minute", 1, "apiKey=desk"],
          ["day", 1, "apiKey=desk"],
          ["own", 1, "apiKey=desk"],
        ]);
      }
    },
  );

  test.each(table)("%s needs a token and may be sent again", (name) => {
    const endpoint = alltick({ plan: "premium" }).endpoints[name];
    expect(endpoint).toMatchObject({ auth: "key", idempotent: true, withdraws: false });
  });
});

type Figures = Readonly<{
  second: readonly [max: number, windowMs: number];
  batchMs: number;
  minute: number;
  day: number;
  codes: number;
  groups: number;
}>;

const most = { batchMs: 1_000, minute: 1_200, day: 1_728_000, codes: 50, groups: 500 };

const figures: readonly (readonly [plan: Plan, Figures])[] = [
  ["free", { second: [1, 10_000], batchMs: 10_000, minute: 10, day: 1_000, codes: 5, groups: 5 }],
  [
    "basic",
    { second: [1, 1_000], batchMs: 3_000, minute: 60, day: 86_400, codes: 50, groups: 100 },
  ],
  [
    "premium",
    { second: [10, 1_000], batchMs: 2_000, minute: 600, day: 864_000, codes: 50, groups: 200 },
  ],
  ["professional", { second: [20, 1_000], ...most }],
  ["all-hk", { second: [20, 1_000], ...most }],
  ["all-cn", { second: [20, 1_000], ...most }],
  ["all-us", { second: [20, 1_000], ...most }],
];

const many = <Each>(count: number, each: Each) => Array.from({ length: count }, () => each);

describe("plans", () => {
  const per = ["apiKey"];
  const unknown = { counted: "unknown", per };

  test.each(figures)(
    "%s has its published limits whole",
    (plan, { second: [max, windowMs], batchMs, minute, day }) => {
      const { limits, endpoints } = alltick({ plan });
      expect(limits).toEqual({
        together: { ...unknown, max, windowMs },
        minute: { ...unknown, max: minute, windowMs: 60_000 },
        day: { counted: "fixed-window", starts: "unknown", per, max: day, windowMs: 86_400_000 },
      });
      const own = Object.entries(endpoints).map(([name, endpoint]) => [name, endpoint.own]);
      const second = { ...unknown, max, windowMs };
      const batch = { ...unknown, max: 1, windowMs: batchMs };
      const suspension = { ...unknown, max: 1, windowMs: 60_000 };
      expect(Object.fromEntries(own)).toEqual({
        kline: second,
        stockKline: second,
        batchKline: batch,
        stockBatchKline: batch,
        tradeTick: second,
        stockTradeTick: second,
        depthTick: second,
        stockDepthTick: second,
        staticInfo: second,
        suspensionSse: suspension,
        suspensionNyse: suspension,
        suspensionNasdaq: suspension,
      });
    },
  );

  test.each(figures)(
    "%s takes as many codes and groups as it may, and not one more",
    (plan, { codes, groups }) => {
      const { endpoints } = alltick({ plan });
      const lists = ["tradeTick", "stockTradeTick", "depthTick", "stockDepthTick", "staticInfo"];
      for (const name of lists as Name[]) {
        const asking = (count: number) =>
          endpoints[name].params.safeParse({ symbol_list: many(count, { code: "700.HK" }) });
        expect(asking(codes).success).toBe(true);
        expect(asking(codes + 1).error?.issues[0]?.message).toBe(
          `The ${plan} plan takes at most ${codes} codes in a call.`,
        );
      }
      for (const name of ["batchKline", "stockBatchKline"] as const) {
        const asking = (count: number) =>
          endpoints[name].params.safeParse({ data_list: many(count, share) });
        expect(asking(groups).success).toBe(true);
        expect(asking(groups + 1).error?.issues[0]?.message).toBe(
          `The ${plan} plan takes at most ${groups} pairs of a code and a kline_type.`,
        );
      }
    },
  );

  test.each([["gold"], ["Free"], [""], ["toString"], [undefined]])(
    "there is no plan %j, and none is made of it",
    (plan) => {
      expect(() => alltick({ plan: plan as Plan })).toThrow(TypeError);
      expect(() => alltick({ plan: plan as Plan })).toThrow(`there is no plan "${plan}"`);
    },
  );

  test("a plan that does not exist does not compile", () => {
    // @ts-expect-error -- AllTick sells no gold plan.
    expect(() => alltick({ plan: "gold" })).toThrow(TypeError);
  });
});

describe("parameters", () => {
  const { endpoints } = alltick({ plan: "premium" });

  test.each<[what: string, name: Name, params: object]>([
    ["more klines than come back", "kline", { ...pair, query_kline_num: 501 }],
    ["no klines", "kline", { ...pair, query_kline_num: 0 }],
    ["a kind that does not exist", "kline", { ...pair, kline_type: 11 }],
    ["two hours of a stock", "stockKline", { ...share, kline_type: 6 }],
    ["four hours of a stock", "stockKline", { ...share, kline_type: 7 }],
    ["a stock up to an instant", "stockKline", { ...share, kline_timestamp_end: 1 }],
    ["an adjustment that is not supported", "stockKline", { ...share, adjust_type: 1 }],
    ["three klines in a batch", "batchKline", { data_list: [{ ...pair, query_kline_num: 3 }] }],
    ["an empty batch", "batchKline", { data_list: [] }],
    ["no codes", "tradeTick", { symbol_list: [] }],
    ["a code without letters", "tradeTick", { symbol_list: [{ code: "" }] }],
    ["codes as texts", "tradeTick", { symbol_list: ["EURUSD"] }],
    ["an unknown parameter", "depthTick", { ...pairs, depth: 5 }],
    ["a trace of 65 characters", "depthTick", { ...pairs, trace: "t".repeat(65) }],
    ["page 0", "suspensionSse", { page: 0 }],
  ])("%s is refused here", (_what, name, params) => {
    expect(endpoints[name].params.safeParse(params).success).toBe(false);
  });

  test.each<[what: string, name: Name, params: object]>([
    ["500 klines", "kline", { ...pair, query_kline_num: 500 }],
    ["two hours of a pair", "kline", { ...pair, kline_type: 6 }],
    ["a pair up to an instant", "kline", { ...pair, kline_timestamp_end: 1_790_000_000 }],
    ["a trace of 64 characters", "depthTick", { ...pairs, trace: "t".repeat(64) }],
  ])("%s may be asked for", (_what, name, params) => {
    expect(endpoints[name].params.safeParse(params).success).toBe(true);
  });
});
