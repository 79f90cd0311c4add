/** Who leaves the line, by whichever way, costs nobody anything; and a wake that comes late tells him first. */
import { getEventListeners } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { MemoryLedger, VirtualClock, WaitTooLongError, createGate } from "headgate";
import type { GateOptions, Limit } from "headgate";
import { describe, expect, test, vi } from "vitest";
import { window } from "../support/gate-limits.ts";
import { bench, inFlight, levelOf, rejection } from "../support/client-wire.ts";

const open = (max: number): Limit => ({ counted: "open", max, per: [], headroom: 0 });

function made<const L extends Readonly<Record<string, Limit>>>(
  limits: L,
  options: Pick<GateOptions, "maxLineLength"> = {},
) {
  const clock = new VirtualClock();
  const ledger = new MemoryLedger({ clock, random: () => 0.5 });
  return { clock, gate: createGate(limits, { clock, ledger, ...options }) };
}

test("an abort clears no history: no window holds more than planned (M12)", async () => {
  const { clock, gate } = made({ calls: window(5) });
  const draws = gate.price({ calls: 1 });
  const grantedMs: number[] = [];
  const call = async (signal?: AbortSignal): Promise<void> => {
    (await gate.acquire(draws, signal === undefined ? {} : { signal })).settle();
    grantedMs.push(clock.nowMs());
  };
  const controller = new AbortController();
  const first = Promise.allSettled(Array.from({ length: 8 }, () => call(controller.signal)));
  await clock.advance(20);
  controller.abort();
  await clock.run(Promise.all(Array.from({ length: 5 }, () => call())));
  await first;
  expect(grantedMs).toHaveLength(7);
  for (const fromMs of grantedMs) {
    const inWindow = grantedMs.filter((atMs) => atMs >= fromMs && atMs < fromMs + 1_000);
    expect(inWindow.length).toBeLessThanOrEqual(5);
  }
});

test("a call whose time is over takes no place with it: the next one goes (M13)", async () => {
  const { clock, gate } = made({ open: open(1) });
  const draws = gate.price({ open: 1 });
  const held = await gate.acquire(draws);
  const late = rejection(gate.acquire(draws, { maxWaitMs: 100 }));
  await clock.advance(100);
  expect(await late).toMatchObject({ code: "HEADGATE_WAIT_TOO_LONG" });
  held.settle({ open: { cost: 0 } });
  const next = await gate.acquire(draws, { maxWaitMs: 0 });
  next.release();
  expect(inFlight(gate)).toBe(0);
});

test("two hundred calls on one signal add one listener, leave none, and warn of nothing (M39)", async () => {
  const { clock, gate } = made({ calls: window(20) });
  const controller = new AbortController();
  const { signal } = controller;
  const warnings: Error[] = [];
  const warned = (warning: Error): void => void warnings.push(warning);
  process.on("warning", warned);
  const draws = gate.price({ calls: 1 });
  const calls = Promise.allSettled(
    Array.from({ length: 200 }, async () => (await gate.acquire(draws, { signal })).settle()),
  );
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  await clock.advance(3_000);
  controller.abort("gone");
  const reasons = (await calls).flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  expect(reasons.length).toBeGreaterThan(100);
  expect(new Set(reasons)).toEqual(new Set(["gone"]));
  expect(getEventListeners(signal, "abort")).toEqual([]);
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", warned);
  expect(warnings).toEqual([]);
  expect(clock.timers).toBe(0);
});

test("1400 orders at once: who is not sent in two seconds is told, with how long it would be (C58)", async () => {
  const { clock, gate } = made({ calls: window(200, 60_000) });
  const draws = gate.price({ calls: 1 });
  // Whoever asks before, knows.
  expect(gate.estimate(draws)).toEqual({ waitMs: 0 });
  gate.tryAcquire(draws)?.settle();
  const sentMs: number[] = [];
  const told: Readonly<{ atMs: number; error: unknown }>[] = [];
  const call = async (): Promise<void> => {
    try {
      (await gate.acquire(draws, { maxWaitMs: 2_000 })).settle();
      sentMs.push(clock.nowMs());
    } catch (error) {
      told.push({ atMs: clock.nowMs(), error });
    }
  };
  for (let order = 0; order < 1_400; order += 1) void call();
  expect(gate.tryAcquire(draws)).toBeUndefined();
  expect(gate.estimate(draws).waitMs).toBeGreaterThan(2_000);
  await clock.advance(2_000);
  const sent = sentMs.length;
  expect(sent).toBeGreaterThan(0);
  expect(sent + told.length).toBe(1_400);
  for (const { atMs, error } of told) {
    expect(error).toMatchObject({ code: "HEADGATE_WAIT_TOO_LONG", maxWaitMs: 2_000 });
    const waitMs = error instanceof WaitTooLongError ? (error.waitMs ?? NaN) : NaN;
    // It says by when it could have gone, and that was too late.
    expect(waitMs).toBeLessThan(Infinity);
    expect(atMs + waitMs).toBeGreaterThan(2_000);
  }
  await clock.advance(600_000);
  expect(sentMs).toHaveLength(sent);
  expect(clock.timers).toBe(0);
});

test("several calls of one name are withdrawn together, and another one stays", async () => {
  const { clock, gate } = made({ calls: window(1) });
  const draws = gate.price({ calls: 1 });
  (await gate.acquire(draws)).settle();
  const gone = [1, 2].map(() => rejection(gate.acquire(draws, { id: ["same", "other"] })));
  const stays = gate.acquire(draws, { id: "third" });
  expect(gate.withdraw("same")).toBe(true);
  for (const error of await Promise.all(gone)) {
    expect(error).toMatchObject({ code: "HEADGATE_WITHDRAWN", id: "same" });
  }
  expect(gate.withdraw("other")).toBe(false);
  (await clock.run(stays)).settle();
});

describe("200 000 calls of one producer (C66)", () => {
  const calls = 200_000;
  const lineLength = 1_000;
  /** Bytes that are held over what was held before. */
  const held = (): (() => number) => {
    setFlagsFromString("--expose-gc");
    const collect: unknown = runInNewContext("gc");
    const bytes = (): number => {
      if (typeof collect === "function") collect();
      return process.memoryUsage().heapUsed;
    };
    const before = bytes();
    return () => bytes() - before;
  };
  const producer = () => {
    const { clock, gate } = made({ calls: window(10_000) }, { maxLineLength: lineLength });
    const draws = gate.price({ calls: 1 });
    const seen = { waiting: 0, most: 0, sent: 0, refused: 0 };
    const call = async (): Promise<void> => {
      try {
        (await gate.acquire(draws)).settle();
        seen.sent += 1;
      } catch {
        seen.refused += 1;
      } finally {
        seen.waiting -= 1;
      }
    };
    const offer = (): void => {
      seen.waiting += 1;
      void call();
      seen.most = Math.max(seen.most, seen.waiting);
    };
    return { clock, gate, seen, offer };
  };

  test("hold less than 50 MB, and none is refused, with ready()", async () => {
    const { clock, gate, seen, offer } = producer();
    const bytes = held();
    let mostBytes = 0;
    const produce = async (): Promise<void> => {
      for (let at = 0; at < calls; at += 1) {
        await gate.ready();
        offer();
        if (at % 40_000 === 0) mostBytes = Math.max(mostBytes, bytes());
      }
    };
    await clock.run(produce());
    await clock.advance(10_000);
    expect(seen).toMatchObject({ waiting: 0, sent: calls, refused: 0 });
    // Those in line, and those whose answer has not come round yet.
    expect(seen.most).toBeLessThanOrEqual(lineLength + 10_000);
    expect(mostBytes).toBeLessThan(50e6);
  }, 120_000);

  test("wait as many as the line is long, and all others are told at once, without it", async () => {
    const { clock, seen, offer } = producer();
    const bytes = held();
    // Not where each of so many refusals came from.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    for (let at = 0; at < calls; at += 1) {
      offer();
      // A producer that lets nobody else run would keep what it is told, too.
      if (at % 1_000 === 0) await clock.advance(0);
    }
    Error.stackTraceLimit = stackTraceLimit;
    await clock.advance(0);
    expect(seen.waiting).toBe(lineLength);
    expect(seen.sent + seen.refused + seen.waiting).toBe(calls);
    expect(bytes()).toBeLessThan(50e6);
    await clock.advance(10_000);
    expect(seen.waiting).toBe(0);
  }, 120_000);
});

test("an abort between the permit and the wire gives back what was taken (M13, C84)", async () => {
  const controller = new AbortController();
  const slow = {
    apiKey: "k",
    secret: async () => {
      controller.abort("stop");
      return "signature";
    },
  };
  const { client, clock, seen } = bench([], { accounts: { slow } });
  const error = await clock.run(rejection(client.balance({}, { signal: controller.signal })));
  expect(error).toBe("stop");
  expect(seen).toEqual([]);
  expect(inFlight(client.gate)).toBe(0);
  expect(levelOf(client.gate, "weight").available).toBe(47.5);
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
});

describe("a wake that comes late", () => {
  test("tells those whose time is over before anybody is granted, and bursts not (C80)", async () => {
    const { clock, gate } = made({ calls: window(10, 60_000) });
    const draws = gate.price({ calls: 1 });
    for (let permit = gate.tryAcquire(draws); permit !== undefined;) {
      permit.settle();
      permit = gate.tryAcquire(draws);
    }
    let granted = 0;
    const call = async (maxWaitMs: number): Promise<void> => {
      (await gate.acquire(draws, { maxWaitMs })).settle();
      granted += 1;
    };
    const calls = Promise.allSettled(Array.from({ length: 30 }, () => call(300_000)));
    const patient = Promise.allSettled(Array.from({ length: 20 }, () => call(Infinity)));
    await clock.advance(0);
    clock.suspend(36_000_000);
    await clock.advance(0);
    expect((await calls).map(({ status }) => status)).toEqual(
      Array.from({ length: 30 }, () => "rejected"),
    );
    expect(granted).toBeLessThanOrEqual(9);
    await clock.run(patient);
    expect(granted).toBe(20);
  });

  test("is nothing to one that asks once (C80)", async () => {
    const { clock, gate } = made({ calls: window(10) });
    clock.suspend(36_000_000);
    const permit = await gate.acquire(gate.price({ calls: 1 }), { maxWaitMs: 0 });
    expect(permit.waitedMs).toBe(0);
    permit.settle();
  });

  test("from a wait of more days than a timer of this machine holds is not early (M20)", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let nowMs = performance.now();
    const clock = vi.spyOn(performance, "now").mockImplementation(() => nowMs);
    try {
      const dayMs = 86_400_000;
      const gate = createGate(
        { calls: { ...window(1, 30 * dayMs), headroom: 0.05 } },
        { ledger: new MemoryLedger() },
      );
      const draws = gate.price({ calls: 1 });
      gate.tryAcquire(draws)?.settle();
      const inFlightAfter = (forMs: number): number => {
        nowMs += forMs;
        vi.advanceTimersByTime(Math.min(forMs, 60_000));
        return inFlight(gate);
      };
      inFlightAfter(50);
      void gate.acquire(draws).then((permit) => permit.release());
      // A timer that is set for longer than 2^31 ms fires at once.
      expect([1, 50, 60_000, 24 * dayMs, 2 * dayMs].map(inFlightAfter)).toEqual([0, 0, 0, 0, 0]);
      expect(inFlightAfter(6 * dayMs)).toBe(1);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      clock.mockRestore();
      vi.useRealTimers();
    }
  });

  test("from a wait of more days than a timer holds neither comes early nor is lost (M20)", async () => {
    const dayMs = 86_400_000;
    const { clock, gate } = made({ calls: { ...window(1, 30 * dayMs), headroom: 0.05 } });
    const draws = gate.price({ calls: 1 });
    (await gate.acquire(draws)).settle();
    const second = gate.acquire(draws);
    let isGranted = false;
    void second.then(() => (isGranted = true));
    await clock.advance(30 * dayMs - 1);
    expect(isGranted).toBe(false);
    await clock.run(second);
    expect(clock.timers).toBe(0);
  });
});
