/** A run of error answers pauses the calls of its endpoint and its account, and nothing else. */
import { BlockedError, MemoryLedger, VirtualClock, createClient } from "headgate";
import { describe, expect, test } from "vitest";
import { account, toy } from "../support/client-venue.ts";
import { bench, inFlight, rejection, scripted } from "../support/client-wire.ts";
import type { Reply } from "../support/client-wire.ts";

const up: Reply = { body: { up: true } };
const mixed = [400, 403, 404];

describe("thirty error answers in a row within a minute, far below the limit (C45)", () => {
  test.each<[string, (index: number) => number]>([
    ["400", () => 400],
    ["403", () => 403],
    ["404", () => 404],
    ["500", () => 500],
    ["now this, now that", (index) => mixed[index % 3] ?? 400],
  ])("of %s open the breaker, which is told and half opens later (C45)", async (_, statusOf) => {
    const { client, clock, seen, events } = bench(
      (_request, index) => ({ status: statusOf(index) }),
      { maxAttempts: 1 },
    );
    for (let call = 0; call < 30; call += 1) {
      await rejection(client.status({}, { maxWaitMs: 0 }));
      await clock.advance(500);
    }
    // The twentieth opened it: of the ten that followed within five seconds two went to try.
    expect(seen.length).toBeGreaterThanOrEqual(21);
    expect(seen.length).toBeLessThanOrEqual(23);
    const first = events.find(([name]) => name === "block");
    expect(first?.[1]).toMatchObject({
      limit: "@errors",
      whose: { endpoint: "status", caller: "default" },
      blockedMs: expect.any(Number),
    });
    expect(inFlight(client.gate)).toBe(0);
  });

  test("pause for longer each time that the one that tries fails (C45)", async () => {
    const { client, clock, seen } = bench(() => ({ status: 400 }), {
      maxAttempts: 1,
      maxBlockMs: Infinity,
    });
    const untilMs = 600_000;
    while (clock.nowMs() < untilMs) await clock.run(rejection(client.status()));
    const tries = seen.slice(19);
    const gaps = tries.slice(1).map(({ atMs }, index) => atMs - (tries[index]?.atMs ?? 0));
    for (const [index, gapMs] of gaps.entries()) {
      const leastMs = Math.min(60_000, 1_000 * 2 ** index);
      expect(gapMs).toBeGreaterThanOrEqual(leastMs);
      expect(gapMs).toBeLessThanOrEqual(1.2 * leastMs + 1);
    }
    expect(seen.length).toBeLessThan(40);
  });

  test("leave other endpoints and other accounts alone (C45)", async () => {
    const clock = new VirtualClock();
    const ledger = new MemoryLedger({ clock });
    const { transport } = scripted(clock, ({ headers, method }) =>
      headers["x-key"] === account.apiKey && method === "POST" ? { status: 400 } : up,
    );
    const client = createClient(toy, {
      clock,
      ledger,
      transport,
      coldStart: false,
      accounts: { maker: account, taker: { apiKey: "another", secret: "another" } },
    });
    const maker = client.as("maker");
    for (let call = 0; call < 20; call += 1)
      await clock.run(rejection(maker.order({ symbol: "A" })));
    const blocked = await rejection(maker.order({ symbol: "A" }, { maxWaitMs: 0 }));
    expect(blocked).toBeInstanceOf(BlockedError);
    expect(blocked).toMatchObject({ whose: { endpoint: "order", caller: "maker" } });
    const atMs = clock.nowMs();
    await clock.run(maker.balance());
    await clock.run(maker.cancel({ symbol: "A", id: "1" }));
    await clock.run(client.as("taker").order({ symbol: "A" }));
    expect(clock.nowMs()).toBe(atMs);
  });
});

/** Calls that go one after the other, half a second apart; how many were sent. */
async function sentOf(
  statusOf: (index: number) => number,
  options: Parameters<typeof bench>[1] = {},
): Promise<number> {
  const { client, clock, seen } = bench(
    (_, index) => ({ status: statusOf(index), body: { up: true } }),
    { maxAttempts: 1, ...options },
  );
  for (let call = 0; call < 60; call += 1) {
    await client.status({}, { maxWaitMs: 0 }).catch(() => {});
    await clock.advance(500);
  }
  return seen.length;
}

describe("the breaker stays closed", () => {
  test("where an answer is accepted now and then", async () => {
    expect(await sentOf((index) => (index % 20 === 19 ? 200 : 400))).toBe(60);
    expect(await sentOf((index) => (index % 21 === 20 ? 200 : 400))).toBeLessThan(60);
  });

  test("where the errors are further apart than a minute", async () => {
    const { client, clock, seen } = bench(() => ({ status: 400 }), { maxAttempts: 1 });
    for (let call = 0; call < 40; call += 1) {
      await rejection(client.status({}, { maxWaitMs: 0 }));
      await clock.advance(3_200);
    }
    expect(seen).toHaveLength(40);
  });

  test("for ever where maxErrors is Infinity, and opens sooner where it is less", async () => {
    expect(await sentOf(() => 400, { maxErrors: Infinity })).toBe(60);
    expect(await sentOf(() => 400, { maxErrors: 5 })).toBeLessThan(12);
  });

  test("under refusals that have pauses of their own", async () => {
    expect(await sentOf(() => 503, { maxErrors: 5 })).toBeLessThan(60);
    const { client, clock, events } = bench(() => ({ status: 503, body: { code: "busy" } }), {
      maxAttempts: 1,
      maxErrors: 5,
    });
    for (let call = 0; call < 20; call += 1) await clock.run(rejection(client.status()));
    expect(events.filter(([name]) => name === "block")).toEqual([]);
  });
});

test("after a call was accepted the breaker is closed, and a single error opens nothing", async () => {
  let status = 400;
  const { client, clock, seen } = bench(() => ({ status, body: { up: true } }), {
    maxAttempts: 1,
    maxErrors: 5,
  });
  for (let call = 0; call < 5; call += 1) await clock.run(rejection(client.status()));
  status = 200;
  await clock.run(client.status());
  status = 400;
  await clock.run(rejection(client.status()));
  const atMs = clock.nowMs();
  await clock.run(rejection(client.status()));
  expect(clock.nowMs()).toBe(atMs);
  expect(seen).toHaveLength(8);
});

test("calls that waited in line when it opened wait for its end as well", async () => {
  const { client, clock, seen } = bench(() => ({ status: 400 }), {
    maxAttempts: 1,
    maxErrors: 5,
    limits: { weight: { max: 20, windowMs: 1_000 } },
  });
  const calls = Array.from({ length: 40 }, () => client.status().catch(() => {}));
  await clock.advance(1_000);
  // All that left before the fifth answer.
  expect(seen.length).toBeLessThan(20);
  await clock.advance(3_600_000);
  await clock.run(Promise.all(calls));
  expect(inFlight(client.gate)).toBe(0);
});
