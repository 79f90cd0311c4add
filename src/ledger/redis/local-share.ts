/**
 * What one process lives on without contact: its own part of every limit, counted here alone. It starts
 * with nothing to give. Its part of what is known to be used comes back when that leaves the window; what
 * nobody knows of counts as if it had been used evenly.
 */
import type { Clock } from "../../clock.ts";
import type { Bucket, Charge } from "../../limits/bucket.ts";
import type { Held } from "../../limits/guard.ts";
import type { FlatLimit } from "../../limits/limit.ts";
import { shareOf } from "../../limits/share.ts";
import type { Ask, Draw, Endings, Reply } from "../ledger.ts";
import { MemoryLedger } from "../memory-ledger.ts";
import type { Known } from "./known.ts";
import type { News } from "./question.ts";

/** A window that was used evenly, in so many pieces. */
const pieces = 20;

/** Without a window of its own a limit has to hear of all that was used. */
type Used = Readonly<{ cost: number; atMs: number }>;

export class LocalShare {
  readonly #clock: Clock;
  readonly #part: number;
  readonly #ledger: MemoryLedger;
  readonly #limits = new Map<FlatLimit, FlatLimit>();
  readonly #begun = new Set<string>();
  readonly #charges = new WeakMap<Charge, Charge>();
  readonly #used = new Map<Known, Used[]>();

  constructor(of: Readonly<{ clock: Clock; random: () => number; parts: number }>) {
    this.#clock = of.clock;
    this.#part = 1 / Math.max(1, of.parts);
    this.#ledger = new MemoryLedger(of);
  }

  /** Before anything goes that is not known to all. */
  begin(draws: readonly Draw[], near: (draw: Draw) => Bucket): void {
    for (const draw of draws) {
      if (this.#begun.has(draw.key)) continue;
      this.#begun.add(draw.key);
      this.#begin({ ...draw, limit: this.#limit(draw.limit) }, near(draw));
    }
  }

  /** Whether this part lets it go as well, which the accounting of all has let. */
  reserve(ask: Ask, charges: readonly Charge[], known: (draw: Draw) => Known): Reply | undefined {
    const draws = ask.draws.map((draw) => ({ ...draw, limit: this.#limit(draw.limit) }));
    const [reply] = this.#ledger.reserve([{ ...ask, draws, aheadMs: 0 }]);
    if (reply?.granted !== true) return reply;
    const atMs = this.#clock.nowMs();
    for (const [index, charge] of charges.entries()) {
      const [draw, own] = [ask.draws[index], reply.charges[index]];
      if (draw === undefined || own === undefined) continue;
      this.#charges.set(charge, own);
      const of = known(draw);
      this.#used.set(of, [...(this.#used.get(of) ?? []), { cost: draw.cost, atMs }]);
    }
    return reply;
  }

  settle(charges: readonly Charge[], endings: Endings): void {
    for (const [index, charge] of charges.entries()) {
      const own = this.#charges.get(charge);
      const ending = typeof endings === "string" ? endings : (endings[index] ?? {});
      if (own !== undefined) this.#ledger.settle([own], [ending]);
    }
  }

  /** What was used of it since this was asked last, and may still count. */
  used(nowMs: number): readonly News[] {
    const news: News[] = [];
    for (const [of, all] of this.#used) {
      const { windowMs = 60_000 } = this.#ledger.bucketOf(of.draw).shape(nowMs);
      const sinceMs = of.isTimeless ? -Infinity : nowMs - windowMs - of.travelMs;
      const cost = all.reduce((sum, one) => (one.atMs > sinceMs ? sum + one.cost : sum), 0);
      // What is open is told with the next question.
      if (cost > 0 && of.draw.limit.counted !== "open") news.push({ of, kind: "used", cost });
    }
    this.#used.clear();
    return news;
  }

  #begin(draw: Draw, near: Bucket): void {
    const { counted } = draw.limit;
    if (counted === "open" || counted === "lifetime") return;
    const nowMs = this.#clock.nowMs();
    const bucket = this.#ledger.bucketOf(draw);
    const { planned, pace, windowMs } = bucket.shape(nowMs);
    const pacedMs = nowMs + (pace === undefined ? 0 : pace.saved / pace.refillPerMs);
    const kept = near.kept(nowMs);
    const refusals = kept?.refusals === undefined ? {} : { refusals: kept.refusals };
    const held =
      windowMs === undefined
        ? [{ used: pace?.saved ?? planned, fromMs: -Infinity, atMs: nowMs }]
        : this.#filled(kept?.held ?? [], { planned, windowMs, nowMs });
    bucket.resume({ held, pacedMs, ...refusals, untilMs: Infinity }, nowMs);
  }

  /** What is known to be used, and the rest of the window evenly. */
  #filled(
    known: readonly Held[],
    { planned, windowMs, nowMs }: Readonly<{ planned: number; windowMs: number; nowMs: number }>,
  ): readonly Held[] {
    const held = known.map((one) => ({ ...one, used: one.used * this.#part }));
    const rest = Math.max(0, planned - held.reduce((sum, { used }) => sum + used, 0));
    for (let piece = 1; piece <= pieces; piece += 1) {
      const atMs = nowMs - windowMs * (1 - piece / pieces);
      held.push({ used: rest / pieces, fromMs: atMs - windowMs / pieces, atMs });
    }
    return held.toSorted((one, other) => one.atMs - other.atMs);
  }

  #limit(limit: FlatLimit): FlatLimit {
    const known = this.#limits.get(limit);
    if (known !== undefined) return known;
    const part = shareOf(limit, this.#part);
    const max = typeof part.max === "number" ? part.max : limit.max;
    // Nobody else uses this part: what was before is as if all of it had been used.
    const made = { ...part, max, coldStart: false };
    this.#limits.set(limit, made);
    return made;
  }
}
