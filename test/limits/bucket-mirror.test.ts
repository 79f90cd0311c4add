/** Tables of instants for mirrors of buckets, for what is open and for budgets. */
import { describe, expect, test } from "vitest";
import { play } from "../support/property-table.ts";

const common = { per: [], headroom: 0.05 } as const;

describe("a mirror of 20, refilled with 2 per second", () => {
  const limit = { counted: "bucket", refillPerSecond: 2, max: 20, ...common } as const;
  // 1.9 per second come back; what comes in 300 ms is left out: 18.43.
  const perMs = 1.9e-3;
  const capacity = 19 - 300 * perMs;

  test("is full, then refills at 0.95 of the exchange's rate", () => {
    expect(
      play(limit, [
        { at: 0, wait: [18, 0], idle: true, level: { planned: 19, available: 19 } },
        { at: 0, charge: ["a", 18], wait: [1, (1 - (capacity - 18)) / perMs], idle: false },
        { at: 50, settle: ["a", {}], level: { inFlight: 0 } },
        {
          at: 5_000,
          wait: [10, (10 - (capacity - 18)) / perMs - 5_000],
          level: { available: 9.93 },
        },
        { at: 9_800, idle: true },
      ]).wrong,
    ).toEqual([]);
  });

  test("the heaviest call waits until all before it must have been counted", () => {
    expect(
      play(limit, [
        { at: 0, wait: [19, 0] },
        { at: 0, charge: ["a", 1], wait: [18, (18 - (capacity - 1)) / perMs] },
        { at: 0, wait: [19, (19 - (capacity - 1)) / perMs] },
      ]).wrong,
    ).toEqual([]);
  });

  test("unsent comes back, lost does not, less is given back, more is debt", () => {
    expect(
      play(limit, [
        { at: 0, charge: ["a", 18] },
        { at: 10, settle: ["a", "unsent"], wait: [18, 0], idle: false },
        { at: 310, idle: true },
        { at: 310, charge: ["b", 18] },
        { at: 320, settle: ["b", "lost"], wait: [1, (1 - (capacity - 18)) / perMs - 10] },
        { at: 60_000, charge: ["c", 18] },
        { at: 60_010, settle: ["c", { cost: 2 }], wait: [16, 0] },
        { at: 120_000, charge: ["d", 1] },
        {
          at: 120_000,
          settle: ["d", { cost: 100 }],
          wait: [1, (101 - capacity) / perMs],
          level: { available: 0 },
        },
      ]).wrong,
    ).toEqual([]);
  });

  test("what the exchange reports cuts it, less what is in flight, and adds nothing", () => {
    expect(
      play(limit, [
        { at: 0, charge: ["a", 2] },
        { at: 0, charge: ["b", 3] },
        { at: 10, settle: ["a", { used: 10 }], wait: [6, 0], level: { used: 10, available: 6 } },
        { at: 10, wait: [7, 1 / perMs] },
        { at: 20, settle: ["b", { used: 3 }], level: { used: 3, available: 6 + 10 * perMs } },
      ]).wrong,
    ).toEqual([]);
  });

  test("what is left out grows with the jitter, and with the exchange's steps", () => {
    expect(
      play(
        limit,
        [{ at: 0, charge: ["a", 1], wait: [17, (17 - (19 - 1_000 * perMs - 1)) / perMs] }],
        1_000,
      ).wrong,
    ).toEqual([]);
    const stepped = { ...limit, stepMs: 1_000 };
    expect(
      play(stepped, [
        { at: 0, charge: ["a", 1], wait: [16, (16 - (19 - 1_300 * perMs - 1)) / perMs] },
      ]).wrong,
    ).toEqual([]);
  });

  test("one that refills on the way is a window", () => {
    const quick = { counted: "bucket", refillPerSecond: 100, max: 20, ...common } as const;
    expect(
      play(quick, [
        { at: 0, charge: ["a", 19], wait: [1, Infinity] },
        { at: 100, settle: ["a", {}], wait: [1, 201] },
      ]).wrong,
    ).toEqual([]);
  });
});

describe("what is open, and budgets for ever", () => {
  const open = { counted: "open", max: 3, headroom: 0, per: [] } as const;

  test("an open call counts until it ends, and only an ending makes room", () => {
    expect(
      play(open, [
        { at: 0, charge: ["a", 1] },
        {
          at: 0,
          charge: ["b", 2],
          wait: [1, Infinity],
          level: { available: 0, inFlight: 3, planned: 3 },
        },
        { at: 900_000, wait: [1, Infinity] },
        { at: 900_001, settle: ["a", { cost: 0 }], wait: [1, 0], level: { available: 1 } },
        { at: 900_002, settle: ["b", { cost: 0 }], wait: [3, 0], idle: true },
      ]).wrong,
    ).toEqual([]);
  });

  test("an order that rests stays counted until a credit gives it back", () => {
    expect(
      play(open, [
        { at: 0, charge: ["a", 3] },
        { at: 10, settle: ["a", {}], wait: [1, Infinity], level: { inFlight: 0 } },
        { at: 500, report: { credit: 2 }, wait: [2, 0], level: { available: 2 } },
        { at: 500, report: { credit: 1 }, wait: [3, 0], idle: true },
      ]).wrong,
    ).toEqual([]);
  });

  test("credits in decimals give back all of it", () => {
    expect(
      play(open, [
        { at: 0, charge: ["a", 0.1] },
        { at: 0, charge: ["b", 0.2] },
        { at: 0, charge: ["c", 0.3] },
        { at: 1, settle: ["a", {}] },
        { at: 2, settle: ["b", {}] },
        { at: 3, settle: ["c", {}], wait: [3, Infinity] },
        { at: 4, report: { credit: 0.1 } },
        { at: 5, report: { credit: 0.2 } },
        { at: 6, report: { credit: 0.3 }, wait: [3, 0], idle: true },
      ]).wrong,
    ).toEqual([]);
  });

  test("a credit counts against a figure too, since only a call could bring another", () => {
    expect(
      play(open, [
        { at: 0, charge: ["a", 1] },
        { at: 10, settle: ["a", { used: 3 }], wait: [1, Infinity], level: { used: 3 } },
        { at: 500, report: { credit: 2 }, wait: [2, 0], level: { available: 2 } },
      ]).wrong,
    ).toEqual([]);
  });

  test("lost stays, unsent comes back", () => {
    expect(
      play(open, [
        { at: 0, charge: ["a", 2] },
        { at: 0, charge: ["b", 1] },
        { at: 10, settle: ["a", "unsent"], wait: [2, 0] },
        { at: 10, settle: ["b", "lost"], wait: [3, Infinity], level: { available: 2 } },
      ]).wrong,
    ).toEqual([]);
  });

  test("a lifetime's sum only grows, but for what cost less", () => {
    const lifetime = { counted: "lifetime", max: 10, headroom: 0, per: [] } as const;
    expect(
      play(lifetime, [
        { at: 0, charge: ["a", 8] },
        { at: 10, settle: ["a", { cost: 5 }], wait: [5, 0] },
        { at: 1e9, wait: [6, Infinity], level: { available: 5 } },
        { at: 1e9, charge: ["b", 1] },
        { at: 1e9, settle: ["b", { cost: 9 }], level: { available: 0 }, wait: [1, Infinity] },
      ]).wrong,
    ).toEqual([]);
  });
});
