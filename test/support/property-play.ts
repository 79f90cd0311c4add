/**
 * Plays calls against a bucket and a server on one line of time: charge when the bucket lets it, deliver
 * with the delay the adversary chose, settle with the answer.
 *
 *     step   gap ... asked ... granted --- out ---> counted --- back ---> settled
 */
import fc from "fast-check";
import type { Bucket, Ending, Report } from "../../src/limits/bucket.ts";
import type { ServerModel } from "./server-models.ts";

/** How long a request travels: ms, held back to the server's next boundary, or until the stall ends. */
type Travel = number | "boundary" | "stall";

export type Step = Readonly<{
  gapMs: number;
  cost: number;
  out: Travel;
  backMs: number;
  ending: "answered" | "lost" | "unsent" | "refund";
}>;

export type Played = Pick<Bucket, "earliestMs" | "charge" | "settle">;

type Sent = Readonly<{ cost: number; sentMs: number }>;
/** What the server said; `others` is how many foreign costs it had counted before. */
export type Counted = Sent & Readonly<{ countedMs: number; used: number; others: number }>;

export type Play = Readonly<{
  bucket: Played;
  server: ServerModel;
  steps: readonly Step[];
  /** Heavier steps are made as light. */
  costMax: number;
  /** No request travels longer. */
  outMaxMs?: number;
  startMs?: number;
  /** What an answer says beside its cost. */
  answer?: (counted: Counted) => Report;
  /** Costs that somebody else has counted, at what instants; in order. */
  others?: readonly Readonly<{ cost: number; atMs: number }>[];
  /** Is told of each event after it has happened. */
  onSent?: (sent: Sent) => void;
  onSettled?: (counted: Counted, nowMs: number) => void;
  onCounted?: (counted: Readonly<{ whose: "own" | "other"; cost: number; atMs: number }>) => void;
}>;

const stallMs = 250;

/** Runs all steps to their end; returns the most that the server ever counted. */
export function play(game: Play): number {
  const { bucket, server, steps } = game;
  const line = new Line(game.startMs ?? 0);
  let worst = 0;
  let others = 0;
  const count = (whose: "own" | "other", cost: number, atMs: number): number => {
    const used = server.count(cost, atMs);
    worst = Math.max(worst, used);
    if (whose === "other") others += 1;
    game.onCounted?.({ whose, cost, atMs });
    return used;
  };
  for (const { cost, atMs } of game.others ?? [])
    line.at(atMs, () => void count("other", cost, atMs));
  for (const chosen of steps) {
    const step = { ...chosen, cost: Math.min(chosen.cost, game.costMax) };
    line.runUntil(line.nowMs + step.gapMs);
    waitFor(step.cost, bucket, line);
    const sentMs = line.nowMs;
    const charge = bucket.charge(step.cost, sentMs);
    game.onSent?.({ cost: step.cost, sentMs });
    const settle = (ending: Ending): void => bucket.settle(charge, ending, line.nowMs);
    const countedMs = sentMs + outMs(step.out, sentMs, game);
    if (step.ending === "unsent") {
      line.at(countedMs, () => settle("unsent"));
      continue;
    }
    const cost = step.ending === "refund" ? step.cost / 2 : step.cost;
    line.at(countedMs, () => {
      const used = count("own", cost, countedMs);
      const counted: Counted = { cost, sentMs, countedMs, used, others };
      line.at(countedMs + step.backMs, () => {
        if (step.ending === "lost") return settle("lost");
        settle({ ...(step.ending === "refund" ? { cost } : {}), ...game.answer?.(counted) });
        game.onSettled?.(counted, line.nowMs);
      });
    });
  }
  line.runUntil(Infinity);
  return worst;
}

/** Moves to the first instant at which the bucket lets the cost leave. */
function waitFor(cost: number, bucket: Played, line: Line): void {
  for (let asked = 0; asked < 100_000; asked += 1) {
    const promisedMs = bucket.earliestMs(cost, 0, line.nowMs);
    if (promisedMs <= line.nowMs) return;
    const nextMs = Math.min(promisedMs, line.nextMs);
    if (nextMs === Infinity) throw new Error(`Nothing will ever make room for ${cost}.`);
    line.runUntil(nextMs);
  }
  throw new Error(`A cost of ${cost} was promised an instant again and again.`);
}

function outMs(out: Travel, sentMs: number, { server, outMaxMs = Infinity }: Play): number {
  if (typeof out === "number") return Math.min(out, outMaxMs);
  const untilMs =
    out === "boundary" ? server.boundaryMs(sentMs) : Math.ceil(sentMs / stallMs) * stallMs;
  const waitMs = Math.max(0, untilMs - sentMs);
  // What is held back too long is not held back at all.
  return waitMs <= outMaxMs ? waitMs : 0;
}

/** What happens when, in order of time and then of planning. */
export class Line {
  nowMs: number;
  readonly #events: { atMs: number; run: () => void }[] = [];

  constructor(startMs: number) {
    this.nowMs = startMs;
  }

  get nextMs(): number {
    return this.#events.at(-1)?.atMs ?? Infinity;
  }

  at(atMs: number, run: () => void): void {
    let low = 0;
    let high = this.#events.length;
    // Kept latest first, so that the next is popped.
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#events[middle]?.atMs ?? 0) > atMs) low = middle + 1;
      else high = middle;
    }
    this.#events.splice(low, 0, { atMs, run });
  }

  /** Runs what is due, then stands at `untilMs`, or at the last event where that is `Infinity`. */
  runUntil(untilMs: number): void {
    while (this.nextMs <= untilMs && this.nextMs < Infinity) {
      const event = this.#events.pop();
      if (event === undefined) break;
      this.nowMs = Math.max(this.nowMs, event.atMs);
      event.run();
    }
    if (untilMs < Infinity) this.nowMs = Math.max(this.nowMs, untilMs);
  }
}

/** Mostly no gap at all: adversaries send in bursts. */
function gaps(windowMs: number): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant(0) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 40 }) },
    { weight: 1, arbitrary: fc.double({ min: 0, max: windowMs / 4, noNaN: true }) },
    { weight: 1, arbitrary: fc.double({ min: 0, max: 2.5 * windowMs, noNaN: true }) },
  );
}

/** Light ones, and some as heavy as can pass. */
function costs(costMax: number): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(1) },
    { weight: 3, arbitrary: fc.integer({ min: 1, max: Math.max(1, Math.floor(costMax / 5)) }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: costMax }) },
  );
}

function travels(outMaxMs: number): fc.Arbitrary<Travel> {
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(0) },
    { weight: 2, arbitrary: fc.constant(outMaxMs) },
    { weight: 2, arbitrary: fc.double({ min: 0, max: outMaxMs, noNaN: true }) },
    { weight: 2, arbitrary: fc.constant("boundary" as const) },
    { weight: 1, arbitrary: fc.constant("stall" as const) },
  );
}

const endings: fc.Arbitrary<Step["ending"]> = fc.oneof(
  { weight: 8, arbitrary: fc.constant("answered" as const) },
  { weight: 1, arbitrary: fc.constant("lost" as const) },
  { weight: 1, arbitrary: fc.constant("unsent" as const) },
  { weight: 1, arbitrary: fc.constant("refund" as const) },
);

export function stepsOf(
  of: Readonly<{ windowMs: number; costMax: number; outMaxMs: number; backMaxMs?: number }>,
): fc.Arbitrary<Step[]> {
  const backMaxMs = of.backMaxMs ?? of.outMaxMs;
  const step = fc.record({
    gapMs: gaps(of.windowMs),
    cost: costs(of.costMax),
    out: travels(of.outMaxMs),
    backMs: fc.oneof(
      fc.constant(0),
      fc.constant(backMaxMs),
      fc.double({ min: 0, max: backMaxMs, noNaN: true }),
    ),
    ending: endings,
  });
  return fc.array(step, { minLength: 1, maxLength: 150, size: "max" });
}

/** How many runs a property makes; `HEADGATE_RUNS=10` makes ten times as many. */
export function runs(numRuns: number): { numRuns: number } {
  return { numRuns: Math.max(1, Math.round(numRuns * Number(process.env["HEADGATE_RUNS"] ?? 1))) };
}
