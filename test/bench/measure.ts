/**
 * How things are measured here: in short rounds that take turns, so that all sides see the same noise of a
 * shared machine, after a warm-up, and as the median of the rounds.
 */
import { setImmediate as turn } from "node:timers/promises";

/** What is measured beside each other: `run` does the same thing `count` times. */
export type Side = Readonly<{ name: string; run: (count: number) => void | Promise<void> }>;

export type Rounds = Readonly<{ rounds: number; roundMs: number }>;

/** A reading of the clock: what time is measured in, as a machine that is shared is not always as fast. */
export const clock: Side = {
  name: "clock",
  run: (count) => {
    let sum = 0;
    for (let done = 0; done < count; done += 1) sum += performance.now();
    if (Number.isNaN(sum)) throw new Error("The clock shows no number.");
  },
};

/** So long the compiler may take, which has to share the processor. */
const warmMinMs = 1_000;

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}

/** Ns for each of `count`. */
async function nsOf({ run }: Side, count: number): Promise<number> {
  const startMs = performance.now();
  const ran = run(count);
  // What is synchronous is not made to wait for a promise.
  if (ran !== undefined) await ran;
  return ((performance.now() - startMs) * 1e6) / count;
}

/** How many make about one round, found while it warms up. */
async function warm(side: Side, roundMs: number): Promise<number> {
  let count = 1;
  let ns = await nsOf(side, count);
  const warmMs = Math.max(warmMinMs, 3 * roundMs);
  for (let spentMs = 0; spentMs < warmMs; spentMs += (ns * count) / 1e6) {
    count = Math.max(1, Math.min(4 * count, Math.round((roundMs * 1e6) / ns)));
    ns = await nsOf(side, count);
  }
  return Math.max(1, Math.round((roundMs * 1e6) / ns));
}

/** Ns for each call of each side, round by round: `rounds[3].limiter`. */
export async function inTurns(
  sides: readonly Side[],
  { rounds, roundMs }: Rounds,
): Promise<readonly Readonly<Record<string, number>>[]> {
  const counts = new Map<Side, number>();
  for (const side of sides) counts.set(side, await warm(side, roundMs));
  const done: Record<string, number>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const seen: Record<string, number> = {};
    // Nobody always comes first, or always after the same one.
    const order = round % 2 === 0 ? sides : sides.toReversed();
    for (const side of order) {
      await turn();
      seen[side.name] = await nsOf(side, counts.get(side) ?? 1);
    }
    done.push(seen);
  }
  return done;
}

/** The median of each side, of figures as `inTurns` gives them. */
export function medians(
  rounds: readonly Readonly<Record<string, number>>[],
): Readonly<Record<string, number>> {
  const names = Object.keys(rounds[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, median(rounds.map((round) => round[name] ?? NaN))]),
  );
}

/** The median over the rounds of how much faster than `name` the side `base` was: 1 where both are equal. */
export function ratiosTo(
  base: string,
  rounds: readonly Readonly<Record<string, number>>[],
): Readonly<Record<string, number>> {
  return medians(
    rounds.map((round) =>
      Object.fromEntries(
        Object.entries(round).map(([name, ns]) => [name, (round[base] ?? NaN) / ns]),
      ),
    ),
  );
}

/** Bytes that are held now, once all garbage is gone, those of typed arrays with them. */
export function heldBytes(): number {
  if (globalThis.gc === undefined) throw new Error("Bytes are counted under --expose-gc.");
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Processor time of all threads, us: what a wait in between does not add to. */
export function processorUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
