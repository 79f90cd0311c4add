/**
 * The contract of a bucket: the accounting of one limit for one key.
 *
 *     earliestMs   when may this leave?    pure: asking changes nothing
 *     charge       it leaves now           in flight from here on
 *     settle       how it ended            answered, lost or unsent; once for each charge
 *     report       news without a call     a WebSocket message, a changed limit, a credit
 *
 * Time is an argument everywhere, in ms of one monotonic clock.
 */
import { accounting, planAgain, windowOf } from "./accounting.ts";
import { Congestion } from "./congestion.ts";
import type { Refusals } from "./congestion.ts";
import type { Holding, Terms } from "./guard.ts";
import { GuardedBucket } from "./guarded-bucket.ts";
import type { Assumed } from "./parts.ts";
import { plan } from "./limit.ts";
import type { FlatLimit, Scope } from "./limit.ts";
import { ServerClock } from "./server-clock.ts";
import { Waiting } from "./waiting.ts";

/** The exchange's own time in an answer. */
export type Stamp = Readonly<{
  /** Epoch ms. */
  serverMs: number;
  /** How coarse it is: 1 000 for an HTTP `Date`, 1 for a body that carries ms. */
  stepMs: number;
}>;

/**
 * One answer's statement about one limit. Instants are already "from now"; what is left out, or is
 * `undefined` because a header is missing, says nothing.
 */
export type Report = Readonly<{
  /** Counted in its window so far, this call included. */
  used?: number | undefined;
  remaining?: number | undefined;
  /** The limit itself: adopted. */
  max?: number | undefined;
  /** When its window ends. */
  endsInMs?: number | undefined;
  /** How far that may be from the truth. @default 1_000 */
  endsStepMs?: number | undefined;
  /** What the call cost after all: more becomes debt, less is given back. */
  cost?: number;
  /** Given back by something else than time: a fill, traded volume, a closed order. */
  credit?: number;
  /** The limit said no. `quota` shrinks it, `ban` blocks, then lets one probe go, `pause` only blocks. */
  refused?: Refused;
  /** When the exchange answered, by its own clock. */
  stamp?: Stamp;
  /** What was taken for somebody else's use was not: our own calls weigh more than was thought. */
  others?: "none";
}>;

export type Refused = Readonly<{ as: "quota" | "ban" | "pause"; waitMs?: number }>;

/**
 * How a charge ends: answered, sent but never answered (it may have been counted), or never sent. Where it is
 * left out, it was answered, and the answer said nothing.
 */
export type Ending = Report | "lost" | "unsent";

/** What one call has taken from one bucket, and when, by that bucket's own clock. */
export type Charge = Readonly<{ key: string; cost: number; atMs: number }>;

/**
 * The accounting of one limit for one key.
 *
 * For every window of its server, at every phase: what was charged and may be counted in that window,
 * plus the foreign use reported for it, is at most what is planned with.
 */
export type Bucket = {
  /** The heaviest call that could ever pass; a heavier one is refused at once. */
  readonly costMax: number;
  /** What may leave at one instant. A heavier call goes when so much is there, and leaves a debt. */
  atOnceMax(nowMs: number): number;
  /**
   * First instant at which `cost` may leave: `nowMs`, a later one, or `Infinity` while only an ending
   * or a report can make room. `leaveShare` of it stays untouched, for more urgent calls.
   */
  earliestMs(cost: number, leaveShare: number, nowMs: number): number;
  /** A call that wants to go waits for this bucket, which promised it `untilMs`. */
  waits(untilMs: number, nowMs: number): void;
  charge(cost: number, nowMs: number): Charge;
  settle(charge: Charge, ending: Ending | undefined, nowMs: number): void;
  /** News without a call. */
  report(report: Report, nowMs: number): void;
  /** Charges that have not ended. One of 0 may end in a ban, too. */
  readonly open: number;
  /**
   * What another bucket must know to go on from here, never more generous than this one; `undefined` where
   * nothing: full, unshrunk, not blocked, no debt.
   */
  kept(nowMs: number): Kept | undefined;
  /**
   * Whether another one that goes on from what is kept would be as good: nothing is open or lost, nobody
   * waits, no refusal is felt, and nothing is learned that it would have to learn again.
   */
  isAtRest(nowMs: number): boolean;
  /** Goes on from what another one has kept. */
  resume(kept: Kept, nowMs: number): void;
  /** Calls leave evenly: it was refused again though it kept to its plan, and not since. */
  readonly isEven: boolean;
  /** Nothing may go for a while, whatever room there is. */
  block(nowMs: number): Block | undefined;
  level(nowMs: number): BucketLevel;
  /** As figures, for a store that counts what many processes take. */
  shape(nowMs: number): Shape;
  /** Somebody else who keeps this limit with us has taken so much, at any time since then. */
  theirs(cost: number, sinceMs: number, nowMs: number): void;
  /** What somebody else who keeps this limit with us was told, and when. */
  hear(report: Report, at: Heard): void;
};

/** When the call left that brought it, when it came, and now. */
export type Heard = Readonly<{ sentMs: number; toldMs: number; nowMs: number }>;

/** What a bucket lets through, as figures: all of what is left of it after refusals. */
export type Shape = Readonly<{
  /** `Infinity` limits nothing. */
  planned: number;
  /** What may leave at once, what comes back, and what is saved up for one cost above that; left out where nothing is paced. */
  pace?: Readonly<{ capacity: number; refillPerMs: number; saved: number }> | undefined;
  /** What is taken stays for so long; left out where no window counts. */
  windowMs?: number | undefined;
  /** One of its boundaries, as an interval of our clock; left out where that is not known. */
  begins?: Readonly<{ fromMs: number; untilMs: number }> | undefined;
  /** All that counts here now, in flight and others' use included. */
  counted: number;
}>;

/** What must be kept of a bucket that is put away: all that counts, and what is left of refusals. */
export type Kept = Holding &
  Readonly<{
    /** When the pacer's burst is whole again. */
    pacedMs: number;
    refusals?: Refusals;
    /** No answer has come yet to say what was used before. */
    unseen?: true;
  }>;

/** What a bucket shows. `used` is the exchange's word, all else is ours. */
export type BucketLevel = Readonly<{
  /** As published, or as the exchange last reported it. */
  max: number;
  /** What the limit's accounting plans with: `max` less its headroom. */
  planned: number;
  /** What could leave now in one piece. */
  available: number;
  /** Charged and not ended yet. */
  inFlight: number;
  /** What the exchange last reported for the present window. */
  used?: number;
  /** What is planned with since the last refusal; `planned` where nothing is shrunk. */
  shrunkTo: number;
  /** For how long nothing may go; 0 where nothing is blocked. */
  blockedMs: number;
}>;

/** A bucket to look at. */
export type Level = BucketLevel &
  Readonly<{
    limit: string;
    whose: Scope;
    /** The bucket's own name; it begins with the exchange's. */
    key: string;
  }>;

/** For how long nothing may go, and whether it is for a ban: then the lightest call is to try first. */
export type Block = Readonly<{ forMs: number; isBan: boolean }>;

export type BucketOptions = Readonly<{
  key: string;
  /** From 0 to 1; spreads what several processes do after a refusal. @default Math.random */
  random?: () => number;
  /** The exchange's time, where buckets of one exchange learn it together. @default its own */
  clock?: ServerClock;
  /** Somebody may have used the limit before; without it, it is unused. */
  cold?: Cold;
}>;

/**
 * A start that does not know what was used before: the first call goes alone, until it is answered. Where
 * the answer does not say what is used, there is no credit: calls are paced from then on, and a window
 * whose phase the calendar tells starts as if its past part had been used evenly.
 */
export type Cold = Readonly<{
  nowMs: number;
  wallMs: number;
  /** For how long we have seen all that was used: what came before a window ago matters to none. */
  watchedMs: number;
}>;

/** So long a window is not assumed to be used: nobody would wait for it. */
const longMs = 86_400_000;

/**
 * The bucket for a limit: its own way of counting, planned below it.
 *
 * @throws {RangeError} If the limit's figures cannot be counted with.
 */
export function createBucket(limit: FlatLimit, options: BucketOptions): Bucket {
  const planned = plan(limit);
  const terms: Terms = { max: limit.max, planned: planned.planned };
  const windowMs = windowOf(limit, planned);
  const { cold, random = Math.random } = options;
  const short = windowMs < longMs && limit.max < Infinity;
  const blind = short && cold !== undefined && cold.watchedMs < windowMs;
  return new GuardedBucket({
    key: options.key,
    terms,
    planFor: (max) => planAgain(planned, max),
    congestion: new Congestion({ windowMs, random, probes: cold !== undefined }),
    waiting: new Waiting(windowMs),
    assumed: blind ? assumed(limit, planned.planned, cold) : undefined,
    ...accounting({
      limit,
      planned,
      terms,
      windowMs,
      exchange: options.clock ?? new ServerClock(),
    }),
  });
}

/** What is assumed of the time before: the past part of a window that the calendar tells, used evenly. */
function assumed(limit: FlatLimit, planned: number, cold: Cold): Assumed {
  return (nowMs) => {
    if (limit.counted !== "fixed-window" || limit.starts !== "utc") return undefined;
    const { windowMs } = limit;
    const elapsedMs = (cold.wallMs + nowMs - cold.nowMs) % windowMs;
    const atMs = nowMs - elapsedMs;
    return { used: (planned * elapsedMs) / windowMs, fromMs: -Infinity, atMs };
  };
}
