/**
 * What counts for a limit: a guard that keeps it as the exchange does, a pacer where one is needed.
 *
 *     fixed windows             fixed-window.ts     all of every window once its phase is known
 *     any other window          rolling-window.ts   the last window at every instant
 *     a bucket                  token-bucket.ts     its mirror
 *     open now, or for ever     plain-sum.ts
 */
import { FixedWindow } from "./fixed-window.ts";
import type { Guard, Terms } from "./guard.ts";
import type { Pacer } from "./parts.ts";
import type { FlatLimit, Planned } from "./limit.ts";
import { Phase } from "./phase.ts";
import { PlainSum } from "./plain-sum.ts";
import { RollingWindow } from "./rolling-window.ts";
import type { ServerClock } from "./server-clock.ts";
import { MirrorBucket, TokenBucket } from "./token-bucket.ts";
import type { MirrorSizes, TokenSizes } from "./token-bucket.ts";

/** What may be sent at once, as a share of what is planned, and how fast it comes back. */
const paces = {
  aligned: { burst: 0.25, refill: 1.1 },
  rolling: { burst: 0.5, refill: 1 },
} as const;
type Pace = (typeof paces)[keyof typeof paces];

const defaultJitterMs = 300;

/** How fast limits that no time refills recover from a refusal. */
const timelessWindowMs = 60_000;

export type Accounting = Readonly<{
  guard: Guard;
  pacer?: Pacer;
  planFor?: (max: number) => number;
}>;

export function accounting(
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
      return rolling(limit, terms, windowMs);
    case "unknown": {
      const { guard, pacer } = rolling(limit, terms, windowMs);
      return { guard, pacer: { ...pacer, evenFor: evenFor(limit, windowMs) } };
    }
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

type Paced = Accounting & Readonly<{ pacer: Pacer }>;

function rolling(limit: FlatLimit, terms: Terms, windowMs: number): Paced {
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

/**
 * What leaves at once and what comes back while a window lasts are together within the plan, so that it is
 * kept however the exchange counts. In whole weights what is begun of one more is none yet. Where the
 * heaviest call is most of the plan this is slow: half of it comes back in any case, and the guard counts.
 */
function evenFor(limit: FlatLimit, windowMs: number): Required<Pacer>["evenFor"] {
  const overMs = windowMs + (limit.jitterMs ?? defaultJitterMs);
  return (planned, costliest) => {
    const heaviest = Math.max(1, costliest);
    const capacity = Math.min(heaviest, Math.max(1, limit.burstMax ?? Infinity));
    const refill = Math.max(planned - heaviest + 1 - 1e-6, planned / 2);
    return { capacity, refillPerMs: refill / overMs };
  };
}

/** In how much time what is planned comes back. */
export function windowOf(limit: FlatLimit, { planned, pace, headroom }: Planned): number {
  if ("windowMs" in limit) return limit.windowMs / pace;
  if (limit.counted !== "bucket" || planned === Infinity) return timelessWindowMs;
  const steps = limit.stepMs ?? 0;
  return (planned / ((1 - headroom) * limit.refillPerSecond)) * 1_000 + steps;
}

/** A limit that changed while calls are in flight keeps its window; only its figure moves. */
export function planAgain({ pace, headroom }: Planned, max: number): number {
  if (pace < 1) return max;
  return Math.min(max, Math.max(1, Math.floor((1 - headroom) * max + 1e-9)));
}
