/**
 * Which windows of the exchange can be present, by number. All that tells of it is seen as one clock:
 *
 *     a stamp                  the exchange's clock shows T; windows on UTC begin on its multiples
 *     a reset field            a clock of the window's own shows its length less what is left
 *     a used figure that fell  the window's own clock showed 0 between the two countings
 *     one of this call alone   where windows begin with a request: it showed 0 when this call was counted
 *
 * The window's own clock is known up to a multiple of its length. Where a window begins with the first
 * request after the last one, it speaks of one window, number 0, and ends with it.
 */
import { ServerClock, drift } from "./server-clock.ts";
import type { StampSample } from "./server-clock.ts";

/** How far apart the clocks of an exchange's hosts may be. */
const skewMaxMs = 5;

/** A boundary that is known worse than to this part of a window would block more than it frees. */
const widthShareMax = 0.3;

/** Whole seconds are usual for a reset, rounded up or down. */
const resetStepMs = 1_000;

/** Sums of decimals are not exact. */
const epsilon = 1e-6;

export type Starts = "utc" | "first-request" | "unknown";

/** A call and its answer. */
export type Trip = Readonly<{ sentMs: number; receivedMs: number }>;

/** When what was known is no longer true, and the first window that means something after it. */
export type PhaseEnd = Readonly<{ atMs: number; from: number }>;

/** Weight of ours: this call's, all that has ended so far and this call with it, and what is on its way. */
export type Own = Readonly<{ cost: number; settled: number; inFlight: number }>;

type Seen = Trip & Readonly<{ used: number; settled: number }>;

export class Phase {
  readonly #windowMs: number;
  readonly #skewMs: number;
  /** The exchange's own time, shared by all buckets of one exchange. */
  readonly #exchange: ServerClock;
  /** A clock of the windows' own: also of those on UTC, as long as nobody has told the exchange's time. */
  readonly #own = new ServerClock();
  readonly #onUtc: boolean;
  /** What windows are numbered by: one of the two. */
  #clock: ServerClock;
  /** Each window begins with the first request that finds none. */
  #restarts: boolean;
  /** How often the exchange's clock had stepped when last looked at. */
  #exchangeSteps: number;
  /** The version that began when a window was seen to be over. */
  #overVersion = -1;
  /** Two figures, the later of which was counted later: the second waits until an answer overtakes it. */
  #figure: Seen | undefined;
  #nextFigure: Seen | undefined;
  /** The last call whose answer has told well enough when its window ends. */
  #endTold: Trip | undefined;

  constructor(options: Readonly<{ windowMs: number; starts: Starts; exchange: ServerClock }>) {
    const { windowMs, starts, exchange } = options;
    this.#windowMs = windowMs;
    this.#skewMs = Math.min(skewMaxMs, windowMs / 1_000);
    this.#exchange = exchange;
    this.#exchangeSteps = exchange.steps;
    this.#onUtc = starts === "utc";
    this.#clock = this.#onUtc && exchange.isKnown ? exchange : this.#own;
    this.#restarts = starts === "first-request";
  }

  /** Whoever has seen another version numbers windows in a way that means nothing any more. */
  get version(): number {
    return this.#exchange.steps + this.#own.steps;
  }

  /** The earliest window that can be present. */
  first(nowMs: number): number {
    return Math.floor((this.#clock.earliestMs(nowMs) - this.#skewMs) / this.#windowMs);
  }

  /** The latest. */
  last(nowMs: number): number {
    return Math.floor((this.#clock.latestMs(nowMs) + this.#skewMs) / this.#windowMs);
  }

  /** The first instant at which a window is certainly over. */
  overMs(window: number): number {
    return this.#clock.reachedMs((window + 1) * this.#windowMs + this.#skewMs);
  }

  /** For how long a window lasts already, at least; below 0 where it may be still to come. */
  elapsedMs(window: number, nowMs: number): number {
    return this.#clock.earliestMs(nowMs) - this.#skewMs - window * this.#windowMs;
  }

  /** The next one, as an interval of our clock; `undefined` where windows do not follow one another. */
  boundary(nowMs: number): Readonly<{ fromMs: number; untilMs: number }> | undefined {
    if (this.#restarts) return undefined;
    const window = this.last(nowMs);
    const leftMs = (window + 1) * this.#windowMs - this.#skewMs - this.#clock.latestMs(nowMs);
    return { fromMs: nowMs + (1 - drift) * leftMs, untilMs: this.overMs(window) };
  }

  /** Well enough to be worth it. */
  known(nowMs: number): boolean {
    const isOver = this.#restarts && nowMs >= this.overMs(0);
    return this.#isNarrow(this.#clock.widthMs(nowMs)) && !isOver;
  }

  /** When that ends which was known under a version. */
  endOf(version: number): PhaseEnd {
    if (version === this.version) {
      return this.#restarts ? { atMs: this.overMs(0), from: 1 } : { atMs: Infinity, from: 0 };
    }
    const atMs = Math.max(this.#own.steppedMs, this.#exchange.steppedMs);
    const isOver = version + 1 === this.version && this.version === this.#overVersion;
    return { atMs, from: isOver ? 1 : -Infinity };
  }

  /**
   * Follows a step of the exchange's clock or of ours: what the window's own clock showed is void, too. And
   * once the exchange's time is known, windows on UTC are numbered by it.
   */
  renew(nowMs: number): void {
    const clock = this.#onUtc && this.#exchange.isKnown ? this.#exchange : this.#own;
    const stepped = this.isOwn && this.#exchange.steps !== this.#exchangeSteps;
    this.#exchangeSteps = this.#exchange.steps;
    if (clock === this.#clock && !stepped) return;
    this.#clock = clock;
    this.#own.restart(stepped ? this.#exchange.steppedMs : nowMs);
    this.#figure = undefined;
    this.#nextFigure = undefined;
  }

  /** The exchange's time in an answer. */
  stamped({ serverMs, stepMs }: Readonly<{ serverMs: number; stepMs: number }>, trip: Trip): void {
    // Field by field, as everything that each answer passes: a copy as a whole makes a new shape every time.
    const { sentMs, receivedMs } = trip;
    this.#exchange.sample({ serverMs, stepMs, sentMs, receivedMs });
    this.renew(receivedMs);
  }

  /** The present window ends so much later. */
  ends(endsInMs: number, trip: Trip, stepMs: number = resetStepMs): void {
    // What lasts longer than a window is the end of something else.
    if (!(endsInMs >= 0 && endsInMs <= this.#windowMs + stepMs)) return;
    const serverMs = this.#windowMs - endsInMs - stepMs;
    const sample = { serverMs, stepMs: 2 * stepMs, ...trip };
    if (!this.#isVague(sample)) this.#endTold = trip;
    this.#place(sample);
  }

  /**
   * What was used of a window when a call was counted. It falls where a window has begun in between, and is
   * then no more than what of ours can have been counted since. If it is more, others have used the new
   * window, or another host has counted less, or the limit was raised: nobody knows.
   */
  counted(used: number, trip: Trip, own: Own): void {
    if (!this.isOwn) return;
    // Before this call there was nothing in its window, so this call has begun it; unless its answer knows better.
    if (this.#restarts && used <= own.cost + epsilon) return this.#begunBy(trip);
    const { sentMs, receivedMs } = trip;
    const seen = { used, settled: own.settled, sentMs, receivedMs };
    if (this.#nextFigure === undefined || sentMs > this.#nextFigure.receivedMs) {
      this.#figure = this.#nextFigure;
      this.#nextFigure = seen;
    }
    const before = this.#figure;
    if (before === undefined || used >= before.used || sentMs <= before.receivedMs) return;
    const begun = { serverMs: 0, stepMs: 0, sentMs: before.sentMs, receivedMs };
    if (used <= own.settled + own.inFlight - before.settled + epsilon) this.#place(begun);
    else if (!this.#mayShow(begun)) this.#clock.restart(receivedMs);
  }

  #begunBy(trip: Trip): void {
    const begun = { serverMs: 0, stepMs: 0, ...trip };
    if (this.#endTold !== trip || this.#mayShow(begun)) this.#place(begun);
  }

  /** A clock of its own, which no other bucket knows. */
  get isOwn(): boolean {
    return this.#clock !== this.#exchange;
  }

  /** Takes in a sample that is true up to a multiple of the window. */
  #place(sample: StampSample): void {
    if (this.#isVague(sample)) return;
    const placed = this.#placed(sample);
    if (placed === undefined) {
      if (this.isOwn) this.#begin(sample);
    } else if (this.#restarts) {
      this.#placeOne(sample, Math.round((placed.serverMs - sample.serverMs) / this.#windowMs));
    } else if (this.#clock.allows(placed)) {
      this.#clock.sample(placed);
    } else if (this.isOwn) {
      // The exchange's time is not doubted for what one header says; a window may begin late.
      this.#restarts = !this.#onUtc;
      this.#begin(sample);
    }
  }

  /** Nothing that is known contradicts it. */
  #mayShow(sample: StampSample): boolean {
    const placed = this.#placed(sample);
    return placed === undefined || this.#isVague(sample) || this.#clock.allows(placed);
  }

  /** The sample in the window that it is nearest to; `undefined` while that is not known. */
  #placed(sample: StampSample): StampSample | undefined {
    const { serverMs, sentMs, receivedMs, stepMs } = sample;
    const clockMs = this.#clock.nowMs((sentMs + receivedMs) / 2);
    if (clockMs === undefined || !this.#isNarrow(this.#clock.widthMs(receivedMs))) return undefined;
    const window = Math.round((clockMs - serverMs - stepMs / 2) / this.#windowMs);
    return { ...sample, serverMs: serverMs + window * this.#windowMs };
  }

  /** As wide as that it may belong to any window. */
  #isVague({ sentMs, receivedMs, stepMs }: StampSample): boolean {
    return !this.#isNarrow(receivedMs - sentMs + stepMs);
  }

  /** Of windows that do not follow one another, each speaks of itself alone. */
  #placeOne(sample: StampSample, window: number): void {
    if (window < 0) return;
    if (window === 0) return void this.#clock.sample(sample);
    // One that begins while the last one goes on was not where that was thought to be.
    const isOver = this.last(sample.receivedMs) > 0;
    this.#begin(sample);
    if (isOver) this.#overVersion = this.version;
  }

  #begin(sample: StampSample): void {
    this.#clock.restart(sample.receivedMs);
    this.#clock.sample(sample);
  }

  #isNarrow(widthMs: number): boolean {
    return widthMs + 2 * this.#skewMs <= widthShareMax * this.#windowMs;
  }
}
