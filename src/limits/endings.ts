/** How a call ended, as its bucket has to know it. */
import type { Ending } from "./bucket.ts";
import type { Ended } from "./congestion.ts";

/** It says nothing that may take room. */
export function isSilent(ending: Ending | undefined): boolean {
  if (typeof ending !== "object") return true;
  const { used, remaining, max, refused } = ending;
  return (used ?? remaining ?? max ?? refused) === undefined;
}

export function howEnded(ending: Ending | undefined): Ended {
  if (typeof ending === "string") return "unknown";
  return ending?.refused === undefined ? "accepted" : "refused";
}
