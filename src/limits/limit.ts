/**
 * What an exchange publishes, as data, and what headgate plans with instead: the limit less its headroom.
 *
 * Nothing here counts anything; `bucket.ts` chooses the accounting for a limit.
 */

/** Whom a limit counts; any other word is one of the venue's `dimensions`, or a parameter of the call. */
export type Dimension = "ip" | "account" | "apiKey" | "connection" | (string & {});

/** The values of the dimensions for one call: `{ ip: "a", account: "maker", symbol: "BTCUSDT" }`. */
export type Scope = Readonly<Record<string, string | undefined>>;

/** How the exchange counts: the accounting mirrors it. */
export type Counting =
  /** A phase that is not published is learned. `falls`: the used figure can go down (orders that fill). */
  | Readonly<{
      counted: "fixed-window";
      windowMs: number;
      starts: "utc" | "first-request" | "unknown";
      falls?: boolean;
    }>
  | Readonly<{ counted: "rolling-window" | "unknown"; windowMs: number }>
  /** Refilled all the time, or every `stepMs`. A counter that decays is the same seen from below. */
  | Readonly<{ counted: "bucket"; refillPerSecond: number; stepMs?: number }>
  /** What is open now (requests, orders), or a sum that time does not give back. */
  | Readonly<{ counted: "open" | "lifetime" }>;

/** What an exchange publishes: so much, counted so, for each of those. */
export type Limit = Counting &
  Readonly<{
    /** The most it lets through; where that differs, by the value of the last dimension. */
    max: number | Readonly<Record<string, number>>;
    /** One bucket for each combination of their values. */
    per: readonly Dimension[];
    /**
     * Other venues of the exchange draw from it, too: the limits of this name that name the same pool are one.
     * @default the venue's own
     */
    pool?: string;
    /**
     * The most to send at one instant, where the exchange objects to less than `max`. With 1, calls leave
     * evenly apart: at 5 % of headroom, 20 per 2 000 ms 105 ms apart. It is kept where they leave; they
     * arrive closer by as much as their ways differ, so an exchange that measures that needs a lower `max`.
     */
    burstMax?: number;
    /**
     * How much longer than another one a call may travel before it is counted; 0 where nothing travels.
     * What refills meanwhile is left out of a bucket. @default 300
     */
    jitterMs?: number;
    /**
     * Share that is never planned with: 0.05 to 0.10. Sums that time does not refill may have 0.
     * Anything else has to be asked for as `{ unsafe: 0.02 }`.
     * @default 0.07
     */
    headroom?: number | Readonly<{ unsafe: number }>;
    /**
     * Somebody may have used it just before we start: the first call goes alone, and as long as nothing
     * says what was used there is no credit for it. @default false, and true for the limits of a client
     */
    coldStart?: boolean;
  }>;

/** A limit with one figure: what a bucket is made from. */
export type FlatLimit = Limit & Readonly<{ max: number }>;

/** What a limit's bucket is set to. */
export type Planned = Readonly<{
  /** In the limit's own unit, never above its `max`. */
  planned: number;
  /** By how much its window is divided and its refill multiplied: 1, or `1 - headroom`. */
  pace: number;
  headroom: number;
}>;

const defaultHeadroom = 0.07;

/** Floating point must not turn 930 into 929. */
const epsilon = 1e-9;

/**
 * The limit less its headroom: `floor((1 - headroom) x max)` where that leaves at least 0.9 of it.
 * A smaller limit stays whole and gets its headroom in time instead: 5 per minute is 5 per 64.5 s.
 *
 * @throws {RangeError} If a figure of the limit is none, or its headroom is not a safe one.
 */
export function plan(limit: FlatLimit): Planned {
  checkLimit(limit);
  const headroom = headroomOf(limit);
  const planned = Math.floor((1 - headroom) * limit.max + epsilon);
  if (planned >= 0.9 * limit.max - epsilon || headroom === 0) return { planned, pace: 1, headroom };
  // A headroom that was asked for unsafely may be large enough to fail the rule above on any limit.
  if (headroom > 0.1) return { planned: Math.max(planned, 1), pace: 1, headroom };
  return { planned: limit.max, pace: 1 - headroom, headroom };
}

/** How fast a limit's plan lets weight through when nothing else stands in the way, per ms; 0 where time gives nothing. */
export function ratePerMs(limit: FlatLimit): number {
  const { planned, pace } = plan(limit);
  switch (limit.counted) {
    case "bucket":
      return (limit.refillPerSecond * (1 - headroomOf(limit))) / 1_000;
    case "open":
    case "lifetime":
      return 0;
    case "fixed-window":
    case "rolling-window":
    case "unknown":
      return (planned * pace) / limit.windowMs;
  }
}

/**
 * Refuses a limit that cannot be counted.
 *
 * @throws {RangeError} If a figure is not a positive number, or the headroom is not a safe one.
 */
export function checkLimit(limit: Limit): void {
  for (const max of figuresOf(limit)) {
    // Infinity limits nothing and still can be blocked.
    if (isFigure(max) && max > 0) continue;
    throw new RangeError(`A limit's max must be a number above 0, not ${max}.`);
  }
  if ("windowMs" in limit) checkPositive("windowMs", limit.windowMs);
  if ("refillPerSecond" in limit) checkPositive("refillPerSecond", limit.refillPerSecond);
  if ("stepMs" in limit && limit.stepMs !== undefined) checkPositive("stepMs", limit.stepMs);
  if (limit.burstMax !== undefined) checkPositive("burstMax", limit.burstMax);
  // Nothing at all is no jitter, and may be said.
  if (limit.jitterMs !== undefined && limit.jitterMs !== 0)
    checkPositive("jitterMs", limit.jitterMs);
  headroomOf(limit);
}

/** All figures of a limit's `max`. */
export function figuresOf({ max }: Limit): readonly number[] {
  return typeof max === "object" ? Object.values(max) : [max];
}

function headroomOf(limit: Limit): number {
  const asked = limit.headroom ?? defaultHeadroom;
  if (typeof asked === "object") {
    if (isFigure(asked.unsafe) && asked.unsafe >= 0 && asked.unsafe <= 0.5) return asked.unsafe;
    throw new RangeError(`An unsafe headroom must be from 0 to 0.5, not ${asked.unsafe}.`);
  }
  const least = limit.counted === "open" || limit.counted === "lifetime" ? 0 : 0.05;
  if (isFigure(asked) && asked >= least && asked <= 0.1) return asked;
  throw new RangeError(
    `headroom must be from ${least} to 0.10, not ${asked}; { unsafe: ${asked} } would take it as it is.`,
  );
}

function checkPositive(name: string, figure: number): void {
  if (!(isFigure(figure) && figure > 0 && figure < Infinity)) {
    throw new RangeError(`A limit's ${name} must be a finite number above 0, not ${figure}.`);
  }
}

/** Settings are read from files as well, and a string would compare like a number. */
function isFigure(figure: unknown): boolean {
  return typeof figure === "number";
}
