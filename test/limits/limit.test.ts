/** What is planned with instead of what is published, and what cannot be counted. */
import { describe, expect, test } from "vitest";
import { checkLimit, plan, ratePerMs } from "../../src/limits/limit.ts";
import type { FlatLimit, Limit } from "../../src/limits/limit.ts";

type Headroom = NonNullable<Limit["headroom"]>;

const window = (max: number, windowMs = 60_000, headroom?: Headroom): FlatLimit => ({
  counted: "fixed-window",
  starts: "utc",
  windowMs,
  max,
  per: [],
  ...(headroom === undefined ? {} : { headroom }),
});

describe("planned", () => {
  // A window keeps its length where the pace is 1; else it is divided by it.
  test.each([
    // max, headroom -> planned, pace
    [1_000, 0.07, 930, 1],
    [1_200, 0.05, 1_140, 1],
    [1_200, 0.1, 1_080, 1],
    [6_000, undefined, 5_580, 1],
    [6_000, 0.07, 5_580, 1],
    [100, undefined, 93, 1],
    [50, 0.05, 47, 1],
    [20, undefined, 18, 1],
    [15, undefined, 15, 0.93],
    [10, undefined, 9, 1],
    [10, 0.1, 9, 1],
    [9, 0.1, 9, 0.9],
    [5, undefined, 5, 0.93],
    [3, 0.05, 3, 0.95],
    [1, undefined, 1, 0.93],
    [0.5, undefined, 0.5, 0.93],
    [160_000, 0.05, 152_000, 1],
    [Infinity, undefined, Infinity, 1],
  ] as const)(
    "of %d at a headroom of %d is %d, at a pace of %d",
    (max, headroom, planned, pace) => {
      const figures = plan(window(max, 60_000, headroom));
      expect(figures).toEqual({
        planned,
        pace: expect.closeTo(pace, 12),
        headroom: headroom ?? 0.07,
      });
    },
  );

  test.each([
    ["1 per 10 s is 1 per 10.75 s", window(1, 10_000), 1, 10_752.7],
    ["5 per minute is 5 per 64.5 s", window(5, 60_000), 5, 64_516.1],
    ["10 per second is 9 per second", window(10, 1_000), 9, 1_000],
  ])("%s", (_name, limit, planned, isMs) => {
    const figures = plan(limit);
    const windowMs = "windowMs" in limit ? limit.windowMs : 0;
    expect(figures.planned).toBe(planned);
    expect(windowMs / figures.pace).toBeCloseTo(isMs, 1);
  });

  test("is within 5 to 10 % of every limit, never above it, and never cut twice", () => {
    for (let max = 1; max <= 3_000; max += 1) {
      for (const headroom of [0.05, 0.07, 0.1]) {
        const { planned, pace } = plan(window(max, 60_000, headroom));
        const share = (planned * pace) / max;
        expect(share).toBeLessThanOrEqual(1 - headroom + 1e-9);
        expect(share).toBeGreaterThanOrEqual(0.9 - 1e-9);
        expect(planned).toBeLessThanOrEqual(max);
        expect(pace === 1 || planned === max).toBe(true);
      }
    }
  });

  test("does not lose one to floating point", () => {
    // 0.93 x 1000 is 929.99... in doubles.
    for (let hundreds = 1; hundreds <= 1_000; hundreds += 1) {
      expect(plan(window(100 * hundreds)).planned).toBe(93 * hundreds);
    }
  });
});

describe("headroom", () => {
  test.each([0, 0.02, 0.049, 0.11, 0.5, 1, -0.05, Number.NaN, Infinity])(
    "of %d is refused",
    (headroom) => {
      expect(() => plan(window(100, 60_000, headroom))).toThrow(RangeError);
      expect(() => checkLimit(window(100, 60_000, headroom))).toThrow(/headroom/);
    },
  );

  test.each([
    [0, 100, 1],
    [0.02, 98, 1],
    [0.2, 80, 1],
    [0.5, 50, 1],
  ])("of %d is taken where it is asked for as unsafe", (unsafe, planned, pace) => {
    expect(plan(window(100, 60_000, { unsafe }))).toEqual({ planned, pace, headroom: unsafe });
  });

  test.each([-0.01, 0.51, 1, 2, Number.NaN])("of %d is refused even then", (unsafe) => {
    expect(() => plan(window(100, 60_000, { unsafe }))).toThrow(RangeError);
  });

  test("may be 0 for what is open and for a lifetime, and not for a window", () => {
    for (const counted of ["open", "lifetime"] as const) {
      const limit = { counted, max: 80, per: [], headroom: 0 };
      expect(plan(limit)).toEqual({ planned: 80, pace: 1, headroom: 0 });
      expect(plan({ ...limit, headroom: 0.02 }).planned).toBe(78);
      expect(() => plan({ ...limit, headroom: 0.11 })).toThrow(RangeError);
    }
    expect(() => plan(window(80, 1_000, 0))).toThrow(RangeError);
  });
});

describe("a figure", () => {
  const notPositive = [0, -1, Number.NaN];

  test.each(notPositive)("max of %d is refused", (max) => {
    expect(() => checkLimit(window(max))).toThrow(/max/);
    expect(() => checkLimit({ ...window(1), max: { a: 10, b: max } })).toThrow(RangeError);
  });

  test.each([...notPositive, Infinity, -Infinity])("of %d is refused everywhere else", (figure) => {
    const bucket = { counted: "bucket", refillPerSecond: 1, max: 10, per: [] } as const;
    const wrong: readonly (readonly [string, Limit])[] = [
      ["windowMs", window(10, figure)],
      ["windowMs", { counted: "rolling-window", windowMs: figure, max: 10, per: [] }],
      ["windowMs", { counted: "unknown", windowMs: figure, max: 10, per: [] }],
      ["refillPerSecond", { ...bucket, refillPerSecond: figure }],
      ["stepMs", { ...bucket, stepMs: figure }],
      ["burstMax", { ...bucket, burstMax: figure }],
      ["burstMax", { counted: "open", max: 10, per: [], burstMax: figure }],
    ];
    for (const [name, limit] of wrong) {
      expect(() => checkLimit(limit), name).toThrow(RangeError);
      expect(() => checkLimit(limit), name).toThrow(new RegExp(name));
    }
  });

  test("max may differ by value, and may be without an end", () => {
    expect(() => checkLimit({ ...window(1), max: { vip0: 10, vip1: 20 } })).not.toThrow();
    expect(() => checkLimit(window(Infinity))).not.toThrow();
  });
});

describe("the rate", () => {
  test.each([
    ["of a window is what is planned per window", window(1_000, 10_000), 0.093],
    ["of a small window is all of it in a longer one", window(5, 60_000), 5 / 64_516.129],
    [
      "of a rolling window is the same",
      { counted: "rolling-window", windowMs: 1_000, max: 50, headroom: 0.05, per: [] },
      0.047,
    ],
    [
      "of a bucket is its refill less the headroom",
      { counted: "bucket", refillPerSecond: 20, max: 100, headroom: 0.1, per: [] },
      0.018,
    ],
    ["of what is open is 0", { counted: "open", max: 10, per: [] }, 0],
    ["of a lifetime is 0", { counted: "lifetime", max: 10, per: [] }, 0],
  ] as const)("%s", (_name, limit, rate) => {
    expect(ratePerMs(limit)).toBeCloseTo(rate, 9);
  });
});
