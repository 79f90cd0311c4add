/** Who waits, how many, and that waiting is never for nothing. */
import { MemoryLedger, VirtualClock, createClient, createGate, defineVenue, get } from "headgate";
import type { Limit, Permit } from "headgate";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { account, toy } from "../support/client-venue.ts";
import { rejection, scripted } from "../support/client-wire.ts";

const perSecond = (max: number): Limit => ({
  counted: "rolling-window",
  windowMs: 1_000,
  max,
  per: [],
  headroom: 0.05,
});

test("ten aborted calls leave the line at once and their slots to the next (C63)", async () => {
  const clock = new VirtualClock();
  const { transport, seen } = scripted(clock, () => ({ body: { up: true } }));
  const limits = { weight: { max: 1, windowMs: 1_000 } };
  const client = createClient(toy, { account, clock, transport, limits });
  await clock.run(client.status());
  const controller = new AbortController();
  const { signal } = controller;
  const calls = Array.from({ length: 10 }, () => rejection(client.status({}, { signal })));
  await clock.advance(100);
  controller.abort(new Error("changed my mind"));
  expect(await Promise.all(calls)).toEqual(Array.from({ length: 10 }, () => signal.reason));
  expect(clock.nowMs()).toBe(100);
  await clock.run(client.status());
  expect(seen).toHaveLength(2);
  // One second, five percent longer.
  expect(seen[1]?.atMs).toBeLessThan(1_060);
});

describe("a line of a thousand (C65)", () => {
  test("refuses the next one alone, and serves the thousand (C65)", async () => {
    const clock = new VirtualClock();
    const ledger = new MemoryLedger({ clock });
    const gate = createGate({ calls: perSecond(100) }, { clock, ledger, maxLineLength: 1_000 });
    const draws = gate.price({ calls: 1 });
    for (
      let permit = gate.tryAcquire(draws);
      permit !== undefined;
      permit = gate.tryAcquire(draws)
    ) {
      permit.settle();
    }
    let served = 0;
    const calls = Array.from({ length: 1_000 }, async () => {
      (await gate.acquire(draws)).settle();
      served += 1;
    });
    const full = gate.acquire(draws);
    const error = await rejection(full);
    expect(clock.nowMs()).toBe(0);
    expect(served).toBe(0);
    expect(error).toMatchObject({ code: "HEADGATE_LINE_FULL", length: 1_000, priority: "normal" });
    expect(error).toHaveProperty("waitMs", expect.closeTo(1_000 / 0.095, -3));
    await clock.run(Promise.all(calls));
    expect(served).toBe(1_000);
  });

  test("is bounded for each priority by itself (C65)", async () => {
    const clock = new VirtualClock();
    const ledger = new MemoryLedger({ clock });
    const maxLineLength = { normal: 2, low: 1 };
    const gate = createGate({ calls: perSecond(1) }, { clock, ledger, maxLineLength });
    const draws = gate.price({ calls: 1 });
    gate.tryAcquire(draws)?.settle();
    const acquire = async (priority: "low" | "normal" | "urgent"): Promise<void> => {
      (await gate.acquire(draws, { priority })).settle();
    };
    const calls = (["normal", "normal", "low", "urgent"] as const).map((one) => acquire(one));
    expect(await rejection(acquire("normal"))).toMatchObject({ length: 2 });
    expect(await rejection(acquire("low"))).toMatchObject({ length: 1 });
    await clock.run(Promise.all(calls));
  });
});

test("forty who wait are released in order, nine a second, and a refused try costs nothing (C68)", async () => {
  const clock = new VirtualClock();
  const ledger = new MemoryLedger({ clock });
  let asked = 0;
  const reserve = ledger.reserve.bind(ledger);
  ledger.reserve = (asks) => {
    asked += 1;
    return reserve(asks);
  };
  const gate = createGate({ calls: perSecond(10) }, { clock, ledger });
  const draws = gate.price({ calls: 1 });
  const held: Permit[] = [];
  for (let permit = gate.tryAcquire(draws); permit !== undefined; permit = gate.tryAcquire(draws)) {
    held.push(permit);
  }
  for (const permit of held) permit.settle();
  const refusedBefore = asked;
  const order: number[] = [];
  const atMs: number[] = [];
  const calls = Array.from({ length: 40 }, async (_, index) => {
    const permit = await gate.acquire(draws);
    order.push(index);
    atMs.push(clock.nowMs());
    permit.settle();
  });
  await clock.run(Promise.all(calls));
  expect(order).toEqual(Array.from({ length: 40 }, (_, index) => index));
  for (const fromMs of atMs) {
    expect(atMs.filter((at) => at >= fromMs && at < fromMs + 1_000).length).toBeLessThanOrEqual(9);
  }
  // At nine a second: nothing was lost by asking.
  expect(atMs.at(-1)).toBeLessThan(1_050 * (44 / 9));
  // One asks for all: once for itself, and once to see that it is not yet the turn of the next.
  expect(asked - refusedBefore).toBeLessThanOrEqual(40 * 4);
});

describe("an endpoint that is not declared (C70)", () => {
  test("is refused by its name before any wait, and the line goes on (C70)", async () => {
    const clock = new VirtualClock();
    const { transport, seen } = scripted(clock, () => ({ body: { up: true } }));
    const client = createClient(toy, { account, clock, transport });
    const undeclared: unknown = Reflect.get(client, "trades");
    if (typeof undeclared !== "function") throw new Error("It is no method.");
    const error = await rejection(undeclared({ symbol: "BTC" }));
    expect(error).toMatchObject({ code: "HEADGATE_INVALID_CALL", message: /trades/ });
    expect(clock.nowMs()).toBe(0);
    await clock.run(client.status());
    expect(seen).toHaveLength(1);
  });

  test("works once it is declared, from the same buckets (C70)", async () => {
    const clock = new VirtualClock();
    const { transport } = scripted(clock, () => ({ body: { up: true } }));
    const client = createClient(toy, { account, clock, transport });
    await clock.run(client.book({ symbol: "BTC", limit: 45 }));
    const trades = get("/trades", {
      params: z.strictObject({ symbol: z.string() }),
      answer: z.unknown(),
      weight: { weight: 45 },
    });
    const more = defineVenue({ ...toy, endpoints: { ...toy.endpoints, trades } });
    const later = createClient(more, { account, clock, transport });
    expect(later.trades.estimate({ symbol: "BTC" }).waitMs).toBeGreaterThan(1_000);
    expect(await clock.run(later.trades({ symbol: "BTC" }))).toEqual({ up: true });
  });
});

test.each([-3_600_000, 3_600_000])(
  "a calendar that is set by %i ms neither stalls the line nor empties the bucket (C78)",
  async (byMs) => {
    const clock = new VirtualClock();
    const gate = createGate(
      { calls: perSecond(10) },
      { clock, ledger: new MemoryLedger({ clock }) },
    );
    const atMs: number[] = [];
    const call = async (): Promise<void> => {
      (await gate.acquire(gate.price({ calls: 1 }))).settle();
      atMs.push(clock.nowMs());
    };
    const first = Array.from({ length: 9 }, call);
    await clock.run(Promise.all(first));
    const drainedMs = clock.nowMs();
    clock.stepWall(byMs);
    const next = Array.from({ length: 9 }, call);
    await clock.run(Promise.all(next));
    expect(clock.nowMs() - drainedMs).toBeLessThanOrEqual(1_100);
    for (const fromMs of atMs) {
      expect(atMs.filter((at) => at >= fromMs && at < fromMs + 1_000).length).toBeLessThanOrEqual(
        9,
      );
    }
  },
);
