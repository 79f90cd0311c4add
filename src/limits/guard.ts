/**
 * The part of a bucket that counts as the exchange does, and so keeps the limit. `guarded-bucket.ts` adds
 * what all of them need: a pace, a shrink after a refusal, a block.
 */
import type { Charge, Ending, Report, Shape } from "./bucket.ts";

/** The limit as it is now; an exchange may change it while we run. */
export type Terms = { max: number; planned: number };

/** What is asked of a guard. */
export type Asked = Readonly<{
  cost: number;
  /** Weight that has to stay free, for more urgent calls. */
  leave: number;
  /** The part of what is planned that a refusal has left: above 0, at most 1. */
  share: number;
}>;

/** A part of what counts in a guard. */
export type Held = Readonly<{
  used: number;
  /** When it was counted: no earlier than the first of them, no later than the second. */
  fromMs: number;
  atMs: number;
}>;

/** All that counts in a guard, as if what is in flight were counted now, in the order of `atMs`. */
export type Holding = Readonly<{
  held: readonly Held[];
  /** From then on nothing of it matters. */
  untilMs: number;
}>;

/** Nothing, and never. */
export const nothingHeld: Holding = { held: [], untilMs: -Infinity };

export type Guard = {
  /** The first instant from `nowMs` on at which the cost fits; `Infinity` until an ending makes room. */
  earliestMs(asked: Asked, nowMs: number): number;
  charge(cost: number, nowMs: number, share: number): void;
  /** The call has ended, and cost what `settledCost` says. */
  settle(charge: Charge, ending: Ending | undefined, nowMs: number, share: number): void;
  /** News without a call. */
  report(report: Report, nowMs: number, share: number): void;
  /** The terms have changed. */
  adopted?(nowMs: number, share: number): void;
  /** All that counts, as another accounting can take it over. */
  held(nowMs: number, share: number): Holding;
  /** Takes over a part of what another one held, the earlier ones first. */
  carry(held: Held, nowMs: number): void;
  /**
   * There is more to it than what is held: something learned, or a call that was lost, of which no figure
   * says whether it was counted. Left out where there never is.
   */
  readonly hasMore?: boolean;
  /** What it lets through at one instant, where that is less than it plans with. */
  readonly atOnceMax?: number;
  /** Has nothing saved up; left out where a pacer is what saves up. */
  empty?(nowMs: number, share: number): void;
  /** Somebody who keeps the limit with us has taken so much since then; left out where nobody is told. */
  theirs?(cost: number, at: Readonly<{ sinceMs: number; nowMs: number; share: number }>): void;
  /** An upper bound of what counts now, in flight and foreign use included. */
  used(nowMs: number): number;
  readonly inFlight: number;
  /** So much fits now and at any later time, but for calls and news; left out where nobody knows. */
  sure?(nowMs: number): number;
  /** What of ours was settled in the present window, where there are windows. */
  taken?(nowMs: number): number;
  /** The exchange's own figure for the present window. */
  reported(nowMs: number): number | undefined;
  /** How it counts, as figures. */
  shape(nowMs: number, share: number): GuardShape;
};

export type GuardShape = Omit<Shape, "planned" | "counted">;

/**
 * What may count beside this call. One that is heavier than what a refusal has left goes when nothing
 * else counts: otherwise it would never go.
 */
export function roomBeside({ planned }: Terms, { cost, leave, share }: Asked): number {
  return Math.max(0, planned * share - leave - cost);
}

/** What a call took after all: nothing that is no number, and nothing where it was never sent. */
export function settledCost(charge: Charge, ending: Ending | undefined): number {
  if (typeof ending !== "object") return ending === "unsent" ? 0 : charge.cost;
  const { cost } = ending;
  return cost !== undefined && cost >= 0 && cost < Infinity ? cost : charge.cost;
}

/** The used figure in an answer, also where it only says what remains. */
export function usedFigure(ending: Ending | undefined, { max }: Terms): number | undefined {
  if (typeof ending !== "object") return undefined;
  const used = ending.used ?? (ending.remaining === undefined ? NaN : max - ending.remaining);
  return Number.isFinite(used) && used >= 0 ? used : undefined;
}

/** What a report gives back: nothing that is no number. */
export function creditFigure({ credit }: Report): number {
  return credit !== undefined && credit > 0 && credit < Infinity ? credit : 0;
}

/** A sum without one of its parts. Decimals would leave a trace that nothing ever takes away. */
export function less(sum: number, part: number): number {
  const left = sum - part;
  return Math.abs(left) < 1e-9 ? 0 : left;
}
