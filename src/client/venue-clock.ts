/**
 * The exchange's time, for signatures: from the answers that went round quickest and tell it finest.
 *
 *     answer -> [ quickest, ..., slowest ] -> what they agree on; who contradicts a better one is left out
 *
 * A signature is refused by a second of doubt, so an answer that was long on its way says nothing here, and
 * one that failed neither. Nothing is asked for: a call is made only where a timestamp was refused (resync.ts).
 */
import type { Clock } from "../clock.ts";
import type { Stamp } from "../limits/bucket.ts";
import { boundsOf, drift } from "../limits/server-clock.ts";
import type { Bounds, StampSample } from "../limits/server-clock.ts";
import type { Rejection } from "../venue/refusals.ts";

/** Half of it is how far from the truth a sample may be. */
const slowMs = 2_000;

const samplesMax = 16;

/** With how much doubt it tells the time, up to what is the same for all: it grows with age. */
type Sample = StampSample & Readonly<{ doubtMs: number }>;

export class VenueClock {
  readonly #clock: Clock;
  /** Those with least doubt first. */
  #samples: readonly Sample[] = [];
  /** What has to be added to our clock; `undefined` where nothing is known. */
  #offsetMs: number | undefined;
  #sleeps: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#sleeps = clock.sleeps;
  }

  /** Whether somebody told the time to the millisecond. */
  get isExact(): boolean {
    return this.#samples.some(({ stepMs }) => stepMs === 1);
  }

  /** The exchange's time, or this machine's where nothing is known of it. Epoch ms. */
  nowMs(): number {
    this.#wake();
    const offsetMs = this.#offsetMs;
    return offsetMs === undefined ? this.#clock.wallMs() : this.#clock.nowMs() + offsetMs;
  }

  /** What an answer to a request of `sentMs` told. One that refuses its timestamp was made by the right clock. */
  answered(
    stamp: Stamp | undefined,
    { sentMs, rejected }: Readonly<{ sentMs: number; rejected: Rejection["kind"] | undefined }>,
  ): void {
    this.#wake();
    const misdated = rejected === "timestamp";
    // What was known when it was signed is not to be believed.
    if (misdated) this.#keep(this.#samples.filter(({ receivedMs }) => receivedMs > sentMs));
    if (stamp !== undefined && (rejected === undefined || misdated)) this.#sample(stamp, sentMs);
  }

  #sample({ serverMs, stepMs }: Stamp, sentMs: number): void {
    const receivedMs = this.#clock.nowMs();
    const tripMs = receivedMs - sentMs;
    const doubtMs = tripMs + stepMs - 2 * drift * receivedMs;
    const worst = this.#samples[samplesMax - 1];
    if (tripMs > slowMs || (worst !== undefined && doubtMs >= worst.doubtMs)) return;
    const sample = { serverMs, stepMs, sentMs, receivedMs, doubtMs };
    const sorted = [...this.#samples, sample].toSorted((a, b) => a.doubtMs - b.doubtMs);
    this.#keep(sorted.slice(0, samplesMax));
  }

  /** Nobody knows to the millisecond how long the machine has slept. */
  #wake(): void {
    if (this.#clock.sleeps === this.#sleeps) return;
    this.#sleeps = this.#clock.sleeps;
    this.#keep([]);
  }

  #keep(samples: readonly Sample[]): void {
    this.#samples = samples;
    this.#offsetMs = agreed(samples);
  }
}

/** The middle of what all say, or all that do not contradict a better one. */
function agreed(samples: readonly Sample[]): number | undefined {
  const newestMs = Math.max(...samples.map(({ receivedMs }) => receivedMs));
  let all: Bounds | undefined;
  for (const sample of samples) {
    const driftedMs = drift * (newestMs - sample.receivedMs);
    const one = boundsOf(sample);
    const lowMs = Math.max(one.lowMs - driftedMs, all?.lowMs ?? -Infinity);
    const highMs = Math.min(one.highMs + driftedMs, all?.highMs ?? Infinity);
    if (lowMs <= highMs) all = { lowMs, highMs };
  }
  return all === undefined ? undefined : (all.lowMs + all.highMs) / 2;
}
