/** Who goes first in line. Cancels are `urgent`; collectors that can wait are `low`. */
export type Priority = "urgent" | "high" | "normal" | "low";

/** From first to last. */
export const priorities = [
  "urgent",
  "high",
  "normal",
  "low",
] as const satisfies readonly Priority[];

/** Its place among them; -1 where it is none. */
export function rankOf(priority: Priority): number {
  // A loop over four costs half of a look into a map, and every call asks.
  for (let rank = 0; rank < priorities.length; rank += 1) {
    if (priorities[rank] === priority) return rank;
  }
  return -1;
}
