/** Requests one after the other: what comes too early is held in a short queue, or refused. */
import { checkFigures, forEachKey, refuse, tolerance } from "./model.ts";
import type { CountingModel, KeyCounter } from "./model.ts";

/**
 * One request per `intervalMs`; up to `queueMax` that come earlier are held until it is their turn, and
 * `waitMs` says for how long. `used` is how many are held. A request of weight 2 takes two turns.
 *
 * Gemini documents such a queue of five; its own example lets more through at once than one per interval,
 * so this is the strict reading.
 *
 * @throws {RangeError} If `intervalMs` is not a finite number above 0.
 */
export function evenSpacing(
  options: Readonly<{ intervalMs: number; queueMax: number }>,
): CountingModel {
  const { intervalMs, queueMax } = options;
  checkFigures({ intervalMs });
  const create = (): KeyCounter => {
    /** When the next turn is. */
    let turnMs = -Infinity;
    return {
      isFresh: (nowMs) => nowMs >= turnMs,
      offer(weight, nowMs) {
        const heldMs = Math.max(0, turnMs - nowMs);
        const held = Math.ceil(heldMs / intervalMs - tolerance);
        if (held > queueMax) return refuse(held - 1, heldMs - queueMax * intervalMs);
        turnMs = nowMs + heldMs + weight * intervalMs;
        return { accepted: true, used: held, waitMs: heldMs };
      },
    };
  };
  return forEachKey(create);
}

/**
 * A request is refused less than `distanceMs` after the last that was accepted; `used` is 1 as long as
 * that holds. After a request of weight 2 the distance is twice as long.
 *
 * @throws {RangeError} If `distanceMs` is not a finite number above 0.
 */
export function minimumDistance({ distanceMs }: Readonly<{ distanceMs: number }>): CountingModel {
  checkFigures({ distanceMs });
  const create = (): KeyCounter => {
    let freeMs = -Infinity;
    return {
      isFresh: (nowMs) => nowMs >= freeMs,
      offer(weight, nowMs) {
        if (nowMs < freeMs - tolerance) return refuse(1, freeMs - nowMs);
        freeMs = nowMs + weight * distanceMs;
        return { accepted: true, used: 1 };
      },
    };
  };
  return forEachKey(create);
}
