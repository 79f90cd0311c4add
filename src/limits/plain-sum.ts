/**
 * What is open now (requests, orders), or a budget that time does not refill. A charge stays until its
 * answer says that it cost less, or a credit gives it back.
 */
import type { Charge, Ending, Report } from "./bucket.ts";
import { creditFigure, less, nothingHeld, roomBeside, settledCost, usedFigure } from "./guard.ts";
import type { Asked, Guard, GuardShape, Held, Holding, Terms } from "./guard.ts";
import { Tally } from "./reconcile.ts";

export class PlainSum implements Guard {
  readonly #terms: Terms;
  readonly #tally = new Tally({ falls: true, mergeMs: Infinity });
  readonly #lasts: boolean;
  #inFlight = 0;

  /** `lasts` where what is in flight does not end with the process that sent it. */
  constructor(terms: Terms, lasts: boolean) {
    this.#terms = terms;
    this.#lasts = lasts;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  earliestMs(asked: Asked, nowMs: number): number {
    return this.used() <= roomBeside(this.#terms, asked) ? nowMs : Infinity;
  }

  charge(cost: number): void {
    this.#inFlight += cost;
  }

  settle(charge: Charge, ending: Ending | undefined, nowMs: number): void {
    const cost = settledCost(charge, ending);
    this.#inFlight = less(this.#inFlight, charge.cost);
    if (ending === "unsent") return;
    const used = usedFigure(ending, this.#terms);
    if (used !== undefined) {
      this.#tally.acknowledge(cost, { used, sentMs: charge.atMs, receivedMs: nowMs });
    } else this.#tally.hold(cost, nowMs, { certain: true, lost: ending === "lost" });
  }

  report(report: Report, nowMs: number): void {
    const used = usedFigure(report, this.#terms);
    if (used !== undefined) this.#tally.note({ used, sentMs: -Infinity, receivedMs: nowMs });
    this.#tally.credit(creditFigure(report));
  }

  held(nowMs: number): Holding {
    const used = this.#tally.used + (this.#lasts ? this.#inFlight : 0);
    if (used === 0) return nothingHeld;
    return { held: [{ used, fromMs: -Infinity, atMs: nowMs }], untilMs: Infinity };
  }

  carry({ used, atMs }: Held): void {
    this.#tally.hold(used, atMs, { certain: true, lost: false });
  }

  get hasMore(): boolean {
    return this.#tally.hasLost;
  }

  used(): number {
    return this.#tally.used + this.#inFlight;
  }

  reported(): number | undefined {
    return this.#tally.reported;
  }

  shape(): GuardShape {
    return {};
  }
}
