/** Counters that time takes away from: all the time, or so much at once every few seconds. */
import { checkFigures, forEachKey, refuse, tolerance } from "./model.ts";
import type { CountingModel, KeyCounter } from "./model.ts";

export type BucketOptions = Readonly<{ max: number; refillPerSecond: number }>;

/**
 * A token bucket that holds `max`, full at first; `used` is what is missing in it.
 *
 * @throws {RangeError} If a figure is not a finite number above 0.
 */
export function tokenBucket({ max, refillPerSecond }: BucketOptions): CountingModel {
  checkFigures({ max, refillPerSecond });
  const perMs = refillPerSecond / 1_000;
  return forEachKey(() =>
    counter({
      max,
      drained: (fromMs, untilMs) => (untilMs - fromMs) * perMs,
      drainedAtMs: (amount, nowMs) => nowMs + amount / perMs,
    }),
  );
}

/**
 * A counter up to `max` that falls every `stepMs`, on multiples of it plus `phaseMs`, by as much as it
 * does in that time.
 *
 * @throws {RangeError} If a figure is not a finite number above 0.
 */
export function steppedDecay(
  options: BucketOptions & Readonly<{ stepMs: number; phaseMs?: number }>,
): CountingModel {
  const { max, refillPerSecond, stepMs, phaseMs = 0 } = options;
  checkFigures({ max, refillPerSecond, stepMs });
  const perStep = (refillPerSecond / 1_000) * stepMs;
  const step = (atMs: number): number => Math.floor((atMs - phaseMs) / stepMs);
  return forEachKey(() =>
    counter({
      max,
      drained: (fromMs, untilMs) => (step(untilMs) - step(fromMs)) * perStep,
      drainedAtMs: (amount, nowMs) =>
        (step(nowMs) + Math.ceil(amount / perStep)) * stepMs + phaseMs,
    }),
  );
}

function counter(
  of: Readonly<{
    max: number;
    /** How much it falls between two instants. */
    drained: (fromMs: number, untilMs: number) => number;
    /** When it has fallen by so much. */
    drainedAtMs: (amount: number, nowMs: number) => number;
  }>,
): KeyCounter {
  let used = 0;
  let atMs = -Infinity;
  const drain = (nowMs: number): void => {
    if (nowMs <= atMs) return;
    if (used > 0) used = Math.max(0, used - of.drained(atMs, nowMs));
    atMs = nowMs;
  };
  return {
    isFresh(nowMs) {
      drain(nowMs);
      return used === 0;
    },
    offer(weight, nowMs) {
      drain(nowMs);
      const above = used + weight - of.max - tolerance;
      if (above > 0) {
        return refuse(used, weight > of.max ? Infinity : of.drainedAtMs(above, nowMs) - nowMs);
      }
      used += weight;
      return { accepted: true, used };
    },
  };
}
