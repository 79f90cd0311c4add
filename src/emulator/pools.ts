/** The commonest limit of a server side: so much in the last window, for each of those whom it counts. */
import { rollingLog } from "./models/sliding.ts";
import type { ServerPool } from "./rules.ts";

/** @throws {RangeError} If `max` or `windowMs` is not a finite number above 0. */
export function rollingPool<No extends string>(
  of: Readonly<{ max: number; windowMs: number }> & Pick<ServerPool<No>, "whose" | "refusal">,
): ServerPool<No> {
  const { max, windowMs } = of;
  return { ...of, model: rollingLog({ max, windowMs }) };
}
