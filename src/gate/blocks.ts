/**
 * Buckets through which nothing goes until an instant, as far as those who wait were told: whoever cannot
 * wait for it is refused at once. After a ban one call tries first, and that is the lightest of all, whoever
 * came first: another no costs the less the less was asked for.
 */
import type { Lane, Place } from "./lane.ts";
import { roundingMs } from "./passing.ts";

const none: readonly string[] = [];

export class Blocks {
  readonly #ends = new Map<string, Readonly<{ untilMs: number; isBan: boolean }>>();

  /** False where that is known. */
  begin(key: string, untilMs: number, isBan: boolean): boolean {
    const known = this.#ends.get(key);
    if (known !== undefined && untilMs <= known.untilMs + roundingMs) return false;
    this.#ends.set(key, { untilMs, isBan });
    return true;
  }

  has(key: string): boolean {
    return this.#ends.has(key);
  }

  /** Forgets those that are over by now, and returns whichever of them were bans. */
  over(nowMs: number): readonly string[] {
    if (this.#ends.size === 0) return none;
    const over = [...this.#ends].filter(([, { untilMs }]) => untilMs <= nowMs);
    for (const [key] of over) this.#ends.delete(key);
    return over.flatMap(([key, { isBan }]) => (isBan ? key : []));
  }
}

/** The lightest call of each lane, from light to heavy: one that cannot go leaves the try to the next. */
export function byWeight(places: readonly Place[]): readonly Place[] {
  const lightest = new Map<Lane, Place>();
  for (const place of places) {
    const known = lightest.get(place.lane);
    if (known === undefined || weightOf(place) < weightOf(known)) lightest.set(place.lane, place);
  }
  return [...lightest.values()].toSorted((a, b) => weightOf(a) - weightOf(b) || a.rank - b.rank);
}

/** The largest part that it takes of any limit: what is counted in different units compares in nothing else. */
function weightOf({ draws }: Place): number {
  return Math.max(0, ...draws.map(({ cost, limit }) => cost / limit.max));
}
