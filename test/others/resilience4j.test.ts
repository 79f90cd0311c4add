/**
 * Cases of resilience4j, `AtomicRateLimiterTest` and `RateLimitersImplementationTest` (Apache-2.0): their
 * figures, with their ns as ms where the clock is finer than a timer.
 *
 * The same: so many in each cycle of fixed length; all of it is there again when the next one begins, and
 * what was not used is not carried on; a wait that is too long is refused. Different: the cycles are an
 * exchange's, learned from its answers, so that a call goes a little after one begins; a quarter of a cycle's
 * calls go at once, and the rest a little faster than evenly; nobody borrows from later cycles: who stands
 * behind others is refused at the end of its wait, who weighs more than a cycle at once, who gives up leaves
 * nothing behind, and a limit that is raised is there for those who wait already.
 */
import type { LocalGate, VirtualClock, WaitOptions } from "headgate";
import { describe, expect, test } from "vitest";
import { gateOver, whole } from "./played.ts";

/** So long after its cycle has begun at the latest it surely has. */
const surelyMs = 1;

/** After an answer of the exchange, at the start of its next cycle. */
async function cycles(max: number, windowMs: number) {
  const limit = { ...whole, counted: "fixed-window", starts: "utc", max, windowMs } as const;
  const { gate, clock } = gateOver({ calls: limit });
  const desk = new Desk(gate, clock);
  await desk.call(1);
  await clock.advance(windowMs + surelyMs);
  return desk;
}

class Desk {
  readonly gate: LocalGate;
  readonly clock: VirtualClock;
  readonly #startMs: number;

  constructor(gate: LocalGate, clock: VirtualClock) {
    this.gate = gate;
    this.clock = clock;
    this.#startMs = clock.nowMs();
  }

  get nowMs(): number {
    return this.clock.nowMs() - this.#startMs;
  }

  /** Goes when it may, and is answered at once; when it went, by whole ms. */
  async call(cost: number, options?: WaitOptions): Promise<number> {
    const permit = await this.gate.acquire(this.gate.price({ calls: cost }), options);
    permit.settle({ calls: { stamp: { serverMs: this.clock.wallMs(), stepMs: 1 } } });
    return Math.floor(this.nowMs);
  }

  async goes(cost: number): Promise<boolean> {
    return this.call(cost, { maxWaitMs: 0 }).then(
      () => true,
      () => false,
    );
  }

  waitMs(cost = 1): number {
    return this.gate.estimate(this.gate.price({ calls: cost })).waitMs;
  }
}

const tooLong = { code: "HEADGATE_WAIT_TOO_LONG" };

describe("a cycle", () => {
  test("lets one go, the next one when the next begins, and names the wait", async () => {
    const desk = await cycles(1, 250);
    for (let cycle = 1; cycle <= 3; cycle += 1) {
      await desk.clock.advance(250 * cycle + surelyMs - desk.nowMs);
      expect([await desk.goes(1), await desk.goes(1)]).toEqual([true, false]);
      const wait = 250 * (cycle + 1) - desk.nowMs;
      expect(desk.waitMs()).toBeGreaterThanOrEqual(wait);
      expect(desk.waitMs()).toBeLessThan(wait + surelyMs);
    }
  });

  test("has nothing left just before its end", async () => {
    const desk = await cycles(1, 250);
    expect(await desk.goes(1)).toBe(true);
    await desk.clock.advance(499.999 - desk.nowMs);
    expect(await desk.goes(1)).toBe(false);
    expect(desk.waitMs()).toBeLessThan(surelyMs);
  });

  test("that was not used is not added to the next one", async () => {
    const desk = await cycles(1, 250);
    await desk.clock.advance(6 * 250 + 10 - desk.nowMs);
    expect([await desk.goes(1), await desk.goes(1)]).toEqual([true, false]);
  });

  test.each([
    [[5, 5], 1],
    [[1, 5], 5],
  ])("of 10 has room for %j, and for %d more only in the next", async (fit, more) => {
    const desk = await cycles(10, 500);
    const went = await desk.clock.run(Promise.all([...fit, more].map((cost) => desk.call(cost))));
    expect(went.map((atMs) => Math.floor(atMs / 500))).toEqual([1, 1, 2]);
  });

  test("that is drained has nothing, drained once more too, and the next one is whole", async () => {
    const desk = await cycles(10, 250);
    const drain = (): void => {
      const stamp = { serverMs: desk.clock.wallMs(), stepMs: 1 };
      desk.gate.report("calls", { used: 10, stamp });
    };
    drain();
    expect(await desk.goes(1)).toBe(false);
    drain();
    expect(await desk.goes(10)).toBe(false);
    await desk.clock.advance(250);
    expect(await desk.goes(1)).toBe(true);
  });
});

describe("who waits", () => {
  test("goes with the next cycle, and one who would need the one after is refused", async () => {
    const desk = await cycles(1, 250);
    const wait = { maxWaitMs: 250 };
    await desk.call(1, wait);
    const both = Promise.allSettled([desk.call(1, wait), desk.call(1, wait)]);
    expect(await desk.clock.run(both)).toMatchObject([{ value: 500 }, { reason: tooLong }]);
    // Theirs is refused at once.
    expect(desk.nowMs).toBeLessThanOrEqual(500 + surelyMs);
    // Four cycles that nobody used.
    await desk.clock.advance(6 * 250 + 10 - desk.nowMs);
    expect([await desk.goes(1), await desk.goes(1)]).toEqual([true, false]);
  });

  test("is one of three in each of two cycles where nine ask, and the others are refused", async () => {
    const desk = await cycles(3, 10_000);
    // Theirs waits for 12 s: all of a cycle go as it begins. Here the sixth goes 6 s later.
    const nine = Array.from({ length: 9 }, async (_, nth) => {
      await desk.clock.sleep(nth + 1);
      return desk.call(1, { maxWaitMs: 18_000 });
    });
    const settled = await desk.clock.run(Promise.allSettled(nine));
    const cycle = settled.map((one) =>
      one.status === "fulfilled" ? Math.floor(one.value / 10_000) : "refused",
    );
    expect(cycle).toEqual([1, 1, 1, 2, 2, 2, "refused", "refused", "refused"]);
  });

  test("for more than a cycle has is refused, where theirs borrows from the next ones", async () => {
    const desk = await cycles(1, 250);
    const heavy = desk.call(3, { maxWaitMs: 5 * 250 });
    await expect(heavy).rejects.toMatchObject({ code: "HEADGATE_WEIGHT_EXCEEDS_LIMIT", most: 1 });
    expect(await desk.goes(1)).toBe(true);
  });

  test("and gives up leaves its cycle to the next, where theirs is lost", async () => {
    const desk = await cycles(1, 250);
    await desk.call(1);
    const controller = new AbortController();
    const waiting = desk.call(1, { signal: controller.signal });
    await desk.clock.advance(100);
    controller.abort("interrupted");
    await expect(waiting).rejects.toBe("interrupted");
    expect(await desk.clock.run(desk.call(1))).toBe(500);
  });

  test("goes at once where the limit is raised meanwhile, and the next cycle has as much", async () => {
    const desk = await cycles(1, 250);
    await desk.call(1);
    const waiting = desk.call(1);
    await desk.clock.advance(100);
    desk.gate.adopt("calls", 2);
    // Theirs goes at 500.
    expect(await desk.clock.run(waiting)).toBeLessThan(500);
    const went = await desk.clock.run(Promise.all([1, 1, 1].map((cost) => desk.call(cost))));
    expect(went.map((atMs) => Math.floor(atMs / 250))).toEqual([2, 2, 3]);
  });
});
