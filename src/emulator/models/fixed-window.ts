/** Windows that follow one another: what is counted in one means nothing in the next. */
import { checkFigures, forEachKey, refuse, tolerance } from "./model.ts";
import type { CountingModel, KeyCounter } from "./model.ts";

export type FixedWindowOptions = Readonly<{
  max: number;
  windowMs: number;
  /**
   * Where a window begins: `aligned` on a multiple of its length plus `phaseMs`, for all keys alike;
   * `first-request` with the first request of a key that finds none open; `server-start` one after the
   * other from the first request of any key.
   */
  starts: "aligned" | "first-request" | "server-start";
  /** For `aligned`. @default 0 */
  phaseMs?: number;
}>;

/**
 * `max` in each window.
 *
 * @throws {RangeError} If `max` or `windowMs` is not a finite number above 0.
 */
export function fixedWindow(options: FixedWindowOptions): CountingModel {
  const { max, windowMs, starts, phaseMs = 0 } = options;
  checkFigures({ max, windowMs });
  let originMs = starts === "aligned" ? phaseMs : Number.NaN;
  const startOf = (openMs: number, nowMs: number): number => {
    if (starts === "first-request") return nowMs < openMs + windowMs ? openMs : nowMs;
    if (Number.isNaN(originMs)) originMs = nowMs;
    return Math.floor((nowMs - originMs) / windowMs) * windowMs + originMs;
  };
  const create = (): KeyCounter => {
    let startMs = -Infinity;
    let used = 0;
    return {
      isFresh: (nowMs) => nowMs >= startMs + windowMs,
      offer(weight, nowMs) {
        const openMs = startOf(startMs, nowMs);
        // A server whose clock is set back does not open an old window again.
        if (openMs > startMs) {
          startMs = openMs;
          used = 0;
        }
        if (used + weight > max + tolerance) {
          return refuse(used, weight > max ? Infinity : startMs + windowMs - nowMs);
        }
        used += weight;
        return { accepted: true, used };
      },
    };
  };
  return forEachKey(create);
}
