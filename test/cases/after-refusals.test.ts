/** What is sent after a no: nothing in a ban, one call after it, and more by steps. */
import { BlockedError, MemoryLedger, VirtualClock, createClient } from "headgate";
import { binanceSpot } from "headgate/endpoints/binance-spot";
import { describe, expect, test } from "vitest";
import { account } from "../support/client-venue.ts";
import { bench, levelOf, rejection, scripted } from "../support/client-wire.ts";
import type { Reply } from "../support/client-wire.ts";

const up: Reply = { body: { up: true } };
const refused: Reply = { status: 429, headers: { "retry-after": "1" } };

describe("a ban of ten minutes, 2 s after a refusal without a time", () => {
  const refusedMs = 100;
  const bannedMs = refusedMs + 2_000;
  const endMs = bannedMs + 600_000;
  const answerMs = 50;
  const weight = 20;
  const names = ["one", "two", "three"] as const;

  /** Two calls of before are refused and banned; 50 of three accounts are in line meanwhile. */
  async function banned() {
    const clock = new VirtualClock();
    const msg = `Way too much request weight used; IP banned until ${clock.wallMs() + endMs}.`;
    const headers = { "retry-after": "600" };
    const { transport, seen } = scripted(clock, (_, index) => {
      if (index === 0) return { status: 429, afterMs: refusedMs };
      if (index === 1)
        return { status: 418, afterMs: bannedMs, headers, body: { code: -1003, msg } };
      return { body: {}, afterMs: answerMs };
    });
    const client = createClient(binanceSpot, {
      accounts: {
        one: account,
        two: { apiKey: "second-key", secret: "second-secret" },
        three: { apiKey: "third-key", secret: "third-secret" },
      },
      clock,
      transport,
      ledger: new MemoryLedger({ clock, random: () => 0 }),
      checkAnswers: false,
      coldStart: false,
      maxBlockMs: Infinity,
      maxAttempts: 1,
    });
    const before = [rejection(client.time()), rejection(client.time())];
    await clock.advance(refusedMs + 1_000);
    const queued = names.flatMap((name, index) =>
      Array.from({ length: index === 0 ? 18 : 16 }, () =>
        client.as(name).account({}, { maxWaitMs: Infinity }),
      ),
    );
    await clock.advance(bannedMs + 1 - clock.nowMs());
    await Promise.all(before);
    return { clock, client, seen, queued };
  }

  test("lets nothing of that address through before its end: calls wait, or fail at once with it (C33)", async () => {
    const { clock, client, seen, queued } = await banned();
    for (const name of names) {
      const error = await rejection(client.as(name).account({}, { maxWaitMs: 60_000 }));
      expect(error).toBeInstanceOf(BlockedError);
      const untilMs = clock.wallMs() + endMs - clock.nowMs();
      expect(error).toHaveProperty("untilMs", expect.closeTo(untilMs, -4));
    }
    await clock.advance(endMs - 1 - clock.nowMs());
    expect(seen).toHaveLength(2);
    await clock.run(Promise.all(queued));
    expect(seen).toHaveLength(52);
    for (const { atMs } of seen.slice(2)) expect(atMs).toBeGreaterThanOrEqual(endMs);
  });

  test("is followed by one call, and by the others spread out once it is answered (C33)", async () => {
    const { clock, client, seen, queued } = await banned();
    await clock.run(Promise.all(queued));
    const [probeMs = NaN, ...restMs] = seen.slice(2).map(({ atMs }) => atMs - endMs);
    expect(probeMs).toBeGreaterThanOrEqual(0);
    expect(probeMs).toBeLessThan(10_000);
    for (const atMs of restMs) expect(atMs).toBeGreaterThanOrEqual(probeMs + answerMs);
    const { planned, shrunkTo } = levelOf(client.gate, "requestWeight");
    expect(shrunkTo).toBeLessThan(0.8 * planned);
    // No faster than what is left, from the first on: nothing was saved up.
    const spacingMs = (60_000 * weight) / (0.8 * planned);
    for (const [index, atMs] of restMs.entries()) {
      expect(atMs).toBeGreaterThan(probeMs + (index + 1) * spacingMs);
    }
  });

  test("is followed by the lightest call of all that wait, whoever came first (C33)", async () => {
    const { clock, client, seen, queued } = await banned();
    const light = client.as("two").time({}, { priority: "low", maxWaitMs: Infinity });
    await clock.run(Promise.all([...queued, light]));
    expect(seen[2]?.url.pathname).toBe("/api/v3/time");
    expect(seen[3]?.atMs).toBeGreaterThanOrEqual((seen[2]?.atMs ?? NaN) + answerMs);
  });
});

describe("ten refusals in a row that all say one second", () => {
  const tries = 11;

  test("are waited out for 1, 2, 4, 8 s and so on, up to a minute (C42)", async () => {
    const { client, clock, seen } = bench((_, index) => (index < tries - 1 ? refused : up), {
      maxAttempts: tries,
      maxBlockMs: Infinity,
    });
    const full = await clock.run(client.status().withResponse());
    expect(full.attempts).toBe(tries);
    const waits = seen.slice(1).map(({ atMs }, index) => atMs - (seen[index]?.atMs ?? NaN));
    const floors = [1, 2, 4, 8, 16, 32, 60, 60, 60, 60];
    expect(waits).toHaveLength(floors.length);
    for (const [index, floor] of floors.entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(1_000 * floor);
      expect(waits[index]).toBeLessThanOrEqual(1_200 * floor);
    }
  });

  test.each([
    ["are not forgotten after one call that goes well", 1, 60],
    ["are forgotten once calls have gone well for a window", 5, 1],
  ])("%s (C42)", async (_, well, floor) => {
    const { client, clock, seen } = bench(
      (_request, index) => (index < 10 || index === 10 + well ? refused : up),
      { maxAttempts: tries, maxBlockMs: Infinity },
    );
    await clock.run(client.status());
    for (let call = 1; call < well; call += 1) {
      await clock.advance(4_000);
      await clock.run(client.status());
    }
    await clock.advance(4_000);
    await clock.run(client.status());
    const waitMs = (seen[11 + well]?.atMs ?? NaN) - (seen[10 + well]?.atMs ?? NaN);
    expect(waitMs).toBeGreaterThanOrEqual(1_000 * floor);
    expect(waitMs).toBeLessThanOrEqual(1_200 * floor);
  });
});

describe("twenty refusals of one burst", () => {
  const planned = 95;

  async function refusedTogether() {
    const made = bench((_, index) => (index < 20 ? { ...refused, afterMs: 100 + 5 * index } : up), {
      maxAttempts: 2,
    });
    const calls = Array.from({ length: 20 }, () => made.client.status());
    await made.clock.advance(200);
    return { ...made, calls };
  }

  test("shrink once, to 0.7 of the plan (C46)", async () => {
    const { clock, client, seen, events, calls } = await refusedTogether();
    expect(seen).toHaveLength(20);
    expect(events.filter(([name]) => name === "shrink")).toHaveLength(1);
    expect(levelOf(client.gate, "weight").shrunkTo).toBeCloseTo(0.7 * planned, 9);
    await clock.run(Promise.all(calls));
    expect(seen).toHaveLength(40);
  });

  test("leave the heaviest call a way: it goes when nothing else counts (C46)", async () => {
    const { clock, client, seen, calls } = await refusedTogether();
    const heavy = client.book({ symbol: "BTC", limit: planned });
    await clock.run(Promise.all([...calls, heavy]));
    expect(seen.filter(({ url }) => url.pathname === "/book")).toHaveLength(1);
  });

  test("are grown back from in steps, window by window, and never above the plan (C46)", async () => {
    const { clock, client } = await refusedTogether();
    const windowMs = 10_000;
    const shares: number[] = [];
    for (let window = 0; window < 30; window += 1) {
      shares.push(levelOf(client.gate, "weight").shrunkTo / planned);
      await clock.advance(windowMs);
    }
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(Math.max(...shares)).toBe(1);
    // A tenth in a window as long as it is below what was refused.
    const steps = shares.slice(1).map((share, index) => share - (shares[index] ?? NaN));
    for (const step of steps.slice(0, 3)) expect(step).toBeLessThanOrEqual(0.1 + 1e-9);
    expect(shares.at(-1)).toBe(1);
  });
});
