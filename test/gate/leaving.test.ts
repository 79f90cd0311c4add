/** Who leaves the line, by whichever way, costs nobody anything; and a wake that comes late tells him first. */
import { getEventListeners } from "node:events";
import { MemoryLedger, VirtualClock, createGate } from "headgate";
import type { Limit } from "headgate";
import { describe, expect, test } from "vitest";
import { window } from "../support/gate-limits.ts";
import { bench, inFlight, levelOf, rejection } from "../support/client-wire.ts";

const open = (max: number): Limit => ({ counted: "open", max, per: [], headroom: 0 });

function made<const L extends Readonly<Record<string, Limit>>>(limits: L) {
  const clock = new VirtualClock();
  const ledger = new MemoryLedger({ clock, random: () => 0.5 });
  return { clock, gate: createGate(limits, { clock, ledger }) };
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
  const sentMs: number[] = [];
  const calls = Array.from({ length: 1_400 }, async () => {
    (await gate.acquire(draws, { maxWaitMs: 2_000 })).settle();
    sentMs.push(clock.nowMs());
  });
  const settled = Promise.allSettled(calls);
  await clock.advance(2_000);
  const errors = (await settled).flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  const sent = sentMs.length;
  expect(sent + errors.length).toBe(1_400);
  for (const error of errors) {
    expect(error).toMatchObject({ code: "HEADGATE_WAIT_TOO_LONG", maxWaitMs: 2_000 });
    expect(error).toHaveProperty("waitMs", expect.any(Number));
  }
  await clock.advance(120_000);
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

test("with ready() a producer never runs ahead of the line (C66)", async () => {
  const clock = new VirtualClock();
  const ledger = new MemoryLedger({ clock });
  const gate = createGate({ calls: window(100) }, { clock, ledger, maxLineLength: 50 });
  const draws = gate.price({ calls: 1 });
  let waiting = 0;
  let most = 0;
  let refused = 0;
  const take = async (): Promise<void> => {
    const permit = await gate.acquire(draws);
    waiting -= 1;
    permit.settle();
  };
  const produce = async (): Promise<void> => {
    for (let at = 0; at < 2_000; at += 1) {
      await gate.ready();
      waiting += 1;
      most = Math.max(most, waiting);
      void take().catch(() => void (refused += 1));
    }
  };
  await clock.run(produce());
  expect(refused).toBe(0);
  expect(most).toBeLessThanOrEqual(100 + 50);
  await clock.advance(10_000);
  expect(waiting).toBe(0);
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
