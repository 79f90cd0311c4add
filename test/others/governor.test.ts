/**
 * Cases of governor, `direct.rs` and `proptests.rs` (MIT): their figures, in ms.
 *
 * The same: so many a second, all of them at once at first, one more each time its part of a second is over;
 * refused until exactly the instant that was named, granted there; more than a burst never. Different: what
 * is taken without asking ("consumed") is a call here that cost more than was thought; `promise.test.ts` has
 * their property for every counting and after everything that can happen to a bucket.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bucket } from "../support/gate-limits.ts";
import { runs } from "../support/property-play.ts";
import { gateOver, wrongRows } from "./played.ts";

const perSecond = (cells: number) => ({ calls: bucket(cells, cells) });

describe("so many a second", () => {
  test.each([
    [2, 1],
    [4, 2],
  ])("let %d go by %d, and again a second later", async (cells, cost) => {
    const wrong = await wrongRows(perSecond(cells), [
      [0, cost, true],
      [1, cost, true],
      [2, cost, false],
      [1_002, cost, true],
      [1_003, cost, true],
      [1_004, cost, false],
    ]);
    expect(wrong).toEqual([]);
  });

  test("let no one more go after a long pause", async () => {
    const six = (atMs: number) => [1, 2, 3, 4, 5, 6].map((nth) => [atMs, 1, nth < 6] as const);
    const wrong = await wrongRows(perSecond(5), [...six(0), ...six(2_000), ...six(1e9)]);
    expect(wrong).toEqual([]);
  });

  test("let 20 go that ask at once, the next one not 2 ms later and not before its time", async () => {
    const twenty = Array.from({ length: 20 }, () => [0, 1, true] as const);
    const wrong = await wrongRows(perSecond(20), [...twenty, [2, 1, false], [1_000, 1, true]]);
    expect(wrong).toEqual([]);
  });

  test("never let more go than all of them, and say how many that is", async () => {
    const { gate, clock } = gateOver(perSecond(5));
    const never = async (cost: number): Promise<void> => {
      const call = gate.acquire(gate.price({ calls: cost }));
      await expect(call).rejects.toMatchObject({ code: "HEADGATE_WEIGHT_EXCEEDS_LIMIT", most: 5 });
    };
    for (const cost of [15, 7, 6]) await never(cost);
    await clock.advance(3_000);
    await never(15);
    expect(gate.tryAcquire(gate.price({ calls: 5 }))).toBeDefined();
  });

  test.each([
    [2, 2],
    [1, 1],
  ])("(%d) that were taken twice over come back after twice the time", async (cells, cost) => {
    const { gate, clock } = gateOver(perSecond(cells));
    const goes = (): boolean => gate.estimate(gate.price({ calls: cost })).waitMs === 0;
    expect(goes()).toBe(true);
    const permit = gate.tryAcquire(gate.price({ calls: cost }));
    permit?.settle({ calls: { cost: 2 * cost } });
    const after = [goes()];
    for (const forMs of [1_000, 999, 1]) {
      await clock.advance(forMs);
      after.push(goes());
    }
    expect(after).toEqual([false, false, false, true]);
  });

  test("may be very many", () => {
    const { gate } = gateOver(perSecond(1_000_000_001));
    const draws = gate.price({ calls: 1 });
    for (let nth = 1; nth <= 200_000; nth += 1) {
      if (gate.tryAcquire(draws) === undefined) throw new Error(`${nth} was refused.`);
    }
    expect(gate.levels()[0]?.available).toBe(1_000_000_001 - 200_000);
  });
});

type Given = Readonly<{ cells: number; more: number; parts: number }>;

/** Refused at every part of the wait and just before it is over, granted at its end. */
async function isExact({ cells, more, parts }: Given, wrongMs = 0): Promise<boolean> {
  const { gate, clock } = gateOver(perSecond(cells));
  const draws = gate.price({ calls: 1 });
  const goes = (): boolean => gate.tryAcquire(draws) !== undefined;
  for (let cell = 0; cell < cells; cell += 1) if (!goes()) return false;
  for (let cell = 0; cell < more; cell += 1) {
    await clock.advance(1_000 / cells);
    if (!goes()) return false;
  }
  const untilMs = clock.nowMs() + gate.estimate(draws).waitMs + wrongMs;
  const partMs = (untilMs - clock.nowMs()) / (parts + 1);
  for (let part = 0; part < parts; part += 1) {
    if (goes()) return false;
    await clock.advance(partMs);
  }
  await clock.advance(Math.max(0, untilMs - 0.005 - clock.nowMs()));
  if (goes()) return false;
  await clock.advance(Math.max(0, untilMs - clock.nowMs()));
  return goes();
}

describe("the wait that is named", () => {
  const count = fc.integer({ min: 1, max: 300 });
  const given = fc.record({ cells: count, more: fc.nat(60), parts: fc.nat(30) });

  test("is over exactly then, and not before", async () => {
    await fc.assert(
      fc.asyncProperty(given, (one) => isExact(one)),
      runs(60),
    );
  });

  test.each([0.01, -0.01])("is not over %d ms from it", async (wrongMs) => {
    const wrong = fc.asyncProperty(given, (one) => isExact(one, wrongMs));
    expect((await fc.check(wrong, { numRuns: 20, seed: 7 })).failed).toBe(true);
  });

  test("is enough for each of twenty that ask a ms after the one before", async () => {
    const { gate, clock } = gateOver(perSecond(5));
    const draws = gate.price({ calls: 1 });
    let went = 0;
    for (let nth = 0; nth < 20; nth += 1) {
      await clock.advance(1);
      await clock.advance(gate.estimate(draws).waitMs);
      if (gate.tryAcquire(draws) !== undefined) went += 1;
    }
    expect(went).toBe(20);
    // Five at once, and fifteen in a fifth of a second each.
    expect(clock.nowMs()).toBeCloseTo(1 + 3_000, 6);
  });
});
