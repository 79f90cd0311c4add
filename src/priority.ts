/** Who goes first in line. Cancels are `urgent`; collectors that can wait are `low`. */
export type Priority = "urgent" | "high" | "normal" | "low";

/** From first to last. */
export const priorities = [
  "urgent",
  "high",
  "normal",
  "low",
] as const satisfies readonly Priority[];
