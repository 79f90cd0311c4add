/** What follows from a denial: for the call itself, and for those behind it. */
import { BlockedError, WaitTooLongError, WeightExceedsLimitError } from "../errors.ts";
import type { Denial } from "../ledger/ledger.ts";
import type { Place } from "./line.ts";

export type Patience = Readonly<{
  /** What was asked for, and what is left of it. */
  maxWaitMs: number;
  leftMs: number;
  maxBlockMs: number;
  /** The calendar, now. */
  wallMs: number;
}>;

/** The error of a call that is not going to go in time, where that is certain. */
export function deniedError(denial: Denial, patience: Patience): Error | undefined {
  const { limitedBy, why, waitMs, costMax } = denial;
  const { maxWaitMs, leftMs, maxBlockMs, wallMs } = patience;
  const { name: limit, whose, cost } = limitedBy;
  if (why === "never")
    return new WeightExceedsLimitError({ limit, whose, weight: cost, most: costMax });
  if (why === "blocked" && waitMs > Math.min(maxBlockMs, leftMs)) {
    return new BlockedError({ limit, whose, waitMs, untilMs: wallMs + waitMs });
  }
  // An unknown wait may end with the next answer, unless there is no time for one.
  const late = waitMs === Infinity ? leftMs <= 0 : waitMs > leftMs;
  return late ? new WaitTooLongError({ limit, whose, maxWaitMs, waitMs }) : undefined;
}

/** The error of a call whose time is over. */
export function overdueError(waiter: Readonly<{ deadlineMs: number; enteredMs: number }>): Error {
  return new WaitTooLongError({
    maxWaitMs: waiter.deadlineMs - waiter.enteredMs,
    waitMs: Infinity,
  });
}

/**
 * The buckets from which nobody behind a denied call may take before it. It waits for one; of two that
 * others use up in turn it would never get both. So once it has waited longer than it still has to, it
 * keeps every bucket that it has waited for.
 */
export function heldFor<Granted>(
  place: Place<Granted>,
  { limitedBy, waitMs }: Denial,
  nowMs: number,
): Iterable<string> {
  place.waitedFor.add(limitedBy.key);
  return waitMs <= nowMs - place.waiter.enteredMs ? place.waitedFor : [limitedBy.key];
}
