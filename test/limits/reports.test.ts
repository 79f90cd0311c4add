/** What one answer may say about a limit: every form of it, figures that are none, and no other pool. */
import { describe, expect, test } from "vitest";
import { createBucket } from "../../src/limits/bucket.ts";
import type { Bucket, Report } from "../../src/limits/bucket.ts";
import type { FlatLimit } from "../../src/limits/limit.ts";

const common = { max: 100, headroom: 0.05, per: [] } as const;
const windowMs = 10_000;
const fixed = { counted: "fixed-window", starts: "utc", windowMs, ...common } as const;

const limits: Readonly<Record<string, FlatLimit>> = {
  rolling: { counted: "rolling-window", windowMs, ...common },
  unknown: { counted: "unknown", windowMs, ...common },
  "fixed, learning": fixed,
  "fixed, known": fixed,
  "fixed, falling": { ...fixed, falls: true },
  bucket: { counted: "bucket", refillPerSecond: 0.001, ...common },
  open: { counted: "open", ...common },
  lifetime: { counted: "lifetime", ...common },
};
const names = Object.keys(limits);

function bucketOf(name: string): Bucket {
  const limit = limits[name];
  if (limit === undefined) throw new Error(`No limit is called ${name}.`);
  const bucket = createBucket(limit, { key: "k", random: () => 0 });
  if (name !== "fixed, learning")
    bucket.settle(bucket.charge(0, 0), { stamp: { serverMs: 1, stepMs: 1 } }, 2);
  return bucket;
}

/** One round trip of 10 that says so much. */
function told(name: string, report: Report): Bucket {
  const bucket = bucketOf(name);
  bucket.settle(bucket.charge(10, 1_000), report, 1_010);
  return bucket;
}

describe.each(names)("%s", (name) => {
  test.each([
    [{ used: 60 }, 60],
    [{ remaining: 40 }, 60],
    [{ used: 60, remaining: 90 }, 60],
    [{ max: 200, remaining: 140 }, 60],
    [{ max: 80, remaining: 20 }, 60],
    [{ max: 80, used: 60 }, 60],
    // More than all of it is used.
    [{ remaining: -5 }, 105],
    [{ used: 130 }, 130],
  ] as const)("%o says how much is used", (report, used) => {
    const bucket = told(name, report);
    expect(bucket.level(1_010).used).toBe(used);
    const { planned } = bucket.level(1_010);
    expect(bucket.level(1_010).available).toBeLessThanOrEqual(Math.max(0, planned - used) + 1e-6);
    expect(bucket.earliestMs(planned - 55, 0, 1_010)).toBeGreaterThan(1_010);
  });

  test.each([
    { remaining: 101 },
    { remaining: Number.NaN },
    { remaining: Infinity },
    { remaining: -Infinity },
    { used: -1 },
    { used: Number.NaN },
    { used: undefined, remaining: undefined, max: undefined },
    { max: Number.NaN },
    { max: -100, remaining: 200 },
  ])("%o says nothing", (report) => {
    const [bucket, other] = [told(name, report), told(name, {})];
    expect(bucket.level(1_010)).toEqual(other.level(1_010));
    expect(bucket.earliestMs(20, 0, 1_010)).toBe(other.earliestMs(20, 0, 1_010));
  });

  test("what remains is of the limit as it is now", () => {
    const bucket = told(name, { max: 200, used: 20 });
    bucket.settle(bucket.charge(10, 1_020), { remaining: 150 }, 1_030);
    expect(bucket.level(1_030)).toMatchObject({ max: 200, planned: 190, used: 50 });
  });

  test("a figure changes no other bucket", () => {
    const other = told(name, { used: 10 });
    const before = other.level(1_010);
    const bucket = told(name, { used: 90, max: 95, refused: { as: "quota" } });
    expect(bucket.level(1_010)).not.toEqual(before);
    expect(other.level(1_010)).toEqual(before);
  });
});

describe("a count that falls", () => {
  test.each(["fixed, falling", "open"])("%s: goes down as its figure does (C93)", (name) => {
    const bucket = bucketOf(name);
    const order = (nowMs: number, report: Report): void =>
      bucket.settle(bucket.charge(1, nowMs), report, nowMs + 50);
    /** What is left of the plan of 95. */
    const used = (nowMs: number): number => {
      const { available, planned } = bucket.level(nowMs);
      return planned - available;
    };
    bucket.settle(bucket.charge(40, 1_000), { used: 40 }, 1_050);
    expect(bucket.level(1_100).used).toBe(40);
    expect(bucket.earliestMs(56, 0, 1_100)).toBeGreaterThan(1_100);
    // Makers' orders fill: five less for each.
    order(1_100, { used: 35 });
    expect(bucket.level(5_200).used).toBe(35);
    expect(bucket.earliestMs(60, 0, 5_200)).toBe(5_200);
    expect(bucket.earliestMs(61, 0, 5_200)).toBeGreaterThan(5_200);
    // What is in flight counts beside it.
    const inFlight = [bucket.charge(10, 5_200), bucket.charge(10, 5_201)];
    expect(bucket.earliestMs(41, 0, 5_210)).toBeGreaterThan(5_210);
    for (const charge of inFlight) bucket.settle(charge, "unsent", 5_220);
    // An order that was rejected brings no figure: our own estimate goes on from the last.
    order(5_300, {});
    expect(bucket.level(5_400).used).toBe(35);
    expect(used(5_400)).toBeGreaterThanOrEqual(36);
    // A cancel weighs nothing here and gives nothing back.
    bucket.settle(bucket.charge(0, 5_400), {}, 5_450);
    expect(bucket.level(5_450).used).toBe(35);
    expect(used(5_450)).toBeGreaterThanOrEqual(36);
    expect(bucket.earliestMs(60, 0, 5_450)).toBeGreaterThan(5_450);
  });

  test("one that does not fall keeps its own count", () => {
    const bucket = bucketOf("fixed, known");
    bucket.settle(bucket.charge(40, 1_000), { used: 40 }, 1_050);
    bucket.settle(bucket.charge(1, 1_100), { used: 35 }, 1_150);
    expect(95 - bucket.level(1_150).available).toBeGreaterThanOrEqual(41);
  });
});
