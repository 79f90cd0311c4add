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
import type { Held } from "../limits/guard.ts";
import type { Adopted } from "./ledger.ts";

const version = 1;

const damaged = "it is damaged";

/** What changes is written this much later: the file is never older while the process lives. */
const gapMs = 1_000;

/** Writing takes no more than one part of so many of the time. */
const writeShare = 50;

/** What one process leaves to the next. Instants are by the monotonic clock of whoever has it in hand. */
export type State = Readonly<{
  /** All that was used since then is known; what does not stand here was not used. */
  sinceMs: number;
  /** By key. */
  buckets: ReadonlyMap<string, Kept>;
  /** Limits as the exchange has changed them; of those about one bucket the last holds. */
  figures: readonly Adopted[];
}>;

/** Instants are epoch ms; what is infinite is left out. */
type Row = Readonly<Partial<Record<(typeof fields)[number], number>> & { held: readonly Part[] }>;

/** What was used, from when and until when it was counted; `null` where nobody knows since when. */
type Part = readonly [used: number, fromMs: number | null, atMs: number];

const fields = [
  "pacedMs",
  "untilMs",
  "share",
  "blockedUntilMs",
  "refusedUntilMs",
  "unseen",
] as const;

export type StateFileOptions = Readonly<{
  path: string;
  clock: Clock;
  /** What to write. */
  state: () => State;
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
  read(): State | undefined {
    const { path, clock } = this.#options;
    try {
      const { writtenMs, sinceMs, figures, rows } = parse(readFileSync(path, "utf8"));
      const at = { nowMs: clock.nowMs(), wallMs: clock.wallMs() };
      // A calendar that went back says nothing of how old a use is. A ban still has its end.
      const future = writtenMs > at.wallMs + gapMs;
      const kept = rows.flatMap(([key, row]) => {
        const one = fromRow(future ? blockOf(row) : row, at);
        return one.untilMs > at.nowMs ? [[key, one] as const] : [];
      });
      if (future) this.#warn("read", "it comes from the future");
      const knownMs = future ? at.wallMs : sinceMs + gapMs;
      return { sinceMs: knownMs - at.wallMs + at.nowMs, buckets: new Map(kept), figures };
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
    const { path, clock, state } = this.#options;
    const nowMs = clock.nowMs();
    const at = { nowMs, wallMs: clock.wallMs() };
    const { sinceMs, buckets, figures } = state();
    const rows = [...buckets].map(([key, one]) => [key, toRow(one, at)] as const);
    const content = {
      headgate: version,
      writtenMs: at.wallMs,
      sinceMs: Math.ceil(sinceMs - nowMs + at.wallMs),
      figures,
      buckets: Object.fromEntries(rows),
    };
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

function toRow({ held, refusals, unseen, ...kept }: Kept, { nowMs, wallMs }: Instant): Row {
  const instants = {
    pacedMs: kept.pacedMs,
    untilMs: kept.untilMs,
    blockedUntilMs: refusals?.blockedUntilMs ?? Infinity,
    refusedUntilMs: refusals?.untilMs ?? Infinity,
  };
  // Whole ms, and never too early.
  const finite = Object.entries(instants)
    .filter(([, ms]) => Number.isFinite(ms))
    .map(([name, ms]) => [name, Math.ceil(ms - nowMs + wallMs)] as const);
  const parts = held.map(({ used, fromMs, atMs }): Part => {
    const sinceMs = fromMs === -Infinity ? null : Math.floor(fromMs - nowMs + wallMs);
    return [used, sinceMs, Math.ceil(atMs - nowMs + wallMs)];
  });
  const share = refusals === undefined ? {} : { share: refusals.share };
  const seen = unseen === true ? { unseen: 1 } : {};
  return { held: parts, ...share, ...seen, ...Object.fromEntries(finite) };
}

function fromRow(row: Row, { nowMs, wallMs }: Instant): Kept {
  const instant = (ms: number | undefined, none: number): number =>
    ms === undefined ? none : ms - wallMs + nowMs;
  const held = row.held.map(([used, fromMs, atMs]): Held => {
    const sinceMs = instant(fromMs ?? undefined, -Infinity) - gapMs;
    // What was in flight when it was written was counted a little later.
    return { used, fromMs: sinceMs, atMs: Math.min(nowMs, instant(atMs, -Infinity) + gapMs) };
  });
  const untilMs = instant(row.untilMs, Infinity) + gapMs;
  const pacedMs = instant(row.pacedMs, -Infinity);
  const kept: Kept = { held, untilMs, pacedMs, ...(row.unseen === 1 ? { unseen: true } : {}) };
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
  if (blockedUntilMs === undefined) return { held: [], untilMs: 0 };
  return {
    held: [],
    share: 1,
    blockedUntilMs,
    refusedUntilMs: blockedUntilMs,
    untilMs: blockedUntilMs,
  };
}

type Parsed = Pick<State, "sinceMs" | "figures"> &
  Readonly<{ writtenMs: number; rows: readonly (readonly [key: string, row: Row])[] }>;

/** @throws {Error} If it is no state file, or another version's. */
function parse(text: string): Parsed {
  const whole: unknown = JSON.parse(text);
  if (!isRecord(whole) || whole["headgate"] !== version) throw new Error("it is none");
  const { writtenMs, sinceMs, figures, buckets } = whole;
  if (typeof writtenMs !== "number" || typeof sinceMs !== "number") throw new Error(damaged);
  if (!isRecord(buckets) || !isListOf(figures, isAdopted)) throw new Error(damaged);
  const rows = Object.entries(buckets).map(([key, row]) => [key, rowOf(row)] as const);
  return { writtenMs, sinceMs, figures, rows };
}

function rowOf(given: unknown): Row {
  if (!isRecord(given) || !isListOf(given["held"], isPart)) throw new Error(damaged);
  const row: Partial<Record<(typeof fields)[number], number>> = {};
  for (const field of fields) {
    const figure = given[field];
    if (figure === undefined) continue;
    if (!isFigure(figure) || (field === "share" && figure > 1))
      throw new Error(`${damaged} at ${field}`);
    row[field] = figure;
  }
  return { ...row, held: given["held"] };
}

function isPart(given: unknown): given is Part {
  if (!Array.isArray(given) || given.length !== 3) return false;
  const [used, fromMs, atMs]: unknown[] = given;
  return isFigure(used) && (fromMs === null || isFigure(fromMs)) && isFigure(atMs);
}

function isAdopted(given: unknown): given is Adopted {
  if (!isRecord(given) || !isRecord(given["whose"])) return false;
  const isSaid = Object.values(given["whose"]).every((value) => typeof value === "string");
  return isSaid && typeof given["limitKey"] === "string" && isFigure(given["max"]);
}

function isListOf<One>(given: unknown, isOne: (one: unknown) => one is One): given is One[] {
  return Array.isArray(given) && given.every(isOne);
}

function isFigure(given: unknown): given is number {
  return typeof given === "number" && given >= 0;
}

function isRecord(what: unknown): what is Readonly<Record<string, unknown>> {
  return typeof what === "object" && what !== null && !Array.isArray(what);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
