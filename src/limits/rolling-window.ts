/**
 * The last `windowMs`, at every instant: a charge expires one window after its answer. The exchange
 * counted it no later than that, so this holds under any delay, also against fixed windows of any phase
 * and against a bucket that refills its limit once a window.
 *
 *     sent ----- counted ----- answered |------------ windowMs ------------| expires
 */
import type { Charge, Ending, Report } from "./bucket.ts";
import { ForeignUse, reserveMax } from "./foreign-use.ts";
import { creditFigure, less, nothingHeld, roomBeside, settledCost, usedFigure } from "./guard.ts";
import type { Asked, Guard, GuardShape, Held, Holding, Terms } from "./guard.ts";
import { Sums } from "./rolling-sums.ts";
import type { Kind } from "./rolling-sums.ts";
import { drift } from "./server-clock.ts";

/** An exchange may count both ends of its window, and by whole ms. */
const edgeMs = 1;

/** Charges are kept one by one, but for those in the same one of so many parts of a window: it bounds the list. */
const slots = 256;

/** What another one takes over is kept by coarser parts. They lie still, so that nothing moves on through them. */
const heldSlots = 16;

type Entry = {
  cost: number;
  /** The earliest instant at which any of it can have been counted. */
  sentMs: number;
  /** The latest. */
  settledMs: number;
  kind: Kind;
  /** When the part of a window ends in which it was settled. */
  readonly untilMs: number;
};

export class RollingWindow implements Guard {
  /** The exchange's window by our clock: the longest and the shortest that it can be. */
  readonly #windowMs: number;
  readonly #shortestMs: number;
  readonly #slotMs: number;
  readonly #terms: Terms;
  readonly #figures: "leave" | "stay";
  #inFlight: number;
  readonly #log: Entry[] = [];
  readonly #sums = new Sums();
  /** The same at a later instant, while a question is answered. */
  readonly #ahead = new Sums();
  /** Nothing expires before. */
  #expiresMs = Infinity;
  readonly #foreign: ForeignUse;
  /** What others were last seen to have used of the window, and when. */
  #seen = 0;
  #seenMs: number | undefined;

  /**
   * What of ours a used figure contained expires for a server whose window rolls, and so leaves the figure.
   * A fixed window may have begun after it was counted: there a figure stays for as long as its window can.
   */
  constructor(
    options: Readonly<{
      windowMs: number;
      terms: Terms;
      figures: "leave" | "stay";
      inFlight?: number;
    }>,
  ) {
    this.#windowMs = options.windowMs * (1 + drift) + edgeMs;
    this.#shortestMs = options.windowMs * (1 - drift);
    this.#slotMs = this.#windowMs / slots;
    this.#terms = options.terms;
    this.#figures = options.figures;
    this.#inFlight = options.inFlight ?? 0;
    this.#foreign = new ForeignUse(options);
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  earliestMs(asked: Asked, nowMs: number): number {
    const most = roomBeside(this.#terms, asked);
    const room = most - this.#inFlight;
    const others = Math.min(this.#foreign.reserve(this.#windowMs), reserveMax(this.#terms), most);
    // What expires only makes more room.
    return this.#sums.besides(others) <= room ? nowMs : this.#fitsMs(room, others, nowMs);
  }

  sure(nowMs: number): number {
    this.#expire(nowMs);
    const { figures, total } = this.#sums;
    // Beside others it may be less once a figure is gone.
    if (figures.most !== -Infinity || this.#foreign.reserve(this.#windowMs) > 0) return 0;
    return this.#terms.planned - this.#inFlight - total;
  }

  #fitsMs(room: number, others: number, nowMs: number): number {
    // What is in flight leaves no room: only an ending makes some.
    if (room < 0) return Infinity;
    const ahead = this.#ahead;
    ahead.copy(this.#sums);
    let index = 0;
    let atMs = nowMs;
    for (;;) {
      const entry = this.#log[index];
      const entryEndsMs = entry === undefined ? Infinity : entry.settledMs + this.#windowMs;
      const nextMs = Math.min(entryEndsMs, ahead.figures.sinceMs + this.#windowMs);
      if (nextMs > atMs) {
        if (ahead.besides(others) <= room) return atMs;
        // With nothing left to expire there is room beside others; a sum of decimals may not say so.
        if (nextMs === Infinity) return others <= room ? atMs : Infinity;
        atMs = nextMs;
      }
      if (entry !== undefined && entryEndsMs === nextMs) {
        this.#drop(entry, ahead);
        index += 1;
      } else ahead.figures.forget(ahead.figures.sinceMs);
    }
  }

  charge(cost: number): void {
    this.#inFlight += cost;
  }

  settle(charge: Charge, ending: Ending | undefined, nowMs: number): void {
    this.#expire(nowMs);
    this.#inFlight = less(this.#inFlight, charge.cost);
    if (ending === undefined) this.#add("unreported", charge.atMs, charge.cost, nowMs);
    else this.#told(charge, ending, nowMs);
  }

  #told(charge: Charge, ending: Ending, nowMs: number): void {
    const cost = settledCost(charge, ending);
    const used = usedFigure(ending, this.#terms);
    if (used === undefined)
      return this.#add(ending === "lost" ? "lost" : "unreported", charge.atMs, cost, nowMs);
    this.#cover(charge.atMs);
    this.#note(used, charge.atMs, nowMs);
    this.#add("acknowledged", charge.atMs, cost, nowMs);
    this.#look(nowMs);
  }

  report(report: Report, nowMs: number): void {
    if (report.others === "none") this.#foreign.forget();
    this.#expire(nowMs);
    const used = usedFigure(report, this.#terms);
    // It was sent before it came, and which of ours it contains is not known: it overtakes nothing.
    if (used !== undefined) this.#note(used, -Infinity, nowMs);
    let left = creditFigure(report);
    for (const entry of this.#log) {
      const taken = Math.min(left, entry.cost);
      this.#sums.add(entry.kind, -taken);
      entry.cost -= taken;
      left -= taken;
    }
  }

  held(nowMs: number): Holding {
    this.#expire(nowMs);
    const held = this.#heldParts();
    if (this.#inFlight > 0) held.push({ used: this.#inFlight, fromMs: -Infinity, atMs: nowMs });
    const atMs = held.at(-1)?.atMs;
    return atMs === undefined ? nothingHeld : { held, untilMs: atMs + this.#windowMs };
  }

  carry({ used, fromMs, atMs }: Held, nowMs: number): void {
    if (used === 0) return;
    this.#append({ kind: "unreported", cost: used, sentMs: fromMs, settledMs: atMs });
    // It is older than what was counted since.
    this.#log.sort((one, other) => one.settledMs - other.settledMs);
    this.#expire(nowMs);
  }

  theirs(cost: number, { sinceMs, nowMs }: Readonly<{ sinceMs: number; nowMs: number }>): void {
    this.carry({ used: cost, fromMs: sinceMs, atMs: sinceMs }, nowMs);
  }

  get hasMore(): boolean {
    // A figure holds what others have used, which is nobody's to give back.
    if (this.#foreign.expected(this.#windowMs) > 0 || this.#sums.figures.used !== undefined)
      return true;
    return this.#log.some(({ kind }) => kind === "lost");
  }

  used(nowMs: number): number {
    this.#expire(nowMs);
    return this.#inFlight + this.#sums.total;
  }

  taken(nowMs: number): number {
    this.#expire(nowMs);
    return this.#sums.acknowledged + this.#sums.unreported;
  }

  shape(): GuardShape {
    return { windowMs: this.#windowMs };
  }

  reported(nowMs: number): number | undefined {
    this.#expire(nowMs);
    return this.#sums.figures.used;
  }

  /** Beside what it grew by, as much came in as leaves the window on the mean. */
  #look(nowMs: number): void {
    // Of ours, what is in flight may be in the figure.
    const foreign = Math.max(0, this.#sums.foreign - this.#inFlight);
    const forMs = nowMs - (this.#seenMs ?? -Infinity);
    // Of what was seen longer ago nothing is left to compare with.
    if (forMs < this.#windowMs) {
      const left = (forMs / this.#windowMs) * this.#seen;
      this.#foreign.observe({ weight: foreign - this.#seen + left, forMs }, nowMs);
    }
    this.#seen = foreign;
    this.#seenMs = nowMs;
  }

  #add(kind: Kind, sentMs: number, cost: number, settledMs: number): void {
    if (cost === 0) return;
    const last = this.#log.at(-1);
    if (last === undefined || last.kind !== kind || settledMs >= last.untilMs)
      return this.#append({ kind, cost, sentMs, settledMs });
    this.#sums.add(kind, cost);
    last.cost += cost;
    if (sentMs < last.sentMs) last.sentMs = sentMs;
    last.settledMs = settledMs;
  }

  #append({ kind, cost, sentMs, settledMs }: Omit<Entry, "untilMs">): void {
    this.#sums.add(kind, cost);
    const untilMs = (Math.floor(settledMs / this.#slotMs) + 1) * this.#slotMs;
    this.#log.push({ cost, sentMs, settledMs, kind, untilMs });
    this.#expiresMs = Math.min(this.#expiresMs, settledMs + this.#windowMs);
  }

  #note(used: number, sentMs: number, receivedMs: number): void {
    this.#sums.figures.note({ used, sentMs, receivedMs });
    this.#expiresMs = Math.min(this.#expiresMs, receivedMs + this.#windowMs);
  }

  /**
   * What is settled, part by part. What a figure holds beyond those of ours that it goes down with counts
   * from the figure on, and the rest of ours is in it, the newest first.
   */
  #heldParts(): Held[] {
    const { most, lastMs } = this.#sums.figures;
    const known = this.#log.filter((entry) => this.#lowers(entry, lastMs));
    let beyond = Math.max(
      0,
      known.reduce((left, { cost }) => left - cost, most),
    );
    const figure = { used: beyond, fromMs: -Infinity, atMs: lastMs };
    const parts: Held[] = [];
    for (const entry of this.#log.toReversed()) {
      const isIn = entry.kind === "acknowledged" && !this.#lowers(entry, lastMs);
      const inFigure = isIn ? Math.min(beyond, entry.cost) : 0;
      beyond -= inFigure;
      const part = { used: entry.cost - inFigure, fromMs: entry.sentMs, atMs: entry.settledMs };
      const later = parts.at(-1);
      if (part.used === 0) continue;
      if (later !== undefined && this.#inOne(part.atMs, later.atMs)) {
        const fromMs = Math.min(part.fromMs, later.fromMs);
        parts[parts.length - 1] = { used: part.used + later.used, fromMs, atMs: later.atMs };
      } else parts.push(part);
    }
    if (figure.used > 0) parts.push(figure);
    return parts.toSorted((one, other) => one.atMs - other.atMs);
  }

  #inOne(oneMs: number, otherMs: number): boolean {
    const partMs = this.#windowMs / heldSlots;
    return Math.floor(oneMs / partMs) === Math.floor(otherMs / partMs);
  }

  /** An answer to a request sent at `sentMs` contains all that had been answered by then. */
  #cover(sentMs: number): void {
    if (this.#sums.unreported === 0) return;
    for (const entry of this.#log) {
      if (entry.kind !== "unreported" || entry.settledMs >= sentMs) continue;
      this.#sums.add("unreported", -entry.cost);
      this.#sums.add("acknowledged", entry.cost);
      entry.kind = "acknowledged";
    }
  }

  #expire(nowMs: number): void {
    if (nowMs >= this.#expiresMs) this.#forget(nowMs);
  }

  #forget(nowMs: number): void {
    const sums = this.#sums;
    let gone = 0;
    for (const entry of this.#log) {
      if (entry.settledMs + this.#windowMs > nowMs) break;
      this.#drop(entry, sums);
      gone += 1;
    }
    this.#log.splice(0, gone);
    // Sums of decimals do not come back to zero by themselves.
    if (this.#log.length === 0) sums.acknowledged = sums.unreported = 0;
    sums.figures.forget(nowMs - this.#windowMs);
    const firstMs = Math.min(this.#log[0]?.settledMs ?? Infinity, sums.figures.sinceMs);
    this.#expiresMs = firstMs + this.#windowMs;
  }

  /** An own charge leaves the window, and may take its part of the figures with it. */
  #drop(entry: Entry, sums: Sums): void {
    sums.add(entry.kind, -entry.cost);
    if (entry.kind !== "acknowledged" || this.#figures === "stay") return;
    sums.figures.lower(entry.cost, this.#surelyMs(entry));
  }

  /** All figures go down when it leaves: it surely counted still when the last of them came. */
  #lowers(entry: Entry, lastMs: number): boolean {
    const isIn = entry.kind === "acknowledged" && this.#figures === "leave";
    return isIn && lastMs < this.#surelyMs(entry);
  }

  /** Until then it surely counts. */
  #surelyMs({ sentMs }: Entry): number {
    return sentMs + this.#shortestMs;
  }
}
