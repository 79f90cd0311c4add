/**
 * Cases of Go's throttled, `rate_test.go` and the suite for its stores (BSD-3-Clause): their figures, in ms.
 *
 * The same: a rate with a burst by the generic cell rate algorithm, which is a bucket; at each instant what
 * remains, when all of it is there again, and how long to wait. Different: there a store keeps one number for
 * each key and swaps it, and the one who loses the race asks again; here a ledger decides and keeps, so that
 * what its suite says of a store is said of the buckets of a ledger.
 */
import { createGate } from "headgate";
import { describe, expect, test } from "vitest";
import { bucket } from "../support/gate-limits.ts";
import { gateOver, rounded } from "./played.ts";

type Seen = readonly [
  atMs: number,
  cost: number,
  remaining: number,
  resetMs: number,
  retryMs: number | undefined,
];

/** It goes where there is nothing to wait for; -1 where no wait is long enough. */
const rows: readonly Seen[] = [
  [0, 6, 5, 0, -1],
  [0, 1, 4, 1_000, undefined],
  [0, 1, 3, 2_000, undefined],
  [0, 1, 2, 3_000, undefined],
  [0, 1, 1, 4_000, undefined],
  [0, 1, 0, 5_000, undefined],
  [0, 1, 0, 5_000, 1_000],
  [3_000, 1, 2, 3_000, undefined],
  [3_100, 1, 1, 3_900, undefined],
  [4_000, 1, 1, 4_000, undefined],
  [8_000, 1, 4, 1_000, undefined],
  [9_500, 1, 4, 1_000, undefined],
  [9_500, 0, 4, 1_000, undefined],
  [9_500, 2, 2, 3_000, undefined],
  [9_500, 5, 2, 3_000, 3_000],
];

test("one a second with a burst of five remains, resets and waits as in the table", async () => {
  const { gate, clock } = gateOver({ calls: bucket(5, 1) });
  const seen: Seen[] = [];
  for (const [atMs, cost] of rows) {
    await clock.advance(atMs - clock.nowMs());
    const draws = gate.price({ calls: cost });
    const { waitMs } = gate.estimate(draws);
    const goes = gate.tryAcquire(draws) !== undefined;
    const available = gate.levels()[0]?.available ?? NaN;
    const { waitMs: resetMs } = gate.estimate(gate.price({ calls: 5 }));
    const retryMs = waitMs === Infinity ? -1 : rounded(waitMs);
    seen.push([
      atMs,
      cost,
      Math.floor(available + 1e-9),
      rounded(resetMs),
      goes ? undefined : retryMs,
    ]);
  }
  expect(seen).toEqual(rows);
});

describe("the buckets of a ledger", () => {
  const limits = { calls: bucket(2, 1, ["key"]) };
  const of = (key: string): { key: string } => ({ key });

  test("are whole under a key that nobody has drawn from", () => {
    const { gate } = gateOver(limits);
    expect(gate.estimate(gate.price({ calls: 2 }, of("foo"))).waitMs).toBe(0);
    expect(gate.tryAcquire(gate.price({ calls: 2 }, of("foo")))).toBeDefined();
  });

  test("do not touch each other", () => {
    const { gate } = gateOver(limits);
    gate.tryAcquire(gate.price({ calls: 2 }, of("foo")));
    gate.tryAcquire(gate.price({ calls: 1 }, of("bar")));
    const waits = ["foo", "bar", "baz"].map(
      (key) => gate.estimate(gate.price({ calls: 2 }, of(key))).waitMs,
    );
    expect(waits).toEqual([2_000, 1_000, 0]);
  });

  test("give the last to one of two who ask at the same instant", async () => {
    const { gate, clock, ledger } = gateOver(limits);
    const other = createGate(limits, { clock, ledger, name: "others" });
    gate.tryAcquire(gate.price({ calls: 1 }, of("foo")));
    const both = [gate, other].map((one) => one.acquire(one.price({ calls: 1 }, of("foo"))));
    const waited = (await clock.run(Promise.all(both))).map((permit) => permit.waitedMs);
    expect(waited.map(rounded)).toEqual([0, 1_000]);
  });

  test("are as if they had never been, once they are whole again", async () => {
    const { gate, clock } = gateOver(limits);
    // So many that those at rest are looked through.
    const draw = (from: number): void => {
      for (let nth = 0; nth < 1_500; nth += 1) {
        gate.tryAcquire(gate.price({ calls: 1 }, of(`${from + nth}`)))?.settle();
      }
    };
    draw(0);
    expect(gate.levels()).toHaveLength(1_500);
    await clock.advance(1_000);
    draw(1_500);
    draw(3_000);
    const left = gate.levels().filter(({ whose }) => Number(whose["key"]) < 1_500);
    expect(left.length).toBeLessThan(1_000);
    expect(left.every(({ available }) => available === 2)).toBe(true);
  });
});
