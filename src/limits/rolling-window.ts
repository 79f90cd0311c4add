/**
 * The last `windowMs`, at every instant: a charge expires one window after its answer. The exchange
 * counted it no later than that, so this holds under any delay, also against fixed windows of any phase
 * and against a bucket that refills its limit once a window.
 *
 *     sent ----- counted ----- answered |------------ windowMs ------------| expires
 */
import type { Charge, Ending, Report } from "./bucket.ts";
import { creditFigure, less, roomBeside, usedFigure } from "./guard.ts";
import type { Asked, Guard, Settled, Terms } from "./guard.ts";
import { mapUsed, noteUsed, nothingReported, usedOf } from "./reconcile.ts";
import type { Reported } from "./reconcile.ts";
import { drift } from "./server-clock.ts";

/** An exchange may count both ends of its window, and by whole ms. */
const edgeMs = 1;

/** Charges are kept one by one, but for those within this part of a window: it bounds the list. */
const slots = 256;

type Entry = {
  cost: number;
  /** The earliest instant at which any of it can have been counted. */
  sentMs: number;
  readonly firstMs: number;
  /** The latest. */
  settledMs: number;
  kind: "acknowledged" | "unreported" | "lost";
};

/** What has been settled and has not expired. */
type Sums = Readonly<{ acknowledged: number; unreported: number; reported: Reported }>;

export class RollingWindow implements Guard {
  /** The exchange's window by our clock: the longest and the shortest that it can be. */
  readonly #windowMs: number;
  readonly #shortestMs: number;
  readonly #terms: Terms;
  #inFlight: number;
  #log: Entry[] = [];
  #sums: Sums = { acknowledged: 0, unreported: 0, reported: nothingReported };

  constructor(options: Readonly<{ windowMs: number; terms: Terms; inFlight?: number }>) {
    this.#windowMs = options.windowMs * (1 + drift) + edgeMs;
    this.#shortestMs = options.windowMs * (1 - drift);
    this.#terms = options.terms;
    this.#inFlight = options.inFlight ?? 0;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  earliestMs(asked: Asked, nowMs: number): number {
    const room = roomBeside(this.#terms, asked) - this.#inFlight;
    if (room < 0) return Infinity;
    let sums = this.#sums;
    let index = 0;
    let atMs = nowMs;
    for (;;) {
      const entry = this.#log[index];
      const entryEndsMs = entry === undefined ? Infinity : entry.settledMs + this.#windowMs;
      const nextMs = Math.min(entryEndsMs, this.#figureEndsMs(sums.reported));
      if (nextMs > atMs) {
        // With nothing left to expire there is room; a sum of decimals may not say so.
        if (total(sums) <= room || nextMs === Infinity) return atMs;
        atMs = nextMs;
      }
      if (entry !== undefined && entryEndsMs === nextMs) {
        sums = this.#without(sums, entry);
        index += 1;
      } else sums = this.#dropFigures(sums, nextMs);
    }
  }

  charge(cost: number, nowMs: number): void {
    this.#expire(nowMs);
    this.#inFlight += cost;
  }

  settle(charge: Charge, ending: Ending, { cost, nowMs }: Settled): void {
    this.#expire(nowMs);
    this.#inFlight = less(this.#inFlight, charge.cost);
    if (ending === "unsent") return;
    const used = ending === "lost" ? undefined : usedFigure(ending, this.#terms);
    if (used !== undefined) {
      this.#cover(charge.atMs);
      this.#note({ used, sentMs: charge.atMs, receivedMs: nowMs });
    }
    const kind = ending === "lost" ? "lost" : used === undefined ? "unreported" : "acknowledged";
    this.#add({ cost, sentMs: charge.atMs, firstMs: nowMs, settledMs: nowMs, kind });
  }

  report(report: Report, nowMs: number): void {
    this.#expire(nowMs);
    const used = usedFigure(report, this.#terms);
    // It was sent before it came, and which of ours it contains is not known: it overtakes nothing.
    if (used !== undefined) this.#note({ used, sentMs: -Infinity, receivedMs: nowMs });
    let left = creditFigure(report);
    for (const entry of this.#log) {
      const taken = Math.min(left, entry.cost);
      this.#sums = add(this.#sums, entry.kind, -taken);
      entry.cost -= taken;
      left -= taken;
    }
  }

  /** Takes over what another accounting holds, as if all of it were settled now. */
  carry(used: number, nowMs: number): void {
    this.#add({ cost: used, sentMs: nowMs, firstMs: nowMs, settledMs: nowMs, kind: "unreported" });
  }

  used(nowMs: number): number {
    this.#expire(nowMs);
    return this.#inFlight + total(this.#sums);
  }

  reported(nowMs: number): number | undefined {
    this.#expire(nowMs);
    return usedOf(this.#sums.reported);
  }

  #note(answer: { used: number; sentMs: number; receivedMs: number }): void {
    this.#sums = { ...this.#sums, reported: noteUsed(this.#sums.reported, answer) };
  }

  #add(entry: Entry): void {
    if (entry.cost === 0) return;
    this.#sums = add(this.#sums, entry.kind, entry.cost);
    const last = this.#log.at(-1);
    const near = last !== undefined && entry.settledMs - last.firstMs <= this.#windowMs / slots;
    if (near && last.kind === entry.kind) {
      last.cost += entry.cost;
      last.sentMs = Math.min(last.sentMs, entry.sentMs);
      last.settledMs = entry.settledMs;
    } else this.#log.push(entry);
  }

  /** An answer to a request sent at `sentMs` contains all that had been answered by then. */
  #cover(sentMs: number): void {
    if (this.#sums.unreported === 0) return;
    for (const entry of this.#log) {
      if (entry.kind !== "unreported" || entry.settledMs >= sentMs) continue;
      entry.kind = "acknowledged";
      this.#sums = add(add(this.#sums, "unreported", -entry.cost), "acknowledged", entry.cost);
    }
  }

  #expire(nowMs: number): void {
    let gone = 0;
    for (const entry of this.#log) {
      if (entry.settledMs + this.#windowMs > nowMs) break;
      this.#sums = this.#without(this.#sums, entry);
      gone += 1;
    }
    if (gone > 0) this.#log.splice(0, gone);
    // Sums of decimals do not come back to zero by themselves.
    if (this.#log.length === 0) this.#sums = { ...this.#sums, acknowledged: 0, unreported: 0 };
    if (this.#figureEndsMs(this.#sums.reported) <= nowMs)
      this.#sums = this.#dropFigures(this.#sums, nowMs);
  }

  /** An own charge leaves the window, and with it the figures that surely contained it until then. */
  #without(sums: Sums, entry: Entry): Sums {
    const rest = add(sums, entry.kind, -entry.cost);
    if (entry.kind !== "acknowledged" || sums.reported.newer === undefined) return rest;
    const countedUntilMs = entry.sentMs + this.#shortestMs;
    const reported = mapUsed(sums.reported, (seen) =>
      countedUntilMs > seen.receivedMs ? seen.used - entry.cost : seen.used,
    );
    return { ...rest, reported };
  }

  /** When the older of the figures says nothing any more: all that it counted has left the window. */
  #figureEndsMs({ older, newer }: Reported): number {
    const figure = older ?? newer;
    return figure === undefined ? Infinity : figure.receivedMs + this.#windowMs;
  }

  #dropFigures(sums: Sums, atMs: number): Sums {
    const { newer } = sums.reported;
    const holds = newer !== undefined && newer.receivedMs + this.#windowMs > atMs;
    return { ...sums, reported: holds ? { newer } : nothingReported };
  }
}

function total({ acknowledged, unreported, reported }: Sums): number {
  return unreported + Math.max(acknowledged, usedOf(reported) ?? 0);
}

function add(sums: Sums, kind: Entry["kind"], cost: number): Sums {
  return kind === "acknowledged"
    ? { ...sums, acknowledged: sums.acknowledged + cost }
    : { ...sums, unreported: sums.unreported + cost };
}
