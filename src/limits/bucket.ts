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
import { Congestion } from "./congestion.ts";
import type { Refusals } from "./congestion.ts";
import { FixedWindow } from "./fixed-window.ts";
import { nothingHeld } from "./guard.ts";
import type { Guard, Held, Terms } from "./guard.ts";
import { GuardedBucket } from "./guarded-bucket.ts";
import type { Assumed, Pacer } from "./guarded-bucket.ts";
import { plan } from "./limit.ts";
import type { FlatLimit, Planned, Scope } from "./limit.ts";
import { Phase } from "./phase.ts";
import { PlainSum } from "./plain-sum.ts";
import { RollingWindow } from "./rolling-window.ts";
import { ServerClock } from "./server-clock.ts";
import { MirrorBucket, TokenBucket } from "./token-bucket.ts";
import type { MirrorSizes, TokenSizes } from "./token-bucket.ts";
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
}>;

export type Refused = Readonly<{ as: "quota" | "ban" | "pause"; waitMs?: number }>;

/** How a charge ends: answered, sent but never answered (it may have been counted), or never sent. */
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
  /**
   * First instant at which `cost` may leave: `nowMs`, a later one, or `Infinity` while only an ending
   * or a report can make room. `leaveShare` of it stays untouched, for more urgent calls.
   */
  earliestMs(cost: number, leaveShare: number, nowMs: number): number;
  /** A call that wants to go waits for this bucket, which promised it `untilMs`. */
  waits(untilMs: number, nowMs: number): void;
  charge(cost: number, nowMs: number): Charge;
  settle(charge: Charge, ending: Ending, nowMs: number): void;
  /** News without a call. */
  report(report: Report, nowMs: number): void;
  /** Charges that have not ended. One of 0 may end in a ban, too. */
  readonly open: number;
  /**
   * What another bucket must know to go on from here, never more generous than this one; `undefined` where
   * nothing: full, unshrunk, not blocked, no debt.
   */
  kept(nowMs: number): Kept | undefined;
  /** Goes on from what another one has kept. */
  resume(kept: Kept, nowMs: number): void;
  /** Nothing may go for a while, whatever room there is. */
  isBlocked(nowMs: number): boolean;
  level(nowMs: number): BucketLevel;
};

/** What must be kept of a bucket that is put away: all that counts, and what is left of refusals. */
export type Kept = Held &
  Readonly<{
    /** When the pacer's burst is whole again. */
    pacedMs: number;
    refusals?: Refusals;
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
type Cold = Readonly<{
  nowMs: number;
  wallMs: number;
  /** For how long we have seen all that was used: what came before a window ago matters to none. */
  watchedMs: number;
}>;

/** What may be sent at once, as a share of what is planned, and how fast it comes back. */
const paces = {
  aligned: { burst: 0.25, refill: 1.1 },
  rolling: { burst: 0.5, refill: 1 },
} as const;
type Pace = (typeof paces)[keyof typeof paces];

const defaultJitterMs = 300;

/** So long a window is not assumed to be used: nobody would wait for it. */
const longMs = 86_400_000;

/** How fast limits that no time refills recover from a refusal. */
const timelessWindowMs = 60_000;

/**
 * The bucket for a limit: its own way of counting, planned below it.
 *
 *     fixed windows             fixed-window.ts     all of every window once its phase is known
 *     any other window          rolling-window.ts   the last window at every instant
 *     a bucket                  token-bucket.ts     its mirror
 *     open now, or for ever     plain-sum.ts
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
    if (limit.counted !== "fixed-window" || limit.starts !== "utc") return nothingHeld;
    const { windowMs } = limit;
    const elapsedMs = (cold.wallMs + nowMs - cold.nowMs) % windowMs;
    const atMs = nowMs - elapsedMs;
    return { used: (planned * elapsedMs) / windowMs, atMs, untilMs: atMs + windowMs };
  };
}

type Accounting = Readonly<{ guard: Guard; pacer?: Pacer; planFor?: (max: number) => number }>;

function accounting(
  of: Readonly<{
    limit: FlatLimit;
    planned: Planned;
    terms: Terms;
    windowMs: number;
    exchange: ServerClock;
  }>,
): Accounting {
  const { limit, planned, terms, windowMs, exchange } = of;
  switch (limit.counted) {
    case "open":
    case "lifetime":
      return { guard: new PlainSum(terms, limit.counted === "lifetime") };
    case "bucket":
      return mirrored(limit, planned, { terms, windowMs });
    case "fixed-window": {
      // Where the headroom is in the window's length, its boundaries are no longer the exchange's.
      if (planned.pace < 1) return rolling(limit, terms, windowMs);
      const { starts, falls = false } = limit;
      const phase = new Phase({ windowMs, starts, exchange });
      const guard = new FixedWindow({ windowMs, falls, terms, phase });
      return { guard, pacer: pacerOf(limit, { terms, windowMs, pace: paces.aligned }) };
    }
    case "rolling-window":
    case "unknown":
      return rolling(limit, terms, windowMs);
  }
}

type Bucketed = Extract<FlatLimit, { counted: "bucket" }>;

function mirrored(
  limit: Bucketed,
  plans: Planned,
  { terms, windowMs }: Readonly<{ terms: Terms; windowMs: number }>,
): Accounting {
  const { planned, headroom } = plans;
  const refillPerMs = ((1 - headroom) * limit.refillPerSecond) / 1_000;
  const travelling = refillPerMs * ((limit.jitterMs ?? defaultJitterMs) + (limit.stepMs ?? 0));
  // A bucket so small that it refills on the way is a window: so much per time to refill it.
  if (planned === Infinity || planned - travelling < 0.5 * planned) {
    // The window is as long as it takes to refill that much: a larger bucket refills no faster.
    const planFor = (max: number): number => Math.min(planned, planAgain(plans, max));
    return { ...rolling(limit, terms, windowMs), planFor };
  }
  const sizesFor = (most: number): MirrorSizes => {
    const capacity = Math.min(Math.max(0, most - travelling), limit.burstMax ?? Infinity);
    return { capacity, refillPerMs, saved: Math.min(most, capacity + travelling) };
  };
  return { guard: new MirrorBucket({ terms, sizesFor }) };
}

function rolling(limit: FlatLimit, terms: Terms, windowMs: number): Accounting {
  // A fixed window whose boundaries are not the exchange's is met by a rolling one.
  const figures = limit.counted === "fixed-window" ? "stay" : "leave";
  const guard = new RollingWindow({ windowMs, terms, figures });
  return { guard, pacer: pacerOf(limit, { terms, windowMs, pace: paces.rolling }) };
}

function pacerOf(
  limit: FlatLimit,
  of: Readonly<{ terms: Terms; windowMs: number; pace: Pace }>,
): Pacer {
  const { terms, windowMs, pace } = of;
  const sizesFor = (planned: number): TokenSizes => ({
    capacity: Math.max(1, Math.min(pace.burst * planned, limit.burstMax ?? Infinity)),
    refillPerMs: (pace.refill * planned) / windowMs,
  });
  return { bucket: new TokenBucket(sizesFor(terms.planned)), sizesFor };
}

/** In how much time what is planned comes back. */
function windowOf(limit: FlatLimit, { planned, pace, headroom }: Planned): number {
  if ("windowMs" in limit) return limit.windowMs / pace;
  if (limit.counted !== "bucket" || planned === Infinity) return timelessWindowMs;
  const steps = limit.stepMs ?? 0;
  return (planned / ((1 - headroom) * limit.refillPerSecond)) * 1_000 + steps;
}

/** A limit that changed while calls are in flight keeps its window; only its figure moves. */
function planAgain({ pace, headroom }: Planned, max: number): number {
  if (pace < 1) return max;
  return Math.min(max, Math.max(1, Math.floor((1 - headroom) * max + 1e-9)));
}
