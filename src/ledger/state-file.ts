/**
 * Bans and usage over a restart: one JSON file, by the wall clock, whole at every instant.
 *
 *     changed -> at most once a second, a ban at once -> temporary file -> rename
 *
 * Each bucket stands in it only for as long as anything of it matters. A file that cannot be read, or comes
 * from the future, takes nothing with it but a warning; one that cannot be written breaks no call. Names of
 * accounts stand in it, and no keys.
 */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Clock, Timer } from "../clock.ts";
import type { Kept } from "../limits/bucket.ts";

const version = 1;

/** What changes is written this much later: the file is never older while the process lives. */
const gapMs = 1_000;

/** Writing takes no more than one part of so many of the time. */
const writeShare = 50;

/** Instants are epoch ms; what is infinite is left out. */
type Row = Readonly<Partial<Record<(typeof fields)[number], number>>>;

const fields = [
  "used",
  "atMs",
  "pacedMs",
  "untilMs",
  "share",
  "blockedUntilMs",
  "refusedUntilMs",
] as const;

export type StateFileOptions = Readonly<{
  path: string;
  clock: Clock;
  /** What to write, by the key of the bucket. */
  kept: () => Iterable<readonly [key: string, kept: Kept]>;
}>;

export class StateFile {
  readonly #options: StateFileOptions;
  #timer: Timer | undefined;
  #tookMs = 0;
  readonly #warned = new Set<string>();

  constructor(options: StateFileOptions) {
    this.#options = options;
  }

  /** What an earlier process has left; `undefined` where there is nothing to go by. */
  read(): ReadonlyMap<string, Kept> | undefined {
    const { path, clock } = this.#options;
    try {
      const { writtenMs, rows } = parse(readFileSync(path, "utf8"));
      const wallMs = clock.wallMs();
      // A calendar that went back says nothing of how old a use is. A ban still has its end.
      const future = writtenMs > wallMs + gapMs;
      const at = { nowMs: clock.nowMs(), wallMs };
      const kept = rows.flatMap(([key, row]) => {
        const one = fromRow(future ? blockOf(row) : row, at);
        return one.untilMs > at.nowMs ? [[key, one] as const] : [];
      });
      if (future) this.#warn("read", "it comes from the future");
      return future && kept.length === 0 ? undefined : new Map(kept);
    } catch (error) {
      if (!isMissing(error)) this.#warn("read", error);
      return undefined;
    }
  }

  /** Something has changed; what cannot wait is written before this returns. */
  changed(urgent: boolean): void {
    if (urgent) return this.write();
    if (this.#timer !== undefined) return;
    const { clock } = this.#options;
    const waitMs = Math.max(gapMs, writeShare * this.#tookMs);
    this.#timer = clock.at(clock.nowMs() + waitMs, () => this.write());
    this.#timer.unref?.();
  }

  write(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    const { path, clock, kept } = this.#options;
    const nowMs = clock.nowMs();
    const at = { nowMs, wallMs: clock.wallMs() };
    const rows = [...kept()].map(([key, one]) => [key, toRow(one, at)] as const);
    const content = { headgate: version, writtenMs: at.wallMs, buckets: Object.fromEntries(rows) };
    try {
      writeFileSync(`${path}.tmp`, JSON.stringify(content), { mode: 0o600 });
      renameSync(`${path}.tmp`, path);
    } catch (error) {
      this.#warn("written", error);
    }
    this.#tookMs = clock.nowMs() - nowMs;
  }

  /** Writes what waits to be written. */
  close(): void {
    if (this.#timer !== undefined) this.write();
  }

  #warn(what: "read" | "written", why: unknown): void {
    if (this.#warned.has(what)) return;
    this.#warned.add(what);
    const message = `The state file ${this.#options.path} could not be ${what}: ${String(why)}.`;
    process.emitWarning(message, { type: "HeadgateWarning", code: "HEADGATE_STATE_FILE" });
  }
}

/** One instant by both clocks. */
type Instant = Readonly<{ nowMs: number; wallMs: number }>;

function toRow({ used, refusals, ...kept }: Kept, { nowMs, wallMs }: Instant): Row {
  const instants = {
    atMs: kept.atMs,
    pacedMs: kept.pacedMs,
    untilMs: kept.untilMs,
    blockedUntilMs: refusals?.blockedUntilMs ?? Infinity,
    refusedUntilMs: refusals?.untilMs ?? Infinity,
  };
  // Whole ms, and never too early.
  const finite = Object.entries(instants)
    .filter(([, ms]) => Number.isFinite(ms))
    .map(([name, ms]) => [name, Math.ceil(ms - nowMs + wallMs)] as const);
  const share = refusals === undefined ? {} : { share: refusals.share };
  return { used, ...share, ...Object.fromEntries(finite) };
}

function fromRow(row: Row, { nowMs, wallMs }: Instant): Kept {
  const instant = (ms: number | undefined, none: number): number =>
    ms === undefined ? none : ms - wallMs + nowMs;
  // What was in flight when it was written was counted a little later.
  const atMs = Math.min(nowMs, instant(row.atMs, -Infinity) + gapMs);
  const untilMs = instant(row.untilMs, Infinity) + gapMs;
  const kept = { used: row.used ?? 0, atMs, untilMs, pacedMs: instant(row.pacedMs, -Infinity) };
  if (row.share === undefined) return kept;
  const refusals = {
    share: row.share,
    blockedUntilMs: instant(row.blockedUntilMs, -Infinity),
    untilMs: instant(row.refusedUntilMs, -Infinity),
  };
  return { ...kept, refusals };
}

/** Of a row nothing but its ban. */
function blockOf({ blockedUntilMs }: Row): Row {
  if (blockedUntilMs === undefined) return { untilMs: 0 };
  return { share: 1, blockedUntilMs, refusedUntilMs: blockedUntilMs, untilMs: blockedUntilMs };
}

type Parsed = Readonly<{ writtenMs: number; rows: readonly (readonly [key: string, row: Row])[] }>;

/** @throws {Error} If it is no state file, or another version's. */
function parse(text: string): Parsed {
  const whole: unknown = JSON.parse(text);
  if (!isRecord(whole) || whole["headgate"] !== version) throw new Error("it is none");
  const { writtenMs, buckets } = whole;
  if (typeof writtenMs !== "number" || !isRecord(buckets)) throw new Error("it is damaged");
  return { writtenMs, rows: Object.entries(buckets).map(([key, row]) => [key, rowOf(row)]) };
}

function rowOf(given: unknown): Row {
  if (!isRecord(given)) throw new Error("it is damaged");
  const row: Partial<Record<(typeof fields)[number], number>> = {};
  for (const field of fields) {
    const figure = given[field];
    if (figure === undefined) continue;
    const usable = typeof figure === "number" && figure >= 0 && (field !== "share" || figure <= 1);
    if (!usable) throw new Error(`it is damaged at ${field}`);
    row[field] = figure;
  }
  return row;
}

function isRecord(what: unknown): what is Readonly<Record<string, unknown>> {
  return typeof what === "object" && what !== null && !Array.isArray(what);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
