/** The buckets of this process. One for each clock is shared by all clients that ask for no other. */
import { systemClock } from "../clock.ts";
import type { Clock } from "../clock.ts";
import { createBucket } from "../limits/bucket.ts";
import type { Bucket, Charge, Ending, Kept, Level, Report } from "../limits/bucket.ts";
import type { FlatLimit, Scope } from "../limits/limit.ts";
import { ServerClock } from "../limits/server-clock.ts";
import { StateFile } from "./state-file.ts";
import type { Adopted, Ask, Change, Denial, Draw, Ledger, Replies, Reply } from "./ledger.ts";

/** As many buckets are kept before idle ones are looked for. */
const idleKeysMax = 10_000;

/** Of so many exchanges the time is known; a bucket keeps the clock that it has. */
const clocksMax = 1_000;

type Entry = Readonly<{
  bucket: Bucket;
  key: string;
  name: string;
  whose: Scope;
  limit: FlatLimit;
  /** Limits of other clients that were compared with this one. */
  compared: WeakSet<FlatLimit>;
}> & {
  /** The lower figure where clients set it differently: what one of them hears does not raise it. */
  most: number;
};

export class MemoryLedger implements Ledger<Replies> {
  readonly asksMax = 1;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #startMs: number;
  readonly #file: StateFile | undefined;
  /** What an earlier process has left of buckets that were not drawn from yet. */
  readonly #earlier: Map<string, Kept>;
  readonly #entries = new Map<string, Entry>();
  #sleeps = 0;
  /** What time it is at each exchange: all of its buckets learn it together. */
  readonly #exchanges = new Map<string, ServerClock>();
  /** Figures that exchanges have changed, by limit. */
  readonly #adopted = new Map<string, readonly Adopted[]>();
  readonly #listeners = new Set<(change?: Change, keys?: readonly string[]) => void>();
  #sweepAt = idleKeysMax;

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
      this.#file = new StateFile({ path, clock: this.#clock, kept: () => this.#kept() });
    }
    const earlier = this.#file?.read();
    // What does not stand in the file was not used.
    this.#startMs = earlier === undefined ? this.#clock.nowMs() : -Infinity;
    this.#earlier = new Map(earlier);
    this.#random = options.random ?? Math.random;
  }

  reserve(asks: readonly Ask[]): Replies {
    const nowMs = this.#nowMs();
    return asks.map((ask) => this.#reserve(ask, nowMs));
  }

  settle(charges: readonly Charge[], endings: readonly Ending[] | "lost" | "unsent"): void {
    const nowMs = this.#nowMs();
    for (const [index, charge] of charges.entries()) {
      const entry = this.#entries.get(charge.key);
      if (entry === undefined) continue;
      const told = typeof endings === "string" ? endings : (endings[index] ?? {});
      const ending = typeof told === "string" ? told : held(entry, told);
      this.#news(entry, ending, nowMs, (bucket) => bucket.settle(charge, ending, nowMs));
    }
    if (this.#listeners.size === 0) return;
    this.#tell(
      undefined,
      charges.map(({ key }) => key),
    );
  }

  report(draw: Omit<Draw, "cost">, report: Report): void {
    const nowMs = this.#nowMs();
    const entry = this.#entry(draw);
    this.#news(entry, report, nowMs, (bucket) => bucket.report(held(entry, report), nowMs));
    this.#tell(undefined, [draw.key]);
  }

  adopt(changed: Adopted): void {
    const nowMs = this.#nowMs();
    const { limitKey, max } = changed;
    const known = this.#adopted.get(limitKey) ?? [];
    // Some exchanges tell their limits in every answer.
    if (known.some((one) => one.max === max && sameScope(one, changed))) return;
    const others = known.filter((one) => !sameScope(one, changed));
    this.#adopted.set(limitKey, [...others, changed]);
    for (const entry of this.#entries.values()) this.#heed(entry, [changed], nowMs);
    this.#tell();
  }

  onChange(listener: (change?: Change, keys?: readonly string[]) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  levels(): readonly Level[] {
    const nowMs = this.#nowMs();
    return [...this.#entries.values()].map((entry) => levelOf(entry, nowMs));
  }

  async close(): Promise<void> {
    this.#file?.close();
    this.#listeners.clear();
  }

  #reserve({ draws, leaveShare, withinMs }: Ask, nowMs: number): Reply {
    let latestMs = -Infinity;
    let limiting: Draw | undefined;
    for (const draw of draws) {
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
      const { bucket } = this.#entry(limiting);
      if (withinMs >= 0) bucket.waits(latestMs, nowMs);
      const why = bucket.isBlocked(nowMs) ? "blocked" : "full";
      return deny(limiting, { bucket, waitMs: latestMs - nowMs, why });
    }
    this.#file?.changed(false);
    const charges = draws.map((draw) => this.#entry(draw).bucket.charge(draw.cost, nowMs));
    return { granted: true, waitMs: 0, charges };
  }

  #entry(draw: Omit<Draw, "cost">): Entry {
    const known = this.#entries.get(draw.key);
    if (known !== undefined) {
      if (known.limit !== draw.limit) this.#compare(known, draw);
      return known;
    }
    if (this.#entries.size >= this.#sweepAt) this.#sweep();
    const { name, whose, limit } = draw;
    const bucket = this.#bucket(draw);
    const compared = new WeakSet<FlatLimit>();
    const entry = { bucket, key: draw.key, name, whose, limit, compared, most: Infinity };
    this.#entries.set(draw.key, entry);
    this.#heed(entry, this.#adopted.get(limitOf(draw.key)) ?? [], this.#nowMs());
    return entry;
  }

  /** After a sleep the exchange's time is another one by our clock, by as much as nobody knows. */
  #nowMs(): number {
    const nowMs = this.#clock.nowMs();
    const { sleeps = 0 } = this.#clock;
    if (sleeps !== this.#sleeps) {
      this.#sleeps = sleeps;
      for (const clock of this.#exchanges.values()) clock.restart(nowMs);
    }
    return nowMs;
  }

  #exchange(key: string): ServerClock {
    const limit = limitOf(key);
    const name = limit.slice(0, limit.lastIndexOf("/") + 1);
    const known = this.#exchanges.get(name);
    if (known !== undefined) return known;
    const [first = name] = this.#exchanges.keys();
    if (this.#exchanges.size >= clocksMax) this.#exchanges.delete(first);
    const clock = new ServerClock();
    this.#exchanges.set(name, clock);
    return clock;
  }

  #bucket({ key, limit }: Omit<Draw, "cost">): Bucket {
    const nowMs = this.#nowMs();
    const cold = { nowMs, wallMs: this.#clock.wallMs(), watchedMs: nowMs - this.#startMs };
    const bucket = createBucket(limit, {
      key,
      random: this.#random,
      clock: this.#exchange(key),
      ...(limit.coldStart === true ? { cold } : {}),
    });
    const kept = this.#earlier.get(key);
    if (kept !== undefined && kept.untilMs > nowMs) bucket.resume(kept, nowMs);
    this.#earlier.delete(key);
    return bucket;
  }

  // All that another process must know to go on from here.
  *#kept(): Iterable<readonly [string, Kept]> {
    const nowMs = this.#nowMs();
    for (const [key, { bucket }] of this.#entries) {
      const kept = bucket.kept(nowMs);
      if (kept !== undefined) yield [key, kept];
    }
    for (const [key, kept] of this.#earlier) if (kept.untilMs > nowMs) yield [key, kept];
  }

  /** Takes over those changes that are about this bucket. */
  #heed(entry: Entry, changes: readonly Adopted[], nowMs: number): void {
    for (const { limitKey, max, whose } of changes) {
      const agrees = Object.keys(entry.whose).every((dimension) => {
        const asked = whose[dimension];
        return asked === undefined || asked === entry.whose[dimension];
      });
      if (limitOf(entry.key) !== limitKey || !agrees) continue;
      entry.bucket.report(held(entry, { max }), nowMs);
    }
  }

  /**
   * Two clients that set one limit differently under one key: the lower figure holds, and the first window.
   * What the exchange itself has said since is no setting, and is compared with nothing.
   */
  #compare(entry: Entry, { key, limit }: Omit<Draw, "cost">): void {
    if (entry.compared.has(limit)) return;
    entry.compared.add(limit);
    const { max } = entry.limit;
    const [first, second] = [windowOf(entry.limit), windowOf(limit)];
    if (limit.max === max && first === second) return;
    const nowMs = this.#nowMs();
    if (limit.max !== max) entry.most = Math.min(entry.most, max, limit.max);
    if (limit.max < entry.bucket.level(nowMs).max) entry.bucket.report({ max: limit.max }, nowMs);
    const notice =
      limit.max === max
        ? `${entry.name} is set to ${first} ms and to ${second} ms under one key; the first holds.`
        : `${entry.name} is set to ${max} and to ${limit.max} under one key; the lower figure holds.`;
    this.#tell({ key, level: levelOf(entry, nowMs), shrank: false, blocked: false, notice });
  }

  /** Does something to a bucket, and tells what a refusal in it changed. */
  #news(entry: Entry, ending: Ending, nowMs: number, act: (bucket: Bucket) => void): void {
    const refused = typeof ending === "object" && ending.refused !== undefined;
    const before = refused ? entry.bucket.level(nowMs) : undefined;
    act(entry.bucket);
    if (before === undefined) return;
    const level = levelOf(entry, nowMs);
    const shrank = level.shrunkTo < before.shrunkTo;
    this.#tell({ key: entry.key, level, shrank, blocked: level.blockedMs > before.blockedMs });
  }

  #tell(change?: Change, keys?: readonly string[]): void {
    this.#file?.changed(change?.blocked === true);
    for (const listener of this.#listeners) listener(change, keys);
  }

  /** Forgets buckets that would lose nothing by it. */
  #sweep(): void {
    const nowMs = this.#nowMs();
    for (const [key, { bucket }] of this.#entries) {
      if (bucket.open === 0 && bucket.kept(nowMs) === undefined) this.#entries.delete(key);
    }
    this.#sweepAt = Math.max(idleKeysMax, 2 * this.#entries.size);
  }
}

const shared = new WeakMap<Clock, MemoryLedger>();

/** The ledger of all clients of this process that ask for no other: an IP's limits are counted together. */
export function processLedger(clock: Clock): MemoryLedger {
  const known = shared.get(clock) ?? new MemoryLedger({ clock });
  shared.set(clock, known);
  return known;
}

/** A report as the clients that share a bucket have settled it. */
function held({ most }: Entry, report: Report): Report {
  const { max } = report;
  return max !== undefined && max > most ? { ...report, max: most } : report;
}

function sameScope(one: Adopted, other: Adopted): boolean {
  return JSON.stringify(one.whose) === JSON.stringify(other.whose);
}

/** What an ask takes from one bucket. */
function costOf(draws: readonly Draw[], key: string): number {
  let cost = 0;
  for (const draw of draws) if (draw.key === key) cost += draw.cost;
  return cost;
}

function windowOf(limit: FlatLimit): number | undefined {
  return "windowMs" in limit ? limit.windowMs : undefined;
}

function deny(
  draw: Draw,
  { bucket, waitMs, why }: Readonly<{ bucket: Bucket; waitMs: number; why: Denial["why"] }>,
): Denial {
  return { granted: false, waitMs, limitedBy: draw, why, costMax: bucket.costMax };
}

function levelOf({ bucket, key, name, whose }: Entry, nowMs: number): Level {
  return { limit: name, whose, key, ...bucket.level(nowMs) };
}

/** The limit's part of a bucket's key, which its dimensions follow. */
export function limitOf(key: string): string {
  const [limit = key] = key.split("|", 1);
  return limit;
}
