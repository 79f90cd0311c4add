/**
 * Windows that all begin on a multiple of their length by the exchange's clock. A charge counts in every
 * window in which it could have been counted: those between its sending and its answer, and while it is
 * in flight in every one.
 *
 *     window 7            | window 8
 *     ---- a sent a answered ---- b sent ---- b answered ----      a counts in 7, b in 7 and in 8
 *                      [ boundary ]     known only as an interval
 *
 * Until the exchange's clock is known well enough, or after it stepped, a rolling window holds instead.
 */
import type { Charge, Ending, Report } from "./bucket.ts";
import { ForeignUse } from "./foreign-use.ts";
import { creditFigure, less, roomBeside, usedFigure } from "./guard.ts";
import type { Asked, Guard, Settled, Terms } from "./guard.ts";
import { Tally } from "./reconcile.ts";
import { RollingWindow } from "./rolling-window.ts";
import { ServerClock } from "./server-clock.ts";

/** How far apart the clocks of an exchange's hosts may be. */
const skewMaxMs = 5;

/** A boundary that is known worse than to this part of a window would block more than it frees. */
const widthShareMax = 0.3;

/** Never set more of a window aside for others than this. */
const reserveShareMax = 0.75;

/** Charges settled within this part of a window are kept as one. */
const mergeShare = 1 / 256;

/** An instant that was solved for is promised so much later, as decimals are not exact. */
const roundingMs = 0.01;

export class FixedWindow implements Guard {
  readonly #windowMs: number;
  readonly #falls: boolean;
  readonly #terms: Terms;
  readonly #clock: ServerClock;
  readonly #foreign: ForeignUse;
  /** Holds while the phase is unknown. */
  #rolling: RollingWindow | undefined;
  /** The windows that can be present, by number. */
  readonly #tallies = new Map<number, Tally>();
  #inFlight = 0;

  constructor(options: Readonly<{ windowMs: number; falls: boolean; terms: Terms }>) {
    this.#windowMs = options.windowMs;
    this.#falls = options.falls;
    this.#terms = options.terms;
    this.#clock = new ServerClock(Math.min(skewMaxMs, options.windowMs / 1_000));
    this.#foreign = new ForeignUse(options.windowMs);
    this.#rolling = new RollingWindow({ ...options, figures: "stay" });
  }

  get inFlight(): number {
    return this.#rolling?.inFlight ?? this.#inFlight;
  }

  earliestMs(asked: Asked, nowMs: number): number {
    if (this.#rolling !== undefined) return this.#rolling.earliestMs(asked, nowMs);
    // What is in flight counts in every window, so only an ending can make room for this.
    const room = roomBeside(this.#terms, asked) - this.#inFlight;
    if (room < 0) return Infinity;
    const reserveMax = Math.min(reserveShareMax * this.#terms.planned, room + this.#inFlight);
    let atMs = nowMs;
    for (;;) {
      let fitsMs = atMs;
      for (let window = this.#first(atMs); window <= this.#last(atMs); window += 1) {
        fitsMs = Math.max(fitsMs, this.#fitsMs({ window, room, reserveMax, nowMs: atMs }));
      }
      if (fitsMs === atMs) return atMs;
      atMs = fitsMs;
      // So far ahead nothing is held but what is in flight: only an ending makes room.
      if (this.#first(atMs) > this.#last(nowMs) + 2) return Infinity;
    }
  }

  charge(cost: number, nowMs: number): void {
    if (this.#rolling === undefined) this.#inFlight += cost;
    else this.#rolling.charge(cost, nowMs);
  }

  settle(charge: Charge, ending: Ending, settled: Settled): void {
    const { nowMs } = settled;
    if (this.#rolling === undefined) {
      this.#inFlight = less(this.#inFlight, charge.cost);
      if (ending !== "unsent") this.#count(charge, ending, settled);
    } else this.#rolling.settle(charge, ending, settled);
    if (typeof ending === "object" && ending.stamp !== undefined) {
      this.#learn({ ...ending.stamp, sentMs: charge.atMs, receivedMs: nowMs });
      this.#observe(nowMs);
    }
  }

  report(report: Report, nowMs: number): void {
    if (this.#rolling !== undefined) return this.#rolling.report(report, nowMs);
    const window = this.#first(nowMs);
    const used = usedFigure(report, this.#terms);
    // On a boundary nobody knows which window it speaks of.
    if (used !== undefined && window === this.#last(nowMs)) {
      this.#tally(window).note({ used, sentMs: -Infinity, receivedMs: nowMs });
    }
    const credit = creditFigure(report);
    if (credit > 0) this.#tally(window).credit(credit);
  }

  used(nowMs: number): number {
    if (this.#rolling !== undefined) return this.#rolling.used(nowMs);
    let used = 0;
    for (let window = this.#first(nowMs); window <= this.#last(nowMs); window += 1) {
      used = Math.max(used, this.#tallies.get(window)?.used ?? 0);
    }
    return used + this.#inFlight;
  }

  taken(nowMs: number): number {
    return this.#rolling?.taken(nowMs) ?? this.#tallies.get(this.#first(nowMs))?.own ?? 0;
  }

  reported(nowMs: number): number | undefined {
    if (this.#rolling !== undefined) return this.#rolling.reported(nowMs);
    return this.#tallies.get(this.#first(nowMs))?.reported;
  }

  /** When `cost` fits into one window: now, later in it as others need less of it, or once it is over. */
  #fitsMs(
    at: Readonly<{ window: number; room: number; reserveMax: number; nowMs: number }>,
  ): number {
    const { window, nowMs } = at;
    const tally = this.#tallies.get(window);
    const room = at.room - (tally?.used ?? 0);
    const overMs = this.#clock.reachedMs((window + 1) * this.#windowMs);
    const seenMs = Math.max(tally?.asOfMs ?? -Infinity, overMs - this.#windowMs);
    // They have used more since the newest figure. The headroom is for that; the limit itself has to hold.
    const open = room + this.#terms.max - this.#terms.planned;
    const isOpen = (atMs: number): boolean => open >= this.#foreign.expected(atMs - seenMs);
    if (!isOpen(nowMs)) return overMs;
    // The most is bounded so that in an unused window even the heaviest call goes.
    if (room >= Math.min(this.#foreign.reserve(overMs - nowMs), at.reserveMax)) return nowMs;
    const laterMs = overMs - this.#foreign.leftMsFor(room) + roundingMs;
    // As soon as others need less of it, or when it is over.
    if (laterMs <= nowMs || laterMs >= overMs) return overMs;
    return isOpen(laterMs) ? laterMs : overMs;
  }

  #count(charge: Charge, ending: Report | "lost", { cost, nowMs }: Settled): void {
    const from = Math.max(this.#first(charge.atMs), this.#first(nowMs));
    const until = this.#last(nowMs);
    const certain = this.#first(charge.atMs) === until;
    const used = ending === "lost" ? undefined : usedFigure(ending, this.#terms);
    this.#forget(nowMs);
    if (certain && used !== undefined) {
      this.#tally(until).acknowledge(cost, { used, sentMs: charge.atMs, receivedMs: nowMs });
      return;
    }
    for (let window = from; window <= until; window += 1) {
      this.#tally(window).hold(cost, nowMs, { certain, lost: ending === "lost" });
    }
  }

  #learn(sample: { serverMs: number; stepMs: number; sentMs: number; receivedMs: number }): void {
    const nowMs = sample.receivedMs;
    const stepped = this.#clock.sample(sample);
    const known = this.#clock.widthMs(nowMs) <= widthShareMax * this.#windowMs;
    if (known && (this.#rolling !== undefined || stepped)) this.#align(nowMs);
    else if (!known && this.#rolling === undefined) this.#roll(nowMs);
  }

  /** The phase is known now: what is held may belong to any window that can be present. */
  #align(nowMs: number): void {
    const held = this.#held(nowMs);
    this.#inFlight = this.inFlight;
    this.#rolling = undefined;
    this.#tallies.clear();
    for (let window = this.#first(nowMs); window <= this.#last(nowMs); window += 1) {
      this.#tally(window).hold(held, nowMs, { certain: false, lost: false });
    }
  }

  /** The phase is lost: what is held counts for one whole window from now. */
  #roll(nowMs: number): void {
    const held = this.#held(nowMs);
    const windowMs = this.#windowMs;
    const terms = this.#terms;
    const inFlight = this.#inFlight;
    this.#rolling = new RollingWindow({ windowMs, terms, figures: "stay", inFlight });
    this.#rolling.carry(held, nowMs);
    this.#tallies.clear();
  }

  /** All that counts beside what is in flight, by whatever holds at present. */
  #held(nowMs: number): number {
    if (this.#rolling !== undefined) return this.#rolling.used(nowMs) - this.#rolling.inFlight;
    return Math.max(0, ...[...this.#tallies.values()].map((tally) => tally.used));
  }

  #observe(nowMs: number): void {
    const window = this.#first(nowMs);
    if (this.#rolling !== undefined || window !== this.#last(nowMs)) return;
    const tally = this.#tallies.get(window);
    if (tally === undefined) return;
    const elapsedMs = this.#clock.earliestMs(nowMs) - window * this.#windowMs;
    const { uncertain, foreignMost } = tally;
    // Where some of ours was perhaps counted elsewhere, only what is used from here on can be seen.
    const since = uncertain > 0 ? Math.min(0, Math.max(-uncertain, foreignMost)) : 0;
    const seen = tally.foreign(this.#inFlight);
    this.#foreign.observe(seen, { window, elapsedMs, nowMs, since, most: this.#terms.max });
  }

  #tally(window: number): Tally {
    const known = this.#tallies.get(window);
    if (known !== undefined) return known;
    const mergeMs = this.#windowMs * mergeShare;
    const tally = new Tally({ falls: this.#falls, mergeMs });
    this.#tallies.set(window, tally);
    return tally;
  }

  #forget(nowMs: number): void {
    const first = this.#first(nowMs);
    for (const window of this.#tallies.keys()) if (window < first) this.#tallies.delete(window);
  }

  /** The earliest window that can be present. */
  #first(nowMs: number): number {
    return Math.floor(this.#clock.earliestMs(nowMs) / this.#windowMs);
  }

  /** The latest. */
  #last(nowMs: number): number {
    return Math.floor(this.#clock.latestMs(nowMs) / this.#windowMs);
  }
}
