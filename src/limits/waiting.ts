/**
 * For how much of the last window calls waited for room. Only a bucket whose calls had to wait has taken all
 * that there was: to a client that asks for little, a refusal says nothing about the limit.
 */

/** The last window is known as exactly as one slot of it. */
const slots = 16;

export class Waiting {
  readonly #windowMs: number;
  readonly #slotMs: number;
  readonly #waitedMs: number[] = [];
  /** The present slot, counted from the beginning of time. */
  #slot = 0;
  /** A call waits from one instant to another, or until something happens. */
  #sinceMs = Infinity;
  #untilMs = Infinity;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
    this.#slotMs = windowMs / slots;
  }

  /** A call waits from now on, and was promised room at `untilMs`. */
  begin(sinceMs: number, untilMs: number): void {
    this.#sinceMs = Math.min(this.#sinceMs, sinceMs);
    this.#untilMs = untilMs;
  }

  /** Something went or ended: whoever waits still, asks again. */
  end(nowMs: number): void {
    if (this.#sinceMs < Infinity) this.#count(nowMs);
  }

  #count(nowMs: number): void {
    const waitedMs = Math.min(nowMs, this.#untilMs) - this.#sinceMs;
    this.#sinceMs = Infinity;
    if (waitedMs <= 0) return;
    this.#turn(nowMs);
    const index = this.#slot % slots;
    this.#waitedMs[index] = (this.#waitedMs[index] ?? 0) + Math.min(waitedMs, this.#windowMs);
  }

  /** For how long a call waited in the last window. */
  lastMs(nowMs: number): number {
    this.#turn(nowMs);
    return this.#waitedMs.reduce((sum, waitedMs) => sum + waitedMs, 0);
  }

  /** Nobody waits, and nobody has in the last window. */
  isOver(nowMs: number): boolean {
    return this.#sinceMs === Infinity && this.lastMs(nowMs) === 0;
  }

  #turn(nowMs: number): void {
    const slot = Math.floor(nowMs / this.#slotMs);
    const first = Math.max(this.#slot + 1, slot - slots + 1);
    for (let next = first; next <= slot; next += 1) this.#waitedMs[next % slots] = 0;
    this.#slot = Math.max(slot, this.#slot);
  }
}
