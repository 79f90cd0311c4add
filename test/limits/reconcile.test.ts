/**
 * What the exchange reports against what is in flight: the rules that look right and are not, every order of
 * three requests and one use by somebody else, and the public cases.
 */
import { describe, expect, test } from "vitest";
import { createBucket } from "../../src/limits/bucket.ts";
import type { Bucket, Charge, Report } from "../../src/limits/bucket.ts";
import { FixedWindow } from "../../src/limits/fixed-window.ts";
import type { Guard, Terms } from "../../src/limits/guard.ts";
import type { FlatLimit } from "../../src/limits/limit.ts";
import { PlainSum } from "../../src/limits/plain-sum.ts";
import { Phase } from "../../src/limits/phase.ts";
import { Figures, Tally } from "../../src/limits/reconcile.ts";
import { RollingWindow } from "../../src/limits/rolling-window.ts";
import { ServerClock } from "../../src/limits/server-clock.ts";
import { MirrorBucket } from "../../src/limits/token-bucket.ts";

const windowMs = 60_000;

const terms = (): Terms => ({ max: 100, planned: 95 });
const rolling = (): Guard => new RollingWindow({ windowMs, terms: terms(), figures: "leave" });

/** The exchange's clock is ours, and one answer has said so. */
function aligned(falls = false): Guard {
  const phase = new Phase({ windowMs, starts: "utc", exchange: new ServerClock() });
  const guard = new FixedWindow({ windowMs, falls, terms: terms(), phase });
  guard.charge(0, 0);
  guard.settle({ key: "k", cost: 0, atMs: 0 }, { stamp: { serverMs: 1, stepMs: 1 } }, 2);
  return guard;
}

const plain = (): Guard => new PlainSum(terms(), false);
const mirror = (): Guard =>
  new MirrorBucket({
    terms: terms(),
    // Time gives nothing back within a test.
    sizesFor: (planned) => ({ capacity: planned, saved: planned, refillPerMs: 1e-12 }),
  });

describe("counter-examples", () => {
  const guards = [
    ["rolling", rolling],
    ["fixed", aligned],
  ] as const;

  const send = (guard: Guard, cost: number, atMs: number): Charge => {
    guard.charge(cost, atMs, 1);
    return { key: "k", cost, atMs };
  };
  const answer = (guard: Guard, charge: Charge, report: Report, nowMs: number): void =>
    guard.settle(charge, report, nowMs, 1);

  test.each(guards)("%s: an answer does not give back what is still in flight", (_name, make) => {
    const guard = make();
    send(guard, 1, 1_000);
    answer(guard, send(guard, 2, 1_001), { used: 2 }, 1_050);
    expect(guard.used(1_050)).toBe(3);
  });

  test.each(guards)(
    "%s: two answers in the other order than they were counted lose nothing",
    (_name, make) => {
      const guard = make();
      const first = send(guard, 1, 1_000);
      const second = send(guard, 2, 1_001);
      answer(guard, first, { used: 3 }, 1_050);
      answer(guard, second, { used: 2 }, 1_060);
      expect(guard.used(1_060)).toBe(3);
    },
  );

  test.each(guards)(
    "%s: an older request that was counted later tells of others all the same",
    (_name, make) => {
      const guard = make();
      const first = send(guard, 1, 1_000);
      const second = send(guard, 2, 1_001);
      answer(guard, second, { used: 2 }, 1_050);
      answer(guard, first, { used: 6 }, 1_060);
      expect(guard.used(1_060)).toBe(6);
    },
  );

  test("fixed: what is in flight at the boundary counts in the new window", () => {
    const guard = aligned();
    const late = send(guard, 4, 59_000);
    expect(guard.used(61_000)).toBe(4);
    answer(guard, late, { used: 4 }, 61_000);
    // It may have been counted in either.
    expect(guard.used(61_000)).toBe(4);
    // A later answer knows: it was the old one.
    answer(guard, send(guard, 1, 61_100), { used: 1 }, 61_200);
    expect(guard.used(61_200)).toBe(1);
  });

  test("fixed: the boundary is no point: an answer within its interval is counted in both windows", () => {
    const guard = aligned();
    answer(guard, send(guard, 5, 59_998), {}, 60_001);
    expect(guard.used(59_998)).toBe(5);
    expect(guard.used(60_030)).toBe(5);
    expect(guard.used(120_060)).toBe(0);
  });

  test.each(guards)("%s: what was lost is counted beside every figure", (_name, make) => {
    const guard = make();
    const lost = send(guard, 7, 1_000);
    guard.settle(lost, "lost", 2_000, 1);
    answer(guard, send(guard, 1, 3_000), { used: 1 }, 3_100);
    expect(guard.used(3_100)).toBe(8);
  });
});

describe("the newest figure", () => {
  const seen = (
    answers: readonly (readonly [used: number, sentMs: number, receivedMs: number])[],
  ): number | undefined => {
    const figures = new Figures();
    for (const [used, sentMs, receivedMs] of answers) figures.note({ used, sentMs, receivedMs });
    return figures.used;
  };

  test.each([
    ["nothing is known before the first", [], undefined],
    ["the first is taken", [[5, 0, 1]], 5],
    [
      "concurrent ones: the largest",
      [
        [5, 0, 10],
        [9, 1, 11],
        [7, 2, 12],
      ],
      9,
    ],
    [
      "one that was sent after the other had come overtakes it",
      [
        [9, 0, 10],
        [4, 11, 20],
      ],
      4,
    ],
    [
      "sent at the very instant the other came, it does not",
      [
        [9, 0, 10],
        [4, 10, 20],
      ],
      9,
    ],
    [
      "a late one that was sent early overtakes nothing",
      [
        [9, 5, 10],
        [4, 0, 20],
      ],
      9,
    ],
    [
      "two generations are enough",
      [
        [9, 0, 10],
        [8, 5, 12],
        [3, 11, 20],
        [2, 13, 21],
      ],
      3,
    ],
  ] as const)("%s", (_name, answers, used) => {
    expect(seen(answers)).toBe(used);
  });

  test("a tally counts as foreign only what cannot be ours", () => {
    const tally = new Tally({ falls: false, mergeMs: 0 });
    tally.acknowledge(4, { used: 10, sentMs: 0, receivedMs: 1 });
    // What is in flight may be in the figure: then less than nothing is shown of others.
    expect([tally.used, tally.foreign(0), tally.foreign(5), tally.foreign(9)]).toEqual([
      10, 6, 1, -3,
    ]);
    tally.hold(3, 2, { certain: false, lost: false });
    expect([tally.used, tally.foreign(0)]).toEqual([13, 3]);
    // It may be in the next figure, so that shows nobody else.
    tally.acknowledge(1, { used: 14, sentMs: 3, receivedMs: 4 });
    expect([tally.used, tally.foreign(0)]).toEqual([14, 6]);
  });
});

const common = { max: 100, headroom: 0.05, per: [] } as const;
const limits: Readonly<Record<string, FlatLimit>> = {
  rolling: { counted: "rolling-window", windowMs, ...common },
  unknown: { counted: "unknown", windowMs, ...common },
  "fixed, learning": { counted: "fixed-window", starts: "utc", windowMs, ...common },
  "fixed, known": { counted: "fixed-window", starts: "utc", windowMs, ...common },
  bucket: { counted: "bucket", refillPerSecond: 100 / 60, ...common },
};

function bucketOf(name: string): Bucket {
  const limit = limits[name];
  if (limit === undefined) throw new Error(`No limit is called ${name}.`);
  const bucket = createBucket(limit, { key: "k", random: () => 0.5 });
  if (name === "fixed, known") {
    bucket.settle(bucket.charge(0, 0), { stamp: { serverMs: 1, stepMs: 1 } }, 2);
  }
  return bucket;
}

describe("cases", () => {
  const names = Object.keys(limits);

  test.each(names)(
    "three concurrent answers out of order keep the largest figure (C27): %s",
    (name) => {
      const bucket = bucketOf(name);
      const charges = [0, 1, 2].map((index) => bucket.charge(10, 1_000 + index));
      const settle = (index: number, used: number, nowMs: number): void => {
        const charge = charges[index];
        if (charge !== undefined) bucket.settle(charge, { used }, nowMs);
      };
      settle(2, 30, 1_100);
      settle(0, 10, 1_150);
      settle(1, 20, 1_200);
      // Mirrors show the last word: their server's figure falls all the time.
      expect(bucket.level(1_200).used).toBe(name === "bucket" ? 20 : 30);
      expect(95 - bucket.level(1_200).available).toBeGreaterThanOrEqual(30 - 0.5);
      // The minute changes.
      bucket.settle(bucket.charge(10, 121_500), { used: 10 }, 121_600);
      expect(bucket.level(121_600).used).toBe(10);
    },
  );

  test.each([
    ["rolling", rolling, true],
    ["fixed", aligned, true],
    ["open", plain, true],
    ["mirror", mirror, false],
  ] as const)(
    "what is in flight is added to the first figure, and then stays the same (C28): %s",
    (_name, make, equal) => {
      const guard = make();
      const charges = [0, 1, 2, 3, 4].map((index) => {
        guard.charge(10, 1_000 + index, 1);
        return { key: "k", cost: 10, atMs: 1_000 + index };
      });
      charges.forEach((charge, index) => {
        const nowMs = 1_100 + 10 * index;
        guard.settle(charge, { used: 60 + 10 * index }, nowMs, 1);
        const used = guard.used(nowMs);
        expect(used).toBeGreaterThanOrEqual(100 - 1e-6);
        expect(used).toBeLessThanOrEqual(equal ? 100 : 200);
      });
    },
  );

  test.each(names)("a new call waits while 60 are used and 40 in flight (C28): %s", (name) => {
    const bucket = bucketOf(name);
    const charges = [0, 1, 2, 3, 4].map((index) => bucket.charge(10, 1_000 + index));
    if (charges[0] !== undefined) bucket.settle(charges[0], { used: 60 }, 1_100);
    expect(bucket.earliestMs(10, 0, 1_100)).toBeGreaterThan(1_100);
  });

  test.each(names)("a figure expires with its window (C29): %s", (name) => {
    const limit = limits[name];
    if (limit === undefined) return;
    const wide = limit.counted === "bucket" ? { ...limit, refillPerSecond: 20 } : limit;
    const bucket = createBucket({ ...wide, max: 1_200 }, { key: "k", random: () => 0.5 });
    bucket.settle(bucket.charge(20, 1_000), { used: 1_190 }, 1_050);
    expect(bucket.earliestMs(20, 0, 1_060)).toBeGreaterThan(1_060);
    const nowMs = 1_050 + 61_000;
    expect(bucket.earliestMs(20, 0, nowMs)).toBe(nowMs);
    // An answer without a figure does not bring it back.
    bucket.settle(bucket.charge(20, nowMs), {}, nowMs + 50);
    expect(bucket.level(nowMs + 50).used).toBeUndefined();
    expect(bucket.earliestMs(20, 0, nowMs + 60)).toBe(nowMs + 60);
  });
});
