/** The buckets of this process. One for each clock is shared by all clients that ask for no other. */
import { systemClock } from "../clock.ts";
import type { Clock } from "../clock.ts";
import { createBucket } from "../limits/bucket.ts";
import type { Bucket, Charge, Cold, Kept, Level, Report } from "../limits/bucket.ts";
import { Entry } from "./entry.ts";
import { Exchanges } from "./exchanges.ts";
import { ChangedFigures, isAbout, limitOf } from "./figures.ts";
import type {
  Adopted,
  Ask,
  Change,
  Denial,
  Draw,
  Endings,
  Ledger,
  Replies,
  Reply,
} from "./ledger.ts";
import { ParkedBuckets } from "./parked.ts";
import { StateFile } from "./state-file.ts";
import type { State } from "./state-file.ts";

/** As many buckets stay as they are before those at rest are put away. */
const awakeMax = 1_000;

/** For each new one so many others are looked at, and so many of those that are put away. */
const looks = 2;
const parkedLooks = 8;

const nothingSaid: Report = {};

export class MemoryLedger implements Ledger<Replies> {
  readonly asksMax = 1;
  readonly #clock: Clock;
  readonly #random: () => number;
  /** All that was used since then is known. */
  readonly #sinceMs: number;
  readonly #file: StateFile | undefined;
  /** What an earlier process has left of buckets that were not drawn from yet. */
  readonly #earlier: Map<string, Kept>;
  readonly #entries = new Map<string, Entry>();
  readonly #parked = new ParkedBuckets();
  /** Since those that are there were last looked at. */
  #made = 0;
  #round = this.#entries.values();
  #sleeps = 0;
  readonly #exchanges = new Exchanges();
  readonly #figures: ChangedFigures;
  readonly #listeners = new Set<(change?: Change, keys?: readonly string[]) => void>();

  /**
   * `random`, from 0 to 1, spreads what several processes do after a refusal. `stateFile` is the path of a
   * file, this process's alone, in which bans and usage outlive it: `close()` writes the last of them.
   */
  constructor(
    options: Readonly<{ clock?: Clock; random?: () => number; stateFile?: string }> = {},
  ) {
    this.#clock = options.clock ?? systemClock;
    const { stateFile: path } = options;
    if (path !== undefined) {
      this.#file = new StateFile({ path, clock: this.#clock, state: () => this.#state() });
    }
    const earlier = this.#file?.read();
    this.#sinceMs = earlier?.sinceMs ?? this.#clock.nowMs();
    this.#earlier = new Map(earlier?.buckets);
    this.#figures = new ChangedFigures(earlier?.figures ?? []);
    this.#random = options.random ?? Math.random;
  }

  reserve(asks: readonly Ask[]): Replies {
    const nowMs = this.#nowMs();
    if (this.#made > 0) this.#sweep(nowMs);
    const replies = listOf<Reply>(asks.length);
    // Loops by index, here, where a call goes, and in `settle`: iterators and functions made for one call
    // take as long as the accounting.
    for (let index = 0; index < asks.length; index += 1) {
      const ask = asks[index];
      if (ask !== undefined) replies[index] = this.#reserve(ask, nowMs);
    }
    return replies;
  }

  settle(charges: readonly Charge[], endings: Endings): void {
    const nowMs = this.#nowMs();
    for (let index = 0; index < charges.length; index += 1) {
      const charge = charges[index];
      const entry = charge === undefined ? undefined : this.#entries.get(charge.key);
      if (charge === undefined || entry === undefined) continue;
      const told = typeof endings === "string" ? endings : (endings[index] ?? nothingSaid);
      if (typeof told === "string") entry.bucket.settle(charge, told, nowMs);
      else this.#told(entry, told, charge, nowMs);
    }
    if (this.#listeners.size === 0) return;
    this.#tell(
      undefined,
      charges.map(({ key }) => key),
    );
  }

  report(draw: Omit<Draw, "cost">, report: Report): void {
    const nowMs = this.#nowMs();
    if (this.#made > 0) this.#sweep(nowMs);
    this.#told(this.#entry(draw), report, undefined, nowMs);
    this.#tell(undefined, [draw.key]);
  }

  adopt(changed: Adopted): void {
    const nowMs = this.#nowMs();
    if (!this.#figures.adopt(changed)) return;
    const { max } = changed;
    for (const entry of this.#entries.values()) {
      if (isAbout(changed, entry)) entry.bucket.report(entry.heard({ max }), nowMs);
    }
    this.#tell();
  }

  onChange(listener: (change?: Change, keys?: readonly string[]) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  levels(): readonly Level[] {
    const nowMs = this.#nowMs();
    const awake = [...this.#entries.values()].map((entry) => entry.level(nowMs));
    for (const parked of this.#parked.all(nowMs)) {
      awake.push(this.#awake(parked, { kept: parked.kept, nowMs }).level(nowMs));
    }
    return awake;
  }

  async close(): Promise<void> {
    this.#file?.close();
    this.#listeners.clear();
  }

  #reserve(ask: Ask, nowMs: number): Reply {
    const { draws, leaveShare, withinMs } = ask;
    let latestMs = nowMs;
    let limiting = draws[0];
    for (let index = 0; index < draws.length; index += 1) {
      const draw = draws[index];
      if (draw === undefined) continue;
      const { bucket } = this.#entry(draw);
      const cost = draws.length === 1 ? draw.cost : costOf(draws, draw.key);
      if (cost > bucket.costMax) {
        return deny({ ...draw, cost }, { bucket, waitMs: Infinity, why: "never" });
      }
      const atMs = bucket.earliestMs(cost, leaveShare, nowMs);
      if (atMs <= latestMs) continue;
      latestMs = atMs;
      limiting = draw;
    }
    if (limiting !== undefined && (latestMs > nowMs || withinMs < 0)) {
      return this.#refuse(limiting, withinMs, latestMs, nowMs);
    }
    this.#file?.changed(false);
    return { granted: true, waitMs: 0, charges: this.#charge(draws, nowMs) };
  }

  #charge(draws: readonly Draw[], nowMs: number): readonly Charge[] {
    const charges = listOf<Charge>(draws.length);
    for (let index = 0; index < draws.length; index += 1) {
      const draw = draws[index];
      if (draw !== undefined) charges[index] = this.#entry(draw).bucket.charge(draw.cost, nowMs);
    }
    return charges;
  }

  #refuse(limiting: Draw, withinMs: number, untilMs: number, nowMs: number): Denial {
    const { bucket } = this.#entry(limiting);
    if (withinMs >= 0) bucket.waits(untilMs, nowMs);
    const why = bucket.isBlocked(nowMs) ? "blocked" : "full";
    return deny(limiting, { bucket, waitMs: untilMs - nowMs, why });
  }

  #entry(draw: Omit<Draw, "cost">): Entry {
    const known = this.#entries.get(draw.key);
    if (known !== undefined) {
      if (known.limit !== draw.limit) this.#compare(known, draw);
      return known;
    }
    const nowMs = this.#nowMs();
    const parked = this.#parked.take(draw.key, nowMs);
    const entry = parked
      ? this.#awake(parked, { kept: parked.kept, nowMs })
      : this.#new(draw, nowMs);
    this.#entries.set(draw.key, entry);
    this.#made += 1;
    if (entry.limit !== draw.limit) this.#compare(entry, draw);
    return entry;
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

  /** After a sleep the exchange's time is another one by our clock, by as much as nobody knows. */
  #nowMs(): number {
    const nowMs = this.#clock.nowMs();
    const { sleeps = 0 } = this.#clock;
    if (sleeps !== this.#sleeps) {
      this.#sleeps = sleeps;
      this.#exchanges.restart(nowMs);
    }
    return nowMs;
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

  /** All that another process must know to go on from here. */
  #state(): State {
    const nowMs = this.#nowMs();
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

  /** A figure that this bucket alone was told; another one would not know it. */
  #ownMax(entry: Entry, nowMs: number): number | undefined {
    return entry.ownMax(this.#figures.maxOf(entry, entry.limit.max), nowMs);
  }

  /** Another client may have set the limit differently. */
  #compare(entry: Entry, { key, limit }: Omit<Draw, "cost">): void {
    const nowMs = this.#nowMs();
    const notice = entry.compare(limit, nowMs);
    if (notice === undefined) return;
    this.#tell({ key, level: entry.level(nowMs), shrank: false, blocked: false, notice });
  }

  /** Takes in what is said of a bucket, with the answer of a call or without, and tells what a refusal changed. */
  #told(entry: Entry, told: Report, charge: Charge | undefined, nowMs: number): void {
    const { bucket, key } = entry;
    const before = told.refused === undefined ? undefined : bucket.level(nowMs);
    const wasEven = bucket.isEven;
    const report = entry.heard(told);
    if (charge === undefined) bucket.report(report, nowMs);
    else bucket.settle(charge, report, nowMs);
    if (before === undefined) return;
    const level = entry.level(nowMs);
    const shrank = level.shrunkTo < before.shrunkTo;
    const blocked = level.blockedMs > before.blockedMs;
    const notice = wasEven || !bucket.isEven ? {} : { notice: turnedEven(entry) };
    this.#tell({ key, level, shrank, blocked, ...notice });
  }

  #tell(change?: Change, keys?: readonly string[]): void {
    this.#file?.changed(change?.blocked === true);
    for (const listener of this.#listeners) listener(change, keys);
  }

  /** Looks at some of the buckets, in turn: those at rest are put away, and those that would lose nothing forgotten. */
  #sweep(nowMs: number): void {
    this.#parked.sweep(parkedLooks * this.#made, nowMs);
    for (let look = 0; look < looks * this.#made && this.#entries.size > awakeMax; look += 1) {
      const next = this.#round.next();
      if (next.done === true) this.#round = this.#entries.values();
      else if (this.#isLeft(next.value, nowMs)) this.#entries.delete(next.value.key);
    }
    this.#made = 0;
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

const shared = new WeakMap<Clock, MemoryLedger>();

/** The ledger of all clients of this process that ask for no other: an IP's limits are counted together. */
export function processLedger(clock: Clock): MemoryLedger {
  const known = shared.get(clock) ?? new MemoryLedger({ clock });
  shared.set(clock, known);
  return known;
}

/** A list of its length from the start: one that grows by itself takes the room of sixteen more. */
function listOf<Item>(length: number): Item[] {
  // The length is meant.
  // oxlint-disable-next-line unicorn/no-new-array
  return new Array<Item>(length);
}

/** What an ask takes from one bucket. */
function costOf(draws: readonly Draw[], key: string): number {
  let cost = 0;
  for (const draw of draws) if (draw.key === key) cost += draw.cost;
  return cost;
}

function turnedEven({ name }: Entry): string {
  return `${name} was refused below its limit again; calls leave evenly from now on.`;
}

function deny(
  draw: Draw,
  { bucket, waitMs, why }: Readonly<{ bucket: Bucket; waitMs: number; why: Denial["why"] }>,
): Denial {
  return { granted: false, waitMs, limitedBy: draw, why, costMax: bucket.costMax };
}
