/**
 * How much somebody else will still take. Nobody sees what others consumed after the last answer, and a ban
 * for it would hit both, so it is reserved with its noise. In a time T ahead:
 *
 *     rate T + 2 sqrt(noise rate T (1 + T / 2 watched))
 *
 * `noise` is how irregular their use is: 1 for single calls at random, more for heavy ones and for bursts.
 * The rate that was watched for a while is irregular as well. It follows a rise and a fall within half a
 * window alike: a rule that is quicker up than down takes noise for more than there is.
 */
import type { Terms } from "./guard.ts";

/** Answers that come closer than this part of a window are one look. */
const looks = 30;

/** Over this part of a window the mean is taken, where the late part counts most. */
const memory = 1 / 2;

/** Never set more of a window aside for others than this. */
const reserveShareMax = 0.75;

/** The most to set aside for others. */
export function reserveMax({ planned }: Terms): number {
  return reserveShareMax * planned;
}

/** What others have used, and in how much time. */
export type Took = Readonly<{ weight: number; forMs: number }>;

export class ForeignUse {
  readonly #windowMs: number;
  readonly #terms: Terms;
  /** Of the present look, which is not over. */
  #newWeight = 0;
  #newMs = 0;
  #lookedMs = -Infinity;
  #weight = 0;
  #forMs = 0;
  /** Of how far each look was from the mean. */
  #squares = 0;

  constructor(options: Readonly<{ windowMs: number; terms: Terms }>) {
    this.#windowMs = options.windowMs;
    this.#terms = options.terms;
  }

  /** Takes in what they used up to now; less than nothing where an earlier look took too much for theirs. */
  observe({ weight, forMs }: Took, nowMs: number): void {
    this.#newWeight += weight;
    this.#newMs += forMs;
    if (this.#newMs < this.#windowMs / looks) return;
    // What was seen long ago counts for less, also where nothing was seen since.
    const kept = Math.exp((this.#lookedMs - nowMs) / (memory * this.#windowMs));
    this.#lookedMs = nowMs;
    const mean = this.expected(this.#newMs);
    this.#squares = this.#squares * kept + (this.#newWeight - mean) ** 2;
    this.#weight = this.#weight * kept + this.#newWeight;
    this.#forMs = this.#forMs * kept + this.#newMs;
    this.#newWeight = this.#newMs = 0;
  }

  /** Nobody is known to use it. */
  forget(): void {
    this.#newWeight = this.#newMs = this.#weight = this.#forMs = this.#squares = 0;
    this.#lookedMs = -Infinity;
  }

  /** What they use in so much time, as far as anybody knows. */
  expected(forMs: number): number {
    return this.#ratePerMs * Math.max(0, forMs);
  }

  /** What to leave untouched for so much time. */
  reserve(forMs: number): number {
    // Small enough to be compiled into every call: most limits are ours alone.
    return this.#weight <= 0 ? 0 : this.#reserveFor(forMs);
  }

  #reserveFor(forMs: number): number {
    const expected = this.expected(forMs);
    if (expected === 0) return 0;
    const doubt = 1 + forMs / (2 * this.#forMs);
    return expected + 2 * Math.sqrt(this.#noise * expected * doubt);
  }

  /** For how much time no more than `room` has to stay untouched. */
  msFor(room: number): number {
    const rate = this.#ratePerMs;
    if (room < 0) return 0;
    if (rate === 0) return Infinity;
    // (room - rate T)^2 = 4 noise rate T (1 + T / 2 watched), solved for T.
    const square = rate * rate - (2 * this.#noise * rate) / this.#forMs;
    const linear = 2 * rate * (room + 2 * this.#noise);
    return (2 * room * room) / (linear + Math.sqrt(linear * linear - 4 * square * room * room));
  }

  get #ratePerMs(): number {
    // A burst is no rate: nobody goes on for longer with more than the limit. Held for one, it would leave
    // so little that no answer ever showed the burst to be over.
    if (this.#weight <= 0) return 0;
    return Math.min(this.#weight / this.#forMs, this.#terms.max / this.#windowMs);
  }

  get #noise(): number {
    return this.#squares / this.#weight;
  }
}
