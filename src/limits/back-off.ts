/**
 * For how long nothing goes after a no: what the exchange asked for, and what stands in where it asked for
 * nothing, or for too little. That is doubled for each event until calls go well.
 */
import type { Refused } from "./bucket.ts";

export const pauseMs = 1_000;
const pauseMaxMs = 60_000;
const banMs = 120_000;

/** How long it asks for: nothing that is no time. */
export function statedWaitMs({ as, waitMs }: Refused): number {
  if (waitMs !== undefined && waitMs > 0 && waitMs < Infinity) return waitMs;
  return as === "ban" ? banMs : 0;
}

/** Exponential, beside whatever the exchange asked for. */
export function backOffMs(
  of: Readonly<{ windowMs: number; events: number; stated: boolean }>,
): number {
  const { windowMs, events, stated } = of;
  const baseMs = stated ? pauseMs : Math.min(Math.max(windowMs, pauseMs), pauseMaxMs);
  return Math.min(Math.max(5 * windowMs, pauseMaxMs), baseMs * 2 ** (events - 1));
}
