/**
 * How much of a window somebody else will still take. Nobody sees what others consumed after the last
 * answer, and a ban for it would hit both, so it is reserved with its noise:
 *
 *     rate T + 2 sqrt(step rate T),   T = time to the window's end, at least a twentieth of it
 *
 * below what is planned; and what they have used since the newest figure, `rate T`, below the limit itself.
 * The rate follows a rise within a few answers and a fall within half a window.
 */

const gainUp = 0.3;
const gainDown = 0.08;

/** Answers that come closer than this part of a window are one observation of the rate. */
const observations = 30;

/** Only when nothing was seen for this part of a window do others rest. */
const rests = 10;

export class ForeignUse {
  readonly #windowMs: number;
  #window = Number.NaN;
  /** The most seen in the present window, and when it was last looked at. */
  #seen: number | undefined;
  #seenMs = 0;
  #steps = 0;
  #stepSquares = 0;
  #ratePerMs: number | undefined;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /**
   * Others have used at least `seen` of a window that began `elapsedMs` ago and lets `most` through. Below
   * 0 it is `since`: what they used before the first look at the window cannot be told from our own.
   */
  observe(
    seen: number,
    at: Readonly<{
      window: number;
      elapsedMs: number;
      nowMs: number;
      most: number;
      since: number;
    }>,
  ): void {
    if (at.window !== this.#window) {
      this.#window = at.window;
      this.#seen = undefined;
      this.#seenMs = at.nowMs - Math.max(0, at.elapsedMs);
    }
    const sinceMs = at.nowMs - this.#seenMs;
    if (sinceMs < this.#windowMs / observations) return;
    if (this.#seen === undefined && at.since < 0) {
      this.#seen = at.since;
      this.#seenMs = at.nowMs;
      return;
    }
    const before = this.#seen ?? 0;
    const step = Math.max(0, seen - before);
    // What is in flight hides a step for a while: it is no rest, and what comes out then no burst.
    if (step === 0 && sinceMs < this.#windowMs / rests) return;
    // A burst is no rate: nobody goes on for longer with more than the limit. Held for one, it would leave
    // so little that no answer ever showed the burst to be over.
    this.#learn({ ratePerMs: Math.min(step / sinceMs, at.most / this.#windowMs), step, sinceMs });
    this.#seen = before + step;
    this.#seenMs = at.nowMs;
  }

  /** What they use in so much time, as far as anybody knows. */
  expected(elapsedMs: number): number {
    return (this.#ratePerMs ?? 0) * Math.max(0, elapsedMs);
  }

  /** What to leave untouched in a window that ends in `leftMs`. */
  reserve(leftMs: number): number {
    const expected = this.expected(Math.max(leftMs, this.#windowMs / 20));
    return expected + 2 * Math.sqrt(this.#step * expected);
  }

  /** How long before a window's end no more than `room` has to stay untouched. */
  leftMsFor(room: number): number {
    const rate = this.#ratePerMs ?? 0;
    if (room < 0) return 0;
    if (rate === 0) return Infinity;
    // With x = sqrt(expected): x^2 + 2 sqrt(step) x = room.
    const root = Math.sqrt(this.#step);
    const expected = (Math.sqrt(root * root + room) - root) ** 2;
    const leftMs = expected / rate;
    return leftMs < this.#windowMs / 20 ? 0 : leftMs;
  }

  #learn({ ratePerMs, step, sinceMs }: { ratePerMs: number; step: number; sinceMs: number }): void {
    // One long look is worth as much as the short ones that it stands for.
    const looks = (sinceMs * observations) / this.#windowMs;
    const kept = (gain: number): number => (1 - gain) ** looks;
    const known = this.#ratePerMs ?? ratePerMs;
    this.#ratePerMs = ratePerMs + kept(ratePerMs > known ? gainUp : gainDown) * (known - ratePerMs);
    this.#steps = this.#steps * kept(gainDown) + step;
    this.#stepSquares = this.#stepSquares * kept(gainDown) + step * step;
  }

  /** The mean size of a step, each weighted with itself: what the noise of a sum of steps depends on. */
  get #step(): number {
    return this.#steps === 0 ? 0 : this.#stepSquares / this.#steps;
  }
}
