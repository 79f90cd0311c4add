/**
 * What the exchange reports against what is in flight. Answers come back in any order, and a used figure
 * knows nothing of the requests that were counted after it: it is never taken for the truth of now.
 *
 *     used now <= in flight + settled unreported + max(own acknowledged, newest used figure)
 *
 * "Newest" is by the order in which the exchange counted, which nobody sees. But an answer to a request
 * that was sent after another answer had come was certainly counted later; so the largest figure among
 * those that no such answer has overtaken is at least the newest one.
 */
import { less } from "./guard.ts";

type Seen = Readonly<{ used: number; receivedMs: number }>;

/**
 * The figures that may still be the newest, in two generations: what came before the last overtaking
 * answer was sent, and what came since. Two, because under steady traffic no answer overtakes all others.
 */
export type Reported = Readonly<{ older?: Seen; newer?: Seen }>;

export const nothingReported: Reported = {};

/** One used figure and the request that brought it. */
export type UsedAnswer = Readonly<{ used: number; sentMs: number; receivedMs: number }>;

/** Takes in one figure. */
export function noteUsed({ older, newer }: Reported, answer: UsedAnswer): Reported {
  const { used, sentMs, receivedMs } = answer;
  const seen = { used, receivedMs };
  // At one and the same instant nobody knows which was first.
  if (newer === undefined || sentMs > newer.receivedMs) return { newer: seen };
  if (older === undefined || sentMs > older.receivedMs) return { older: newer, newer: seen };
  return { older, newer: { used: Math.max(newer.used, used), receivedMs } };
}

/** The most that the newest figure can be, or `undefined` where none was reported. */
export function usedOf({ older, newer }: Reported): number | undefined {
  if (newer === undefined) return undefined;
  return older === undefined ? newer.used : Math.max(older.used, newer.used);
}

/** Changes each figure: something that it contained has left the window since. */
export function mapUsed(reported: Reported, change: (seen: Seen) => number): Reported {
  const changed: { older?: Seen; newer?: Seen } = {};
  for (const generation of ["older", "newer"] as const) {
    const seen = reported[generation];
    if (seen !== undefined) changed[generation] = { ...seen, used: Math.max(0, change(seen)) };
  }
  return changed;
}

/** Weight that was settled without a figure that surely contains it. */
type Pending = {
  cost: number;
  firstMs: number;
  settledMs: number;
  /** Counted in this window and no other. */
  readonly certain: boolean;
  /** Sent and never answered: the exchange may count it still, so no figure can be said to contain it. */
  readonly lost: boolean;
};

/** What one window of the exchange has counted, beside what is in flight: own and foreign. */
export class Tally {
  /** The used figure can go down, so the exchange's last word counts more than our own sum. */
  readonly #falls: boolean;
  /** Settled within so little of each other, charges are kept as one: this bounds the list. */
  readonly #mergeMs: number;
  #acknowledged = 0;
  /** Of ours, and perhaps in the figures: it may have been counted in another window. */
  #perhaps = 0;
  #pending: Pending[] = [];
  #reported: Reported = nothingReported;

  constructor(options: Readonly<{ falls: boolean; mergeMs: number }>) {
    this.#falls = options.falls;
    this.#mergeMs = options.mergeMs;
  }

  /** Counted here, and the answer said how much is used by now. */
  acknowledge(cost: number, answer: UsedAnswer): void {
    this.#acknowledged += cost;
    this.#pending = this.#pending.filter((pending) => {
      if (pending.lost || pending.settledMs >= answer.sentMs) return true;
      if (pending.certain) this.#acknowledged += pending.cost;
      else this.#perhaps += pending.cost;
      return false;
    });
    this.note(answer);
  }

  /** A used figure without a call of ours. */
  note(answer: UsedAnswer): void {
    this.#reported = noteUsed(this.#reported, answer);
  }

  /** Settled without a figure; `certain` where it was surely counted in this window. */
  hold(cost: number, settledMs: number, kind: Readonly<{ certain: boolean; lost: boolean }>): void {
    if (cost === 0) return;
    const last = this.#pending.at(-1);
    const alike = last?.certain === kind.certain && last.lost === kind.lost;
    if (last !== undefined && alike && settledMs - last.firstMs <= this.#mergeMs) {
      last.cost += cost;
      last.settledMs = settledMs;
    } else this.#pending.push({ cost, firstMs: settledMs, settledMs, ...kind });
  }

  /** Given back by something else than time. */
  credit(amount: number): void {
    let left = amount;
    for (const pending of this.#pending) {
      const taken = Math.min(left, pending.cost);
      pending.cost = less(pending.cost, taken);
      left -= taken;
    }
    this.#acknowledged = Math.max(0, less(this.#acknowledged, left));
    // Only an answer brings another figure, and none may come while this one leaves no room.
    if (this.#falls) this.#reported = mapUsed(this.#reported, ({ used }) => less(used, left));
  }

  /** An upper bound of what is counted, less what is in flight. */
  get used(): number {
    const reported = usedOf(this.#reported);
    if (reported === undefined) return this.#acknowledged + this.#unreported;
    const counted = this.#falls ? reported : Math.max(this.#acknowledged, reported);
    return counted + this.#unreported;
  }

  /**
   * What others have used at least, where `inFlight` of ours may be in the figures. Below 0 as long as they
   * have used less than what is taken off for the calls of ours that were counted elsewhere.
   */
  foreign(inFlight: number): number {
    const reported = usedOf(this.#reported) ?? 0;
    return reported - this.#acknowledged - this.#perhaps - this.#unreported - inFlight;
  }

  /** Weight of ours that was perhaps counted in another window: `foreign` may be too low by as much. */
  get uncertain(): number {
    let sum = this.#perhaps;
    for (const { certain, cost } of this.#pending) if (!certain) sum += cost;
    return sum;
  }

  /** What others have used at most, less what was perhaps counted elsewhere. */
  get foreignMost(): number {
    return (usedOf(this.#reported) ?? 0) - this.#acknowledged - this.#perhaps;
  }

  /** The exchange's word. */
  get reported(): number | undefined {
    return usedOf(this.#reported);
  }

  get #unreported(): number {
    let sum = 0;
    for (const pending of this.#pending) sum += pending.cost;
    return sum;
  }
}
