/**
 * The exchange's time as an interval, from the stamps in its answers. A stamp that says T was made between
 * sending and receiving, so what must be added to our clock to get theirs lies in
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
  /** Epoch ms by the exchange. */
  serverMs: number;
  /** How coarse the stamp is. */
  stepMs: number;
  /** Our monotonic clock, around it. */
  sentMs: number;
  receivedMs: number;
}>;

export class ServerClock {
  /** By how much the host that stamps may differ from the one that counts. */
  readonly #skewMs: number;
  #lowMs = -Infinity;
  #highMs = Infinity;
  /** When the interval was as wide as it is kept. */
  #atMs = 0;

  constructor(skewMs = 0) {
    this.#skewMs = skewMs;
  }

  /** Takes in one stamp; true where it contradicts what was known and everything starts anew. */
  sample({ serverMs, stepMs, sentMs, receivedMs }: StampSample): boolean {
    const lowMs = serverMs - receivedMs;
    // Made as early as at the sending, it has drifted since.
    const highMs = serverMs + stepMs - sentMs + drift * (receivedMs - sentMs);
    // One that is no time says nothing.
    if (!Number.isFinite(serverMs + stepMs)) return false;
    // One that says nothing new is not worth a change: most are of that kind.
    const widenedMs = this.#widenedMs(receivedMs);
    if (lowMs <= this.#lowMs - widenedMs && highMs >= this.#highMs + widenedMs) return false;
    const nextLowMs = Math.max(lowMs, this.#lowMs - widenedMs);
    const nextHighMs = Math.min(highMs, this.#highMs + widenedMs);
    const stepped = nextLowMs > nextHighMs;
    this.#lowMs = stepped ? lowMs : nextLowMs;
    this.#highMs = stepped ? highMs : nextHighMs;
    this.#atMs = receivedMs;
    return stepped;
  }

  /** How far apart the earliest and the latest time are that the exchange can have now. */
  widthMs(nowMs: number): number {
    return this.latestMs(nowMs) - this.earliestMs(nowMs);
  }

  /** The earliest epoch ms that the exchange can have now. */
  earliestMs(nowMs: number): number {
    return nowMs + this.#lowMs - this.#skewMs - this.#widenedMs(nowMs);
  }

  /** The latest epoch ms that the exchange can have now. */
  latestMs(nowMs: number): number {
    return nowMs + this.#highMs + this.#skewMs + this.#widenedMs(nowMs);
  }

  /** The likeliest epoch ms that the exchange has now, or `undefined` before the first stamp. */
  nowMs(nowMs: number): number | undefined {
    if (this.#lowMs === -Infinity) return undefined;
    return nowMs + (this.#lowMs + this.#highMs) / 2;
  }

  /** The first instant of our clock at which the exchange's has certainly reached `serverMs`. */
  reachedMs(serverMs: number): number {
    // serverMs = t + low - skew - drift |t - at|, solved for t.
    const undriftedMs = serverMs - this.#lowMs + this.#skewMs;
    const widening = undriftedMs < this.#atMs ? -drift : drift;
    return (undriftedMs - widening * this.#atMs) / (1 - widening) + roundingMs;
  }

  #widenedMs(nowMs: number): number {
    return drift * Math.abs(nowMs - this.#atMs);
  }
}
