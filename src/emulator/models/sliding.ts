/** The last window at every instant: exactly, or estimated from two counters as large services do. */
import { checkFigures, forEachKey, refuse, tolerance } from "./model.ts";
import type { CountingModel, KeyCounter } from "./model.ts";

export type WindowOptions = Readonly<{ max: number; windowMs: number }>;

/**
 * `max` in the last `windowMs`, from a log of all that was accepted: a request stops counting exactly one
 * window after it came.
 *
 * @throws {RangeError} If a figure is not a finite number above 0.
 */
export function rollingLog({ max, windowMs }: WindowOptions): CountingModel {
  checkFigures({ max, windowMs });
  return forEachKey(() => logCounter(max, windowMs));
}

function logCounter(max: number, windowMs: number): KeyCounter {
  let log: { weight: number; atMs: number }[] = [];
  let first = 0;
  let used = 0;
  const expire = (nowMs: number): void => {
    for (let entry = log[first]; entry !== undefined; entry = log[first]) {
      if (entry.atMs > nowMs - windowMs) break;
      used -= entry.weight;
      first += 1;
    }
    if (first * 2 > log.length) {
      log = log.slice(first);
      first = 0;
    }
    if (log.length === 0) used = 0;
  };
  const waitMs = (weight: number, nowMs: number): number => {
    let missing = used + weight - max - tolerance;
    for (const entry of log.slice(first)) {
      missing -= entry.weight;
      if (missing <= 0) return entry.atMs + windowMs - nowMs;
    }
    return Infinity;
  };
  return {
    isFresh(nowMs) {
      expire(nowMs);
      return log.length === 0;
    },
    offer(weight, nowMs) {
      expire(nowMs);
      if (used + weight > max + tolerance) return refuse(used, waitMs(weight, nowMs));
      used += weight;
      log.push({ weight, atMs: nowMs });
      return { accepted: true, used };
    },
  };
}

/**
 * `max` in an estimate of the last window: all of the present aligned one, and of the one before as much
 * as would still be in sight if it had been spread evenly.
 *
 *     used = before x (1 - elapsed / window) + present
 *
 * @throws {RangeError} If a figure is not a finite number above 0.
 */
export function slidingCounter(
  options: WindowOptions & Readonly<{ phaseMs?: number }>,
): CountingModel {
  const { max, windowMs, phaseMs = 0 } = options;
  checkFigures({ max, windowMs });
  return forEachKey(() => pairCounter({ max, windowMs, phaseMs }));
}

function pairCounter(of: Readonly<{ max: number; windowMs: number; phaseMs: number }>): KeyCounter {
  const { max, windowMs, phaseMs } = of;
  let window = -Infinity;
  let before = 0;
  let present = 0;
  const turn = (nowMs: number): void => {
    const next = Math.floor((nowMs - phaseMs) / windowMs);
    if (next <= window) return;
    before = next === window + 1 ? present : 0;
    present = 0;
    window = next;
  };
  /** With as much of the earlier window as is still in sight: when no more than `room` of `earlier` is. */
  const fadedMs = (earlier: number, room: number, startMs: number): number =>
    startMs + windowMs * Math.max(0, 1 - Math.max(0, room) / earlier);
  const acceptedAtMs = (weight: number): number => {
    if (weight > max) return Infinity;
    const startMs = window * windowMs + phaseMs;
    const room = max - weight - present;
    if (room >= 0 && before > 0) return fadedMs(before, room, startMs);
    return fadedMs(Math.max(present, tolerance), max - weight, startMs + windowMs);
  };
  return {
    isFresh(nowMs) {
      turn(nowMs);
      return before === 0 && present === 0;
    },
    offer(weight, nowMs) {
      turn(nowMs);
      const elapsed = (nowMs - phaseMs) / windowMs - window;
      const used = before * (1 - elapsed) + present;
      if (used + weight > max + tolerance) return refuse(used, acceptedAtMs(weight) - nowMs);
      present += weight;
      return { accepted: true, used: used + weight };
    },
  };
}
