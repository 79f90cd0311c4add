/** What is expected of others: neither more nor less than they use, and forgotten when they have gone. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createBucket } from "../../src/limits/bucket.ts";
import type { Bucket } from "../../src/limits/bucket.ts";
import type { FlatLimit } from "../../src/limits/limit.ts";
import { ForeignUse } from "../../src/limits/foreign-use.ts";
import { runs } from "../support/property-play.ts";
import { seeded } from "../support/seeded.ts";

const windowMs = 10_000;
const terms = { max: 1_000, planned: 950 };

/** Calls of others at random, `perMs` of them; every 100 ms somebody looks. */
function watched(perMs: number, heaviest: number, untilMs: number, seed = 1) {
  const foreign = new ForeignUse({ windowMs, terms });
  const random = seeded(seed);
  const weigh = (): number => 1 + Math.floor(heaviest * random());
  let expected = 0;
  let looks = 0;
  let nextMs = 0;
  for (let nowMs = 100; nowMs <= untilMs; nowMs += 100) {
    let weight = 0;
    for (; nextMs < nowMs; nextMs -= Math.log(1 - random()) / perMs) weight += weigh();
    foreign.observe({ weight, forMs: 100 }, nowMs);
    if (nowMs < 2 * windowMs) continue;
    expected += foreign.expected(windowMs);
    looks += 1;
  }
  return { foreign, mean: expected / looks };
}

describe("the rate", () => {
  test.each([
    [5, 1],
    [50, 1],
    [300, 1],
    [50, 10],
  ])(
    "of %d calls of others a window, of up to %d each, is what they use on the mean",
    (calls, heaviest) => {
      const { mean } = watched(calls / windowMs, heaviest, 400 * windowMs);
      const used = (calls * (heaviest + 1)) / 2;
      expect(mean / used).toBeGreaterThan(0.93);
      expect(mean / used).toBeLessThan(1.07);
    },
  );

  test("is never above the limit itself", () => {
    const { foreign } = watched(1, 1, windowMs);
    expect(foreign.expected(windowMs)).toBe(terms.max);
  });

  test("is nothing before anything was seen, and halves in less than half a window of nothing", () => {
    expect(new ForeignUse({ windowMs, terms }).reserve(windowMs)).toBe(0);
    const { foreign } = watched(0.05, 1, 50_000);
    const before = foreign.expected(windowMs);
    foreign.observe({ weight: 0, forMs: windowMs / 2 }, 50_000 + windowMs / 2);
    expect(foreign.expected(windowMs)).toBeLessThan(before / 2);
  });

  test("what is reserved covers what they use next, nearly always", () => {
    let above = 0;
    for (let seed = 1; seed <= 300; seed += 1) {
      const { foreign } = watched(0.01, 3, 3 * windowMs, seed);
      const random = seeded(seed + 1_000);
      let used = 0;
      let nextMs = 0;
      const next = (): number => -Math.log(1 - random()) / 0.01;
      for (nextMs = next(); nextMs < windowMs; nextMs += next())
        used += 1 + Math.floor(3 * random());
      if (used > foreign.reserve(windowMs)) above += 1;
    }
    // Two sigma of it leave about one in forty.
    expect(above / 300).toBeLessThan(0.06);
  });

  test("the time for which a room is enough is when the reserve is that room", () => {
    const rooms = fc.double({ min: 0.1, max: 500, noNaN: true });
    const rates = fc.double({ min: 0.001, max: 0.09, noNaN: true });
    const inverse = fc.property(
      rooms,
      rates,
      fc.integer({ min: 1, max: 20 }),
      (room, rate, heaviest) => {
        const { foreign } = watched(rate, heaviest, 3 * windowMs);
        return Math.abs(foreign.reserve(foreign.msFor(room)) - room) < 1e-6 * (1 + room);
      },
    );
    fc.assert(inverse, runs(60));
  });
});

const common = { max: 100, headroom: 0.05, per: [] } as const;

/** One call of ours, and what the exchange says is used. */
function tell(bucket: Bucket, used: number, nowMs: number): void {
  bucket.settle(bucket.charge(1, nowMs - 50), { used }, nowMs);
}

describe("a rolling window", () => {
  const limit: FlatLimit = { counted: "rolling-window", windowMs, ...common };

  test("whose last figure is a window old leaves others what they used, and lets a few calls ask", () => {
    const bucket = createBucket(limit, { key: "k", random: () => 0.5 });
    for (let nowMs = 500; nowMs <= 20_000; nowMs += 500) {
      tell(bucket, Math.min(90, 5 + nowMs / 100), nowMs);
    }
    const laterMs = 31_000;
    expect(bucket.level(laterMs).used).toBeUndefined();
    // Any call goes alone; beside it others have three quarters.
    expect(bucket.earliestMs(20, 0, laterMs)).toBe(laterMs);
    bucket.charge(20, laterMs);
    expect(bucket.earliestMs(3, 0, laterMs)).toBe(laterMs);
    expect(bucket.earliestMs(4, 0, laterMs)).toBeGreaterThan(laterMs);
  });

  test("where nobody else is has all of it", () => {
    const bucket = createBucket(limit, { key: "k", random: () => 0.5 });
    for (let nowMs = 500; nowMs <= 9_500; nowMs += 500) tell(bucket, nowMs / 500, nowMs);
    expect(bucket.earliestMs(47, 0, 31_000)).toBe(31_000);
  });
});

describe("a mirror", () => {
  const limit: FlatLimit = { counted: "bucket", refillPerSecond: 10, jitterMs: 0, ...common };

  test("leaves room for what others use while an answer is on its way", () => {
    /** Others use 8 a second, in calls of 8; the figure stays the same. */
    const available = (others: boolean): number => {
      const bucket = createBucket(limit, { key: "k", random: () => 0.5 });
      for (let nowMs = 1_000; nowMs <= 30_000; nowMs += 1_000) {
        const charge = bucket.charge(1, nowMs - 900);
        bucket.settle(charge, { used: others ? 50 + 4 * ((nowMs / 1_000) % 2) : 1 }, nowMs);
      }
      const charge = bucket.charge(1, 30_100);
      bucket.settle(charge, { used: others ? 50 : 1 }, 31_000);
      return bucket.level(31_000).available;
    };
    expect(available(false)).toBeGreaterThan(93);
    // 45 would be left by the figure alone.
    expect(available(true)).toBeLessThan(42);
  });
});
