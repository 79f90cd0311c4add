/** The ledger of this process. One for each clock is shared by all clients that ask for no other. */
import { systemClock } from "../clock.ts";
import type { Clock } from "../clock.ts";
import type { Block, Bucket, Charge, Heard, Level, Report } from "../limits/bucket.ts";
import type { ServerClock } from "../limits/server-clock.ts";
import { Buckets } from "./buckets.ts";
import { deny } from "./denial.ts";
import type { Entry } from "./entry.ts";
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
import { StateFile } from "./state-file.ts";
import type { State } from "./state-file.ts";
import { areAsGiven, charged, fit, settle, takesOf } from "./takes.ts";
import type { Take } from "./takes.ts";

const soon = Promise.resolve();

export class MemoryLedger implements Ledger<Replies> {
  readonly asksMax = 1;
  readonly #clock: Clock;
  readonly #file: StateFile | undefined;
  readonly #buckets: Buckets;
  #sleeps: number | undefined;
  /** What was asked last. */
  #asked: Readonly<{ draws: readonly Draw[]; takes: readonly Take[] }> | undefined;
  readonly #ended: (readonly Charge[])[] = [];
  #ending = false;
  readonly #endSoon = (): void => {
    this.#ending = false;
    if (this.#ended.length > 0) this.#nowMs();
  };
  /** Not told yet. */
  readonly #notices: Change[] = [];
  readonly #listeners = new Set<(change?: Change, keys?: readonly string[]) => void>();

  /**
   * `random`, from 0 to 1, spreads what several processes do after a refusal. `stateFile` is the path of a
   * file, this process's alone, in which bans and usage outlive it: `close()` writes the last of them.
   */
  constructor(
    options: Readonly<{ clock?: Clock; random?: () => number; stateFile?: string }> = {},
  ) {
    const { stateFile: path, clock = systemClock, random = Math.random } = options;
    this.#clock = clock;
    this.#sleeps = clock.sleeps;
    if (path !== undefined) {
      const state = (): State => this.#buckets.state(this.#nowMs());
      this.#file = new StateFile({ path, clock, state });
    }
    this.#buckets = new Buckets({ clock, random, earlier: this.#file?.read() });
  }

  take(draws: readonly Draw[], leaveShare: number): readonly Charge[] | undefined {
    const nowMs = this.#nowMs();
    const takes = this.#takes(draws, nowMs);
    if (!fit(takes, leaveShare, nowMs)) {
      this.reserve([{ draws, leaveShare, withinMs: Infinity }]);
      return undefined;
    }
    this.#file?.changed(false);
    const charges = charged(takes, nowMs);
    if (this.#notices.length > 0) this.#notify();
    return charges;
  }

  reserve(asks: readonly Ask[]): Replies {
    const nowMs = this.#nowMs();
    const replies = asks.map((ask) => this.#reserve(ask, nowMs));
    if (this.#notices.length > 0) this.#notify();
    return replies;
  }

  settle(charges: readonly Charge[], endings: Endings): void {
    if (endings.length === 0 && this.#listeners.size === 0) this.#end(charges);
    else this.#settle(charges, endings);
  }

  #settle(charges: readonly Charge[], endings: Endings): void {
    const nowMs = this.#nowMs();
    for (let index = 0; index < charges.length; index += 1) {
      const charge = charges[index];
      const entry = charge === undefined ? undefined : this.#buckets.known(charge.key);
      if (charge === undefined || entry === undefined) continue;
      const told = typeof endings === "string" ? endings : endings[index];
      if (typeof told === "object") this.#told(entry, told, charge, nowMs);
      else entry.bucket.settle(charge, told, nowMs);
    }
    if (this.#listeners.size === 0) return;
    this.#tell(
      undefined,
      charges.map(({ key }) => key),
    );
  }

  report(draw: Omit<Draw, "cost">, report: Report): void {
    const nowMs = this.#nowMs();
    this.#sweep(nowMs);
    this.#told(this.#entry(draw), report, undefined, nowMs);
    this.#notify();
    this.#tell(undefined, [draw.key]);
  }

  adopt(changed: Adopted): void {
    if (this.#buckets.adopt(changed, this.#nowMs())) this.#tell();
  }

  /** What somebody else who shares the bucket was told. */
  hear(draw: Omit<Draw, "cost">, report: Report, at: Heard): void {
    this.#told(this.#entry(draw), report, at, at.nowMs);
    this.#tell(undefined, [draw.key]);
  }

  /** The bucket that a call draws from. */
  bucketOf(draw: Omit<Draw, "cost">): Bucket {
    return this.#entry(draw).bucket;
  }

  /** What is known of the time at the exchange whose bucket has this key. */
  serverClock(key: string): ServerClock {
    return this.#buckets.clockFor(key);
  }

  onChange(listener: (change?: Change, keys?: readonly string[]) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  levels(): readonly Level[] {
    return this.#buckets.levels(this.#nowMs());
  }

  async close(): Promise<void> {
    this.#file?.close();
    this.#listeners.clear();
  }

  #reserve(ask: Ask, nowMs: number): Reply {
    const { draws, leaveShare } = ask;
    const takes = this.#takes(draws, nowMs);
    let latestMs = nowMs;
    let limiting = draws[0];
    for (const { draw, bucket, cost } of takes) {
      if (cost > bucket.costMax) {
        return deny({ ...draw, cost }, { bucket, waitMs: Infinity, why: "never" }, nowMs);
      }
      const atMs = bucket.earliestMs(cost, leaveShare, nowMs);
      if (atMs <= latestMs) continue;
      latestMs = atMs;
      limiting = draw;
    }
    if (limiting !== undefined && latestMs > latestOf(ask, nowMs)) {
      if (ask.withinMs >= 0) this.#entry(limiting).bucket.waits(latestMs, nowMs);
      return this.#refuse(draws, limiting, latestMs, nowMs);
    }
    this.#file?.changed(false);
    return { granted: true, waitMs: latestMs - nowMs, charges: charged(takes, nowMs) };
  }

  /** Most calls bring draws that came before: what they are about is looked up once. */
  #takes(draws: readonly Draw[], nowMs: number): readonly Take[] {
    const asked = this.#asked;
    return asked?.draws === draws && areAsGiven(asked.takes)
      ? asked.takes
      : this.#look(draws, nowMs);
  }

  #look(draws: readonly Draw[], nowMs: number): readonly Take[] {
    this.#sweep(nowMs);
    const takes = takesOf(draws, (draw) => this.#entry(draw).bucket);
    this.#asked = { draws, takes };
    return takes;
  }

  /** What is put away is no bucket of any call any more. */
  #sweep(nowMs: number): void {
    if (this.#buckets.sweep(nowMs)) this.#asked = undefined;
  }

  /**
   * What has ended without a word counts from the next reading of the clock on: by whatever is asked next,
   * or by itself within this turn. It is never early, and spares every call a reading.
   */
  #end(charges: readonly Charge[]): void {
    this.#ended.push(charges);
    if (this.#ending) return;
    this.#ending = true;
    void soon.then(this.#endSoon);
  }

  #settleEnded(nowMs: number): void {
    for (let ended = this.#ended.pop(); ended !== undefined; ended = this.#ended.pop())
      settle(ended, nowMs);
  }

  /** Not yet. The longest block is named before the bucket that has room last. */
  #refuse(draws: readonly Draw[], limiting: Draw, untilMs: number, nowMs: number): Denial {
    let named = limiting;
    let block: Block | undefined;
    for (const draw of draws) {
      const other = this.#entry(draw).bucket.block(nowMs);
      if (other === undefined || other.forMs <= (block?.forMs ?? 0)) continue;
      named = draw;
      block = other;
    }
    const { bucket } = this.#entry(named);
    const why = block === undefined ? "full" : "blocked";
    return deny(named, { bucket, waitMs: untilMs - nowMs, why, block }, nowMs);
  }

  #entry(draw: Omit<Draw, "cost">): Entry {
    const entry = this.#buckets.known(draw.key) ?? this.#buckets.make(draw, this.#nowMs());
    if (entry.limit !== draw.limit) this.#compare(entry, draw);
    return entry;
  }

  #nowMs(): number {
    const nowMs = this.#clock.nowMs();
    if (this.#clock.sleeps !== this.#sleeps) this.#woken(nowMs);
    if (this.#ended.length > 0) this.#settleEnded(nowMs);
    return nowMs;
  }

  /** After a sleep the exchange's time is another one by our clock, by as much as nobody knows. */
  #woken(nowMs: number): void {
    this.#sleeps = this.#clock.sleeps;
    this.#buckets.restart(nowMs);
  }

  /** Another client may have set the limit differently. */
  #compare(entry: Entry, { key, limit }: Omit<Draw, "cost">): void {
    const nowMs = this.#nowMs();
    const notice = entry.compare(limit, nowMs);
    if (notice === undefined) return;
    const level = entry.level(nowMs);
    this.#notices.push({ key, level, shrank: false, blocked: false, notice });
  }

  /** Once what was asked is answered: whoever listens may ask, and no entry is good after that. */
  #notify(): void {
    for (const notice of this.#notices.splice(0)) this.#tell(notice);
  }

  /** Takes in what is said of a bucket, with the answer of a call or without, and tells what a refusal changed. */
  #told(entry: Entry, told: Report, of: Charge | Heard | undefined, nowMs: number): void {
    const { bucket, key } = entry;
    const before = told.refused === undefined ? undefined : bucket.level(nowMs);
    const wasEven = bucket.isEven;
    const report = entry.heard(told);
    if (of === undefined) bucket.report(report, nowMs);
    else if ("cost" in of) bucket.settle(of, report, nowMs);
    else bucket.hear(report, of);
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
}

const shared = new WeakMap<Clock, MemoryLedger>();

/** The ledger of all clients of this process that ask for no other: an IP's limits are counted together. */
export function processLedger(clock: Clock): MemoryLedger {
  const known = shared.get(clock) ?? new MemoryLedger({ clock });
  shared.set(clock, known);
  return known;
}

function turnedEven({ name }: Entry): string {
  return `${name} was refused below its limit again; calls leave evenly from now on.`;
}

/** The latest instant for which it is charged now. */
function latestOf({ withinMs, aheadMs = 0 }: Ask, nowMs: number): number {
  return withinMs < 0 ? -Infinity : nowMs + aheadMs;
}
