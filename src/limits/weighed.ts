/**
 * What a call is charged: what was declared, until the exchange's own figures prove something else.
 *
 * A step of the used figure is the call's cost, or more where somebody else was counted with it. So the
 * steps vote: the least one that has the majority is the cost, once it is ahead by `leadEnough`. Others who
 * share the limit make steps that differ from one another, and of those none gets ahead.
 *
 *     declared 5     steps 20 20 33 20 20 20 20 20 20 20      ->  20
 *                    steps 11 24 5 17 31 5 8 ...              ->  5
 */

/** So far ahead the cost is proved. */
const leadEnough = 8;

/** Figures with decimals: what counts as the same step. */
const epsilon = 1e-6;

export class Weighed {
  #charged: number;
  #candidate: number;
  #lead = 0;

  constructor(declared: number) {
    this.#charged = declared;
    this.#candidate = declared;
  }

  /** What it costs, as far as is known. */
  get charged(): number {
    return this.#charged;
  }

  /**
   * The step of the used figure with such a call. `lower` says that it can also prove a lower cost: that
   * nothing but this call can have changed the figure downwards. Returns true when it is charged another
   * cost from now on.
   */
  look(by: number, lower: boolean): boolean {
    if (by < this.#charged - epsilon && !lower) return false;
    this.#vote(by);
    if (this.#lead < leadEnough || same(this.#candidate, this.#charged)) return false;
    this.#charged = this.#candidate;
    return true;
  }

  /** Somebody else has proved it. */
  adopt(cost: number): void {
    this.#charged = cost;
    this.#candidate = cost;
    this.#lead = leadEnough;
  }

  #vote(by: number): void {
    if (same(by, this.#candidate)) {
      this.#lead = Math.min(leadEnough, this.#lead + 1);
    } else if (by < this.#candidate || this.#lead === 0) {
      this.#candidate = by;
      this.#lead = 1;
    } else this.#lead -= 1;
  }
}

function same(one: number, other: number): boolean {
  return Math.abs(one - other) <= epsilon;
}
