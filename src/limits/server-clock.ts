/**
 * Another clock as an interval, from what was seen of it. Something that shows T between two instants of
 * ours says that what must be added to our clock to get theirs lies in
 *
 *     [T - received, T + step - sent]
 *
 * and in all such intervals at once. It widens with the drift of two clocks. Samples that contradict each
 * other mean that a clock has stepped: everything before is forgotten.
 */

/** Two quartz clocks drift apart by no more than 200 ppm. */
export const drift = 200e-6;

/** Epoch ms as doubles are exact to a quarter of a microsecond; an instant is promised this much later. */
const roundingMs = 0.001;

export type StampSample = Readonly<{
  /** What it showed: epoch ms by the exchange. */
  serverMs: number;
  /** How coarse that is. */
  stepMs: number;
  /** Our monotonic clock, around it. */
  sentMs: number;
  receivedMs: number;
}>;

/** What one sample says. */
export type Bounds = Readonly<{ lowMs: number; highMs: number }>;

export class ServerClock {
  #lowMs = -Infinity;
  #highMs = Infinity;
  /** When the interval was as wide as it is kept. */
  #atMs = 0;
  #steps = 0;
  #steppedMs = -Infinity;

  /** How often everything has started anew. Who shares the clock can see by it that he missed a step. */
  get steps(): number {
    return this.#steps;
  }

  /** When it last started anew. */
  get steppedMs(): number {
    return this.#steppedMs;
  }

  /** Something was seen of it since. */
  get isKnown(): boolean {
    return this.#lowMs > -Infinity;
  }

  /** Takes in one sample; true where it contradicts what was known and everything starts anew. */
  sample(sample: StampSample): boolean {
    const { lowMs, highMs } = boundsOf(sample);
    const { receivedMs } = sample;
    // One that is no time says nothing.
    if (!Number.isFinite(lowMs + highMs)) return false;
    // One that says nothing new is not worth a change: most are of that kind.
    const widenedMs = this.#widenedMs(receivedMs);
    if (lowMs <= this.#lowMs - widenedMs && highMs >= this.#highMs + widenedMs) return false;
    const stepped = !this.allows(sample);
    if (stepped) this.restart(receivedMs);
    this.#lowMs = Math.max(lowMs, this.#lowMs - widenedMs);
    this.#highMs = Math.min(highMs, this.#highMs + widenedMs);
    this.#atMs = receivedMs;
    return stepped;
  }

  /** Nothing that is known contradicts it. */
  allows(sample: StampSample): boolean {
    const { lowMs, highMs } = boundsOf(sample);
    const widenedMs = this.#widenedMs(sample.receivedMs);
    return Math.max(lowMs, this.#lowMs - widenedMs) <= Math.min(highMs, this.#highMs + widenedMs);
  }

  /** Forgets everything: one of the two clocks may have stepped. */
  restart(nowMs: number): void {
    this.#lowMs = -Infinity;
    this.#highMs = Infinity;
    this.#steps += 1;
    this.#steppedMs = nowMs;
  }

  /** How far apart the earliest and the latest time are that it can show now. */
  widthMs(nowMs: number): number {
    return this.latestMs(nowMs) - this.earliestMs(nowMs);
  }

  /** The earliest that it can show now. */
  earliestMs(nowMs: number): number {
    return nowMs + this.#lowMs - this.#widenedMs(nowMs);
  }

  /** The latest. */
  latestMs(nowMs: number): number {
    return nowMs + this.#highMs + this.#widenedMs(nowMs);
  }

  /** What it likely shows now, or `undefined` before the first sample. */
  nowMs(nowMs: number): number | undefined {
    if (!this.isKnown) return undefined;
    return nowMs + (this.#lowMs + this.#highMs) / 2;
  }

  /** The first instant of our clock at which it has certainly reached `serverMs`. */
  reachedMs(serverMs: number): number {
    // serverMs = t + low - drift |t - at|, solved for t.
    const undriftedMs = serverMs - this.#lowMs;
    const widening = undriftedMs < this.#atMs ? -drift : drift;
    return (undriftedMs - widening * this.#atMs) / (1 - widening) + roundingMs;
  }

  #widenedMs(nowMs: number): number {
    return drift * Math.abs(nowMs - this.#atMs);
  }
}

/** What has to be added to our clock, when it was received, to get theirs. */
export function boundsOf({ serverMs, stepMs, sentMs, receivedMs }: StampSample): Bounds {
  return {
    lowMs: serverMs - receivedMs,
    // Made as early as at the sending, it has drifted since.
    highMs: serverMs + stepMs - sentMs + drift * (receivedMs - sentMs),
  };
}
