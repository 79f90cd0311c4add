/** One timer for many instants: it is set to the first of them. */
import type { Clock, Timer } from "./clock.ts";

export class Alarm {
  readonly #clock: Clock;
  readonly #ring: () => void;
  readonly #isIdle: boolean;
  #timer: Timer | undefined;
  #atMs = Infinity;

  /** An idle one does not keep the process alive. */
  constructor(clock: Clock, ring: () => void, isIdle = false) {
    this.#clock = clock;
    this.#ring = ring;
    this.#isIdle = isIdle;
  }

  /** Rings then, or earlier where it was set to that; `Infinity` is never. */
  set(atMs: number): void {
    if (atMs < Infinity && atMs >= this.#atMs) return;
    this.#timer?.cancel();
    this.#atMs = atMs;
    this.#timer = undefined;
    if (atMs === Infinity) return;
    this.#timer = this.#clock.at(atMs, () => {
      this.#atMs = Infinity;
      this.#ring();
    });
    if (this.#isIdle) this.#timer.unref?.();
  }
}
