import { getEventListeners } from "node:events";
import { UnknownOutcomeError } from "headgate";
import { describe, expect, test } from "vitest";
import { bench, inFlight, levelOf, refusedConnection, rejection } from "../support/client-wire.ts";
import type { Reply } from "../support/client-wire.ts";

const book: Reply = { body: { bids: [] } };

describe("an abort", () => {
  test.each([
    ["an error", new Error("stop")],
    ["a text", "stop"],
    ["nothing", undefined],
  ])(
    "in line rejects with the signal's reason, also where it is %s, and charges nothing",
    async (_, reason) => {
      const { client, clock, seen } = bench(() => book);
      const first = client.book({ symbol: "BTC", limit: 47 });
      const controller = new AbortController();
      const { signal } = controller;
      const waiting = rejection(client.book({ symbol: "BTC", limit: 47 }, { signal }));
      await clock.advance(10);
      controller.abort(reason);
      expect(await waiting).toBe(signal.reason);
      await first;
      expect(seen).toHaveLength(1);
      expect(inFlight(client.gate)).toBe(0);
      expect(clock.timers).toBe(0);
      expect(getEventListeners(signal, "abort")).toEqual([]);
    },
  );

  test.each([
    ["an error", new Error("stop")],
    ["a text", "stop"],
  ])("in a back-off ends it at once with the reason, also where it is %s", async (_, reason) => {
    const { client, clock, seen } = bench(() => ({ status: 500 }));
    const controller = new AbortController();
    const { signal } = controller;
    const waiting = rejection(client.status({}, { signal }));
    await clock.advance(100);
    expect(seen).toHaveLength(1);
    controller.abort(reason);
    expect(await waiting).toBe(reason);
    expect(clock.nowMs()).toBe(100);
    expect(clock.timers).toBe(0);
    expect(getEventListeners(signal, "abort")).toEqual([]);
    expect(inFlight(client.gate)).toBe(0);
  });

  test("in a back-off after a refused connection ends it, too", async () => {
    const { client, clock } = bench(() => ({ fails: refusedConnection() }));
    const controller = new AbortController();
    const waiting = rejection(client.order({ symbol: "BTC" }, { signal: controller.signal }));
    await clock.advance(100);
    controller.abort("stop");
    expect(await waiting).toBe("stop");
    expect(levelOf(client.gate, "weight").available).toBe(47.5);
  });

  test("on the wire of a read rejects with the reason, and what was sent stays charged", async () => {
    const { client, clock, seen } = bench(() => ({ hangs: true }));
    const controller = new AbortController();
    const { signal } = controller;
    const waiting = rejection(client.book({ symbol: "BTC", limit: 20 }, { signal }));
    await clock.advance(100);
    controller.abort("stop");
    expect(await waiting).toBe("stop");
    expect(seen).toHaveLength(1);
    expect(inFlight(client.gate)).toBe(0);
    const weight = levelOf(client.gate, "weight");
    expect(weight.planned - weight.available).toBeGreaterThanOrEqual(20);
    expect(clock.timers).toBe(0);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("on the wire of an order leaves its outcome unknown: aborting takes nothing back", async () => {
    const { client, clock, seen } = bench(() => ({ hangs: true }));
    const controller = new AbortController();
    const { signal } = controller;
    const waiting = rejection(client.order({ symbol: "BTC", id: "mine" }, { signal }));
    await clock.advance(100);
    controller.abort("stop");
    const error = await waiting;
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(error).toMatchObject({ clientId: "mine" });
    await clock.advance(60_000);
    expect(seen).toHaveLength(1);
    expect(inFlight(client.gate)).toBe(0);
  });

  test("before the call rejects with the reason and touches nothing", async () => {
    const { client, clock, seen } = bench([]);
    const error = await rejection(client.status({}, { signal: AbortSignal.abort("early") }));
    expect(error).toBe("early");
    expect(seen).toEqual([]);
    expect(clock.timers).toBe(0);
  });

  test("between the permit and the wire sends nothing and gives the permit back", async () => {
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
    expect(levelOf(client.gate, "weight").available).toBe(47.5);
  });

  test("after the answer has come changes nothing", async () => {
    const { client, clock } = bench(() => book);
    const controller = new AbortController();
    const answer = await clock.run(client.book({ symbol: "BTC" }, { signal: controller.signal }));
    controller.abort();
    expect(answer).toEqual({ bids: [] });
  });

  test("signal that twenty calls share keeps no listener of theirs", async () => {
    const { client, clock } = bench((_, index) => (index % 3 === 0 ? { status: 500 } : book));
    const { signal } = new AbortController();
    const calls = Array.from({ length: 20 }, () => client.book({ symbol: "BTC" }, { signal }));
    await clock.run(Promise.allSettled(calls));
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

describe("a time-out", () => {
  test("starts at the wire and not in line", async () => {
    const { client, clock } = bench(() => ({ ...book, afterMs: 900 }), { timeoutMs: 1_000 });
    const calls = [45, 45, 45].map((limit) => client.book({ symbol: "BTC", limit }).withResponse());
    const answers = await clock.run(Promise.all(calls));
    expect(answers[2]?.waitedMs).toBeGreaterThan(5_000);
    expect(answers.map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
    expect(clock.timers).toBe(0);
  });

  test("on a read is tried again, and what was sent stays charged", async () => {
    const { client, clock, seen } = bench([{ hangs: true }, book], { timeoutMs: 1_000 });
    await clock.run(client.book({ symbol: "BTC" }));
    expect(seen.map(({ atMs }) => atMs)).toEqual([0, 1_500]);
    expect(inFlight(client.gate)).toBe(0);
    const weight = levelOf(client.gate, "weight");
    expect(weight.planned - weight.available).toBeGreaterThanOrEqual(10);
  });

  test("on an order leaves its outcome unknown and says how long it waited", async () => {
    const { client, clock, seen } = bench(() => ({ hangs: true }), { timeoutMs: 1_000 });
    const error = await clock.run(rejection(client.order({ symbol: "BTC", id: "mine" })));
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(error).toHaveProperty("cause.message", expect.stringContaining("1000 ms"));
    expect(clock.nowMs()).toBe(1_000);
    expect(seen).toHaveLength(1);
    expect(inFlight(client.gate)).toBe(0);
  });

  test("on a signature does not run: it is not the wire", async () => {
    const clockOf: { advance?: (byMs: number) => Promise<void> } = {};
    const slow = {
      apiKey: "k",
      secret: async () => {
        await clockOf.advance?.(5_000);
        return "signature";
      },
    };
    const { client, clock, seen } = bench(() => ({ body: { free: "1" } }), {
      accounts: { slow },
      timeoutMs: 1_000,
    });
    clockOf.advance = (byMs) => clock.advance(byMs);
    expect(await client.balance()).toEqual({ free: "1" });
    expect(seen[0]?.atMs).toBe(5_000);
  });
});

describe("maxWaitMs", () => {
  test("is five seconds for a call that changes something, and none for a read", async () => {
    const { client, clock } = bench((request) => {
      return request.method === "GET" ? book : { body: { orderId: 1 } };
    });
    const paused = { status: 429, headers: { "retry-after": "30" } };
    expect(paused.status).toBe(429);
    await clock.run(client.book({ symbol: "BTC", limit: 95 }));
    const order = await clock.run(rejection(client.order({ symbol: "BTC" })));
    expect(order).toMatchObject({ code: "HEADGATE_WAIT_TOO_LONG", maxWaitMs: 5_000 });
    expect(clock.nowMs()).toBeLessThanOrEqual(5_000);
    const read = await clock.run(client.book({ symbol: "BTC", limit: 95 }).withResponse());
    expect(read.waitedMs).toBeGreaterThan(9_000);
  });

  test.each([NaN, -1])("of %d is a RangeError, and nothing is sent", async (maxWaitMs) => {
    const { client, seen } = bench(() => book);
    expect(await rejection(client.status({}, { maxWaitMs }))).toBeInstanceOf(RangeError);
    expect(seen).toEqual([]);
  });

  test("holds for all attempts together", async () => {
    const refused = { status: 429, headers: { "retry-after": "3" } };
    const { client, clock, seen } = bench(() => refused, { maxAttempts: 10 });
    const error = await clock.run(rejection(client.status({}, { maxWaitMs: 8_000 })));
    expect(error).toMatchObject({ code: "HEADGATE_REFUSED", kind: "quota" });
    expect(clock.nowMs()).toBeLessThanOrEqual(8_000);
    expect(seen.length).toBeGreaterThanOrEqual(2);
  });
});
