/**
 * Cases of p-throttle (`main.js`, `weight-option.js`) and p-queue (`strict.ts`, `advanced.ts`, `rate-limit.ts`),
 * both MIT, where they are strict: their figures, in ms, without their tolerances of up to 50 ms.
 *
 * The same: never more than so much in any one interval, by calls or by weight. Different: a call counts for
 * an interval after its answer and not after its start, so that one that is still out counts (p-queue carries
 * it over only where it is told to); half of the limit goes at one instant, and the rest evenly.
 */
import { createGate } from "headgate";
import type { Limit } from "headgate";
import { describe, expect, test } from "vitest";
import { gateOver, mostWithin, strict, whole } from "./played.ts";
import type { Sent } from "./played.ts";

/** When each goes, where all ask at once and each is answered after so long. */
async function sent(
  limit: Limit,
  weights: readonly number[],
  answerMs = 0,
): Promise<readonly Sent[]> {
  const { gate, clock } = gateOver({ calls: limit });
  const one = async (weight: number): Promise<Sent> => {
    const permit = await gate.acquire(gate.price({ calls: weight }));
    const atMs = clock.nowMs();
    if (answerMs > 0) await clock.sleep(answerMs);
    permit.settle();
    return { weight, atMs };
  };
  return clock.run(Promise.all(weights.map(one)));
}

const calls = (count: number, weight = 1): readonly number[] =>
  Array.from({ length: count }, () => weight);

describe("strictness", () => {
  test.each([
    [2, 80, 8],
    [5, 100, 100],
    [10, 100, 100],
    [2, 1_000, 6],
    [2, 500, 4],
    [10, 100, 30],
    [5, 50, 50],
    [3, 50, 12],
    [5, 10, 300],
  ])("of %d per %d ms holds in every interval of %d calls", async (max, windowMs, count) => {
    const all = await sent(strict(max, windowMs), calls(count));
    expect(mostWithin(windowMs, all)).toBe(max);
    // And none waits for longer than that takes: a ms and a little more, as windows and clocks differ.
    const windows = Math.ceil(count / max);
    const longestMs = (windows - 0.5) * (windowMs * 1.001 + 1);
    expect(all.at(-1)?.atMs).toBeGreaterThanOrEqual((windows - 1) * windowMs);
    expect(all.at(-1)?.atMs).toBeLessThanOrEqual(longestMs);
  });

  test.each([
    [100, 100, [100, 10]],
    [50, 100, calls(10, 10)],
    [100, 1_000, [100, 50, 50]],
    [100, 400, [60, 50, 30, 40]],
    [100, 500, [50, 30, 40, 20]],
    [100, 1_000, [60, 60, 60]],
    [100, 500, [100, 100, 100]],
    [10, 200, [3.5, 2.5, 4, 0.1]],
    [100, 300, calls(200)],
  ])("of a weight of %d per %d ms holds for %j", async (max, windowMs, weights) => {
    const all = await sent(strict(max, windowMs), weights);
    expect(mostWithin(windowMs, all)).toBeLessThanOrEqual(max + 1e-9);
    expect(all.map(({ atMs }) => atMs)).toEqual(all.map(({ atMs }) => atMs).toSorted(ascending));
  });

  test.each([
    [100, 200, [30, 40, 30], 10],
    [10, 200, [3.5, 2.5, 4], 0.1],
    [50, 100, [50], 10],
    [100, 200, [25, 25, 25, 25], 1],
  ])(
    "of %d per %d ms lets %j go within it, and %d only after",
    async (max, windowMs, fit, more) => {
      const all = await sent(strict(max, windowMs), [...fit, more]);
      const last = all.at(-2)?.atMs ?? NaN;
      expect(last).toBeLessThan(windowMs);
      expect(all.at(-1)?.atMs).toBeGreaterThanOrEqual(windowMs);
    },
  );

  test("lets light calls go at once, and such that weigh nothing always", async () => {
    const light = await sent(strict(1, 100), calls(100, 0.001));
    expect(light.at(-1)?.atMs).toBe(0);
    const full = await sent(strict(50, 200), [50, 0, 0, 10]);
    expect(full.slice(0, 3).map(({ atMs }) => atMs)).toEqual([0, 0, 0]);
    expect(full[3]?.atMs).toBeGreaterThanOrEqual(200);
  });

  test("with one at an instant keeps them evenly apart", async () => {
    const all = await sent({ ...strict(3, 90), burstMax: 1 }, calls(9));
    const gaps = all.slice(1).map(({ atMs }, index) => atMs - (all[index]?.atMs ?? NaN));
    for (const gapMs of gaps) expect(gapMs).toBeGreaterThanOrEqual(30 - 1e-9);
  });

  test("remembers what went before a pause, for one interval", async () => {
    const { gate, clock } = gateOver({ calls: strict(10, 100) });
    const atMs: number[] = [];
    const call = async (): Promise<void> => {
      (await gate.acquire(gate.price({ calls: 1 }))).settle();
      atMs.push(clock.nowMs());
    };
    await call();
    await clock.advance(40);
    await clock.run(Promise.all(Array.from({ length: 11 }, call)));
    expect(atMs.filter((one) => one < 100)).toHaveLength(10);
    expect(atMs[10]).toBeGreaterThanOrEqual(100);
    expect(atMs[11]).toBeGreaterThanOrEqual(140);
    await clock.advance(250);
    const idleMs = clock.nowMs();
    await call();
    expect(atMs.at(-1)).toBe(idleMs);
  });

  test("counts a call that is out for longer than an interval until its answer, and an interval more", async () => {
    const all = await sent(strict(2, 100), calls(4), 150);
    expect(all.slice(0, 2).every(({ atMs }) => atMs < 100)).toBe(true);
    // p-queue lets the third go at 100, while both are out.
    expect(all[2]?.atMs).toBeGreaterThanOrEqual(250);
  });

  test("holds beside a limit of one at a time", async () => {
    const one = { ...whole, counted: "open", max: 1 } as const;
    const { gate, clock } = gateOver({ calls: strict(3, 100), open: one });
    const all: Sent[] = [];
    let out = 0;
    const call = async (): Promise<void> => {
      const permit = await gate.acquire(gate.price({ calls: 1, open: 1 }));
      all.push({ weight: 1, atMs: clock.nowMs() });
      out += 1;
      expect(out).toBe(1);
      await clock.sleep(10);
      out -= 1;
      permit.settle({ open: { cost: 0 } });
    };
    await clock.run(Promise.all(Array.from({ length: 6 }, call)));
    expect([all.length, mostWithin(100, all)]).toEqual([6, 3]);
  });

  test("outlives whoever made the gate: another one of its name goes on counting", async () => {
    const { gate, clock, ledger } = gateOver({ calls: strict(2, 100) });
    for (let nth = 0; nth < 2; nth += 1) {
      (await clock.run(gate.acquire(gate.price({ calls: 1 })))).settle();
    }
    const lastMs = clock.nowMs();
    await gate.close();
    const next = createGate({ calls: strict(2, 100) }, { clock, ledger, name: "others" });
    await clock.run(next.acquire(next.price({ calls: 1 })));
    expect(clock.nowMs()).toBeGreaterThanOrEqual(100);
    expect(clock.nowMs() - lastMs).toBeLessThan(102);
  });
});

function ascending(one: number, other: number): number {
  return one - other;
}
