import { getEventListeners } from "node:events";
import { HeadgateError, createGate } from "headgate";
import { describe, expect, test } from "vitest";
import { gateBench, slow } from "../support/client-gate.ts";
import { VirtualClock } from "../../src/clock.ts";

describe("maxWaitMs", () => {
  test("of 0 asks once: now or never", async () => {
    const { gate, clock, enter } = gateBench();
    const draws = gate.price({ slow: 47 });
    await enter("goes", draws, { maxWaitMs: 0 });
    await expect(gate.acquire(draws, { maxWaitMs: 0 })).rejects.toMatchObject({
      code: "HEADGATE_WAIT_TOO_LONG",
      limit: "slow",
      maxWaitMs: 0,
      waitMs: expect.closeTo(4_895, -1),
    });
    expect(clock.timers).toBe(0);
  });

  test("of 0 does not pass those who wait", async () => {
    const { gate, clock, enter } = gateBench();
    await enter("first", gate.price({ slow: 40 }));
    const waits = enter("waits", gate.price({ slow: 47 }));
    await expect(gate.acquire(gate.price({ slow: 1 }), { maxWaitMs: 0 })).rejects.toMatchObject({
      code: "HEADGATE_WAIT_TOO_LONG",
    });
    await clock.run(waits);
  });

  test("that is too short for what is promised rejects at once", async () => {
    const { gate, clock, enter } = gateBench();
    await enter("first", gate.price({ slow: 47 }));
    const error = gate.acquire(gate.price({ slow: 47 }), { maxWaitMs: 1_000 });
    await expect(error).rejects.toMatchObject({ code: "HEADGATE_WAIT_TOO_LONG", maxWaitMs: 1_000 });
    expect(clock.nowMs()).toBe(0);
    expect(clock.timers).toBe(0);
  });

  test("is kept at its instant, though nothing else happens and nobody knows when room comes", async () => {
    const { gate, clock } = gateBench();
    const draws = gate.price({ open: 3 });
    const holder = await gate.acquire(draws);
    let rejectedAtMs = NaN;
    const call = gate.acquire(draws, { maxWaitMs: 700 }).catch((error: unknown) => {
      rejectedAtMs = clock.nowMs();
      return error;
    });
    await clock.advance(699);
    expect(rejectedAtMs).toBeNaN();
    await clock.advance(1);
    expect(rejectedAtMs).toBe(700);
    expect(await call).toMatchObject({ code: "HEADGATE_WAIT_TOO_LONG", maxWaitMs: 700 });
    holder.release();
    expect(clock.timers).toBe(0);
  });

  test("is kept in the middle of the line, and its place goes to the next", async () => {
    const { gate, clock, enter, granted } = gateBench();
    await enter("first", gate.price({ slow: 47 }));
    const calls = Promise.allSettled([
      enter("a", gate.price({ slow: 47 })),
      enter("b", gate.price({ slow: 47 }), { maxWaitMs: 500 }),
      enter("c", gate.price({ slow: 1 })),
    ]);
    await clock.advance(500);
    expect(granted).toEqual(["first"]);
    await clock.run(calls);
    expect(granted).toEqual(["first", "a", "c"]);
    expect((await calls)[1]).toMatchObject({ reason: { code: "HEADGATE_WAIT_TOO_LONG" } });
  });

  test("that is exactly as long as the wait is long enough", async () => {
    const { gate, clock, enter } = gateBench();
    const draws = gate.price({ slow: 47 });
    await enter("first", draws);
    const { waitMs } = gate.estimate(draws);
    await clock.run(enter("second", draws, { maxWaitMs: waitMs + 0.01 }));
    expect(clock.nowMs()).toBeLessThanOrEqual(waitMs + 0.01);
  });

  test.each([NaN, -1, -Infinity])("of %d is a RangeError", async (maxWaitMs) => {
    const { gate, clock } = gateBench();
    const acquired = gate.acquire(gate.price({ slow: 1 }), { maxWaitMs });
    await expect(acquired).rejects.toBeInstanceOf(RangeError);
    expect(clock.timers).toBe(0);
    expect(gate.levels()).toEqual([]);
  });
});

describe("a signal", () => {
  test.each([
    ["an error", new Error("stop")],
    ["a text", "stop"],
    ["null", null],
    ["nothing", undefined],
  ])(
    "rejects with its reason, also where it is %s, and gives the place up at once",
    async (_, reason) => {
      const { gate, clock, enter } = gateBench();
      await enter("first", gate.price({ slow: 47 }));
      const controller = new AbortController();
      const { signal } = controller;
      const call = gate.acquire(gate.price({ slow: 47 }), { signal });
      const rejected = call.then(String, (error: unknown) => ({ error }));
      await clock.advance(10);
      controller.abort(reason);
      expect(await rejected).toEqual({ error: signal.reason });
      expect(clock.timers).toBe(0);
      expect(getEventListeners(signal, "abort")).toEqual([]);
    },
  );

  test("that has aborted before rejects at once and enters no line", async () => {
    const { gate, clock } = gateBench();
    const signal = AbortSignal.abort("before");
    await expect(gate.acquire(gate.price({ slow: 1 }), { signal })).rejects.toBe("before");
    expect(gate.levels()).toEqual([]);
    expect(clock.timers).toBe(0);
  });

  test("that twenty calls share keeps no listener of theirs, however they end", async () => {
    const { gate, clock, enter } = gateBench({ maxLineLength: 18 });
    const { signal } = new AbortController();
    const calls = Array.from({ length: 20 }, (_, index) =>
      enter(`${index}`, gate.price({ slow: index === 3 ? 200 : 30 }), {
        signal,
        id: `${index}`,
        ...(index === 5 ? { maxWaitMs: 100 } : {}),
      }),
    );
    const settled = Promise.allSettled(calls);
    gate.withdraw("7");
    await clock.advance(20_000);
    await gate.close();
    expect((await settled).map(({ status }) => status)).toContain("rejected");
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("aborts after the grant change nothing", async () => {
    const { gate } = gateBench();
    const controller = new AbortController();
    const permit = await gate.acquire(gate.price({ slow: 5 }), { signal: controller.signal });
    controller.abort();
    expect(gate.levels()[0]?.inFlight).toBe(5);
    permit.release();
    expect(gate.levels()[0]?.inFlight).toBe(0);
  });
});

describe("withdraw", () => {
  test("takes one call out of the line by its name, once", async () => {
    const { gate, clock, enter, granted } = gateBench();
    await enter("first", gate.price({ slow: 47 }));
    const calls = Promise.allSettled([
      enter("a", gate.price({ slow: 47 }), { id: "a" }),
      enter("b", gate.price({ slow: 1 }), { id: "b" }),
    ]);
    expect(gate.withdraw("nobody")).toBe(false);
    expect(gate.withdraw("a")).toBe(true);
    expect(gate.withdraw("a")).toBe(false);
    await clock.run(calls);
    expect(granted).toEqual(["first", "b"]);
    expect((await calls)[0]).toMatchObject({ reason: { code: "HEADGATE_WITHDRAWN", id: "a" } });
    expect(gate.withdraw("b")).toBe(false);
  });

  test("frees its name for the next call", async () => {
    const { gate, clock, enter, granted } = gateBench();
    await enter("first", gate.price({ slow: 47 }), { id: "same" });
    const second = enter("second", gate.price({ slow: 47 }), { id: "same" });
    await clock.run(second);
    expect(granted).toEqual(["first", "second"]);
  });
});

describe("close", () => {
  test("rejects all who wait, and whoever comes after, and leaves no timer", async () => {
    const { gate, clock, enter } = gateBench({ maxLineLength: 2 });
    const draws = gate.price({ slow: 47 });
    await enter("first", draws);
    const calls = Promise.allSettled([
      enter("a", draws, { maxWaitMs: 60_000 }),
      enter("b", draws, { signal: new AbortController().signal }),
      gate.ready(),
    ]);
    expect(clock.timers).toBe(1);
    await gate.close();
    await gate.close();
    expect(clock.timers).toBe(0);
    for (const one of await calls)
      expect(one).toMatchObject({ reason: { code: "HEADGATE_CLOSED" } });
    await expect(gate.acquire(draws)).rejects.toMatchObject({ code: "HEADGATE_CLOSED" });
    await expect(gate.ready()).rejects.toMatchObject({ code: "HEADGATE_CLOSED" });
    expect(gate.tryAcquire(gate.price({ fast: 1 }))).toBeUndefined();
    await clock.advance(100_000);
    expect(clock.timers).toBe(0);
  });

  test("lets a permit that is out end as it will", async () => {
    const { gate } = gateBench();
    const permit = await gate.acquire(gate.price({ slow: 5 }));
    await gate.close();
    permit.settle();
    expect(gate.levels()[0]).toMatchObject({ inFlight: 0 });
    permit.release();
  });
});

describe("timers", () => {
  test("are one at most, however long the line, and none when it is empty", async () => {
    const { gate, clock, enter } = gateBench();
    const names = ["fast", "slow"] as const;
    const calls = Array.from({ length: 60 }, (_, index) =>
      enter(`${index}`, gate.price({ [names[index % 2] ?? "fast"]: 5 }), {
        maxWaitMs: 1_000_000 + index,
        priority: index % 3 === 0 ? "low" : "normal",
      }),
    );
    expect(clock.timers).toBe(1);
    const all = Promise.all(calls);
    for (let step = 0; step < 100; step += 1) {
      await clock.advance(100);
      expect(clock.timers).toBeLessThanOrEqual(1);
    }
    await clock.run(all);
    expect(clock.timers).toBe(0);
  });

  test("that come late, or a loop that stalls, lose nothing and let nothing extra through", async () => {
    // A clock whose timers come up to 3 s late, as in a process that is busy.
    const clock = new VirtualClock();
    const late = {
      nowMs: () => clock.nowMs(),
      wallMs: () => clock.wallMs(),
      at: (atMs: number, run: () => void) => clock.at(atMs + ((atMs * 7) % 3_000), run),
      sleep: (waitMs: number, signal?: AbortSignal) => clock.sleep(waitMs, signal),
    };
    const gate = createGate({ slow }, { clock: late });
    const grantedMs: number[] = [];
    const calls = Array.from({ length: 300 }, async () => {
      const permit = await gate.acquire(gate.price({ slow: 1 }));
      grantedMs.push(clock.nowMs());
      permit.settle();
    });
    await clock.run(Promise.all(calls));
    for (const fromMs of grantedMs) {
      const inWindow = grantedMs.filter((atMs) => atMs >= fromMs && atMs < fromMs + 10_000);
      expect(inWindow.length).toBeLessThanOrEqual(95);
    }
    expect(clock.timers).toBe(0);
  });
});

test("every error of the gate is a HeadgateError that says that nothing was sent", async () => {
  const { gate } = gateBench({ maxLineLength: 1 });
  const error: unknown = await gate.acquire(gate.price({ slow: 500 })).catch((one: unknown) => one);
  expect(HeadgateError.is(error)).toBe(true);
  expect(String(error)).toContain("500");
});
