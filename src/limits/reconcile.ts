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
import type { Took } from "./foreign-use.ts";
import { less } from "./guard.ts";

/** One used figure and the request that brought it. */
export type UsedAnswer = Readonly<{ used: number; sentMs: number; receivedMs: number }>;

/** No figure: less than any, and older than any. */
const none = -Infinity;

/**
 * The figures that may still be the newest, in two generations: what came before the last overtaking
 * answer was sent, and what came since. Two, because under steady traffic no answer overtakes all others.
 */
export class Figures {
  #older = none;
  #olderMs = none;
  #newer = none;
  #newerMs = none;
  #asOfMs = none;

  /** The most that the newest figure can be; `-Infinity` where none was reported. */
  get most(): number {
    return Math.max(this.#older, this.#newer);
  }

  /** The same, or `undefined` where none was reported. */
  get used(): number | undefined {
    const most = this.most;
    return most === none ? undefined : most;
  }

  /** All that was counted before this instant is in the newest figure. */
  get asOfMs(): number {
    return this.#asOfMs;
  }

  /** When the older of them came; `Infinity` where there is none. */
  get sinceMs(): number {
    if (this.#older !== none) return this.#olderMs;
    return this.#newer === none ? Infinity : this.#newerMs;
  }

  /** When the last of them came; `-Infinity` where there is none. */
  get lastMs(): number {
    return this.#newer === none ? none : this.#newerMs;
  }

  /** Takes in one figure. */
  note({ used, sentMs, receivedMs }: UsedAnswer): void {
    this.#asOfMs = Math.max(this.#asOfMs, sentMs);
    // At one and the same instant nobody knows which was first.
    if (this.#newer === none || sentMs > this.#newerMs) {
      this.#older = none;
      this.#newer = used;
    } else if (this.#older === none || sentMs > this.#olderMs) {
      this.#older = this.#newer;
      this.#olderMs = this.#newerMs;
      this.#newer = used;
    } else this.#newer = Math.max(this.#newer, used);
    this.#newerMs = receivedMs;
  }

  /** Something that was surely contained in the figures that came before `untilMs` has left since. */
  lower(amount: number, untilMs: number): void {
    if (this.#older !== none && this.#olderMs < untilMs)
      this.#older = Math.max(0, less(this.#older, amount));
    if (this.#newer !== none && this.#newerMs < untilMs)
      this.#newer = Math.max(0, less(this.#newer, amount));
  }

  /** Forgets what came up to `untilMs`. */
  forget(untilMs: number): void {
    if (this.#olderMs <= untilMs) this.#older = none;
    if (this.#newerMs <= untilMs) this.#newer = none;
  }

  /** Becomes like another. */
  copy(other: Figures): void {
    this.#older = other.#older;
    this.#olderMs = other.#olderMs;
    this.#newer = other.#newer;
    this.#newerMs = other.#newerMs;
    this.#asOfMs = other.#asOfMs;
  }
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
  readonly #figures = new Figures();
  /** The most of others that was seen, and when it was last looked at. */
  #seen = 0;
  #seenMs: number | undefined;

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
    this.#figures.note(answer);
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
    if (this.#falls) this.#figures.lower(left, Infinity);
  }

  /** An upper bound of what is counted, less what is in flight. */
  get used(): number {
    const most = this.#figures.most;
    const fell = this.#falls && most !== none;
    return (fell ? most : Math.max(this.#acknowledged, most)) + this.#unreported;
  }

  /** What of ours may have been counted. */
  get own(): number {
    return this.#acknowledged + this.#perhaps + this.#unreported;
  }

  /**
   * What others have used at least, where `inFlight` of ours may be in the figures. Below 0 as long as they
   * have used less than what is taken off for the calls of ours that were counted elsewhere.
   */
  foreign(inFlight: number): number {
    const reported = this.#figures.used ?? 0;
    return reported - this.#acknowledged - this.#perhaps - this.#unreported - inFlight;
  }

  /** What others have used since the last look, or since the window began. */
  look(inFlight: number, nowMs: number, begunMs: number): Took {
    const seen = this.foreign(inFlight);
    const seenMs = this.#seenMs ?? this.#firstLook(nowMs, begunMs);
    const weight = Math.max(0, seen - this.#seen);
    this.#seen += weight;
    this.#seenMs = nowMs;
    return { weight, forMs: nowMs - seenMs };
  }

  /** Where some of ours was perhaps counted elsewhere, only what is used from here on can be seen. */
  #firstLook(nowMs: number, begunMs: number): number {
    let uncertain = this.#perhaps;
    for (const { certain, cost } of this.#pending) if (!certain) uncertain += cost;
    if (uncertain === 0) return begunMs;
    const most = (this.#figures.used ?? 0) - this.#acknowledged - this.#perhaps;
    this.#seen = Math.min(0, Math.max(-uncertain, most));
    return this.#seen < 0 ? nowMs : begunMs;
  }

  /** The exchange's word. */
  get reported(): number | undefined {
    return this.#figures.used;
  }

  /** Something may be counted still, whatever the figures say. */
  get hasLost(): boolean {
    return this.#pending.some(({ lost }) => lost);
  }

  /** What others used from this instant on no figure can show. */
  get asOfMs(): number {
    return this.#figures.asOfMs;
  }

  get #unreported(): number {
    let sum = 0;
    for (const pending of this.#pending) sum += pending.cost;
    return sum;
  }
}
