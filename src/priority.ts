/** Who goes first in line. Cancels are `urgent`; collectors that can wait are `low`. */
export type Priority = "urgent" | "high" | "normal" | "low";

/** From first to last. */
export const priorities = [
  "urgent",
  "high",
  "normal",
  "low",
] as const satisfies readonly Priority[];

const ranks = new Map<string, number>(priorities.map((priority, rank) => [priority, rank]));

/** Its place among them; -1 where it is none. */
export function rankOf(priority: Priority): number {
  return ranks.get(priority) ?? -1;
}
