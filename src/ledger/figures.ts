/**
 * Limits as exchanges have changed them: they hold for the buckets that are there, and for those to come.
 * Of what an earlier process was told, only what is lower than declared holds, until somebody is told anew.
 */
import type { Adopted, Draw } from "./ledger.ts";

type Of = Pick<Draw, "key" | "whose">;

export class ChangedFigures {
  /** By limit; of those that are about one bucket the last holds. */
  readonly #told = new Map<string, readonly Adopted[]>();
  readonly #earlier = new Map<string, readonly Adopted[]>();

  constructor(earlier: readonly Adopted[]) {
    for (const one of earlier) put(this.#earlier, one);
  }

  /** False where it is known: some exchanges tell their limits in every answer. */
  adopt(changed: Adopted): boolean {
    const { limitKey, max } = changed;
    const known = this.#told.get(limitKey) ?? [];
    if (known.some((one) => one.max === max && sameScope(one, changed))) return false;
    put(this.#told, changed);
    const before = this.#earlier.get(limitKey) ?? [];
    const left = before.filter((one) => !agree(changed.whose, one.whose));
    this.#earlier.set(limitKey, left);
    return true;
  }

  /** The figure of a bucket that was declared with `max`. */
  maxOf(of: Of, max: number): number {
    const limitKey = limitOf(of.key);
    const told = this.#told.get(limitKey)?.findLast((one) => isAbout(one, of));
    const earlier = this.#earlier.get(limitKey)?.findLast((one) => isAbout(one, of));
    return told?.max ?? Math.min(max, earlier?.max ?? max);
  }

  /** All of them, as another process takes them over. */
  all(): readonly Adopted[] {
    return [...this.#earlier.values(), ...this.#told.values()].flat();
  }
}

export function isAbout({ limitKey, whose }: Adopted, of: Of): boolean {
  return limitOf(of.key) === limitKey && agree(whose, of.whose);
}

/** The limit's part of a bucket's key, which its dimensions follow. */
export function limitOf(key: string): string {
  const end = key.indexOf("|");
  return end === -1 ? key : key.slice(0, end);
}

/** The same wherever both count by the same dimension. */
function agree(asked: Draw["whose"], whose: Draw["whose"]): boolean {
  return Object.entries(whose).every(
    ([dimension, value]) => asked[dimension] === undefined || asked[dimension] === value,
  );
}

function put(all: Map<string, readonly Adopted[]>, changed: Adopted): void {
  const others = (all.get(changed.limitKey) ?? []).filter((one) => !sameScope(one, changed));
  all.set(changed.limitKey, [...others, changed]);
}

function sameScope(one: Adopted, other: Adopted): boolean {
  return JSON.stringify(one.whose) === JSON.stringify(other.whose);
}
