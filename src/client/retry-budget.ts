/**
 * How much is tried again over all calls of one address. In a bad minute every call fails, and three attempts
 * of each would be three times the load on an exchange that has trouble enough.
 *
 *     an attempt that follows a failure    takes 1
 *     an answered call                     gives back 0.1
 */
import { sharedBy } from "./shared.ts";

/** Ten answered calls pay for one more attempt. */
const givenBack = 0.1;

export class RetryBudget {
  #spent = 0;

  /** One more attempt, if that makes at most `most`; a client may be more careful than another one. */
  take(most: number): boolean {
    if (this.#spent + 1 > most) return false;
    this.#spent += 1;
    return true;
  }

  answered(): void {
    if (this.#spent > 0) this.#spent = Math.max(0, this.#spent - givenBack);
  }
}

/** The budgets of one exchange, by address. */
export class RetryBudgets {
  static readonly of = sharedBy(() => new RetryBudgets());
  readonly #budgets = new Map<string, RetryBudget>();

  at(egress: string): RetryBudget {
    const known = this.#budgets.get(egress);
    if (known !== undefined) return known;
    const made = new RetryBudget();
    this.#budgets.set(egress, made);
    return made;
  }
}
