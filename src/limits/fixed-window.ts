/**
 * Windows of an exchange, where it is known which can be present. A charge counts in every window in which
 * it could have been counted: those between its sending and its answer, and while it is in flight in every
 * one.
 *
 *     window 7            | window 8
 *     ---- a sent a answered ---- b sent ---- b answered ----      a counts in 7, b in 7 and in 8
 *                      [ boundary ]     known only as an interval
 *
 * While the phase is not known well enough a rolling window holds instead.
 */
import type { Charge, Ending, Report } from "./bucket.ts";
import { ForeignUse, reserveMax } from "./foreign-use.ts";
import { creditFigure, less, nothingHeld, roomBeside, settledCost, usedFigure } from "./guard.ts";
import type { Asked, Guard, GuardShape, Held, Holding, Terms } from "./guard.ts";
import type { Phase, PhaseEnd } from "./phase.ts";
import { Tally } from "./reconcile.ts";
import { RollingWindow } from "./rolling-window.ts";

/** Charges settled within this part of a window are kept as one. */
const mergeShare = 1 / 256;

/** An instant that was solved for is promised so much later, as decimals are not exact. */
const roundingMs = 0.01;

export class FixedWindow implements Guard {
  readonly #windowMs: number;
  readonly #falls: boolean;
  readonly #terms: Terms;
  readonly #phase: Phase;
  readonly #foreign: ForeignUse;
  #hasLooked = false;
  /** Holds while the phase is unknown. */
  #rolling: RollingWindow | undefined;
  /** The windows that can be present, by number. */
  readonly #tallies = new Map<number, Tally>();
  /** Of the phase by which they are numbered. */
  #version: number;
  #inFlight = 0;
  /** All that has ended. */
  #settled = 0;

  constructor(options: Readonly<{ windowMs: number; falls: boolean; terms: Terms; phase: Phase }>) {
    this.#windowMs = options.windowMs;
    this.#falls = options.falls;
    this.#terms = options.terms;
    this.#phase = options.phase;
    this.#version = options.phase.version;
    this.#foreign = new ForeignUse(options);
    this.#rolling = new RollingWindow({ ...options, figures: "stay" });
  }

  get inFlight(): number {
    return this.#rolling?.inFlight ?? this.#inFlight;
  }

  earliestMs(asked: Asked, nowMs: number): number {
    if (this.#rolling !== undefined) return this.#rolling.earliestMs(asked, nowMs);
    const end = this.#phase.endOf(this.#version);
    // What is in flight counts in every window, so only an ending can make room for this.
    const room = roomBeside(this.#terms, asked) - this.#inFlight;
    if (room < 0) return Infinity;
    const reserveMost = Math.min(reserveMax(this.#terms), room + this.#inFlight);
    let atMs = nowMs;
    for (;;) {
      if (atMs >= end.atMs) return this.#rolled(end).earliestMs(asked, atMs);
      let fitsMs = atMs;
      for (let window = this.#first(atMs); window <= this.#last(atMs); window += 1) {
        fitsMs = Math.max(fitsMs, this.#fitsMs({ window, room, reserveMost, nowMs: atMs }));
      }
      if (fitsMs === atMs) return atMs;
      atMs = fitsMs;
      // So far ahead nothing is held but what is in flight: only an ending makes room.
      if (this.#first(atMs) > this.#last(nowMs) + 2) return Infinity;
    }
  }

  charge(cost: number, nowMs: number): void {
    this.#renew(nowMs);
    if (this.#rolling === undefined) this.#inFlight += cost;
    else this.#rolling.charge(cost);
  }

  settle(charge: Charge, ending: Ending | undefined, nowMs: number): void {
    this.#renew(nowMs);
    // First what it tells of the phase: by that it belongs to its window.
    const cost = settledCost(charge, ending);
    this.#settled += cost;
    if (typeof ending === "object") this.#learn(ending, charge, { cost, nowMs });
    if (this.#rolling !== undefined) return this.#rolling.settle(charge, ending, nowMs);
    this.#inFlight = less(this.#inFlight, charge.cost);
    if (ending !== "unsent") this.#count(charge, ending, nowMs);
    if (typeof ending !== "string") this.#observe(nowMs);
  }

  report(report: Report, nowMs: number): void {
    if (report.others === "none") this.#foreign.forget();
    this.#renew(nowMs);
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

  held(nowMs: number): Holding {
    this.#renew(nowMs);
    if (this.#rolling !== undefined) return this.#rolling.held(nowMs);
    const used = this.used(nowMs);
    if (used === 0) return nothingHeld;
    const untilMs = this.#phase.overMs(this.#last(nowMs));
    // Held for a whole window from there, it is held until that one is over.
    return { held: [{ used, fromMs: -Infinity, atMs: untilMs - this.#windowMs }], untilMs };
  }

  /** How much others take, and when windows begin that are this limit's own. */
  get hasMore(): boolean {
    if (this.#foreign.expected(this.#windowMs) > 0) return true;
    if (this.#rolling !== undefined) return this.#rolling.hasMore;
    return this.#phase.isOwn || [...this.#tallies.values()].some(({ hasLost }) => hasLost);
  }

  carry(held: Held, nowMs: number): void {
    this.#renew(nowMs);
    if (this.#rolling !== undefined) return this.#rolling.carry(held, nowMs);
    // Counted then at the latest, it was counted in a window that is over.
    if (held.atMs + this.#windowMs <= nowMs) return;
    for (let window = this.#first(nowMs); window <= this.#last(nowMs); window += 1) {
      this.#tally(window).hold(held.used, held.atMs, { certain: false, lost: false });
    }
  }

  theirs(cost: number, at: Readonly<{ sinceMs: number; nowMs: number; share: number }>): void {
    const { nowMs } = at;
    this.#renew(nowMs);
    if (this.#rolling !== undefined) return this.#rolling.theirs(cost, at);
    this.#inFlight += cost;
    this.settle({ key: "theirs", cost, atMs: nowMs }, undefined, nowMs);
  }

  used(nowMs: number): number {
    this.#renew(nowMs);
    if (this.#rolling !== undefined) return this.#rolling.used(nowMs);
    let used = 0;
    for (let window = this.#first(nowMs); window <= this.#last(nowMs); window += 1) {
      used = Math.max(used, this.#tallies.get(window)?.used ?? 0);
    }
    return used + this.#inFlight;
  }

  taken(nowMs: number): number {
    this.#renew(nowMs);
    return this.#rolling?.taken(nowMs) ?? this.#tallies.get(this.#first(nowMs))?.own ?? 0;
  }

  reported(nowMs: number): number | undefined {
    this.#renew(nowMs);
    if (this.#rolling !== undefined) return this.#rolling.reported(nowMs);
    return this.#tallies.get(this.#first(nowMs))?.reported;
  }

  shape(nowMs: number): GuardShape {
    this.#renew(nowMs);
    const begins = this.#rolling === undefined ? this.#phase.boundary(nowMs) : undefined;
    return { windowMs: this.#windowMs, begins };
  }

  /** When `cost` fits into one window: now, later in it as others need less of it, or once it is over. */
  #fitsMs(
    at: Readonly<{ window: number; room: number; reserveMost: number; nowMs: number }>,
  ): number {
    const { window, nowMs } = at;
    const tally = this.#tallies.get(window);
    const room = at.room - (tally?.used ?? 0);
    const overMs = this.#phase.overMs(window);
    const seenMs = Math.max(tally?.asOfMs ?? -Infinity, overMs - this.#windowMs);
    // They have used more since the newest figure. The headroom is for that; the limit itself has to hold.
    const open = room + this.#terms.max - this.#terms.planned;
    const isOpen = (atMs: number): boolean => open >= this.#foreign.reserve(atMs - seenMs);
    if (!isOpen(nowMs)) return overMs;
    // The most is bounded so that in an unused window even the heaviest call goes.
    if (room >= Math.min(this.#foreign.reserve(overMs - nowMs), at.reserveMost)) return nowMs;
    const laterMs = overMs - this.#foreign.msFor(room) + roundingMs;
    // As soon as others need less of it, or when it is over.
    if (laterMs <= nowMs || laterMs >= overMs) return overMs;
    return isOpen(laterMs) ? laterMs : overMs;
  }

  #count(charge: Charge, ending: Report | "lost" | undefined, nowMs: number): void {
    const cost = settledCost(charge, ending);
    const from = Math.max(this.#first(charge.atMs), this.#first(nowMs));
    const until = this.#last(nowMs);
    const certain = this.#first(charge.atMs) === until;
    const used = usedFigure(ending, this.#terms);
    this.#forget(nowMs);
    if (certain && used !== undefined) {
      this.#tally(until).acknowledge(cost, { used, sentMs: charge.atMs, receivedMs: nowMs });
      return;
    }
    for (let window = from; window <= until; window += 1) {
      this.#tally(window).hold(cost, nowMs, { certain, lost: ending === "lost" });
    }
  }

  /** All that an answer tells of the phase. */
  #learn(
    report: Report,
    charge: Charge,
    { cost, nowMs }: Readonly<{ cost: number; nowMs: number }>,
  ): void {
    const trip = { sentMs: charge.atMs, receivedMs: nowMs };
    if (report.stamp !== undefined) this.#phase.stamped(report.stamp, trip);
    if (report.endsInMs !== undefined) this.#phase.ends(report.endsInMs, trip, report.endsStepMs);
    const used = usedFigure(report, this.#terms);
    // A figure that falls by itself says nothing of a boundary.
    if (used !== undefined && !this.#falls) {
      const inFlight = less(this.inFlight, charge.cost);
      this.#phase.counted(used, trip, { cost, settled: this.#settled, inFlight });
    }
    this.#renew(nowMs);
  }

  /** Follows the phase: others may have seen its clock step, and a window may be over. */
  #renew(nowMs: number): void {
    this.#phase.renew(nowMs);
    const end = this.#phase.endOf(this.#version);
    const known = this.#phase.known(nowMs);
    if (this.#rolling === undefined && (nowMs >= end.atMs || !known)) {
      this.#rolling = this.#rolled(nowMs >= end.atMs ? end : { atMs: nowMs, from: -Infinity });
      this.#tallies.clear();
    }
    this.#version = this.#phase.version;
    if (known && this.#rolling !== undefined) this.#align(this.#rolling, nowMs);
  }

  /** The phase is known now: what is held may belong to any window that can be present. */
  #align(rolling: RollingWindow, nowMs: number): void {
    const held = rolling.used(nowMs) - rolling.inFlight;
    this.#inFlight = rolling.inFlight;
    this.#rolling = undefined;
    for (let window = this.#first(nowMs); window <= this.#last(nowMs); window += 1) {
      this.#tally(window).hold(held, nowMs, { certain: false, lost: false });
    }
  }

  /** What holds from the phase's end on: what may be counted then counts for one whole window. */
  #rolled({ atMs, from }: PhaseEnd): RollingWindow {
    const windowMs = this.#windowMs;
    const rolling = new RollingWindow({
      windowMs,
      terms: this.#terms,
      figures: "stay",
      inFlight: this.#inFlight,
    });
    let held = 0;
    for (const [window, { used }] of this.#tallies) if (window >= from) held = Math.max(held, used);
    rolling.carry({ used: held, fromMs: -Infinity, atMs }, atMs);
    return rolling;
  }

  #observe(nowMs: number): void {
    const window = this.#first(nowMs);
    if (this.#rolling !== undefined || window !== this.#last(nowMs)) return;
    const tally = this.#tallies.get(window);
    if (tally === undefined) return;
    const elapsedMs = Math.max(0, this.#phase.elapsedMs(window, nowMs));
    const took = tally.look(this.#inFlight, nowMs, nowMs - elapsedMs);
    // What was used before the first look of all, by whom and when: that is no rate.
    if (this.#hasLooked) this.#foreign.observe(took, nowMs);
    this.#hasLooked = true;
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

  #first(nowMs: number): number {
    return this.#phase.first(nowMs);
  }

  #last(nowMs: number): number {
    return this.#phase.last(nowMs);
  }
}
