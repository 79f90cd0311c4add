/**
 * How exchanges count, as models to test against: the contract of all of them, and what they share.
 *
 *     fixed-window.ts    aligned, from the first request, from the server's start
 *     sliding.ts         the last window: as a log, or as a counter of two windows
 *     buckets.ts         refilled all the time, or decaying in steps
 *     spacing.ts         one after the other: with a short queue, or a minimum distance
 *
 * They share nothing with `limits/`, so that they can prove it wrong. Time is an argument, in ms of the
 * server's own clock, none earlier than the last.
 */

/** What became of one request. */
export type Offered = Readonly<{
  accepted: boolean;
  /** What counts for the key at this instant, in the limit's own unit; with this request if accepted. */
  used: number;
  /**
   * Refused: after how long the same request would be accepted, if nothing else came meanwhile; absent
   * where it never would. Accepted: how long it is held in the server's queue, where there is one.
   */
  waitMs?: number;
}>;

/** An exchange's way to count one limit. What it refuses, it does not count. */
export type CountingModel = {
  /** Counts `weight` for `key` at `nowMs` if it fits, and says what became of it; 0 only looks. */
  offer(key: string, weight: number, nowMs: number): Offered;
  /** How many keys are remembered. */
  readonly size: number;
};

/** One key's part of a model. */
export type KeyCounter = {
  offer(weight: number, nowMs: number): Offered;
  /** Whether a new one would count alike from now on. */
  isFresh(nowMs: number): boolean;
};

/** Sums of decimals may differ by so much from what they stand for. */
export const tolerance = 1e-6;

/** Below so many keys nothing is forgotten. */
const keptKeys = 64;

/** A model of one counter for each key; those that no longer matter are forgotten as others come. */
export function forEachKey(create: () => KeyCounter): CountingModel {
  const counters = new Map<string, KeyCounter>();
  let sweepAt = keptKeys;
  const sweep = (nowMs: number): void => {
    for (const [key, counter] of counters) if (counter.isFresh(nowMs)) counters.delete(key);
    sweepAt = Math.max(keptKeys, 2 * counters.size);
  };
  return {
    get size() {
      return counters.size;
    },
    offer(key, weight, nowMs) {
      const known = counters.get(key);
      if (known !== undefined) return known.offer(weight, nowMs);
      if (counters.size >= sweepAt) sweep(nowMs);
      const counter = create();
      counters.set(key, counter);
      return counter.offer(weight, nowMs);
    },
  };
}

/** A refusal; a wait only where waiting helps. */
export function refuse(used: number, waitMs: number): Offered {
  return waitMs < Infinity
    ? { accepted: false, used, waitMs: Math.max(0, waitMs) }
    : { accepted: false, used };
}

/** @throws {RangeError} If a figure is not a finite number above 0. */
export function checkFigures(figures: Readonly<Record<string, number>>): void {
  for (const [name, figure] of Object.entries(figures)) {
    if (figure > 0 && figure < Infinity) continue;
    throw new RangeError(`${name} must be a finite number above 0, not ${figure}.`);
  }
}
