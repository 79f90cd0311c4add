/** Tables: at an instant a cost goes or not, and what is left. Those of Go's x/time/rate are in `others/`. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TokenBucket } from "../../src/limits/token-bucket.ts";
import { runs } from "../support/property-play.ts";

/** Ten per second, in ms. */
const perMs = 0.01;

type Row = readonly [atMs: number, cost: number, goes: boolean, left: number];

/** Where the bucket says something else. */
function play(capacity: number, rows: readonly Row[], share = 1): string[] {
  const wrong: string[] = [];
  const bucket = new TokenBucket({ capacity, refillPerMs: perMs });
  for (const [atMs, cost, goes, left] of rows) {
    const earliestMs = bucket.earliestMs({ cost, leave: 0, share }, atMs);
    if ((earliestMs === atMs) !== goes) wrong.push(`${cost} at ${atMs} goes at ${earliestMs}`);
    if (goes) bucket.take(cost, atMs, share);
    const is = bucket.tokens(atMs, share);
    if (Math.abs(is - left) > 1e-9) wrong.push(`${is} are left at ${atMs}, not ${left}`);
  }
  return wrong;
}

describe("a table", () => {
  test("of heavier costs", () => {
    expect(
      play(10, [
        [0, 6, true, 4],
        [0, 6, false, 4],
        [100, 6, false, 5],
        [200, 6, true, 0],
        [1_000, 8, true, 0],
        [1_100, 8, false, 1],
        [9_999, 10, true, 0],
      ]),
    ).toEqual([]);
  });

  test("of a cost above the capacity: it goes when the bucket is full, and leaves a debt", () => {
    expect(
      play(3, [
        [0, 8, true, -5],
        [500, 1, false, 0],
        [600, 1, true, 0],
        [800, 8, false, 2],
        [900, 8, true, -5],
      ]),
    ).toEqual([]);
  });

  test("with half of it left by a refusal: half the capacity, half the rate", () => {
    expect(
      play(
        4,
        [
          [0, 1, true, 1],
          [0, 1, true, 0],
          [100, 1, false, 0.5],
          [200, 1, true, 0],
          [9_000, 2, true, 0],
        ],
        0.5,
      ),
    ).toEqual([]);
  });
});

describe("waiting", () => {
  const bucket = (): TokenBucket => new TokenBucket({ capacity: 10, refillPerMs: perMs });

  test.each([
    ["nothing is missing", { cost: 4, leave: 0 }, 0],
    ["some is missing", { cost: 9, leave: 0 }, 300],
    ["some is left for others", { cost: 4, leave: 5 }, 300],
    ["never for more than a full bucket", { cost: 9, leave: 9 }, 400],
  ])("is exact where %s", (_name, asked, waitMs) => {
    const drained = bucket();
    drained.take(4, 1_000, 1);
    const earliestMs = drained.earliestMs({ ...asked, share: 1 }, 1_000);
    expect(earliestMs).toBeCloseTo(1_000 + waitMs, 9);
    expect(drained.earliestMs({ ...asked, share: 1 }, earliestMs)).toBe(earliestMs);
  });

  test("what is given back is never more than the capacity", () => {
    const returned = bucket();
    returned.take(4, 0, 1);
    returned.take(-4, 300, 1);
    expect(returned.tokens(300, 1)).toBe(10);
    returned.take(-100, 300, 1);
    returned.take(10, 300, 1);
    expect(returned.tokens(300, 1)).toBe(0);
  });

  test("a cut leaves no more than it says, and gives nothing", () => {
    const cut = bucket();
    cut.cut(3, 0, 1);
    expect(cut.tokens(0, 1)).toBe(3);
    cut.cut(9, 0, 1);
    expect(cut.tokens(0, 1)).toBe(3);
    cut.cut(-2, 100, 1);
    expect(cut.tokens(100, 1)).toBe(-2);
  });

  test("a smaller size loses what it is smaller by, a larger one fills up first", () => {
    const resized = bucket();
    resized.take(4, 0, 1);
    resized.resize({ capacity: 7, refillPerMs: perMs }, 0, 1);
    expect(resized.tokens(0, 1)).toBe(3);
    resized.resize({ capacity: 20, refillPerMs: 2 * perMs }, 100, 1);
    expect([resized.tokens(100, 1), resized.tokens(600, 1), resized.tokens(9_000, 1)]).toEqual([
      4, 14, 20,
    ]);
  });

  test("what is saved above the capacity is for one heavy cost alone", () => {
    const saving = new TokenBucket({ capacity: 10, saved: 12, refillPerMs: perMs });
    const heavy = { cost: 12, leave: 0, share: 1 };
    expect(saving.earliestMs(heavy, 0)).toBe(0);
    saving.take(1, 0, 1);
    // The light one takes from the capacity, and what was saved is gone.
    expect(saving.tokens(0, 1)).toBe(9);
    expect(saving.earliestMs(heavy, 0)).toBeCloseTo(300, 9);
    expect(saving.tokens(300, 1)).toBe(10);
    saving.take(12, 300, 1);
    expect(saving.tokens(300, 1)).toBe(-2);
  });
});

describe("a bucket", () => {
  const steps = fc.array(
    fc.record({
      gapMs: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 500, noNaN: true })),
      cost: fc.integer({ min: 1, max: 10 }),
    }),
    { minLength: 1, maxLength: 150, size: "max" },
  );
  const property = (rate: number): fc.IProperty<[{ gapMs: number; cost: number }[]]> =>
    fc.property(steps, (drawn) => {
      const bucket = new TokenBucket({ capacity: 10, refillPerMs: rate });
      const log: { atMs: number; cost: number }[] = [];
      let nowMs = 0;
      for (const { gapMs, cost } of drawn) {
        nowMs = bucket.earliestMs({ cost, leave: 0, share: 1 }, nowMs + gapMs);
        bucket.take(cost, nowMs, 1);
        log.push({ atMs: nowMs, cost });
      }
      // Between any two instants: no more than a full one and what was refilled.
      return log.every((first, start) => {
        let sum = 0;
        return log.slice(start).every(({ atMs, cost }) => {
          sum += cost;
          return sum <= 10 + perMs * (atMs - first.atMs) + 1e-6;
        });
      });
    });

  test("never lets through more than a full one and its refill, between any two instants", () => {
    fc.assert(property(perMs), runs(200));
  });

  test("the property catches a rate that is 5 % too high", () => {
    expect(fc.check(property(1.05 * perMs), { numRuns: 300, seed: 7 }).failed).toBe(true);
  });
});
