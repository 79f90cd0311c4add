/**
 * What calls that wait for one bucket need of another one. Somebody who comes after them may take from it
 * now only if all of them still find it there.
 *
 *     far    its instant is so late that what is taken now is back by then
 *     near   counts; by the order in which their calls go, and by when they need it
 */
import { Heap } from "./heap.ts";
import type { Seat } from "./heap.ts";

/** Who goes first: the more urgent, and of those the one that came first. */
export type Rank = Readonly<{ rank: number; order: number }>;

export type Claim = Rank & {
  readonly claims: Claims;
  readonly cost: number;
  /** When it needs it; `-Infinity` where that may be at any time. */
  readonly byMs: number;
  isNear: boolean;
  readonly inTime: Seat;
  readonly inOrder: Seat;
};

/** So much, and by when the first of them needs it. */
export type Claimed = Readonly<{ cost: number; byMs: number }>;

const goesBefore = (a: Rank, b: Rank): boolean =>
  a.rank < b.rank || (a.rank === b.rank && a.order < b.order);
const sooner = (a: Claim, b: Claim): boolean => a.byMs < b.byMs;
const inTime = (claim: Claim): Seat => claim.inTime;
const inOrder = (claim: Claim): Seat => claim.inOrder;

export class Claims {
  readonly #backMs: number;
  readonly #far = new Heap<Claim>(sooner, inTime);
  readonly #near = new Heap<Claim>(sooner, inTime);
  readonly #order = new Heap<Claim>(goesBefore, inOrder);
  #nearCost = 0;

  /** `backMs` is after how much time what was taken has come back. */
  constructor(backMs: number) {
    this.#backMs = backMs;
  }

  get isEmpty(): boolean {
    return this.#far.size + this.#near.size === 0;
  }

  make(of: Rank & Claimed): Claim {
    const { rank, order, cost, byMs } = of;
    const seats = { isNear: false, inTime: { index: -1 }, inOrder: { index: -1 } };
    const claim = { claims: this, rank, order, cost, byMs, ...seats };
    this.#far.put(claim);
    return claim;
  }

  drop(claim: Claim): void {
    (claim.isNear ? this.#near : this.#far).remove(claim);
    this.#order.remove(claim);
    if (claim.isNear) this.#nearCost -= claim.cost;
    // Decimals would leave a trace.
    if (this.#near.size === 0) this.#nearCost = 0;
  }

  /** All that is claimed. */
  all(nowMs: number): Claimed {
    for (;;) {
      const claim = this.#far.first;
      if (claim === undefined || claim.byMs > nowMs + this.#backMs) break;
      this.#far.remove(claim);
      claim.isNear = true;
      this.#near.put(claim);
      this.#order.put(claim);
      this.#nearCost += claim.cost;
    }
    return { cost: this.#nearCost, byMs: this.#near.first?.byMs ?? Infinity };
  }

  /** What is claimed by those who go before a call; no more of it than `enough`. */
  before(call: Rank, enough: number): Claimed {
    let cost = 0;
    let byMs = Infinity;
    this.#order.walk((claim) => {
      if (cost > enough || !goesBefore(claim, call)) return false;
      cost += claim.cost;
      byMs = Math.min(byMs, claim.byMs);
      return true;
    });
    return { cost, byMs };
  }
}
