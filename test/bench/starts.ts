/** Who keeps 10 per second: one call, then nothing, then forty at once, and the most that start in any second. */
import { setTimeout as sleep } from "node:timers/promises";
import { MemoryLedger, createGate } from "../../src/index.ts";
import type { Peers } from "./peers.ts";
import { rowOf } from "./row.ts";
import type { Row } from "./row.ts";

const limit = 10;
const windowMs = 1_000;
const idleMs = 950;
const burst = 40;

/** Runs `start` when the call may go. */
type Kind = Readonly<{ name: string; make: () => (start: () => void) => Promise<unknown> }>;

const headgate: Kind = {
  name: "headgate",
  make: () => {
    const gate = createGate(
      { calls: { counted: "rolling-window", windowMs, max: limit, per: [] } },
      { ledger: new MemoryLedger() },
    );
    const draws = gate.price({ calls: 1 });
    return async (start) => {
      const permit = await gate.acquire(draws);
      start();
      permit.settle();
    };
  },
};

function kindsOf(peers: Peers): readonly Kind[] {
  const rolling = { algorithm: "rollingWindow", windowSize: windowMs, rateLimit: windowMs / limit };
  return [
    {
      name: "ccxt",
      make: () => {
        const throttler = new peers.ccxtThrottle.Throttler(rolling);
        return (start) => throttler.throttle(1).then(start);
      },
    },
    {
      name: "limiter",
      make: () => {
        const bucket = new peers.limiter.TokenBucket({
          bucketSize: limit,
          tokensPerInterval: limit,
          interval: windowMs,
        });
        return (start) => bucket.removeTokens(1).then(start);
      },
    },
    {
      name: "p-throttle",
      make: () => throttled(peers.pThrottle.default({ limit, interval: windowMs })),
    },
    {
      name: "p-throttle strict",
      make: () => throttled(peers.pThrottle.default({ limit, interval: windowMs, strict: true })),
    },
    {
      name: "p-queue",
      make: () => {
        const queue = new peers.pQueue.default({ interval: windowMs, intervalCap: limit });
        return (start) => queue.add(async () => start());
      },
    },
    {
      name: "rate-limiter-flexible",
      make: () => {
        const memory = new peers.rateLimiterFlexible.RateLimiterMemory({
          points: limit,
          duration: windowMs / 1_000,
        });
        const queue = new peers.rateLimiterFlexible.RateLimiterQueue(memory);
        return (start) => queue.removeTokens(1).then(start);
      },
    },
    {
      name: "bottleneck",
      make: () => {
        const line = new peers.bottleneck.default({
          reservoir: limit,
          reservoirRefreshAmount: limit,
          reservoirRefreshInterval: windowMs,
        });
        return (start) => line.schedule({ priority: 5 }, async () => start());
      },
    },
  ];
}

/** One throttled function for all calls: each hands its own start over. */
function throttled(
  throttle: (task: () => Promise<void>) => () => Promise<void>,
): (start: () => void) => Promise<void> {
  const waiting: (() => void)[] = [];
  const next = throttle(async () => waiting.shift()?.());
  return (start) => {
    waiting.push(start);
    return next();
  };
}

/** The most starts in any window, which may begin at any of them. */
export function mostInWindow(startsMs: readonly number[], lengthMs: number): number {
  let most = 0;
  let first = 0;
  for (const [index, startMs] of startsMs.entries()) {
    while (startMs - (startsMs[first] ?? startMs) >= lengthMs) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

async function measured({ make }: Kind): Promise<number> {
  const go = make();
  const startsMs: number[] = [];
  const start = (): void => void startsMs.push(performance.now());
  await go(start);
  await sleep(idleMs);
  await Promise.all(Array.from({ length: burst }, () => go(start)));
  return mostInWindow(startsMs, windowMs);
}

/** All at once: they wait most of the time. */
export async function starts(peers: Peers | undefined): Promise<readonly Row[]> {
  const kinds = [headgate, ...(peers ? kindsOf(peers) : [])];
  const seen = await Promise.all(
    kinds.map(async (kind) => [kind.name, await measured(kind)] as const),
  );
  return [
    rowOf(
      {
        name: "maxInWindow",
        what: "most starts in any second at 10 per second, idle and then 40 at once",
        unit: "calls",
        goal: { atMost: 9 },
      },
      Object.fromEntries(seen),
    ),
  ];
}
