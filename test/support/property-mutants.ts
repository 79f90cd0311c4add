/**
 * Accountings that are known to be wrong. A property that lets one of them pass proves nothing.
 */
import type { Charge, Ending } from "../../src/limits/bucket.ts";
import type { Played } from "./property-play.ts";

type Figures = Readonly<{ max: number; planned: number; windowMs: number }>;

const charged = (cost: number, atMs: number): Charge => ({ key: "mutant", cost, atMs });

/** "5 % below the limit": a bucket of 0.95 of the limit, refilled with 0.95 of it per window. */
export function naiveBucket({ max, windowMs }: Figures): Played {
  return leakyBucket({ capacity: 0.95 * max, refillPerMs: (0.95 * max) / windowMs });
}

/** A bucket that leaves nothing out for what is refilled on the way. */
export function leakyBucket(of: Readonly<{ capacity: number; refillPerMs: number }>): Played {
  let tokens = of.capacity;
  let thenMs = -Infinity;
  const at = (nowMs: number): number =>
    Math.min(of.capacity, tokens + (nowMs - thenMs) * of.refillPerMs);
  return {
    earliestMs(cost, _leave, nowMs) {
      const missing = Math.min(cost, of.capacity) - at(nowMs);
      return missing <= 1e-9 ? nowMs : nowMs + missing / of.refillPerMs;
    },
    charge(cost, nowMs) {
      tokens = at(nowMs) - cost;
      thenMs = nowMs;
      return charged(cost, nowMs);
    },
    settle() {},
  };
}

/** Knows the phase, but charges only the window that is present when it sends. */
export function presentWindowOnly(of: Figures & { offsetMs: number }): Played {
  const sums = new Map<number, number>();
  const windowOf = (atMs: number): number => Math.floor((atMs + of.offsetMs) / of.windowMs);
  return {
    earliestMs(cost, _leave, nowMs) {
      const window = windowOf(nowMs);
      if ((sums.get(window) ?? 0) + cost <= of.planned) return nowMs;
      return (window + 1) * of.windowMs - of.offsetMs + 0.01;
    },
    charge(cost, nowMs) {
      const window = windowOf(nowMs);
      sums.set(window, (sums.get(window) ?? 0) + cost);
      return charged(cost, nowMs);
    },
    settle() {},
  };
}

/** A log of the last window that forgets by the time of sending. */
export function timedFromSending({ planned, windowMs }: Figures): Played {
  let log: Charge[] = [];
  return {
    earliestMs(cost, _leave, nowMs) {
      log = log.filter((charge) => charge.atMs + windowMs + 1 > nowMs);
      let sum = log.reduce((total, charge) => total + charge.cost, 0);
      if (sum + cost <= planned) return nowMs;
      for (const charge of log) {
        sum -= charge.cost;
        if (sum + cost <= planned) return charge.atMs + windowMs + 1;
      }
      return nowMs;
    },
    charge(cost, nowMs) {
      const charge = charged(cost, nowMs);
      log.push(charge);
      return charge;
    },
    settle() {},
  };
}

/** Takes what remains for what is there: `tokens = min(cap, remaining)`, whatever is in flight. */
export function remainingIsTokens(of: Figures & { offsetMs: number }): Played {
  let tokens = of.planned;
  let window = Number.NaN;
  const windowOf = (atMs: number): number => Math.floor((atMs + of.offsetMs) / of.windowMs);
  const roll = (nowMs: number): void => {
    if (windowOf(nowMs) !== window) tokens = of.planned;
    window = windowOf(nowMs);
  };
  return {
    earliestMs(cost, _leave, nowMs) {
      roll(nowMs);
      if (cost <= tokens) return nowMs;
      return (window + 1) * of.windowMs - of.offsetMs + 0.01;
    },
    charge(cost, nowMs) {
      roll(nowMs);
      tokens -= cost;
      return charged(cost, nowMs);
    },
    settle(_charge, ending: Ending, nowMs) {
      roll(nowMs);
      if (typeof ending !== "object" || ending.used === undefined) return;
      tokens = Math.min(of.planned, of.max - ending.used);
    },
  };
}
