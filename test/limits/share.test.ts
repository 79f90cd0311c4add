/**
 * A part of a limit: its figures, and that the parts of all who share it are together no more than it. In
 * the second half each client has buckets of its own, as in a process of its own.
 */
import { MemoryLedger, VirtualClock, createClient, createGate } from "headgate";
import type { Client, Limit } from "headgate";
import { emulate, seededRandom } from "headgate/emulator";
import type { Counted, ServerSide } from "headgate/emulator";
import { binanceSpot } from "headgate/endpoints/binance-spot";
import { serverSide } from "headgate/endpoints/binance-spot/server";
import { describe, expect, test } from "vitest";
import { shareOf } from "../../src/limits/share.ts";
import { bench, levelOf } from "../support/client-wire.ts";
import { bucketServer, fixedServer, rollingServer } from "../support/server-models.ts";
import type { ServerModel } from "../support/server-models.ts";

const counted = {
  aligned: { counted: "fixed-window", starts: "utc", windowMs: 1_000 },
  fixed: { counted: "fixed-window", starts: "first-request", windowMs: 1_000 },
  rolling: { counted: "rolling-window", windowMs: 1_000 },
  unknown: { counted: "unknown", windowMs: 1_000 },
} as const;

describe("half of a limit", () => {
  test.each(Object.entries(counted))("per window is half as many: %s", (_, counting) => {
    const limit: Limit = { ...counting, max: 100, per: ["ip"], headroom: 0.05 };
    expect(shareOf(limit, 0.5)).toEqual({ ...limit, max: 50 });
  });

  test.each(Object.entries(counted))("of one call is one per two windows: %s", (_, counting) => {
    const limit: Limit = { ...counting, max: 1, per: [] };
    expect(shareOf(limit, 0.5)).toMatchObject({ max: 1, windowMs: 2_000 });
    expect(shareOf(limit, 0.1)).toMatchObject({ max: 1, windowMs: 10_000 });
  });

  test("whose window got longer is counted in no window of the exchange any more", () => {
    const limit: Limit = { ...counted.aligned, max: 1, per: [] };
    expect(shareOf(limit, 0.5)).toMatchObject({ starts: "unknown" });
    expect(shareOf({ ...limit, max: 2 }, 0.5)).toMatchObject({ max: 1, starts: "utc" });
  });

  test("that is a bucket is half as large and fills half as fast, in steps of the same length", () => {
    const limit: Limit = {
      counted: "bucket",
      max: 100,
      refillPerSecond: 10,
      stepMs: 500,
      per: [],
    };
    expect(shareOf(limit, 0.5)).toEqual({ ...limit, max: 50, refillPerSecond: 5 });
    expect(shareOf({ ...limit, max: 1 }, 0.5)).toMatchObject({ max: 1, refillPerSecond: 5 });
  });

  test.each(["open", "lifetime"] as const)("that time does not refill is half: %s", (counting) => {
    const limit: Limit = { counted: counting, max: 9, per: [], headroom: 0 };
    expect(shareOf(limit, 0.5)).toEqual({ ...limit, max: 4 });
    expect(shareOf({ ...limit, max: 1 }, 0.5)).toEqual({ ...limit, max: 1 });
  });

  test("is at most half as much at one instant, and at least one call", () => {
    const limit: Limit = { ...counted.rolling, max: 100, burstMax: 10, per: [] };
    expect(shareOf(limit, 0.5)).toMatchObject({ max: 50, burstMax: 5 });
    expect(shareOf({ ...limit, burstMax: 1 }, 0.5)).toMatchObject({ burstMax: 1 });
  });

  test("with figures of its own for each value is half of each", () => {
    const limit: Limit = { ...counted.rolling, max: { vip: 100, other: 10 }, per: ["tier"] };
    expect(shareOf(limit, 0.5)).toEqual({ ...limit, max: { vip: 50, other: 5 } });
    // One call of the smallest still fits into its part.
    expect(shareOf(limit, 0.05)).toMatchObject({ max: { vip: 5, other: 1 }, windowMs: 2_000 });
  });

  test("of what limits nothing limits nothing", () => {
    const limit: Limit = { ...counted.rolling, max: Infinity, per: [] };
    expect(shareOf(limit, 0.5)).toEqual(limit);
  });
});

describe("a share", () => {
  const limit: Limit = { ...counted.aligned, max: 100, per: [] };

  test("of 1 changes nothing", () => {
    expect(shareOf(limit, 1)).toBe(limit);
  });

  test("that is a third of three is one, whatever the decimals", () => {
    expect(shareOf({ ...limit, max: 3 }, 1 / 3)).toMatchObject({ max: 1, windowMs: 1_000 });
    expect(shareOf({ ...limit, max: 10 }, 0.7)).toMatchObject({ max: 7 });
    expect(shareOf({ ...limit, max: 1_000 }, 0.29)).toMatchObject({ max: 290 });
  });

  test.each([0, -0.5, NaN, 1.01, 50, Infinity, "0.5" as unknown as number])(
    "of %s is refused",
    (share) => {
      expect(() => shareOf(limit, share)).toThrow(/share must be a number above 0 and at most 1/);
      expect(() => bench([], { share })).toThrow(RangeError);
    },
  );

  test.each([NaN, 0, -1, "1200" as unknown as number])(
    "makes no limit of a figure that is none: %s",
    (max) => {
      expect(() => shareOf({ ...limit, max }, 0.5)).toThrow(RangeError);
      expect(() => bench([], { share: 0.5, limits: { weight: { max } } })).toThrow(RangeError);
    },
  );
});

type Case = readonly [name: string, limit: Limit, server: () => ServerModel];

const servers: readonly Case[] = [
  ["rolling", { ...counted.rolling, max: 20, per: [] }, () => rollingServer(1_000)],
  ["rolling, odd", { ...counted.rolling, max: 7, per: [] }, () => rollingServer(1_000)],
  [
    "fixed",
    { ...counted.aligned, max: 20, per: [] },
    () => fixedServer(1_000, { offsetMs: 123, ppm: 0 }),
  ],
  [
    "unknown",
    { ...counted.unknown, max: 20, per: [] },
    () => fixedServer(1_000, { offsetMs: 777, ppm: 0 }),
  ],
  [
    "bucket",
    { counted: "bucket", max: 20, refillPerSecond: 10, per: [] },
    () => bucketServer({ refillPerMs: 0.01 }),
  ],
  [
    "bucket in steps",
    { counted: "bucket", max: 60, refillPerSecond: 20, stepMs: 1_000, per: [] },
    () => bucketServer({ refillPerMs: 0.02, stepMs: 1_000 }),
  ],
];

/** Two processes that always want more. The most that the exchange ever counted, and how much in all. */
async function twoProcesses(
  limit: Limit,
  server: ServerModel,
  shares: readonly number[],
): Promise<{ most: number; sum: number }> {
  const clock = new VirtualClock();
  const random = seededRandom(7);
  const seen = { most: 0, sum: 0 };
  const untilMs = 20_000;
  const work = async (share: number): Promise<void> => {
    const ledger = new MemoryLedger({ clock, random });
    const gate = createGate({ calls: shareOf(limit, share) }, { clock, ledger });
    const send = async (): Promise<void> => {
      const permit = await gate.acquire(gate.price({ calls: 1 }));
      await clock.sleep(100 * random());
      seen.most = Math.max(seen.most, server.count(1, clock.nowMs()));
      seen.sum += 1;
      await clock.sleep(100 * random());
      permit.settle();
    };
    const worker = async (): Promise<void> => {
      while (clock.nowMs() < untilMs) await send();
    };
    await Promise.all(Array.from({ length: 20 }, worker));
  };
  await clock.run(Promise.all(shares.map(work)));
  return seen;
}

describe("two processes with half of a limit each", () => {
  test.each(servers)("never exceed it together: %s", async (_, limit, server) => {
    const { most, sum } = await twoProcesses(limit, server(), [0.5, 0.5]);
    expect(most).toBeLessThanOrEqual(limit.max as number);
    // Nothing was left lying that could be helped: a whole number, a round trip, a headroom.
    const perSecond = limit.counted === "bucket" ? limit.refillPerSecond : (limit.max as number);
    expect(sum).toBeGreaterThan(0.7 * 20 * perSecond);
  });

  test.each(servers)("exceed it where both take three quarters: %s", async (_, limit, server) => {
    const { most } = await twoProcesses(limit, server(), [0.75, 0.75]);
    expect(most).toBeGreaterThan(limit.max as number);
  });
});

const startMs = 1_790_000_040_000;
/** Shorter windows than those of the exchange, on both sides. */
const short = { requestWeight: { max: 1_200, windowMs: 6_000 } } as const;
const limits = { requestWeight: { ...short.requestWeight, headroom: 0.05 } } as const;

type Process = Readonly<{ client: Client<typeof binanceSpot>; ledger: MemoryLedger }>;

function processOn(clock: VirtualClock, server: ServerSide, share: number, seed: number): Process {
  const ledger = new MemoryLedger({ clock, random: () => 0.5 });
  const transport = emulate(server, { clock, latencyMs: 60, jitterMs: 40, seed });
  return { ledger, client: createClient(binanceSpot, { clock, ledger, transport, share, limits }) };
}

describe("two clients of one address in two processes", () => {
  test("each keep their half of Binance's weight, and none of their calls is refused", async () => {
    const clock = new VirtualClock({ wallMs: startMs });
    const server = serverSide({ limits: short });
    const seen: Counted[] = [];
    server.onCounted((one) => void seen.push(one));
    const served = [0, 0];
    const windows = 8;
    const work = async (index: number): Promise<void> => {
      const { client } = processOn(clock, server, 0.5, index);
      const worker = async (): Promise<void> => {
        while (clock.wallMs() < startMs + windows * 6_000) {
          await client.depth({ symbol: "BTCUSDT", limit: 500 });
          served[index] = (served[index] ?? 0) + 25;
        }
      };
      await Promise.all(Array.from({ length: 12 }, worker));
    };
    await clock.run(Promise.all([work(0), work(1)]));

    expect(seen.filter(({ outcome }) => outcome !== "accepted")).toEqual([]);
    const perWindow = new Map<number, number>();
    for (const { windowStartMs, used } of seen) perWindow.set(windowStartMs, used);
    const full = [...perWindow.values()].slice(1, windows);
    expect(Math.max(...perWindow.values())).toBeLessThanOrEqual(1_140);
    // 22 calls of 25 fit into 570.
    for (const used of full) expect(used).toBeGreaterThanOrEqual(0.95 * 1_100);
    // What the other one uses stands in every answer, and takes nothing from this one.
    for (const weight of served) expect(weight).toBeGreaterThan(0.95 * windows * 550);
  });

  test("whose use stands in each other's answers take nothing from each other", async () => {
    const clock = new VirtualClock({ wallMs: startMs });
    const server = serverSide({ limits: short });
    const [one, other] = [processOn(clock, server, 0.5, 1), processOn(clock, server, 0.5, 2)];
    for (let calls = 0; calls < 10; calls += 1) {
      await clock.run(one.client.depth({ symbol: "BTCUSDT", limit: 500 }));
    }
    // The first answer tells the exchange's time, and from the second on a figure belongs to a window.
    for (let calls = 0; calls < 3; calls += 1) await clock.run(other.client.time());
    const level = levelOf(other.ledger, "requestWeight");
    expect(level).toMatchObject({ max: 600, planned: 570 });
    expect(level).not.toHaveProperty("used");
  });

  test("take over their part of a limit that has changed, and no more together", async () => {
    const clock = new VirtualClock({ wallMs: startMs });
    const server = serverSide({ limits: { requestWeight: { max: 3_000 } } });
    const transport = emulate(server, { clock });
    const ledger = new MemoryLedger({ clock });
    const client = createClient(binanceSpot, { clock, ledger, transport, share: 0.25 });
    await clock.run(client.time());
    expect(levelOf(ledger, "requestWeight")).toMatchObject({ max: 1_500 });
    await clock.run(client.exchangeInfo({ symbol: "BTCUSDT" }));
    expect(levelOf(ledger, "requestWeight")).toMatchObject({ max: 750, planned: 697 });
  });
});
