/**
 * Tables of instants for windows: what happens at an instant, how long a cost waits then, and what the level
 * shows.
 */
import { describe, expect, test } from "vitest";
import type { FlatLimit } from "../../src/limits/limit.ts";
import { play } from "../support/property-table.ts";
import type { Row } from "../support/property-table.ts";

const common = { per: [], headroom: 0.05 } as const;

describe("a rolling window of 20 per 10 s, planned 19", () => {
  const limit = { counted: "rolling-window", windowMs: 10_000, max: 20, ...common } as const;
  /** 10 s, as slow as clocks may differ, and both ends. */
  const holdMs = 10_003;

  test("an unused one is idle and full", () => {
    expect(
      play(limit, [
        {
          at: 0,
          wait: [1, 0],
          idle: true,
          level: { max: 20, planned: 19, available: 9.5, inFlight: 0 },
        },
        { at: 0, wait: [19, 0], level: { shrunkTo: 19, blockedMs: 0 } },
      ]).wrong,
    ).toEqual([]);
  });

  test("a charge counts from its answer for one window", () => {
    expect(
      play(limit, [
        { at: 0, charge: ["a", 19], level: { available: 0, inFlight: 19 }, idle: false },
        { at: 0, wait: [1, Infinity] },
        { at: 500, settle: ["a", {}], level: { inFlight: 0, available: 0 }, wait: [1, holdMs] },
        { at: 10_502, wait: [1, 1] },
        { at: 10_503, wait: [1, 0], level: { available: 9.5 }, idle: true },
      ]).wrong,
    ).toEqual([]);
  });

  test("charges leave in the order of their answers", () => {
    expect(
      play(limit, [
        { at: 0, charge: ["a", 9] },
        { at: 0, charge: ["b", 9] },
        { at: 1_000, settle: ["b", {}] },
        { at: 5_000, settle: ["a", {}], wait: [1, 0] },
        { at: 5_000, wait: [5, 1_000 + holdMs - 5_000] },
        { at: 5_000, wait: [11, holdMs] },
      ]).wrong,
    ).toEqual([]);
  });

  test("what is unsent comes back at once", () => {
    expect(
      play(limit, [
        { at: 0, charge: ["a", 19] },
        {
          at: 10,
          settle: ["a", "unsent"],
          wait: [19, 0],
          level: { inFlight: 0, available: 9.5 },
          idle: true,
        },
      ]).wrong,
    ).toEqual([]);
  });

  test("what is lost stays counted from the instant it is given up", () => {
    expect(
      play(limit, [
        { at: 0, charge: ["a", 19] },
        { at: 30_000, settle: ["a", "lost"], wait: [1, holdMs], level: { inFlight: 0 } },
        { at: 30_000 + holdMs, wait: [19, 0], idle: true },
      ]).wrong,
    ).toEqual([]);
  });

  test("a call that cost less gives the rest back", () => {
    expect(
      play(limit, [
        { at: 0, charge: ["a", 19] },
        // The pacer has it back as well: 5.69.
        { at: 100, settle: ["a", { cost: 4 }], wait: [5, 0], level: { available: 5.69 } },
        { at: 100, wait: [16, holdMs] },
        { at: 100, wait: [15, 3.81 / 1.9e-3] },
      ]).wrong,
    ).toEqual([]);
  });

  test("a call that cost more is debt that is never cut", () => {
    expect(
      play(limit, [
        { at: 0, charge: ["a", 1] },
        {
          at: 100,
          settle: ["a", { cost: 60 }],
          wait: [1, 27_005.3],
          level: { available: 0 },
          idle: false,
        },
        { at: 100 + holdMs, wait: [1, 27_005.3 - holdMs], level: { available: 0 } },
        { at: 27_105.3, wait: [1, 0] },
      ]).wrong,
    ).toEqual([]);
  });

  test.each([Number.NaN, -3, Infinity])("a cost of %d in an answer is no cost", (cost) => {
    expect(
      play(limit, [
        { at: 0, charge: ["a", 19] },
        { at: 100, settle: ["a", { cost }], wait: [1, holdMs] },
      ]).wrong,
    ).toEqual([]);
  });

  test("a credit gives back before time does", () => {
    expect(
      play(limit, [
        { at: 0, charge: ["a", 10] },
        { at: 0, charge: ["b", 9] },
        { at: 10, settle: ["a", {}] },
        { at: 10, settle: ["b", {}], wait: [1, holdMs] },
        // The pacer gets it back by time, as ever.
        { at: 6_000, wait: [4, 4_013] },
        { at: 6_000, report: { credit: 12 }, wait: [1, 0] },
      ]).wrong,
    ).toEqual([]);
  });

  test("the pacer lets half of the plan go at once, then by the window's rate", () => {
    expect(
      play(limit, [
        { at: 0, charge: ["a", 9], wait: [1, 263.2], level: { available: 0.5 } },
        { at: 1, settle: ["a", {}] },
        { at: 263.2, charge: ["b", 1], wait: [1, 526.3] },
      ]).wrong,
    ).toEqual([]);
  });
});

describe("small and odd limits", () => {
  test("one per 10 s is one per 10.75 s after its answer", () => {
    const limit = { counted: "rolling-window", windowMs: 10_000, max: 1, per: [] } as const;
    // As slow as clocks may differ, and both ends.
    const holdMs = (10_000 / 0.93) * 1.0002 + 1;
    expect(
      play(limit, [
        { at: 0, wait: [1, 0], level: { planned: 1, available: 1 } },
        { at: 0, charge: ["a", 1], wait: [1, Infinity] },
        { at: 100, settle: ["a", {}], wait: [1, holdMs] },
        { at: 100 + holdMs + 0.01, charge: ["b", 1] },
      ]).wrong,
    ).toEqual([]);
  });

  test("five per minute on UTC are five per 64.5 s at any phase", () => {
    const limit = {
      counted: "fixed-window",
      starts: "utc",
      windowMs: 60_000,
      max: 5,
      per: [],
    } as const;
    const holdMs = (60_000 / 0.93) * 1.0002 + 1;
    expect(
      play(limit, [
        { at: 0, charge: ["a", 5] },
        { at: 0, settle: ["a", { stamp: { serverMs: 59_999, stepMs: 1 } }], wait: [5, holdMs] },
      ]).wrong,
    ).toEqual([]);
  });

  test("burstMax is the most at one instant, and a heavier call goes alone", () => {
    const limit = {
      counted: "rolling-window",
      windowMs: 10_000,
      max: 100,
      burstMax: 3,
      ...common,
    } as const;
    expect(
      play(limit, [
        { at: 0, level: { available: 3 } },
        { at: 0, charge: ["a", 3], wait: [1, 105.3] },
        { at: 1_000, wait: [3, 0], level: { available: 3 } },
        { at: 1_000, charge: ["b", 10], wait: [1, 8 / 9.5e-3] },
      ]).wrong,
    ).toEqual([]);
  });

  test("a limit without an end counts nothing and can be blocked", () => {
    for (const counting of [
      { counted: "unknown", windowMs: 1_000 },
      { counted: "fixed-window", windowMs: 1_000, starts: "utc" },
      { counted: "bucket", refillPerSecond: 10 },
      { counted: "open" },
    ] as const) {
      const limit: FlatLimit = { ...counting, max: Infinity, per: [] };
      const { bucket, wrong } = play(limit, [
        { at: 0, charge: ["a", 1e9], wait: [1e9, 0] },
        { at: 10, settle: ["a", { used: 5 }], wait: [1, 0] },
        { at: 20, charge: ["b", 1] },
        { at: 30, settle: ["b", { refused: { as: "ban", waitMs: 9_000 } }], wait: [1, 9_000] },
        { at: 10_000, charge: ["c", 1], level: { blockedMs: 0 } },
        { at: 10_001, settle: ["c", {}], wait: [1e9, 0] },
      ]);
      expect(wrong).toEqual([]);
      expect(bucket.costMax).toBe(Infinity);
      expect(bucket.earliestMs(1, 0.5, 10_002)).toBe(10_002);
    }
  });
});

describe("a window of 20 per 10 s on UTC, planned 19", () => {
  const limit = {
    counted: "fixed-window",
    starts: "utc",
    windowMs: 10_000,
    max: 20,
    ...common,
  } as const;
  /** Learned at 1 s: a window of the exchange begins at every multiple of 10 s of ours. */
  const learn: readonly Row[] = [
    { at: 1_000, charge: ["clock", 0] },
    { at: 1_000, settle: ["clock", { stamp: { serverMs: 50_001_000, stepMs: 1 } }] },
  ];
  /** The boundary is over once the skew, the stamp's step and the drift have passed. */
  const overMs = (atMs: number): number => atMs + 5 + (atMs - 1_000) * 200e-6;

  test("what was counted before the boundary is over with it", () => {
    expect(
      play(limit, [
        ...learn,
        { at: 2_000, charge: ["a", 19] },
        { at: 2_100, settle: ["a", {}], wait: [1, overMs(10_000) - 2_100] },
        { at: 11_000, wait: [1, 0], level: { available: 4.56 } },
        { at: 30_000, idle: true, level: { available: 4.75 } },
      ]).wrong,
    ).toEqual([]);
  });

  test("before any stamp it is a rolling window", () => {
    expect(
      play(limit, [
        { at: 9_000, charge: ["a", 19] },
        { at: 9_100, settle: ["a", {}], wait: [1, 10_003] },
      ]).wrong,
    ).toEqual([]);
  });

  test("a charge that straddles the boundary counts in both windows", () => {
    expect(
      play(limit, [
        ...learn,
        { at: 9_900, charge: ["a", 18] },
        // It may be counted in any window while it is under way.
        { at: 10_100, wait: [2, Infinity] },
        { at: 10_200, settle: ["a", {}], wait: [2, overMs(20_000) - 10_200] },
        { at: 20_100, wait: [2, 0], idle: true },
      ]).wrong,
    ).toEqual([]);
  });

  test("lost in one window it does not count in the next", () => {
    expect(
      play(limit, [
        ...learn,
        { at: 2_000, charge: ["a", 19] },
        { at: 4_000, settle: ["a", "lost"], wait: [1, overMs(10_000) - 4_000] },
        { at: 10_900, wait: [1, 0] },
      ]).wrong,
    ).toEqual([]);
  });

  test("unsent, refunded and in debt as any window", () => {
    expect(
      play(limit, [
        ...learn,
        { at: 2_000, charge: ["a", 19] },
        { at: 2_001, settle: ["a", "unsent"], wait: [4, 0] },
        { at: 2_002, charge: ["b", 19] },
        { at: 2_003, settle: ["b", { cost: 15 }], wait: [5, overMs(10_000) - 2_003] },
        { at: 12_000, charge: ["c", 1] },
        { at: 12_001, settle: ["c", { cost: 50 }], level: { available: 0 } },
        { at: 12_001, wait: [1, 46.248 / 2.09e-3] },
      ]).wrong,
    ).toEqual([]);
  });

  test("used is the exchange's word for the present window", () => {
    expect(
      play(limit, [
        ...learn,
        { at: 2_000, charge: ["a", 2] },
        { at: 2_100, settle: ["a", { used: 12 }], level: { used: 12, available: 2.959 } },
        { at: 2_100, wait: [8, overMs(10_000) - 2_100] },
        { at: 2_100, report: { remaining: 5 }, level: { used: 15 } },
      ]).wrong,
    ).toEqual([]);
  });

  test("a figure on the boundary is of a window that nobody knows", () => {
    const { bucket, wrong } = play(limit, [...learn, { at: 10_000, report: { used: 18 } }]);
    expect(wrong).toEqual([]);
    expect(bucket.level(10_000).used).toBeUndefined();
  });

  test("a clock that steps loses nothing that is held", () => {
    expect(
      play(limit, [
        ...learn,
        { at: 2_000, charge: ["a", 1] },
        { at: 2_010, settle: ["a", { used: 18 }] },
        { at: 2_100, charge: ["b", 0] },
        {
          at: 2_110,
          settle: ["b", { stamp: { serverMs: 90_007_000, stepMs: 1 } }],
          wait: [2, 3_005.6],
        },
      ]).wrong,
    ).toEqual([]);
  });

  test("one that loses its clock holds everything for a whole window", () => {
    expect(
      play(limit, [
        ...learn,
        { at: 2_000, charge: ["a", 15] },
        { at: 2_010, settle: ["a", {}] },
        { at: 2_000, charge: ["b", 0] },
        // The stamp of a round trip of 8 s says next to nothing, but it contradicts.
        {
          at: 9_990,
          settle: ["b", { stamp: { serverMs: 99_000_000, stepMs: 1 } }],
          wait: [5, 10_003],
        },
      ]).wrong,
    ).toEqual([]);
  });
});

describe("a window of which the count can fall", () => {
  const limit = {
    counted: "fixed-window",
    starts: "utc",
    windowMs: 60_000,
    max: 20,
    falls: true,
    ...common,
  } as const;

  test("the exchange's word counts more than our own sum", () => {
    expect(
      play(limit, [
        { at: 1_000, charge: ["clock", 0] },
        { at: 1_000, settle: ["clock", { stamp: { serverMs: 60_001_000, stepMs: 1 } }] },
        { at: 2_000, charge: ["a", 4] },
        { at: 2_100, settle: ["a", { used: 19 }], level: { available: 0 } },
        { at: 2_100, wait: [1, 57_916.8] },
        // After orders were filled, and so late that others need little more of the window.
        { at: 58_000, charge: ["b", 1] },
        { at: 58_100, settle: ["b", { used: 6 }], level: { used: 6 }, wait: [3, 0] },
      ]).wrong,
    ).toEqual([]);
  });
});
