/**
 * The buckets of a process by key: made when they are first drawn from, put away as numbers when they are at
 * rest, and forgotten when that would lose nothing.
 */
import type { Clock } from "../clock.ts";
import { createBucket } from "../limits/bucket.ts";
import type { Cold, Kept, Level } from "../limits/bucket.ts";
import type { ServerClock } from "../limits/server-clock.ts";
import { Entry } from "./entry.ts";
import { Exchanges } from "./exchanges.ts";
import { ChangedFigures, isAbout, limitOf } from "./figures.ts";
import type { Adopted, Draw } from "./ledger.ts";
import { ParkedBuckets } from "./parked.ts";
import type { State } from "./state-file.ts";

/** As many buckets stay as they are before those at rest are put away. */
const awakeMax = 1_000;

/** For each new one so many others are looked at, and so many of those that are put away. */
const looks = 2;
const parkedLooks = 8;

export class Buckets {
  readonly #clock: Clock;
  readonly #random: () => number;
  /** All that was used since then is known. */
  readonly #sinceMs: number;
  /** What an earlier process has left of buckets that were not drawn from yet. */
  readonly #earlier: Map<string, Kept>;
  readonly #entries = new Map<string, Entry>();
  readonly #parked = new ParkedBuckets();
  /** Since those that are there were last looked at. */
  #made = 0;
  #round = this.#entries.values();
  readonly #exchanges = new Exchanges();
  readonly #figures: ChangedFigures;

  constructor(of: Readonly<{ clock: Clock; random: () => number; earlier: State | undefined }>) {
    this.#clock = of.clock;
    this.#random = of.random;
    this.#sinceMs = of.earlier?.sinceMs ?? of.clock.nowMs();
    this.#earlier = new Map(of.earlier?.buckets);
    this.#figures = new ChangedFigures(of.earlier?.figures ?? []);
  }

  /** One that is there as it was; a look at it costs nothing. */
  known(key: string): Entry | undefined {
    return this.#entries.get(key);
  }

  /** One that is not: as it was put away, as an earlier process has left it, or new. */
  make(draw: Omit<Draw, "cost">, nowMs: number): Entry {
    const parked = this.#parked.take(draw.key, nowMs);
    const entry = parked
      ? this.#awake(parked, { kept: parked.kept, nowMs })
      : this.#new(draw, nowMs);
    this.#entries.set(draw.key, entry);
    this.#made += 1;
    return entry;
  }

  /** What time it is at the exchange whose bucket has this key. */
  clockFor(key: string): ServerClock {
    return this.#exchanges.clockFor(key);
  }

  /** A limit was changed: false where that is known. */
  adopt(changed: Adopted, nowMs: number): boolean {
    if (!this.#figures.adopt(changed)) return false;
    const { max } = changed;
    for (const entry of this.#entries.values()) {
      if (isAbout(changed, entry)) entry.bucket.report(entry.heard({ max }), nowMs);
    }
    return true;
  }

  /** After a sleep of the machine. */
  restart(nowMs: number): void {
    this.#exchanges.restart(nowMs);
  }

  levels(nowMs: number): readonly Level[] {
    const awake = [...this.#entries.values()].map((entry) => entry.level(nowMs));
    for (const parked of this.#parked.all(nowMs)) {
      awake.push(this.#awake(parked, { kept: parked.kept, nowMs }).level(nowMs));
    }
    return awake;
  }

  /** All that another process must know to go on from here. */
  state(nowMs: number): State {
    const buckets = new Map<string, Kept>();
    const figures: Adopted[] = [];
    for (const entry of this.#entries.values()) {
      const kept = entry.bucket.kept(nowMs);
      if (kept !== undefined) buckets.set(entry.key, kept);
      const own = this.#ownMax(entry, nowMs);
      if (own !== undefined)
        figures.push({ limitKey: limitOf(entry.key), max: own, whose: entry.whose });
    }
    for (const { key, kept } of this.#parked.all(nowMs)) buckets.set(key, kept);
    for (const [key, kept] of this.#earlier) if (kept.untilMs > nowMs) buckets.set(key, kept);
    return { buckets, figures: [...this.#figures.all(), ...figures], sinceMs: this.#sinceMs };
  }

  /**
   * Looks at some of them, in turn, as others were made; or forgets at once all that were put away, when none
   * of them matters. It may put away whatever is at rest: then it returns true, and no entry is good any more.
   */
  sweep(nowMs: number): boolean {
    if (this.#made === 0 && nowMs < this.#parked.endMs) return false;
    this.#look(nowMs);
    return true;
  }

  #look(nowMs: number): void {
    this.#parked.sweep(parkedLooks * this.#made, nowMs);
    for (let look = 0; look < looks * this.#made && this.#entries.size > awakeMax; look += 1) {
      const next = this.#round.next();
      if (next.done === true) this.#round = this.#entries.values();
      else if (this.#isLeft(next.value, nowMs)) this.#entries.delete(next.value.key);
    }
    this.#made = 0;
  }

  #new(draw: Omit<Draw, "cost">, nowMs: number): Entry {
    const kept = this.#earlier.get(draw.key);
    this.#earlier.delete(draw.key);
    // Whom an answer has told what was used before, knows all.
    const sinceMs = kept === undefined || kept.unseen === true ? this.#sinceMs : -Infinity;
    const cold = { nowMs, wallMs: this.#clock.wallMs(), watchedMs: nowMs - sinceMs };
    return this.#awake(draw, {
      nowMs,
      ...(kept && { kept }),
      ...(draw.limit.coldStart === true ? { cold } : {}),
    });
  }

  /** A bucket as it goes on from what is kept of it. */
  #awake(
    { key, name, whose, limit }: Omit<Draw, "cost">,
    { kept, cold, nowMs }: Readonly<{ kept?: Kept; cold?: Cold; nowMs: number }>,
  ): Entry {
    const bucket = createBucket(limit, {
      key,
      random: this.#random,
      clock: this.#exchanges.clockFor(key),
      ...(cold === undefined ? {} : { cold }),
    });
    bucket.report({ max: this.#figures.maxOf({ key, whose }, limit.max) }, nowMs);
    if (kept !== undefined && kept.untilMs > nowMs) bucket.resume(kept, nowMs);
    return new Entry({ key, name, whose, limit }, bucket);
  }

  /** A figure that this bucket alone was told; another one would not know it. */
  #ownMax(entry: Entry, nowMs: number): number | undefined {
    return entry.ownMax(this.#figures.maxOf(entry, entry.limit.max), nowMs);
  }

  #isLeft(entry: Entry, nowMs: number): boolean {
    const { bucket, key, name, whose, limit, differs } = entry;
    if (bucket.open > 0 || this.#ownMax(entry, nowMs) !== undefined) return false;
    const kept = bucket.kept(nowMs);
    if (kept === undefined) return true;
    if (differs || !bucket.isAtRest(nowMs)) return false;
    return this.#parked.put({ key, name, whose, limit, kept });
  }
}
