/** Limits for tests of the gate: what waits there matters, not how it is counted. */
import type { Limit } from "headgate";

/** A bucket that is full at the start. */
export const bucket = (
  max: number,
  refillPerSecond: number,
  per: readonly string[] = [],
): Limit => ({
  counted: "bucket",
  refillPerSecond,
  max,
  per,
  headroom: { unsafe: 0 },
  jitterMs: 0,
});

export const window = (max: number, windowMs = 1_000): Limit => ({
  counted: "rolling-window",
  windowMs,
  max,
  per: [],
  headroom: 0.05,
});
