/**
 * How exchanges count, written a second time: this is the emulator's own counting, which shares nothing
 * with `limits/` so that it can prove it wrong. One class per model; all take time as an argument.
 */

/** A window after something was counted in it. */
export type Taken = Readonly<{
  /** All that this window holds for the key. */
  used: number;
  /** Epoch ms. */
  windowStartMs: number;
  /** How long until the next window starts from 0. */
  endsInMs: number;
}>;

type Entry = Readonly<{ windowStartMs: number; used: number }>;

/**
 * Fixed windows, aligned to the epoch: minutes begin at second 0, days at 00:00 UTC, for every key.
 *
 * Nothing is ever refused here: the caller compares `used` with the limit, so that refused requests can
 * be counted too. Keys are forgotten when the window turns.
 */
export class FixedWindows {
  readonly windowMs: number;
  readonly #entries = new Map<string, Entry>();
  #latestStartMs = -Infinity;

  /** @throws {RangeError} If `windowMs` is not a number above 0. */
  constructor(windowMs: number) {
    if (!(windowMs > 0 && windowMs < Infinity)) {
      throw new RangeError(`A window needs a length above 0 ms, not ${windowMs}.`);
    }
    this.windowMs = windowMs;
  }

  /** Counts `weight` for the key and returns its window with it; 0 only looks. */
  take(key: string, weight: number, nowMs: number): Taken {
    const present = this.#entry(key, nowMs);
    const entry = { ...present, used: present.used + weight };
    if (weight !== 0) this.#entries.set(key, entry);
    const endsInMs = entry.windowStartMs + this.windowMs - nowMs;
    return { ...entry, endsInMs };
  }

  /** Takes `weight` back out of the present window, whichever window it was counted in; never below 0. */
  giveBack(key: string, weight: number, nowMs: number): Taken {
    const { used } = this.#entry(key, nowMs);
    return this.take(key, -Math.min(weight, used), nowMs);
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.#entries.size;
  }

  #entry(key: string, nowMs: number): Entry {
    const windowStartMs = Math.floor(nowMs / this.windowMs) * this.windowMs;
    this.#forget(windowStartMs);
    const entry = this.#entries.get(key);
    // A server whose clock is set back does not open an old window again.
    if (entry !== undefined && entry.windowStartMs >= windowStartMs) return entry;
    return { windowStartMs, used: 0 };
  }

  /** At a turn of the window, what was counted before it means nothing any more. */
  #forget(windowStartMs: number): void {
    if (windowStartMs <= this.#latestStartMs) return;
    this.#latestStartMs = windowStartMs;
    for (const [key, entry] of this.#entries) {
      if (entry.windowStartMs < windowStartMs) this.#entries.delete(key);
    }
  }
}
