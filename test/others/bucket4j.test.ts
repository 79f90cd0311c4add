/**
 * Cases of bucket4j: its rounding rules, arithmetic overflow, bucket state and replaced configurations
 * (Apache-2.0): their figures, with a nanosecond of theirs as a ms here.
 *
 * The same: buckets that are refilled all the time ("greedy"), of which a call takes from all or none, and a
 * debt that is worked off. Different: there whole tokens in 64 bits and the rest of a division beside them,
 * here decimals; there a bucket can start empty, here what is missing is taken at the start; a bucket that
 * becomes smaller loses what it is smaller by, also where it was not full; one that is refilled in steps is
 * not believed to be before the latest instant at which its exchange may have refilled it.
 */
import { describe, expect, test } from "vitest";
import { createBucket } from "../../src/limits/bucket.ts";
import type { Bucket } from "../../src/limits/bucket.ts";
import { bucket } from "../support/gate-limits.ts";
import { gateOver, rounded, whole, wrongRows } from "./played.ts";
import type { Row } from "./played.ts";

/** So many per so long: its capacity, unless that is another one. */
const simple = (tokens: number, periodMs: number, capacity = tokens) =>
  ({ ...bucket(capacity, (1_000 * tokens) / periodMs), max: capacity }) as const;

/** As it is with so many tokens at an instant. */
function holding(tokens: number, limit: ReturnType<typeof simple>, nowMs = 0): Bucket {
  const made = createBucket(limit, { key: "k" });
  made.settle(made.charge(limit.max - tokens, nowMs), {}, nowMs);
  return made;
}

const waitMs = (of: Bucket, cost: number, nowMs = 0): number =>
  rounded(of.earliestMs(cost, 0, nowMs) - nowMs);

const tokens = (of: Bucket, nowMs: number): number => rounded(of.level(nowMs).available);

/** As far as a double tells whole numbers apart. */
const huge = Number.MAX_SAFE_INTEGER;

describe("the rest of a division", () => {
  test("is there when it is whole", async () => {
    const wrong = await wrongRows({ calls: simple(10, 100) }, [
      [0, 10, true],
      [97, 9, true],
      [97, 1, false],
      [100, 1, true],
      [100, 1, false],
    ]);
    expect(wrong).toEqual([]);
  });

  test("is gone with what is given beyond the capacity", () => {
    const full = holding(0, simple(10, 100));
    full.charge(9, 97);
    full.report({ credit: 10 }, 97);
    expect(waitMs(full, 10, 97)).toBe(0);
    full.charge(10, 97);
    expect(waitMs(full, 1, 100)).toBe(7);
  });

  test("shortens the wait for one as for three", () => {
    const partly = holding(1, simple(1, 1_000, 4));
    partly.charge(1, 0);
    expect([waitMs(partly, 1, 200), waitMs(partly, 3, 200)]).toEqual([800, 2_800]);
  });
});

describe("the tokens", () => {
  test.each([
    [0, 1_000, 40, 40],
    [50, 1_000, 1, 51],
    [55, 1_000, -1, 55],
    [200, 1_000, 10_000, 1_000],
    [0, 100, 3, 0.3],
    [90, 100, 17, 91.7],
    [0, 100, 18_888, 100],
  ])("from %d of %d a second are, %d ms later, %d", (before, capacity, forMs, after) => {
    const refilled = holding(before, simple(capacity, 1_000), 10_000);
    expect(tokens(refilled, 10_000 + forMs)).toBe(after);
  });

  test.each([
    [0, 10, -10],
    [50, 2, 48],
    [55, 1_600, -1_545],
  ])("from %d less %d that it cost after all are %d, and that is owed", (before, cost, after) => {
    const owing = holding(before, simple(1_000, 1_000));
    owing.settle(owing.charge(0, 0), { cost }, 0);
    expect(waitMs(owing, 1_000)).toBe(1_000 - after);
  });
});

describe("the wait", () => {
  test.each([
    [10, 0, simple(10, 100), 100],
    [10, 0, simple(2, 100, 10), 500],
    [7, 4, simple(10, 100), 30],
    [10, 4, simple(10, 100), 60],
  ])("for %d with %d there, is what is missing over the rate", (cost, before, limit, expected) => {
    expect(waitMs(holding(before, limit), cost)).toBe(expected);
  });

  test.each([
    [1, 2, 20],
    [3, 5, 0],
  ])("for 3 is the longest over two buckets with %d and %d", async (slow, fast, expected) => {
    const { gate } = gateOver({ slow: simple(10, 100), fast: simple(5, 10) });
    for (const draws of [gate.price({ slow: 10 - slow }), gate.price({ fast: 5 - fast })]) {
      gate.tryAcquire(draws)?.settle();
    }
    expect(rounded(gate.estimate(gate.price({ slow: 3, fast: 3 })).waitMs)).toBe(expected);
  });

  test.each([
    [90, 1, 0, simple(10, 100)],
    [1_650, 0, 23, simple(2, 100, 10)],
    [60, 4, 0, simple(10, 100)],
  ])("until all is there is %d with %d, less %d", (expected, before, cost, limit) => {
    const owing = holding(before, limit);
    owing.settle(owing.charge(0, 0), { cost }, 0);
    expect(rounded(owing.kept(0)?.untilMs ?? 0)).toBe(expected);
  });
});

describe("very large figures", () => {
  test("of long windows do not hide the short one", async () => {
    const hourMs = 3_600_000;
    const limits = {
      hour: simple(700_000, hourMs),
      minute: simple(14_500, hourMs / 60),
      second: simple(300, hourMs / 3_600),
    };
    const rows: readonly Row[] = [1, 299].map((cost) => [12 * hourMs, cost, true]);
    expect(await wrongRows(limits, [...rows, [12 * hourMs, 1, false]])).toEqual([]);
  });

  test.each([huge, 2 ** 63, Number.MAX_VALUE])(
    "given back (%d) are no more than the capacity",
    (credit) => {
      const given = holding(9, simple(10, 1_000));
      given.report({ credit }, 0);
      expect(waitMs(given, 10)).toBe(0);
      given.charge(10, 0);
      expect(waitMs(given, 1)).toBe(100);
    },
  );

  test("refilled over three periods of thousands of years are the capacity", async () => {
    const limit = simple(2 ** 49, 2 ** 50);
    const { gate, clock } = gateOver({ calls: limit });
    gate.tryAcquire(gate.price({ calls: limit.max }))?.settle();
    await clock.advance(3 * 2 ** 50);
    expect(gate.tryAcquire(gate.price({ calls: limit.max }))).toBeDefined();
    expect(gate.tryAcquire(gate.price({ calls: 1 }))).toBeUndefined();
  });

  test.each([20, 50])(
    "refilled one a ms and near the largest number stay exact for %d ms",
    async (forMs) => {
      const capacity = huge - 10;
      const wrong = await wrongRows({ calls: simple(1, 1, capacity) }, [
        [0, 3, true],
        [forMs, capacity, true],
        [forMs, 1, false],
        [forMs + 1, 1, true],
      ]);
      expect(wrong).toEqual([]);
    },
  );

  test("are waited for exactly, and more than there can be never comes", async () => {
    const limit = simple(2 ** 52, 2 ** 52);
    const empty = holding(0, limit);
    expect(waitMs(empty, 10)).toBe(10);
    const { gate } = gateOver({ calls: limit });
    await expect(gate.acquire(gate.price({ calls: huge }))).rejects.toMatchObject({
      code: "HEADGATE_WEIGHT_EXCEEDS_LIMIT",
      most: 2 ** 52,
    });
  });
});

describe("another size", () => {
  test("that is smaller leaves a full bucket full, and one that is not full less than theirs", () => {
    const [full, partly] = [500, 300].map((before) => holding(before, simple(100, 100, 500)));
    full?.report({ max: 200 }, 0);
    partly?.report({ max: 200 }, 0);
    // Theirs would have 200 again.
    expect([full, partly].map((one) => one?.level(0).available)).toEqual([200, 0]);
  });

  test("that is larger fills up at the rate there is", () => {
    const grown = holding(0, simple(3, 5));
    grown.report({ max: 60 }, 3);
    expect(tokens(grown, 3)).toBe(1.8);
    expect(tokens(grown, 7)).toBe(4.2);
  });
});

describe("a bucket that is refilled in steps", () => {
  const limit = {
    ...whole,
    counted: "bucket",
    max: 10,
    refillPerSecond: 10 / 60,
    jitterMs: 0,
  } as const;
  const stepped = { ...limit, stepMs: 60_000 };

  test("has nothing before its step, whenever that is, and never more than it holds", async () => {
    const { gate, clock } = gateOver({ calls: stepped });
    for (let one = 0; one < 10; one += 1) {
      (await clock.run(gate.acquire(gate.price({ calls: 1 })))).settle();
    }
    const lastMs = clock.nowMs();
    const { waitMs: one } = gate.estimate(gate.price({ calls: 1 }));
    await clock.run(gate.acquire(gate.price({ calls: 10 })));
    // Theirs refills one minute after its start; an exchange's may begin its minutes at any instant.
    expect(one).toBeGreaterThan(0);
    expect(clock.nowMs() - lastMs).toBeGreaterThanOrEqual(60_000);
    const { gate: fresh } = gateOver({ calls: stepped });
    const most = fresh.acquire(fresh.price({ calls: 15 }));
    await expect(most).rejects.toMatchObject({ code: "HEADGATE_WEIGHT_EXCEEDS_LIMIT", most: 10 });
  });
});
