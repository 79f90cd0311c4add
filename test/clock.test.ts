/** The virtual clock's order, and that no real timer fires before its time. */
import { getEventListeners } from "node:events";
import { describe, expect, test, vi } from "vitest";
import {
  formatHttpDate,
  parseHttpDate,
  systemClock,
  VirtualClock,
  WakefulClock,
} from "../src/clock.ts";

describe("VirtualClock", () => {
  test("time stands still until it is told to move", async () => {
    const clock = new VirtualClock({ nowMs: 5, wallMs: 1_000 });
    expect([clock.nowMs(), clock.wallMs()]).toEqual([5, 1_000]);
    await clock.advance(20);
    expect([clock.nowMs(), clock.wallMs()]).toEqual([25, 1_020]);
  });

  test("the calendar steps alone, in both directions, and timers do not notice", async () => {
    const clock = new VirtualClock({ wallMs: 1_000 });
    let fired = false;
    clock.at(10, () => void (fired = true));
    clock.stepWall(3_600_000);
    expect([clock.nowMs(), clock.wallMs()]).toEqual([0, 3_601_000]);
    clock.stepWall(-7_200_000);
    await clock.advance(9);
    expect([clock.wallMs(), fired]).toEqual([1_009 - 3_600_000, false]);
    await clock.advance(1);
    expect(fired).toBe(true);
  });

  test("timers run by instant, and at one instant in the order they were set", async () => {
    const clock = new VirtualClock();
    const ran: string[] = [];
    const set = (name: string, atMs: number): void =>
      void clock.at(atMs, () => ran.push(`${name} at ${clock.nowMs()}`));
    set("c", 20);
    set("a", 10);
    set("d", 20);
    set("b", 10);
    set("late", 31);
    await clock.advance(30);
    expect(ran).toEqual(["a at 10", "b at 10", "c at 20", "d at 20"]);
    expect(clock.nowMs()).toBe(30);
    expect(clock.timers).toBe(1);
  });

  test("a timer runs at its very instant and not before", async () => {
    const clock = new VirtualClock();
    let fired = 0;
    clock.at(10, () => (fired += 1));
    await clock.advance(9.999);
    expect(fired).toBe(0);
    await clock.advance(0.001);
    expect(fired).toBe(1);
    await clock.advance(100);
    expect(fired).toBe(1);
  });

  test("a timer whose instant has passed runs with the next move, at the present", async () => {
    const clock = new VirtualClock({ nowMs: 100 });
    const ran: number[] = [];
    clock.at(40, () => ran.push(clock.nowMs()));
    expect(ran).toEqual([]);
    await clock.advance(0);
    expect(ran).toEqual([100]);
  });

  test("timers and promises that a timer makes due run within the same move", async () => {
    const clock = new VirtualClock();
    const ran: number[] = [];
    const tick = async (): Promise<void> => {
      for (let left = 3; left > 0; left -= 1) {
        await clock.sleep(10);
        ran.push(clock.nowMs());
      }
    };
    void tick();
    await clock.advance(25);
    expect(ran).toEqual([10, 20]);
    await clock.advance(5);
    expect(ran).toEqual([10, 20, 30]);
  });

  test("a cancelled timer does not run, and may be cancelled again", async () => {
    const clock = new VirtualClock();
    let fired = false;
    const timer = clock.at(10, () => void (fired = true));
    timer.cancel();
    timer.cancel();
    await clock.advance(20);
    expect([fired, clock.timers]).toEqual([false, 0]);
  });

  test("a timer may cancel another that is due at its own instant", async () => {
    const clock = new VirtualClock();
    const ran: string[] = [];
    clock.at(10, () => (ran.push("first"), second.cancel()));
    const second = clock.at(10, () => ran.push("second"));
    await clock.advance(20);
    expect(ran).toEqual(["first"]);
  });

  test("run moves on until a promise settles, and no further", async () => {
    const clock = new VirtualClock();
    const late = clock.sleep(100);
    await expect(clock.run(clock.sleep(30).then(() => "done"))).resolves.toBe("done");
    expect(clock.nowMs()).toBe(30);
    await expect(clock.run(Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(clock.nowMs()).toBe(30);
    await clock.run(late);
    expect(clock.nowMs()).toBe(100);
  });

  test("run says so when a promise waits for nothing", async () => {
    const never = new Promise(() => {});
    await expect(new VirtualClock().run(never)).rejects.toThrow(/pending/);
  });

  test("the clock never goes back", async () => {
    const clock = new VirtualClock({ nowMs: 10 });
    for (const byMs of [-1, Number.NaN])
      await expect(clock.advance(byMs)).rejects.toThrow(RangeError);
    expect(clock.nowMs()).toBe(10);
  });

  test("NaN is no instant, and infinity sets no timer", () => {
    const clock = new VirtualClock();
    expect(() => clock.at(Number.NaN, () => {})).toThrow(RangeError);
    clock.at(Number.POSITIVE_INFINITY, () => {}).cancel();
    expect(clock.timers).toBe(0);
  });
});

describe("sleep", () => {
  test("an abort rejects with its reason, and leaves neither timer nor listener", async () => {
    const clock = new VirtualClock();
    const { signal, abort } = aborting();
    const reason = new Error("enough");
    const sleeping = clock.sleep(100, signal);
    expect([clock.timers, listeners(signal)]).toEqual([1, 1]);
    abort(reason);
    await expect(sleeping).rejects.toBe(reason);
    expect([clock.timers, listeners(signal)]).toEqual([0, 0]);
  });

  test("a sleep that is over has let go of its signal", async () => {
    const clock = new VirtualClock();
    const { signal, abort } = aborting();
    await clock.run(clock.sleep(100, signal));
    expect([clock.timers, listeners(signal)]).toEqual([0, 0]);
    abort(new Error("too late"));
  });

  test("a signal that was aborted before sets no timer", async () => {
    const clock = new VirtualClock();
    const reason = new Error("before");
    await expect(clock.sleep(100, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(clock.timers).toBe(0);
  });

  test("a sleep of NaN is a RangeError, and comes as a rejection", async () => {
    const { signal } = aborting();
    for (const clock of [new VirtualClock(), systemClock]) {
      await expect(clock.sleep(Number.NaN, signal)).rejects.toThrow(RangeError);
    }
    expect(listeners(signal)).toBe(0);
  });
});

describe("systemClock", () => {
  test("a timer is never early, and comes in the order of instants", async () => {
    const startMs = performance.now();
    const instants = [3.2, 0.4, 1.7, 0.1].map((byMs) => startMs + byMs);
    const ran: number[] = [];
    await Promise.all(
      instants.map(
        (atMs) =>
          new Promise<void>((resolve) => {
            systemClock.at(atMs, () => {
              expect(performance.now()).toBeGreaterThanOrEqual(atMs);
              ran.push(atMs);
              resolve();
            });
          }),
      ),
    );
    expect(ran.toSorted((a, b) => a - b)).toEqual(instants.toSorted((a, b) => a - b));
  });

  test("a sleep is never short", async () => {
    const startMs = performance.now();
    await systemClock.sleep(2.5);
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(2.5);
  });

  test("an instant that has passed runs soon, but not within the call that sets it", async () => {
    let within = true;
    const ran = new Promise<boolean>((resolve) => {
      systemClock.at(performance.now() - 1_000, () => resolve(within));
    });
    within = false;
    expect(await ran).toBe(false);
  });

  test("a timeout that fires early is set again until it is time", () => {
    // Timeouts that fire when told, under a clock that goes on as always.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      let fired = false;
      systemClock.at(performance.now() + 2, () => void (fired = true));
      vi.runOnlyPendingTimers();
      expect([fired, vi.getTimerCount()]).toEqual([false, 1]);
      spin(3);
      vi.runOnlyPendingTimers();
      expect([fired, vi.getTimerCount()]).toEqual([true, 0]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("an instant further away than a timer reaches does not fire, and asks for no such timer (C38)", async () => {
    const fired: number[] = [];
    const warnings: string[] = [];
    const note = (warning: Error): void => void warnings.push(warning.name);
    process.on("warning", note);
    const days = [25, 30, 40, 365_000];
    const timers = days.map((day) =>
      systemClock.at(performance.now() + day * 86_400_000, () => fired.push(day)),
    );
    await systemClock.sleep(5);
    for (const timer of timers) timer.cancel();
    process.off("warning", note);
    expect([fired, warnings]).toEqual([[], []]);
  });

  test("NaN is a RangeError", () => {
    expect(() => systemClock.at(Number.NaN, () => {})).toThrow(RangeError);
  });

  test("infinity never comes, and sets no timer", () => {
    const before = timeouts();
    const timer = systemClock.at(Number.POSITIVE_INFINITY, () => {});
    expect(timeouts()).toBe(before);
    timer.cancel();
  });

  test("a cancelled timer lets go of the process", () => {
    const before = timeouts();
    const timer = systemClock.at(performance.now() + 60_000, () => {});
    expect(timeouts()).toBe(before + 1);
    timer.cancel();
    timer.cancel();
    expect(timeouts()).toBe(before);
  });

  test("an abort ends a sleep at once, with its reason, and lets go of the process", async () => {
    const before = timeouts();
    const { signal, abort } = aborting();
    const reason = new Error("enough");
    const sleeping = systemClock.sleep(60_000, signal);
    abort(reason);
    await expect(sleeping).rejects.toBe(reason);
    expect([timeouts(), listeners(signal)]).toEqual([before, 0]);
  });

  test("both clocks of this machine are read", () => {
    const [nowMs, wallMs] = [performance.now(), Date.now()];
    expect(systemClock.nowMs()).toBeGreaterThanOrEqual(nowMs);
    expect(Math.abs(systemClock.wallMs() - wallMs)).toBeLessThan(60_000);
  });
});

describe("HTTP dates", () => {
  test("an instant is written and read again to the second", () => {
    const noonMs = Date.parse("2026-11-29T12:00:00Z");
    expect(formatHttpDate(noonMs + 999)).toBe("Sun, 29 Nov 2026 12:00:00 GMT");
    expect(parseHttpDate("Sun, 29 Nov 2026 12:00:00 GMT")).toBe(noonMs);
  });

  test.each([
    "",
    "0",
    "10",
    "2026",
    "2026-11-29T12:00:00Z",
    "Sunday, 29-Nov-26 12:00:00 GMT",
    "Sun, 29 Foo 2026 12:00:00 GMT",
  ])("%j is no HTTP date", (text) => {
    expect(parseHttpDate(text)).toBeUndefined();
  });
});

function aborting(): Readonly<{ signal: AbortSignal; abort: (reason: Error) => void }> {
  const controller = new AbortController();
  return { signal: controller.signal, abort: (reason) => controller.abort(reason) };
}

/** Keeps the event loop busy. */
function spin(forMs: number): void {
  const untilMs = performance.now() + forMs;
  while (performance.now() < untilMs);
}

function listeners(signal: AbortSignal): number {
  return getEventListeners(signal, "abort").length;
}

/** Timeouts that keep this process alive. */
function timeouts(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length;
}

describe("a clock that counts sleep", () => {
  /** What the machine shows: one clock stops in sleep, the other does not. */
  function machine() {
    const shown = { monotonicMs: 1_000, uptimeMs: 50_000 };
    const clock = new WakefulClock({
      monotonicMs: () => shown.monotonicMs,
      uptimeMs: () => shown.uptimeMs,
    });
    const pass = (awakeMs: number, asleepMs = 0): number => {
      shown.monotonicMs += awakeMs;
      shown.uptimeMs += awakeMs + asleepMs;
      return clock.nowMs();
    };
    return { clock, pass };
  }

  test("goes on by what it slept, less what the measure may be wrong by", () => {
    const { clock, pass } = machine();
    expect(pass(5_000)).toBe(6_000);
    expect(pass(5_000, 36_000_000)).toBe(11_000 + 36_000_000 - 2_000);
    expect(clock.sleeps).toBe(1);
    expect(pass(1_000)).toBe(12_000 + 36_000_000 - 2_000);
    expect(clock.sleeps).toBe(1);
  });

  test("takes the drift of two clocks for no sleep, however long it goes on", () => {
    const { clock, pass } = machine();
    let nowMs = 1_000;
    for (let hour = 0; hour < 1_000; hour += 1) nowMs = pass(3_600_000, 720);
    expect(nowMs).toBe(1_000 + 1_000 * 3_600_000);
    expect(clock.sleeps).toBe(0);
  });

  test("never goes back, also where the other clock was set back", () => {
    const { clock, pass } = machine();
    expect(pass(5_000, -60_000)).toBe(6_000);
    expect(pass(5_000)).toBe(11_000);
    expect(clock.sleeps).toBe(0);
  });
});
