/** What all buckets have in common, whatever their limit counts. */
import { describe, expect, test } from "vitest";
import { createBucket } from "../../src/limits/bucket.ts";
import type { Bucket } from "../../src/limits/bucket.ts";
import type { FlatLimit } from "../../src/limits/limit.ts";

const common = { max: 100, headroom: 0.05, per: [] } as const;
const windowMs = 10_000;
const limits: Readonly<Record<string, FlatLimit>> = {
  rolling: { counted: "rolling-window", windowMs, ...common },
  unknown: { counted: "unknown", windowMs, ...common },
  "fixed, learning": { counted: "fixed-window", starts: "utc", windowMs, ...common },
  "fixed, known": { counted: "fixed-window", starts: "utc", windowMs, ...common },
  bucket: { counted: "bucket", refillPerSecond: 10, ...common },
  open: { counted: "open", ...common },
  lifetime: { counted: "lifetime", ...common },
};
const names = Object.keys(limits);
const timed = names.filter((name) => name !== "open" && name !== "lifetime");

function bucketOf(name: string): Bucket {
  const limit = limits[name];
  if (limit === undefined) throw new Error(`No limit is called ${name}.`);
  const bucket = createBucket(limit, { key: "k", random: () => 0 });
  if (name === "fixed, known") {
    bucket.settle(bucket.charge(0, 0), { stamp: { serverMs: 1, stepMs: 1 } }, 1);
  }
  return bucket;
}

/** Sends calls of `cost` while they may leave at once, and answers them at once; the weight that went. */
function sendNow(bucket: Bucket, cost: number, nowMs: number): number {
  let sent = 0;
  while (sent < 1_000 && bucket.earliestMs(cost, 0, nowMs) === nowMs) {
    bucket.settle(bucket.charge(cost, nowMs), {}, nowMs);
    sent += cost;
  }
  return sent;
}

/** The same over a stretch of time. */
function sendUntil(
  bucket: Bucket,
  cost: number,
  at: Readonly<{ fromMs: number; untilMs: number }>,
): number {
  let sent = 0;
  let nowMs = at.fromMs;
  for (;;) {
    nowMs = bucket.earliestMs(cost, 0, nowMs);
    if (nowMs >= at.untilMs) return sent;
    bucket.settle(bucket.charge(cost, nowMs), {}, nowMs);
    sent += cost;
  }
}

describe.each(names)("%s", (name) => {
  test("the heaviest call is what is planned, and it can go", () => {
    const bucket = bucketOf(name);
    expect(bucket.costMax).toBe(95);
    expect(bucket.earliestMs(95, 0, 1_000)).toBe(1_000);
  });

  test("what weighs nothing always goes, but for a block", () => {
    const bucket = bucketOf(name);
    const heavy = bucket.charge(95, 1_000);
    expect(bucket.earliestMs(0, 0, 1_000)).toBe(1_000);
    bucket.settle(heavy, { refused: { as: "ban", waitMs: 3_600_000 } }, 1_100);
    expect(bucket.earliestMs(0, 0, 1_100)).toBe(3_601_100);
    expect(bucket.level(1_100)).toMatchObject({ available: 0, blockedMs: 3_600_000 });
    expect(bucket.earliestMs(0, 0, 3_601_100)).toBe(3_601_100);
  });

  test("a pause blocks and leaves the plan whole", () => {
    const bucket = bucketOf(name);
    bucket.report({ refused: { as: "pause", waitMs: 5_000 } }, 1_000);
    expect(bucket.earliestMs(1, 0, 1_000)).toBe(6_000);
    expect(bucket.level(1_000)).toMatchObject({ planned: 95, shrunkTo: 95, blockedMs: 5_000 });
    expect(bucket.kept(1_000) === undefined).toBe(false);
    expect(bucket.kept(6_000) === undefined).toBe(true);
  });

  test("a share that is left for more urgent calls stays untouched", () => {
    const bucket = bucketOf(name);
    let sent = 0;
    while (bucket.earliestMs(1, 0.2, 1_000) === 1_000) {
      bucket.settle(bucket.charge(1, 1_000), {}, 1_000);
      sent += 1;
    }
    const urgent = sendNow(bucket, 1, 1_000);
    expect(urgent / (sent + urgent)).toBeGreaterThan(0.17);
    expect(urgent / (sent + urgent)).toBeLessThan(0.24);
  });

  test("what the level calls available can leave in one piece, and a tenth of it once more cannot", () => {
    const bucket = bucketOf(name);
    bucket.settle(bucket.charge(20, 1_000), {}, 1_050);
    const { available } = bucket.level(1_100);
    expect(available).toBeGreaterThan(1);
    expect(bucket.earliestMs(available, 0, 1_100)).toBe(1_100);
    bucket.settle(bucket.charge(available, 1_100), {}, 1_100);
    expect(bucket.earliestMs(0.1 * available, 0, 1_100)).toBeGreaterThan(1_100);
  });

  test("a smaller limit that an answer reports holds at once", () => {
    const bucket = bucketOf(name);
    bucket.settle(bucket.charge(1, 1_000), { max: 40 }, 1_010);
    expect(bucket.level(1_010)).toMatchObject({ max: 40, planned: 38, shrunkTo: 38 });
    expect(bucket.costMax).toBe(38);
    expect(sendNow(bucket, 1, 1_020)).toBeLessThanOrEqual(38);
  });

  test.each([0, -5, Number.NaN])("a limit of %d in an answer is no limit", (max) => {
    const bucket = bucketOf(name);
    bucket.settle(bucket.charge(1, 1_000), { max }, 1_010);
    expect(bucket.level(1_010)).toMatchObject({ max: 100, planned: 95 });
  });

  test.each([-1, Number.NaN, Infinity])("a used figure of %d is none", (used) => {
    const bucket = bucketOf(name);
    bucket.settle(bucket.charge(1, 1_000), { used }, 1_010);
    expect(bucket.level(1_010).used).toBeUndefined();
    expect(bucket.earliestMs(1, 0, 1_010)).toBe(1_010);
  });

  test.each([-10, 0, Number.NaN, Infinity])("a credit of %d is none", (credit) => {
    const [credited, other] = [bucketOf(name), bucketOf(name)];
    for (const bucket of [credited, other]) bucket.settle(bucket.charge(90, 1_000), {}, 1_010);
    credited.report({ credit }, 1_020);
    credited.settle(credited.charge(0, 1_020), { credit }, 1_020);
    expect(credited.level(1_020)).toEqual(other.level(1_020));
    expect(credited.earliestMs(9, 0, 1_020)).toBe(other.earliestMs(9, 0, 1_020));
  });

  test("a stamp that is no time says nothing", () => {
    const bucket = bucketOf(name);
    for (const serverMs of [Number.NaN, Infinity, -Infinity]) {
      bucket.settle(bucket.charge(1, 1_000), { stamp: { serverMs, stepMs: 1 } }, 1_010);
    }
    expect(sendNow(bucket, 1, 1_020)).toBeLessThanOrEqual(95);
    expect(bucket.earliestMs(90, 0, 1_020)).toBeGreaterThan(1_020);
  });

  test("a smaller limit also holds against what remains of the larger one", () => {
    const bucket = bucketOf(name);
    bucket.settle(bucket.charge(1, 1_000), { max: 40, remaining: 10 }, 1_010);
    expect(bucket.level(1_010).used).toBe(30);
    expect(sendNow(bucket, 1, 1_020)).toBeLessThanOrEqual(8);
  });
});

describe.each(timed)("%s", (name) => {
  test("is idle once all has expired", () => {
    const bucket = bucketOf(name);
    expect(bucket.kept(1_000) === undefined).toBe(true);
    const charge = bucket.charge(50, 1_000);
    expect(bucket.open).toBe(1);
    bucket.settle(charge, {}, 500_000);
    // A mirror has refilled meanwhile, whenever the answer came.
    expect(bucket.kept(500_001) === undefined).toBe(name === "bucket");
    expect(bucket.kept(530_000) === undefined).toBe(true);
  });

  test("sums of decimals come back to nothing", () => {
    const bucket = bucketOf(name);
    const charges = [0.1, 0.2, 0.3].map((cost) => bucket.charge(cost, 1_000));
    for (const [index, charge] of charges.entries())
      bucket.settle(charge, index > 1 ? "unsent" : {}, 1_010);
    expect(bucket.earliestMs(95, 0, 1_010)).toBeLessThan(30_000);
    expect(bucket.kept(60_000) === undefined).toBe(true);
    expect(bucket.level(60_000).inFlight).toBe(0);
  });

  test("a larger limit that an answer reports is used", () => {
    if (name === "bucket") return;
    const bucket = bucketOf(name);
    bucket.settle(bucket.charge(1, 1_000), { max: 1_000 }, 1_010);
    expect(bucket.costMax).toBe(950);
    const sent = sendUntil(bucket, 1, { fromMs: 20_000, untilMs: 60_000 });
    expect(sent / 40).toBeGreaterThan(0.9 * 95);
  });

  test("a smaller limit slows what follows", () => {
    const bucket = bucketOf(name);
    bucket.settle(bucket.charge(1, 1_000), { max: 20 }, 1_010);
    const sent = sendUntil(bucket, 1, { fromMs: 20_000, untilMs: 60_000 });
    // A bucket's refill is its own figure; what is reported is how much it holds.
    expect(sent).toBeLessThanOrEqual(name === "bucket" ? 40 * 9.5 + 19 : 5 * 19);
    expect(sent).toBeGreaterThan(60);
  });
});

describe("options", () => {
  test.each([
    { ...common, counted: "rolling-window", windowMs: 0 },
    { ...common, counted: "unknown", windowMs: 1_000, max: Number.NaN },
    { ...common, counted: "bucket", refillPerSecond: -1 },
    { ...common, counted: "open", headroom: 0.2 },
  ] as const)("a limit that cannot be counted is refused: %o", (limit) => {
    expect(() => createBucket(limit, { key: "k" })).toThrow(RangeError);
  });
});
