/** The errors of calls that are not going to go in time. */
import { BlockedError, WaitTooLongError, WeightExceedsLimitError } from "../errors.ts";
import type { Denial, Draw, Reply } from "../ledger/ledger.ts";
import type { Place } from "./lane.ts";

type Patience = Readonly<{
  /** What was asked for, and what is left of it. */
  maxWaitMs: number;
  leftMs: number;
  maxBlockMs: number;
  /** The calendar, now. */
  wallMs: number;
}>;

export function patienceOf(
  { deadlineMs, maxWaitMs = Infinity, entrance }: Place,
  nowMs: number,
  wallMs: number,
): Patience {
  return { maxWaitMs, leftMs: deadlineMs - nowMs, maxBlockMs: entrance.maxBlockMs, wallMs };
}

/** The error of a call that is not going to go in time, where that is certain. */
export function deniedError(
  denial: Omit<Denial, "granted" | "atOnceMax">,
  patience: Patience,
): Error | undefined {
  const { limitedBy, why, waitMs, block, costMax } = denial;
  const { maxWaitMs, leftMs, maxBlockMs, wallMs } = patience;
  const { name: limit, whose, cost } = limitedBy;
  if (why === "never")
    return new WeightExceedsLimitError({ limit, whose, weight: cost, most: costMax });
  const blockedMs = block?.forMs ?? 0;
  if (blockedMs > Math.min(maxBlockMs, Math.max(0, leftMs))) {
    return new BlockedError({ limit, whose, waitMs: blockedMs, untilMs: wallMs + blockedMs });
  }
  // An unknown wait may end with the next answer, unless there is no time for one.
  const late = waitMs === Infinity ? leftMs <= 0 : waitMs > leftMs;
  return late ? new WaitTooLongError({ limit, whose, maxWaitMs, waitMs }) : undefined;
}

/** The error of a call whose time is over, by the bucket that it waits for. */
export function lateError(
  draw: Draw | undefined,
  at: Readonly<{ maxWaitMs: number; waitMs: number }>,
): Error {
  const named = draw === undefined ? {} : { limit: draw.name, whose: draw.whose };
  return new WaitTooLongError({ ...named, ...at });
}

/** The error of a call whose time is over, where one of its buckets is blocked. */
export function blockedError(replies: readonly Reply[], patience: Patience): Error | undefined {
  for (const reply of replies) {
    const isBlocked = !reply.granted && reply.block !== undefined;
    const error = isBlocked ? deniedError(reply, patience) : undefined;
    if (error !== undefined) return error;
  }
  return undefined;
}

/** The error of a call that waits behind one who goes in `waitMs`, where that is later than it can wait. */
export function behindError(
  { behind, waitMs, isBlocked }: Readonly<{ behind: Draw; waitMs: number; isBlocked: boolean }>,
  patience: Patience,
): Error | undefined {
  const block = isBlocked ? { forMs: waitMs, isBan: false } : undefined;
  const denial = { limitedBy: behind, why: "full", waitMs, block, costMax: Infinity } as const;
  return deniedError(denial, patience);
}
