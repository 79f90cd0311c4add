/** What a no means, and for how long. */
import {
  BlockedError,
  MemoryLedger,
  RefusedError,
  VirtualClock,
  createClient,
  defineVenue,
  headerNumber,
} from "headgate";
import type { Client } from "headgate";
import { binanceSpot } from "headgate/endpoints/binance-spot";
import { afterEach, describe, expect, test, vi } from "vitest";
import { account, toy } from "../support/client-venue.ts";
import { inFlight, levelOf, rejection, scripted } from "../support/client-wire.ts";
import type { Reply, Seen } from "../support/client-wire.ts";
import { formatHttpDate } from "../../src/clock.ts";

afterEach(() => vi.useRealTimers());

type Binance = Readonly<{
  clock: VirtualClock;
  client: Client<typeof binanceSpot>;
  seen: readonly Seen[];
}>;

function binance(script: Parameters<typeof scripted>[1], maxAttempts = 3): Binance {
  const clock = new VirtualClock();
  const { transport, seen } = scripted(clock, script);
  const limits = { requestWeight: { headroom: 0.05 } };
  const client = createClient(binanceSpot, { account, clock, transport, limits, maxAttempts });
  return { clock, client, seen };
}

function gapsOf(seen: readonly Seen[]): readonly number[] {
  return seen.slice(1).map(({ atMs }, index) => atMs - (seen[index]?.atMs ?? 0));
}

test.each([1_000, 10_000, 60_000])(
  "a refusal without Retry-After is waited out for longer each time, with a window of %i ms (C25)",
  async (windowMs) => {
    const clock = new VirtualClock();
    const refused: Reply = { status: 429, headers: { "x-rate-limit-type": "application" } };
    const { transport, seen } = scripted(clock, [
      refused,
      refused,
      refused,
      { body: { up: true } },
    ]);
    const client = createClient(toy, {
      clock,
      transport,
      // The shortest pause that the jitter allows.
      ledger: new MemoryLedger({ clock, random: () => 0 }),
      limits: { weight: { windowMs } },
      maxAttempts: 4,
      maxBlockMs: Infinity,
    });
    const full = await clock.run(client.status().withResponse());
    expect(full.attempts).toBe(4);
    const gaps = gapsOf(seen);
    for (const [index, gapMs] of gaps.entries()) {
      expect(gapMs).toBeGreaterThanOrEqual(1_000 * 2 ** index);
      expect(gapMs).toBeGreaterThanOrEqual(windowMs);
    }
    expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
  },
);

describe("a reset that is an instant (C30)", () => {
  const resetting = defineVenue({
    ...toy,
    name: "resetting",
    refusals: [
      {
        status: 429,
        kind: "quota",
        limits: ["weight"],
        executed: "no",
        waitMs: (answer, serverMs) => {
          const resetMs = headerNumber(answer, "x-ratelimit-reset");
          return resetMs === undefined ? undefined : resetMs * 1_000 - serverMs;
        },
      },
    ],
  });
  const serverMs = 1_790_000_000_000;

  const waitOf = async (offsetMs: number, headers: Readonly<Record<string, string>>) => {
    const clock = new VirtualClock({ wallMs: serverMs + offsetMs });
    const { transport, seen } = scripted(clock, [{ status: 429, headers }, { body: { up: true } }]);
    const ledger = new MemoryLedger({ clock, random: () => 0 });
    const client = createClient(resetting, { clock, transport, ledger });
    await clock.run(client.status());
    return seen[1]?.atMs ?? NaN;
  };

  test.each([-300_000, 0, 300_000])(
    "is read against the answer's own date, with a calendar that is %i ms off (C30)",
    async (offsetMs) => {
      const waitMs = await waitOf(offsetMs, {
        date: formatHttpDate(serverMs),
        "x-ratelimit-reset": String(serverMs / 1_000 + 10),
      });
      expect(waitMs).toBeGreaterThanOrEqual(10_000);
      expect(waitMs).toBeLessThan(12_000);
    },
  );

  test("without a date gives way to Retry-After (C30)", async () => {
    const waitMs = await waitOf(0, { "retry-after": "10" });
    expect(waitMs).toBeGreaterThanOrEqual(10_000);
    expect(waitMs).toBeLessThan(12_000);
  });

  test("without a date and without Retry-After gives way to the window (C30)", async () => {
    const waitMs = await waitOf(300_000, {});
    expect(waitMs).toBeGreaterThanOrEqual(10_000);
    expect(waitMs).toBeLessThan(13_000);
  });
});

test("a refusal tells status, wait, scope and usage, and its scope is paused without being asked (C32)", async () => {
  const refused = { status: 429, headers: { "retry-after": "37", "x-mbx-used-weight-1m": "6001" } };
  const { clock, client, seen } = binance([refused, { body: { serverTime: 1 } }], 1);
  const error = await clock.run(rejection(client.time()));
  expect(error).toBeInstanceOf(RefusedError);
  expect(error).toMatchObject({
    status: 429,
    retryAfterMs: 37_000,
    scope: "ip",
    whose: { ip: "default" },
    usage: { requestWeight: 6_001 },
    limits: ["requestWeight"],
  });
  expect(levelOf(client.gate, "requestWeight").blockedMs).toBeGreaterThanOrEqual(37_000);
  await clock.run(client.time());
  expect(seen[1]?.atMs).toBeGreaterThanOrEqual(37_000);
});

describe("a Retry-After that says nothing (C35)", () => {
  test.each([
    ["is missing", {}],
    ["is 0", { "retry-after": "0" }],
    ["is empty", { "retry-after": "" }],
  ])(
    "is no wait of 0: where it %s, tries are few, alone and far apart (C35)",
    async (_, headers) => {
      const refused: Reply = { status: 429, headers, afterMs: 250 };
      const clock = new VirtualClock();
      let onWire = 0;
      let mostOnWire = 0;
      const { transport, seen } = scripted(clock, () => refused);
      const counting: typeof transport = async (request) => {
        onWire += 1;
        // The five of the first burst were on their way before the first no.
        if (seen.length >= 5) mostOnWire = Math.max(mostOnWire, onWire);
        return transport(request).finally(() => void (onWire -= 1));
      };
      const client = createClient(toy, { clock, transport: counting, maxAttempts: 3 });
      const calls = Array.from({ length: 5 }, () => rejection(client.status()));
      const errors = await clock.run(Promise.all(calls));
      for (const error of errors) {
        expect(error).toMatchObject({ code: "HEADGATE_REFUSED", retryAfterMs: undefined });
      }
      expect(seen.length).toBeLessThanOrEqual(15);
      expect(mostOnWire).toBe(1);
      // A window at least, counted from the answer: the gap between two tries is longer by the way.
      for (const gapMs of gapsOf(seen.slice(4))) expect(gapMs).toBeGreaterThanOrEqual(10_000);
      await clock.advance(3_600_000);
      expect(seen.length).toBeLessThanOrEqual(15);
      expect(clock.timers).toBe(0);
      expect(inFlight(client.gate)).toBe(0);
    },
  );
});

test("during a ban twenty impatient calls fail here, with one and the same end, and none is sent (C36)", async () => {
  const { clock, client, seen } = binance((_, index) =>
    index === 0 ? { status: 418, headers: { "retry-after": "179" } } : { body: { serverTime: 1 } },
  );
  const banned = await clock.run(rejection(client.time()));
  expect(banned).toMatchObject({ kind: "ban", scope: "ip", retryAfterMs: 179_000 });
  const bannedUntilMs = clock.wallMs() + levelOf(client.gate, "@ip").blockedMs;
  expect(bannedUntilMs).toBeGreaterThanOrEqual(clock.wallMs() + 179_000);
  for (let call = 0; call < 20; call += 1) {
    await clock.advance(3_000);
    const error = await rejection(call % 2 === 0 ? client.time() : client.account());
    expect(error).toBeInstanceOf(BlockedError);
    expect(error).toHaveProperty("untilMs", expect.closeTo(bannedUntilMs, 1));
  }
  expect(seen).toHaveLength(1);
  const { blockedMs } = levelOf(client.gate, "@ip");
  expect(clock.wallMs() + blockedMs).toBeCloseTo(bannedUntilMs, 1);
  await clock.advance(blockedMs + 1);
  await clock.run(client.time());
  expect(seen).toHaveLength(2);
});

describe("a wait of weeks (C38)", () => {
  const days30Ms = 2_592_000_000;
  const refused: Reply = { status: 429, headers: { "retry-after": "2592000" } };

  test("is not waited for but told, with its end, and nothing is sent before (C38)", async () => {
    const { clock, client, seen } = binance(() => refused);
    const error = await clock.run(rejection(client.time()));
    expect(error).toMatchObject({ code: "HEADGATE_REFUSED", retryAfterMs: days30Ms });
    for (let day = 0; day < 29; day += 1) {
      await clock.advance(86_400_000);
      expect(await rejection(client.time())).toMatchObject({
        code: "HEADGATE_BLOCKED",
        untilMs: expect.closeTo(1_790_000_000_000 + days30Ms, -4),
      });
    }
    expect(seen).toHaveLength(1);
    expect(clock.timers).toBe(0);
  });

  test("of a ban that ends in 40 days is told by its own instant (C38)", async () => {
    const days40Ms = 40 * 86_400_000;
    const serverMs = 1_790_000_000_000;
    const msg = `Way too much request weight used; IP banned until ${serverMs + days40Ms}.`;
    const { clock, client, seen } = binance(() => ({
      status: 418,
      headers: { date: formatHttpDate(serverMs) },
      body: { code: -1003, msg },
    }));
    expect(await clock.run(rejection(client.time()))).toMatchObject({ retryAfterMs: days40Ms });
    await clock.advance(39 * 86_400_000);
    expect(await rejection(client.account())).toBeInstanceOf(BlockedError);
    expect(seen).toHaveLength(1);
  });

  test.each(["Infinity", "NaN", "-1", "1e400", "9".repeat(400)])(
    "that is no time, %s, counts as none: the window is waited for (C38)",
    async (text) => {
      const { clock, client, seen } = binance([
        { status: 429, headers: { "retry-after": text } },
        { body: { serverTime: 1 } },
      ]);
      await clock.run(client.time());
      expect(seen[1]?.atMs).toBeGreaterThanOrEqual(60_000);
      expect(seen[1]?.atMs).toBeLessThan(80_000);
    },
  );

  test("is waited for by who wants to, on the machine's own clock, with no timer that overflows (C38)", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
    const set = vi.spyOn(globalThis, "setTimeout");
    const sentMs: number[] = [];
    const transport = async () => {
      sentMs.push(performance.now());
      const first = sentMs.length === 1;
      const headers = first ? { "retry-after": "2592000" } : {};
      return { status: first ? 429 : 200, headers, body: "{}" };
    };
    const client = createClient(toy, {
      transport,
      maxBlockMs: Infinity,
      // Real buckets of its own: the process's clock is everybody's.
      ledger: new MemoryLedger(),
    });
    const call = client.status();
    await vi.advanceTimersByTimeAsync(days30Ms - 1_000);
    expect(sentMs).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await call).toEqual({});
    expect((sentMs[1] ?? 0) - (sentMs[0] ?? 0)).toBeGreaterThanOrEqual(days30Ms);
    for (const [, delayMs] of set.mock.calls) expect(delayMs).toBeLessThan(2 ** 31);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a firewall's answer (C40)", () => {
  const bodies = ["<html>blocked</html>", "", '"blocked"'];

  test.each(bodies)(
    "403 with %j is a firewall and no matter of credentials (C40)",
    async (body) => {
      const html = { status: 403, headers: { "content-type": "text/html" }, body };
      const { clock, client, seen } = binance(() => html);
      const error = await clock.run(rejection(client.account()));
      expect(error).toBeInstanceOf(RefusedError);
      expect(error).toMatchObject({ kind: "firewall", status: 403, scope: "ip", snippet: body });
      expect(levelOf(client.gate, "@ip").blockedMs).toBeGreaterThan(0);
      const { planned, shrunkTo } = levelOf(client.gate, "requestWeight");
      expect(shrunkTo).toBe(planned);
      const next = await rejection(client.time({}, { maxWaitMs: 0 }));
      expect(next).toBeInstanceOf(BlockedError);
      expect(seen).toHaveLength(1);
    },
  );

  test.each(bodies)("429 with %j is a quota (C40)", async (body) => {
    const html = { status: 429, headers: { "content-type": "text/html" }, body };
    const { clock, client, seen } = binance(() => html, 1);
    const error = await clock.run(rejection(client.time()));
    expect(error).toMatchObject({ kind: "quota", status: 429, scope: "ip", snippet: body });
    const next = await rejection(client.time({}, { maxWaitMs: 0 }));
    expect(next).toBeInstanceOf(BlockedError);
    expect(seen).toHaveLength(1);
  });
});
