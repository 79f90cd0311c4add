/** Lines of all kinds, each full from the start: so much per window, all of it taken. */
import { MemoryLedger, createGate } from "../../src/index.ts";
import type { Peers } from "./peers.ts";

/** A line that somebody may enter; the promise resolves when they leave it by their turn. */
type OpenLine = Readonly<{
  enter: (urgent?: boolean) => Promise<unknown>;
  close?: () => unknown;
}>;

export type LineKind = Readonly<{
  name: string;
  /** A line that lets `calls` go at the latest one window from now, and none before. */
  open: (calls: number, windowMs: number) => Promise<OpenLine>;
}>;

const nothing = async (): Promise<void> => {};

export const headgateLine: LineKind = {
  name: "headgate",
  open: async (calls, windowMs) => {
    const gate = createGate(
      { calls: { counted: "rolling-window", windowMs, max: 3 * calls, per: [] } },
      { ledger: new MemoryLedger(), maxLineLength: 2 * calls },
    );
    const planned = gate.levels()[0]?.planned ?? Math.floor(0.93 * 3 * calls + 1e-9);
    const all = await gate.acquire(gate.price({ calls: planned }));
    all.settle();
    const draws = gate.price({ calls: 1 });
    const urgently = { priority: "urgent" } as const;
    return {
      enter: (urgent = false) => (urgent ? gate.acquire(draws, urgently) : gate.acquire(draws)),
      close: () => gate.close(),
    };
  },
};

/** Without bottleneck: it lets one call go in 5 ms, and this line would take it 50 s. */
export function linesOf(peers: Peers): readonly LineKind[] {
  return [
    { name: "ccxt", open: ccxtLine(peers) },
    { name: "limiter", open: limiterLine(peers) },
    { name: "p-throttle", open: pThrottleLine(peers) },
    { name: "rate-limiter-flexible", open: flexibleLine(peers) },
    { name: "p-queue", open: pQueueLine(peers) },
  ];
}

function ccxtLine({ ccxtThrottle }: Peers): LineKind["open"] {
  return async (calls, windowMs) => {
    const throttler = new ccxtThrottle.Throttler({
      algorithm: "rollingWindow",
      windowSize: windowMs,
      rateLimit: windowMs / calls,
    });
    await throttler.throttle(calls);
    return { enter: () => throttler.throttle(1) };
  };
}

function limiterLine({ limiter }: Peers): LineKind["open"] {
  return async (calls, windowMs) => {
    const bucket = new limiter.TokenBucket({
      bucketSize: calls,
      tokensPerInterval: calls,
      interval: windowMs,
    });
    await bucket.removeTokens(calls);
    return { enter: () => bucket.removeTokens(1) };
  };
}

function pThrottleLine({ pThrottle }: Peers): LineKind["open"] {
  return async (calls, windowMs) => {
    const throttled = pThrottle.default({ limit: calls, interval: windowMs, strict: true })(
      nothing,
    );
    await Promise.all(Array.from({ length: calls }, () => throttled()));
    return { enter: () => throttled() };
  };
}

function flexibleLine({ rateLimiterFlexible }: Peers): LineKind["open"] {
  return async (calls, windowMs) => {
    const memory = new rateLimiterFlexible.RateLimiterMemory({
      points: calls,
      duration: windowMs / 1_000,
    });
    const queue = new rateLimiterFlexible.RateLimiterQueue(memory);
    await queue.removeTokens(calls);
    return { enter: () => queue.removeTokens(1) };
  };
}

function pQueueLine({ pQueue }: Peers): LineKind["open"] {
  return async (calls, windowMs) => {
    const queue = new pQueue.default({ interval: windowMs, intervalCap: calls });
    await Promise.all(Array.from({ length: calls }, () => queue.add(nothing)));
    return { enter: (urgent = false) => queue.add(nothing, { priority: urgent ? 1 : 0 }) };
  };
}
