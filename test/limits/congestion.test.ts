/** What a refusal does, and how it ends: alone, and as a bucket shows it. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createBucket } from "../../src/limits/bucket.ts";
import type { Bucket, Charge, Refused } from "../../src/limits/bucket.ts";
import { Congestion } from "../../src/limits/congestion.ts";
import { runs } from "../support/property-play.ts";

const windowMs = 60_000;
const day = 86_400_000;

const make = (of: { windowMs?: number; random?: number } = {}): Congestion =>
  new Congestion({ windowMs: of.windowMs ?? windowMs, random: () => of.random ?? 0.5 });

/** Refuses a call that was sent just before. */
function refuse(
  congestion: Congestion,
  refused: Refused,
  nowMs: number,
  sentMs = nowMs - 1,
): boolean {
  return congestion.refuse(refused, { sentMs, nowMs, leastShare: 0 });
}

const quota = { as: "quota", waitMs: 1_000 } as const;
const charge = (atMs: number): Charge => ({ key: "k", cost: 1, atMs });

describe("a shrink", () => {
  test("leaves 0.7 of the share", () => {
    const congestion = make();
    expect(congestion.shareAt(0)).toBe(1);
    expect(refuse(congestion, quota, 100)).toBe(true);
    expect(congestion.shareAt(100)).toBe(0.7);
  });

  test("happens once for twenty refusals of one burst", () => {
    const congestion = make();
    const shrinks = Array.from({ length: 20 }, (_, index) =>
      refuse(congestion, quota, 1_000 + 10 * index, 900),
    );
    expect(shrinks.filter(Boolean)).toHaveLength(1);
    expect(congestion.shareAt(1_200)).toBe(0.7);
  });

  test("happens again for a call that was sent after it", () => {
    const congestion = make();
    refuse(congestion, quota, 1_000);
    expect(refuse(congestion, quota, 5_000, 1_000)).toBe(false);
    expect(refuse(congestion, quota, 5_001, 4_000)).toBe(true);
    expect(congestion.shareAt(5_001)).toBeCloseTo(0.49, 12);
  });

  test("is squared for a ban", () => {
    const congestion = make();
    refuse(congestion, { as: "ban", waitMs: 120_000 }, 1_000);
    expect(congestion.shareAt(1_000)).toBeCloseTo(0.49, 12);
  });

  test("leaves at least 0.05, and at least what the heaviest call needs", () => {
    const congestion = make();
    for (let event = 1; event <= 30; event += 1) refuse(congestion, quota, 1_000 * event);
    expect(congestion.shareAt(30_000)).toBe(0.05);
    const heavy = make();
    heavy.refuse(quota, { sentMs: 0, nowMs: 1, leastShare: 0.9 });
    expect(heavy.shareAt(1)).toBe(0.9);
  });

  test("does not happen where the exchange is only overloaded", () => {
    const congestion = make();
    expect(refuse(congestion, { as: "pause", waitMs: 5_000 }, 1_000)).toBe(false);
    expect([congestion.shareAt(1_000), congestion.freeMs(1_000)]).toEqual([1, 6_000]);
    expect(congestion.freeMs(6_000)).toBe(6_000);
  });

  test("is not undone or renewed by a pause that comes later", () => {
    const [paused, left] = [make(), make()];
    for (const congestion of [paused, left]) refuse(congestion, quota, 0);
    // Well into the recovery.
    const atMs = 2.5 * windowMs;
    expect(left.shareAt(atMs)).toBeGreaterThan(0.8);
    refuse(paused, { as: "pause", waitMs: 3_000 }, atMs);
    for (const laterMs of [atMs, atMs + 3_000, atMs + windowMs]) {
      expect(paused.shareAt(laterMs)).toBe(left.shareAt(laterMs));
    }
    expect(paused.freeMs(atMs)).toBe(atMs + 3_000);
  });

  test("is not renewed by a straggler of the same event during the recovery", () => {
    const [late, left] = [make(), make()];
    for (const congestion of [late, left]) refuse(congestion, quota, 10);
    const atMs = 3 * windowMs;
    expect(refuse(late, { as: "quota", waitMs: 2_000 }, atMs, 5)).toBe(false);
    expect(late.shareAt(atMs + 2_000)).toBe(left.shareAt(atMs + 2_000));
    expect(late.freeMs(atMs)).toBe(atMs + 2_000);
  });
});

describe("a block", () => {
  test.each([0, 0.25, 0.5, 0.999])(
    "lasts at least as long as was asked for, whatever the dice: %d",
    (random) => {
      for (const waitMs of [1, 999, 7_000, 3_600_000]) {
        for (const as of ["quota", "ban", "pause"] as const) {
          const congestion = make({ random });
          refuse(congestion, { as, waitMs }, 500);
          expect(congestion.freeMs(500)).toBeGreaterThanOrEqual(500 + waitMs);
        }
      }
    },
  );

  test("of 30 days holds for 30 days (C38)", () => {
    const congestion = make();
    refuse(congestion, { as: "quota", waitMs: 30 * day }, 1_000);
    // No later event cuts it.
    refuse(congestion, quota, 2_000);
    refuse(congestion, { as: "pause", waitMs: 1 }, 3_000);
    expect(congestion.freeMs(29 * day)).toBe(1_000 + 30 * day);
    expect(congestion.blockedMs(1_000 + 29 * day)).toBe(day);
    expect(congestion.freeMs(1_000 + 30 * day)).toBe(1_000 + 30 * day);
  });

  test.each([
    ["nothing", {}],
    ["0", { waitMs: 0 }],
    ["NaN", { waitMs: Number.NaN }],
    ["a negative number", { waitMs: -5_000 }],
  ])("without a time is never nothing: Retry-After says %s (C35)", (_name, stated) => {
    for (const as of ["quota", "ban", "pause"] as const) {
      const congestion = make({ windowMs: 100 });
      refuse(congestion, { as, ...stated }, 1_000);
      expect(congestion.freeMs(1_000)).toBeGreaterThanOrEqual(2_000);
      expect(congestion.blockedMs(1_000)).toBeGreaterThanOrEqual(1_000);
      expect(congestion.shareAt(1_000)).toBeGreaterThan(0);
    }
  });

  test("without a time is a whole window at least", () => {
    const congestion = make();
    refuse(congestion, { as: "quota" }, 1_000);
    expect(congestion.blockedMs(1_000)).toBeGreaterThanOrEqual(windowMs);
  });

  test.each([0, 0.5, 0.999])(
    "grows from 1 to 2 to 4 s where nothing is said, and does not fall back (C25): %d",
    (random) => {
      const congestion = make({ windowMs: 1_000, random });
      let nowMs = 0;
      const waits = [1, 2, 3, 4, 5, 6].map(() => {
        refuse(congestion, { as: "quota" }, nowMs);
        const waitMs = congestion.blockedMs(nowMs);
        nowMs += waitMs + 1;
        return waitMs;
      });
      const floors = [1_000, 2_000, 4_000, 4_000, 4_000, 4_000];
      for (const [index, floor] of floors.entries()) {
        expect(waits[index]).toBeGreaterThanOrEqual(floor);
      }
    },
  );

  test("of a ban without a time is two minutes", () => {
    const congestion = make({ windowMs: 1_000 });
    refuse(congestion, { as: "ban" }, 0);
    expect(congestion.freeMs(0)).toBe(120_000);
  });
});

describe("after a block", () => {
  const blocked = (): Congestion => {
    const congestion = make();
    refuse(congestion, quota, 0);
    return congestion;
  };
  const freeMs = blocked().freeMs(0);

  test("one call goes and the rest waits for its answer", () => {
    const congestion = blocked();
    expect(congestion.freeMs(freeMs)).toBe(freeMs);
    const probe = charge(freeMs);
    congestion.sent(probe);
    expect(congestion.freeMs(freeMs + 1)).toBe(Infinity);
    congestion.ended(charge(freeMs), "accepted", freeMs + 1);
    expect(congestion.freeMs(freeMs + 2)).toBe(Infinity);
    congestion.ended(probe, "accepted", probe.atMs);
    expect(congestion.freeMs(freeMs + 3)).toBe(freeMs + 3);
  });

  test("another one goes where the first was lost or never sent", () => {
    const congestion = blocked();
    for (const nowMs of [freeMs, freeMs + 10, freeMs + 20]) {
      const probe = charge(nowMs);
      congestion.sent(probe);
      expect(congestion.freeMs(nowMs)).toBe(Infinity);
      congestion.ended(probe, "unknown", nowMs);
      expect(congestion.freeMs(nowMs)).toBe(nowMs);
    }
  });

  test("the answer to a call from before the block frees nobody", () => {
    const congestion = make();
    const before = charge(-10);
    congestion.sent(before);
    refuse(congestion, quota, 0);
    const probe = charge(freeMs);
    congestion.sent(probe);
    congestion.ended(before, "accepted", freeMs + 1);
    expect(congestion.freeMs(freeMs + 1)).toBe(Infinity);
  });

  test("a probe that is refused blocks again", () => {
    const congestion = blocked();
    const probe = charge(freeMs);
    congestion.sent(probe);
    congestion.ended(probe, "accepted", probe.atMs);
    expect(refuse(congestion, quota, freeMs + 50, freeMs)).toBe(true);
    expect(congestion.freeMs(freeMs + 50)).toBeGreaterThan(freeMs + 1_000);
    congestion.sent(charge(freeMs + 5_000));
    expect(congestion.freeMs(freeMs + 5_000)).toBe(Infinity);
  });
});

describe("recovery", () => {
  test("is quiet for one window, then a tenth per window up to 0.95 of the ceiling until the next try", () => {
    const congestion = make();
    refuse(congestion, quota, 0);
    const table: readonly (readonly [windows: number, share: number])[] = [
      [0, 0.7],
      [0.99, 0.7],
      [1, 0.7],
      [1.1, 0.71],
      [2, 0.8],
      [3, 0.9],
      [3.5, 0.95],
      [5.99, 0.95],
      [6, 0.95],
      [6.2, 0.952],
      [6.5, 0.9625],
      [7, 1],
      [100, 1],
    ];
    for (const [windows, share] of table) {
      expect(congestion.shareAt(windows * windowMs), `${windows} windows`).toBeCloseTo(share, 9);
    }
    expect(congestion.isClear(7.9 * windowMs)).toBe(false);
    congestion.sent(charge(2 * windowMs));
    expect(congestion.isClear(8.1 * windowMs)).toBe(false);
  });

  test("is complete and forgotten one window after it is whole", () => {
    const congestion = make();
    refuse(congestion, quota, 0);
    const probe = charge(2_000);
    congestion.sent(probe);
    congestion.ended(probe, "accepted", probe.atMs);
    expect(congestion.isClear(7.9 * windowMs)).toBe(false);
    expect(congestion.isClear(8.1 * windowMs)).toBe(true);
  });

  /** Refused each time it has gone past 0.6 of the limit; how many windows lie between. */
  function tries(events: number): number[] {
    const congestion = make();
    for (const atMs of [-2, -1]) refuse(congestion, { as: "quota" }, atMs, atMs);
    let nowMs = 0;
    const gaps: number[] = [];
    for (let event = 0; event < events; event += 1) {
      refuse(congestion, quota, nowMs);
      const thenMs = nowMs;
      let atMs = nowMs;
      // Every rise that there is.
      while (congestion.shareAt(atMs) <= 0.6) atMs = congestion.nextChangeMs(atMs);
      nowMs = atMs;
      gaps.push((nowMs - thenMs) / windowMs);
    }
    return gaps;
  }

  test("remembers the ceiling: tries above it come 1.4 times later each time, up to an hour", () => {
    const gaps = tries(20).slice(3);
    const tried = gaps.map((gap, index) => gap / (gaps[index - 1] ?? gap));
    for (const ratio of tried.slice(1, 6)) expect(ratio).toBeCloseTo(1.4, 0);
    expect(Math.max(...gaps)).toBeLessThan(62);
    expect(gaps.at(-1)).toBeGreaterThan(58);
  });

  test("starts from 6 windows again once it was whole for a window", () => {
    const congestion = make();
    refuse(congestion, quota, 0);
    refuse(congestion, quota, 10_000);
    const wholeMs = 30 * windowMs;
    expect(congestion.shareAt(wholeMs)).toBe(1);
    refuse(congestion, quota, wholeMs);
    expect(congestion.shareAt(wholeMs + 5.99 * windowMs)).toBeCloseTo(0.95, 9);
    expect(congestion.shareAt(wholeMs + 7 * windowMs)).toBeCloseTo(1, 9);
  });

  test("waits for the end of a long block", () => {
    const congestion = make();
    refuse(congestion, { as: "ban", waitMs: 3_600_000 }, 0);
    expect(congestion.shareAt(3_599_999)).toBeCloseTo(0.49, 9);
    expect(congestion.shareAt(3_600_000 + windowMs)).toBeCloseTo(0.54, 9);
  });
});

describe("the next change", () => {
  const events = fc.array(
    fc.record({
      gapWindows: fc.double({ min: 0, max: 12, noNaN: true }),
      refused: fc.record({
        as: fc.constantFrom("quota" as const, "ban" as const, "pause" as const),
        waitMs: fc.constantFrom(0, 1_000, 90_000, 500_000),
      }),
    }),
    { minLength: 1, maxLength: 8 },
  );
  const property = (
    nextChangeMs: (congestion: Congestion, atMs: number) => number,
  ): fc.IProperty<[{ gapWindows: number; refused: Refused }[], number[]]> =>
    fc.property(
      events,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }),
      (drawn, parts) => {
        const congestion = make({ random: 0.5 });
        let nowMs = 0;
        for (const { gapWindows, refused } of drawn) {
          nowMs += gapWindows * windowMs;
          refuse(congestion, refused, nowMs);
        }
        let atMs = nowMs;
        for (let step = 0; step < 20_000; step += 1) {
          const nextMs = nextChangeMs(congestion, atMs);
          const share = congestion.shareAt(atMs);
          if (nextMs === Infinity) return share === 1;
          if (!(nextMs > atMs)) return false;
          // Between two changes it is what it was; it never falls by itself.
          const constant = parts.every((part) => {
            const betweenMs = Math.min(atMs + part * (nextMs - atMs), nextMs - 0.01);
            return betweenMs <= atMs || congestion.shareAt(betweenMs) === share;
          });
          if (!constant || congestion.shareAt(nextMs) < share) return false;
          atMs = nextMs;
        }
        return false;
      },
    );

  test("is never later than a change, and the last leads to the whole", () => {
    fc.assert(
      property((congestion, atMs) => congestion.nextChangeMs(atMs)),
      runs(300),
    );
  });

  test("the property catches steps that are skipped", () => {
    const skipping = property((congestion, atMs) =>
      congestion.nextChangeMs(congestion.nextChangeMs(atMs)),
    );
    expect(fc.check(skipping, { numRuns: 300, seed: 7 }).failed).toBe(true);
  });
});

describe("a bucket that was refused", () => {
  const bucketOf = (): Bucket =>
    createBucket(
      { counted: "rolling-window", windowMs: 10_000, max: 100, headroom: 0.05, per: [] },
      { key: "k", random: () => 0 },
    );

  test("shrinks once for a burst, blocks, lets one go, then the rest, and is idle in the end", () => {
    const bucket = bucketOf();
    const burst = Array.from({ length: 20 }, (_, index) => bucket.charge(1, index));
    for (const [index, one] of burst.entries()) {
      bucket.settle(one, { refused: { as: "quota", waitMs: 2_000 } }, 100 + index);
    }
    expect(bucket.level(120)).toMatchObject({ planned: 95, available: 0, inFlight: 0 });
    expect(bucket.level(120).shrunkTo).toBeCloseTo(66.5, 9);
    expect(bucket.earliestMs(0, 0, 120)).toBe(2_119);
    const probe = bucket.charge(1, 5_000);
    expect(bucket.earliestMs(0, 0, 5_000)).toBe(Infinity);
    expect(bucket.level(5_000).available).toBe(0);
    bucket.settle(probe, {}, 5_100);
    // Nothing was saved up in the block: what follows is spread from here on.
    expect(bucket.earliestMs(0, 0, 5_100)).toBe(5_100);
    expect(bucket.earliestMs(1, 0, 5_100)).toBeCloseTo(5_100 + 10_000 / (0.7 * 95), 9);
    expect(bucket.kept(70_000) === undefined).toBe(false);
    expect(bucket.kept(90_000) === undefined).toBe(true);
    expect(bucket.level(90_000)).toMatchObject({ available: 47.5, shrunkTo: 95, blockedMs: 0 });
  });

  test("as overloaded is blocked and keeps all of its plan, also what was saved up", () => {
    const bucket = bucketOf();
    bucket.settle(bucket.charge(1, 0), { refused: { as: "pause", waitMs: 2_000 } }, 100);
    expect(bucket.level(100)).toMatchObject({ available: 0, shrunkTo: 95, blockedMs: 2_000 });
    expect(bucket.earliestMs(0, 0, 100)).toBe(2_100);
    expect(bucket.level(2_100)).toMatchObject({ available: 47.5, shrunkTo: 95, blockedMs: 0 });
    // Nobody has to try alone.
    bucket.charge(1, 2_100);
    expect(bucket.earliestMs(40, 0, 2_100)).toBe(2_100);
  });

  test("never sends more than is left of the plan while it is shrunk", () => {
    const bucket = bucketOf();
    bucket.settle(bucket.charge(1, 0), { refused: { as: "quota", waitMs: 1_000 } }, 10);
    let sent = 1;
    let nowMs = 10;
    for (;;) {
      nowMs = bucket.earliestMs(1, 0, nowMs);
      if (nowMs > 10_000) break;
      bucket.settle(bucket.charge(1, nowMs), {}, nowMs);
      sent += 1;
    }
    expect(sent).toBeLessThanOrEqual(66);
    expect(sent).toBeGreaterThan(60);
  });

  test("keeps a call alive that is heavier than what is left", () => {
    const bucket = bucketOf();
    bucket.settle(bucket.charge(90, 0), { refused: { as: "quota", waitMs: 1_000 } }, 10);
    expect(bucket.level(10).shrunkTo).toBeCloseTo(90, 9);
    const goesMs = bucket.earliestMs(90, 0, 10);
    expect(goesMs).toBeGreaterThan(10_000);
    expect(goesMs).toBeLessThan(20_000);
  });
});
