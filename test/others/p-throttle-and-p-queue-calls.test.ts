/**
 * Cases of p-throttle (`main.js`, `weight-option.js`) and p-queue (`strict.ts`, `advanced.ts`, `rate-limit.ts`),
 * both MIT: calls that wait, that weigh nothing sensible, that are aborted. Their figures, in ms.
 *
 * The same: first come, first served, and the urgent first; an abort before a call or in line takes nothing.
 * Different: what was sent counts, whatever is aborted afterwards, where p-throttle begins anew; a limit of
 * nothing is an error, where theirs is one that nothing passes.
 */
import { getEventListeners } from "node:events";
import type { WaitOptions } from "headgate";
import { describe, expect, test } from "vitest";
import { throttled } from "../../src/gate/throttled.ts";
import { gateOver, mostWithin, strict } from "./played.ts";

describe("calls", () => {
  test("that are made from within a call count in the same interval", async () => {
    const { gate, clock } = gateOver({ calls: strict(2, 100) });
    const starts: number[] = [];
    const task = async (nth: number): Promise<void> =>
      gate.run(gate.price({ calls: 1 }), async (permit) => {
        starts.push(clock.nowMs());
        permit.settle();
        if (nth < 4) await task(nth + 1);
      });
    await clock.run(task(0));
    expect(starts).toHaveLength(5);
    expect(starts.filter((atMs) => atMs < 100)).toHaveLength(2);
    expect(
      mostWithin(
        100,
        starts.map((atMs) => ({ weight: 1, atMs })),
      ),
    ).toBe(2);
  });

  test("that are more urgent go first of those that wait", async () => {
    const { gate, clock } = gateOver({ calls: strict(2, 100) });
    const results: number[] = [];
    const one = async (name: number, options: WaitOptions): Promise<void> => {
      (await gate.acquire(gate.price({ calls: 1 }), options)).settle();
      results.push(name);
    };
    const all = [one(1, {}), one(2, {}), one(3, { priority: "high" }), one(4, {})];
    await clock.run(Promise.all(all));
    // The second waits as well, since one goes at an instant.
    expect(results).toEqual([1, 3, 2, 4]);
  });

  test.each([NaN, Infinity, -5])("that weigh %d are errors, and take nothing", async (weight) => {
    const limits = { calls: strict(10, 100) };
    let made = 0;
    const call = throttled(() => (made += 1), { limits, weight: () => weight });
    await expect(call()).rejects.toMatchObject({ code: "HEADGATE_INVALID_CALL" });
    expect([made, call.gate.levels()]).toEqual([0, []]);
  });

  test("that weigh more than the limit, or whose weight throws, are errors and take nothing", async () => {
    const limits = { calls: strict(10, 100) };
    const heavy = throttled(() => 0, { limits, weight: () => 20 });
    await expect(heavy()).rejects.toMatchObject({
      code: "HEADGATE_WEIGHT_EXCEEDS_LIMIT",
      most: 10,
    });
    const broken = new Error("no weight");
    const weight = (): number => {
      throw broken;
    };
    const breaking = throttled(() => 0, { limits, weight });
    await expect(breaking()).rejects.toBe(broken);
    expect(heavy.gate.levels()[0]?.inFlight).toBe(0);
  });

  test.each([
    [0, 100],
    [-1, 100],
    [1, 0],
    [1, -1],
  ])("cannot be limited to %d per %d ms", (max, windowMs) => {
    expect(() => gateOver({ calls: strict(max, windowMs) })).toThrow(RangeError);
  });
});

describe("an abort", () => {
  const limits = { calls: strict(1, 100) };
  const one = { calls: 1 };

  test("before the call takes nothing, however often", async () => {
    const { gate } = gateOver(limits);
    const signal = AbortSignal.abort("early");
    const early = Array.from({ length: 5 }, () => gate.acquire(gate.price(one), { signal }));
    for (const call of early) await expect(call).rejects.toBe("early");
    expect(gate.tryAcquire(gate.price(one))).toBeDefined();
  });

  test("of those in line tells each its reason itself, once, and lets the next go when its time has come", async () => {
    const { gate, clock } = gateOver(limits);
    gate.tryAcquire(gate.price(one))?.settle();
    const controller = new AbortController();
    const { signal } = controller;
    const five = Array.from({ length: 5 }, () => gate.acquire(gate.price(one), { signal }));
    const other = gate.acquire(gate.price(one));
    const settled = Promise.allSettled(five);
    await clock.advance(10);
    const reason = { code: "OWN", nested: [1, 2, 3] };
    controller.abort(reason);
    controller.abort("again");
    for (const call of await settled) {
      expect(call.status === "rejected" && call.reason === reason).toBe(true);
    }
    await clock.run(other);
    expect(clock.nowMs()).toBeGreaterThanOrEqual(100);
    expect(clock.nowMs()).toBeLessThan(102);
    expect([clock.timers, getEventListeners(signal, "abort").length]).toEqual([0, 0]);
  });

  test("reaches only those who have its signal", async () => {
    const { gate, clock } = gateOver(limits);
    gate.tryAcquire(gate.price(one))?.settle();
    const [mine, theirs] = [new AbortController(), new AbortController()];
    const aborted = gate.acquire(gate.price(one), { signal: mine.signal });
    const goes = gate.acquire(gate.price(one), { signal: theirs.signal });
    mine.abort("mine");
    await expect(aborted).rejects.toBe("mine");
    await clock.run(goes);
    expect(getEventListeners(theirs.signal, "abort")).toHaveLength(0);
  });

  test("after a call has gone frees nothing: it was sent", async () => {
    const { gate, clock } = gateOver(limits);
    const controller = new AbortController();
    (await gate.acquire(gate.price(one), { signal: controller.signal })).settle();
    const queued = gate.acquire(gate.price(one), { signal: controller.signal });
    controller.abort("stop");
    await expect(queued).rejects.toBe("stop");
    // p-throttle would let it go now.
    expect(gate.tryAcquire(gate.price(one))).toBeUndefined();
    await clock.run(gate.acquire(gate.price(one)));
    expect(clock.nowMs()).toBeGreaterThanOrEqual(100);
  });
});
