/**
 * What calls that were promised an instant need, then, of a bucket other than the one they wait for.
 * Somebody else may take from it now only if all of them still find it there.
 *
 * A claim counts once its instant is nearer than the time in which the bucket fills up from empty: what
 * is taken before that is back by then.
 */
import { Heap } from "./heap.ts";
import type { Seat } from "./heap.ts";

export type Claim = {
  readonly claims: Claims;
  readonly rank: number;
  readonly cost: number;
  readonly byMs: number;
  readonly seat: Seat;
  isNear: boolean;
};

type Ranked = { readonly near: Heap<Claim>; readonly far: Heap<Claim>; nearCost: number };

const before = (a: Claim, b: Claim): boolean => a.byMs < b.byMs;
const seatOf = (claim: Claim): Seat => claim.seat;

export class Claims {
  readonly #fillMs: number;
  readonly #ranks = new Map<number, Ranked>();

  /** `fillMs` is in how much time the bucket fills up from empty. */
  constructor(fillMs: number) {
    this.#fillMs = fillMs;
  }

  make(of: Readonly<{ rank: number; cost: number; byMs: number }>): Claim {
    const claim = { ...of, claims: this, seat: { index: -1 }, isNear: false };
    this.#ranked(of.rank).far.put(claim);
    return claim;
  }

  drop(claim: Claim): void {
    const ranked = this.#ranked(claim.rank);
    ranked[claim.isNear ? "near" : "far"].remove(claim);
    if (claim.isNear) ranked.nearCost -= claim.cost;
    if (ranked.near.size === 0) ranked.nearCost = 0;
    if (ranked.near.size + ranked.far.size === 0) this.#ranks.delete(claim.rank);
  }

  /** All that is claimed by those who are at least as urgent, and by when the first needs it. */
  before(rank: number, nowMs: number): Readonly<{ cost: number; byMs: number }> {
    let cost = 0;
    let byMs = Infinity;
    for (const [other, ranked] of this.#ranks) {
      if (other > rank) continue;
      this.#approach(ranked, nowMs);
      cost += ranked.nearCost;
      byMs = Math.min(byMs, ranked.near.first?.byMs ?? Infinity);
    }
    return { cost, byMs };
  }

  #approach(ranked: Ranked, nowMs: number): void {
    for (;;) {
      const claim = ranked.far.first;
      if (claim === undefined || claim.byMs > nowMs + this.#fillMs) return;
      ranked.far.remove(claim);
      claim.isNear = true;
      ranked.near.put(claim);
      ranked.nearCost += claim.cost;
    }
  }

  #ranked(rank: number): Ranked {
    const known = this.#ranks.get(rank);
    if (known !== undefined) return known;
    const made = { near: new Heap(before, seatOf), far: new Heap(before, seatOf), nearCost: 0 };
    this.#ranks.set(rank, made);
    return made;
  }
}
