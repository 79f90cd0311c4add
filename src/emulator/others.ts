/**
 * Somebody else on the same address: a colleague's script, another bot behind the same gateway.
 *
 * Their steps lie on a line of weight over time, one step in each stretch of its own length, at a random
 * point of it: so the sum is never further from its share than one step. Nobody can see a step before
 * the next request, so steps are taken then, at their own instants; no timer is needed.
 */
import type { ServerSide } from "./emulator.ts";
import { seededRandom } from "./random.ts";

/** How much others use. */
export type Others = Readonly<{
  /** Of the main limit, on average: 0.2 is a fifth of it in each window. May be above 1. */
  share: number;
  /** The most that one of their requests weighs; each weighs from 1 to this. @default max / 300 */
  stepWeight?: number;
  /** @default 1 */
  seed?: number;
}>;

type Step = Readonly<{ weight: number; atMs: number; takenBefore: number }>;

/**
 * Takes what others have used up to an instant; call it before each request of that address is handled.
 * They have been at it since the window that `startMs` lies in began.
 *
 * @throws {RangeError} If `share` or `stepWeight` is not usable.
 */
export function othersUse(
  serverSide: Pick<ServerSide, "limit" | "useByOthers">,
  others: Others,
  startMs: number,
): (ip: string, nowMs: number) => void {
  const { max, windowMs } = serverSide.limit;
  const { share, stepWeight = Math.max(1, Math.floor(max / 300)), seed = 1 } = others;
  if (!(share >= 0 && share < Infinity)) {
    throw new RangeError(`The share of others must be 0 or more, not ${share}.`);
  }
  if (!(Number.isInteger(stepWeight) && stepWeight >= 1)) {
    throw new RangeError(
      `The stepWeight of others must be a whole number from 1, not ${stepWeight}.`,
    );
  }
  const weightPerMs = (share * max) / windowMs;
  const originMs = Math.floor(startMs / windowMs) * windowMs;
  const lines = new Map<string, { random: () => number; next: Step }>();

  const step = (random: () => number, takenBefore: number): Step => {
    const weight = 1 + Math.floor(random() * stepWeight);
    return {
      weight,
      takenBefore,
      atMs: originMs + (takenBefore + random() * weight) / weightPerMs,
    };
  };
  const lineOf = (ip: string): { random: () => number; next: Step } => {
    const known = lines.get(ip);
    if (known !== undefined) return known;
    const random = seededRandom(seed + lines.size);
    const line = { random, next: step(random, 0) };
    lines.set(ip, line);
    return line;
  };

  return (ip, nowMs) => {
    if (weightPerMs === 0) return;
    const line = lineOf(ip);
    while (line.next.atMs <= nowMs) {
      const { weight, atMs, takenBefore } = line.next;
      serverSide.useByOthers(ip, weight, atMs);
      line.next = step(line.random, takenBefore + weight);
    }
  };
}
