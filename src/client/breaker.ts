/**
 * A run of error answers. Exchanges ban those who go on asking what is always refused, however slowly; so a
 * call of one endpoint and one caller pauses when its last answers were nothing but errors.
 *
 *     closed --- so many errors in a row ---> open --- pause ---> half open: one call goes to try
 *        ^                                     ^                       |            |
 *        '---------- it was accepted ----------|-----------------------'            |
 *                                              '----- twice as long: it was not ----'
 *
 * Only the counting is here: the pause is a block of a limit that every such call draws nothing from, so the
 * line, the probe after it, the growing wait, the events and the errors are those of any other block.
 */
import type { Draw } from "../ledger/ledger.ts";
import type { Report } from "../limits/bucket.ts";
import type { Rejection } from "../venue/refusals.ts";
import { errorsLimit } from "./scopes.ts";
import { sharedBy } from "./shared.ts";

/** What is older does not belong to a run. */
const runMs = 60_000;

/** The first pause; each that follows is twice as long, by the bucket's own back-off. */
const pauseMs = 1_000;

/** Of so many endpoints and callers the runs are known; a forgotten one starts over. */
const runsMax = 10_000;

/** What the exchange waits out by a pause of its own, or asks to be asked again, is no error of the call. */
const errors: ReadonlySet<Rejection["kind"]> = new Set(["request", "credentials", "fault"]);

/** When the latest errors came, the oldest first; and whether it was too long once, until one is accepted. */
type Run = Readonly<{ atMs: readonly number[]; isOpen: boolean }>;

export class Breaker {
  static readonly of = sharedBy(() => new Breaker());
  /** By the key of the bucket. */
  readonly #runs = new Map<string, Run>();

  /** Takes in an answer; returns what it does to the bucket, by its key, where the run is too long. */
  answered(
    { draws }: Readonly<{ draws: readonly Draw[] }>,
    at: Readonly<{ rejection: Rejection | undefined; nowMs: number; maxErrors: number }>,
  ): Readonly<Record<string, Report>> | undefined {
    const { rejection } = at;
    // Most answers are no errors, and follow none.
    if (rejection === undefined && this.#runs.size === 0) return undefined;
    const key = draws.find(({ name }) => name === errorsLimit)?.key;
    if (key === undefined) return undefined;
    if (rejection === undefined) this.#runs.delete(key);
    else if (errors.has(rejection.kind) && this.#isTooLong(key, at))
      return { [key]: { refused: { as: "ban", waitMs: pauseMs } } };
    return undefined;
  }

  #isTooLong(
    key: string,
    { nowMs, maxErrors }: Readonly<{ nowMs: number; maxErrors: number }>,
  ): boolean {
    if (this.#runs.size >= runsMax) this.#runs.clear();
    const run = this.#runs.get(key) ?? { atMs: [], isOpen: false };
    const atMs = [...run.atMs.filter((errorMs) => errorMs > nowMs - runMs), nowMs];
    const isOpen = run.isOpen || atMs.length >= maxErrors;
    this.#runs.set(key, { atMs: isOpen ? [] : atMs, isOpen });
    return isOpen;
  }
}
