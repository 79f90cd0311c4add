/**
 * Cases of Go's golang.org/x/time/rate, `rate_test.go` (BSD-3-Clause): their figures, in ms.
 *
 * The same: a bucket that is full at first and refilled all the time; more than it holds never goes; who
 * waits, waits exactly until it is there. Different, and so expected here: who waits takes nothing before it
 * goes, so that all behind one that gives up go earlier, where Go keeps what it has told them; a clock that
 * jumps back does not give the same time twice; a limit has another size while it runs, but no other rate.
 */
import { describe, expect, test } from "vitest";
import { createBucket } from "../../src/limits/bucket.ts";
import { bucket } from "../support/gate-limits.ts";
import { gateOver, instants, whole, wrongRows } from "./played.ts";
import type { Asked } from "./played.ts";

const tenPerSecond = (burst: number) => ({ calls: bucket(burst, 10) });
const asked = (...rows: readonly (readonly [atMs: number, cost: number])[]): readonly Asked[] =>
  rows.map(([atMs, cost]) => ({ atMs, cost }));

describe("what may go now", () => {
  test("is one each 100 ms with a burst of one, and never two", async () => {
    const wrong = await wrongRows(tenPerSecond(1), [
      [0, 1, true],
      [0, 1, false],
      [0, 1, false],
      [100, 1, true],
      [100, 1, false],
      [100, 1, false],
      [200, 2, false],
      [200, 1, true],
      [200, 1, false],
    ]);
    expect(wrong).toEqual([]);
  });

  test("is what has gathered with a burst of three", async () => {
    const wrong = await wrongRows(tenPerSecond(3), [
      [0, 2, true],
      [0, 2, false],
      [0, 1, true],
      [0, 1, false],
      [100, 4, false],
      [200, 1, true],
      [300, 1, true],
      [400, 1, true],
      [400, 1, true],
      [400, 1, false],
      [400, 1, false],
      [900, 3, true],
      [900, 0, true],
    ]);
    expect(wrong).toEqual([]);
  });

  test("is five of fifteen that ask at one instant", async () => {
    const fifteen = Array.from({ length: 15 }, (_, nth) => [0, 1, nth < 5] as const);
    expect(await wrongRows({ calls: bucket(5, 1) }, fifteen)).toEqual([]);
  });

  test("is not lost by a rate that no decimal says exactly", async () => {
    const wrong = await wrongRows({ calls: bucket(1, 0.7692307692307693) }, [
      [0, 1, true],
      [1_299, 1, false],
      [1_300, 1, true],
      [2_599, 1, false],
      [2_600, 1, true],
    ]);
    expect(wrong).toEqual([]);
  });

  test("is anything where there is no limit, and one where time gives nothing", async () => {
    expect(await wrongRows({ calls: bucket(Infinity, 1) }, [[0, 3, true]])).toEqual([]);
    const once = { calls: { ...whole, counted: "lifetime", max: 1 } } as const;
    expect(
      await wrongRows(once, [
        [0, 1, true],
        [0, 1, false],
        [1e12, 1, false],
      ]),
    ).toEqual([]);
    expect(() => gateOver({ calls: bucket(1, 0) })).toThrow(RangeError);
  });

  test("adds up to the burst and the rate, when it is asked for every 2 ms for 5 s", async () => {
    const { gate, clock } = gateOver({ calls: bucket(100, 100) });
    let went = 0;
    for (; clock.nowMs() < 5_000; await clock.advance(2)) {
      if (gate.tryAcquire(gate.price({ calls: 1 })) !== undefined) went += 1;
    }
    expect(went).toBe(100 + 499);
  });

  test("is not given twice where a clock jumps back", () => {
    const limit = { ...bucket(3, 10), max: 3 };
    const jumping = createBucket(limit, { key: "k" });
    const goes = [100, 0, 0, 0, 0, 100, 100, 200, 200].map((nowMs) => {
      const now = jumping.earliestMs(1, 0, nowMs) === nowMs;
      if (now) jumping.charge(1, nowMs);
      return now;
    });
    // Go lets one more go at the second 100: it counts the time from 0 on again.
    expect(goes).toEqual([true, true, true, false, false, false, false, true, false]);
  });
});

describe("who waits", () => {
  test("goes when its tokens are there", async () => {
    const went = await instants(tenPerSecond(2), asked([0, 2], [0, 2], [300, 2]));
    expect(went).toEqual([0, 200, 400]);
  });

  test("is passed by nobody, and takes nothing where it can never go", async () => {
    const went = await instants(tenPerSecond(2), [
      ...asked([0, 3], [0, 2]),
      { atMs: 100, cost: 2, maxWaitMs: 0 },
      ...asked([100, 2]),
      { atMs: 100, cost: 1, maxWaitMs: 0 },
      { atMs: 300, cost: 1, maxWaitMs: 0 },
    ]);
    const [never, late] = ["HEADGATE_WEIGHT_EXCEEDS_LIMIT", "HEADGATE_WAIT_TOO_LONG"];
    expect(went).toEqual([never, 0, late, 200, late, 300]);
  });

  test("waits no longer than it said, and is told at once", async () => {
    const maxWaitMs = 100;
    const went = await instants(tenPerSecond(2), [
      { atMs: 0, cost: 2, maxWaitMs },
      { atMs: 0, cost: 1, maxWaitMs },
      { atMs: 0, cost: 1, maxWaitMs },
    ]);
    expect(went).toEqual([0, 100, "HEADGATE_WAIT_TOO_LONG"]);
    const { gate, clock } = gateOver(tenPerSecond(3));
    await gate.acquire(gate.price({ calls: 2 }));
    const late = gate.acquire(gate.price({ calls: 3 }), { maxWaitMs });
    await expect(late).rejects.toMatchObject({ waitMs: expect.closeTo(200, 9) });
    expect(clock.nowMs()).toBe(0);
  });

  test("waits for a burst that grows meanwhile as long as its rate takes", async () => {
    const { gate, clock } = gateOver({ calls: bucket(2, 5) });
    const enter = async (cost: number): Promise<number> => {
      await gate.acquire(gate.price({ calls: cost }));
      return clock.nowMs();
    };
    const first = Promise.all([enter(2), enter(2)]);
    await clock.advance(300);
    gate.adopt("calls", 4);
    const went = [...(await clock.run(first)), await clock.run(enter(4))];
    expect(went.map(Math.round)).toEqual([0, 400, 1_200]);
  });
});

describe("one that gives up", () => {
  test("before it has begun takes nothing", async () => {
    const { gate } = gateOver(tenPerSecond(3));
    const signal = AbortSignal.abort("before");
    await expect(gate.acquire(gate.price({ calls: 1 }), { signal })).rejects.toBe("before");
    expect(gate.tryAcquire(gate.price({ calls: 3 }))).toBeDefined();
  });

  test("while it waits gives all back to the next", async () => {
    const went = await instants(tenPerSecond(3), [
      ...asked([0, 2]),
      { atMs: 0, cost: 3, abortMs: 100 },
      ...asked([100, 2]),
    ]);
    expect(went).toEqual([0, "aborted", 100]);
    const last = await instants(tenPerSecond(2), [
      ...asked([0, 2]),
      { atMs: 0, cost: 2, abortMs: 100 },
      ...asked([100, 2]),
    ]);
    expect(last).toEqual([0, "aborted", 200]);
  });

  test("after it went changes nothing", async () => {
    const went = await instants(tenPerSecond(2), [
      ...asked([0, 2]),
      { atMs: 0, cost: 2, abortMs: 300 },
      ...asked([300, 2]),
    ]);
    expect(went).toEqual([0, 200, 400]);
  });

  test("lets all behind it go earlier, where Go gives back what none behind it was promised", async () => {
    const one = await instants(tenPerSecond(2), [
      ...asked([0, 2]),
      { atMs: 0, cost: 1, abortMs: 0 },
      ...asked([0, 1], [0, 1]),
    ]);
    // In Go 200 and 300.
    expect(one).toEqual([0, "aborted", 100, 200]);
    const several = await instants(tenPerSecond(4), [
      ...asked([0, 4]),
      { atMs: 0, cost: 3, abortMs: 100 },
      ...asked([0, 1]),
      { atMs: 0, cost: 1, abortMs: 100 },
      ...asked([100, 3]),
    ]);
    // In Go 400 and 500.
    expect(several).toEqual([0, "aborted", 100, "aborted", 400]);
  });
});
