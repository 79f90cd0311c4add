/** One client's part of a limit, where others, who do not talk to it, have the rest. */
import { checkLimit, figuresOf } from "./limit.ts";
import type { Limit } from "./limit.ts";

/**
 * 0.5 of 100 a second is 50 a second, and of 1 a second it is 1 per 2 s.
 *
 * @throws {RangeError} If the share is no number above 0 and at most 1, or a figure of the limit is none.
 */
export function shareOf(limit: Limit, share: number): Limit {
  if (!(typeof share === "number" && share > 0 && share <= 1)) {
    throw new RangeError(`share must be a number above 0 and at most 1, not ${share}.`);
  }
  // A part of what is no figure would be rounded to one.
  checkLimit(limit);
  return share === 1 ? limit : part(limit, share);
}

function part({ burstMax: burst, ...limit }: Limit, share: number): Limit {
  const { max: whole } = limit;
  const max =
    typeof whole === "number"
      ? partOf(whole, share)
      : Object.fromEntries(
          Object.entries(whole).map(([value, figure]) => [value, partOf(figure, share)]),
        );
  const most = burst === undefined ? { max } : { max, burstMax: partOf(burst, share) };
  switch (limit.counted) {
    case "bucket":
      return { ...limit, ...most, refillPerSecond: share * limit.refillPerSecond };
    case "open":
    case "lifetime":
      return { ...limit, ...most };
    case "rolling-window":
    case "unknown":
      return { ...limit, ...most, windowMs: longer(limit, share) };
    case "fixed-window": {
      const windowMs = longer(limit, share);
      // A longer window is none of the exchange's, so it begins where it likes.
      return windowMs === limit.windowMs
        ? { ...limit, ...most }
        : { ...limit, ...most, windowMs, starts: "unknown" };
    }
  }
}

/** A whole figure, and at least one call. */
export function partOf(max: number, share: number): number {
  return Math.max(1, Math.floor(share * max + 1e-9));
}

/** Less than one call per window is one call per longer window. */
function longer(limit: Limit & Readonly<{ windowMs: number }>, share: number): number {
  return limit.windowMs * Math.max(1, 1 / (share * Math.min(...figuresOf(limit))));
}
