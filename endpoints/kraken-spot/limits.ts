/**
 * What Kraken publishes about its spot limits, and how it says no. It has no headers about them.
 *
 *     https://docs.kraken.com/api/docs/guides/spot-rest-ratelimits, read 2026-11.
 *     https://docs.kraken.com/api/docs/guides/spot-ratelimits, read 2026-11.
 *     https://docs.kraken.com/api/docs/guides/spot-errors, read 2026-11.
 */
import type { Answer, Limit, Refusal } from "headgate";
import { z } from "zod";

/**
 * By tier: the most that the counters hold, and what they lose per second.
 * https://docs.kraken.com/exchange/guides/rest/ratelimits.md,
 * https://docs.kraken.com/exchange/guides/general/ratelimits.md, read 2026-11.
 */
const sizes = {
  starter: { counter: 15, perSecond: 0.33, engine: 60, enginePerSecond: 1, openOrders: 60 },
  intermediate: { counter: 20, perSecond: 0.5, engine: 125, enginePerSecond: 2.34, openOrders: 80 },
  pro: { counter: 20, perSecond: 1, engine: 180, enginePerSecond: 3.75, openOrders: 225 },
} as const;

/** How far an account has been verified. */
export type Tier = keyof typeof sizes;

export const tiers = Object.keys(sizes);

/** Unconfirmed: counters fall "every couple of seconds"; three are the longest that this can mean. */
const stepMs = 3_000;

/** "Once per second or slower" is safe. Unconfirmed: it is no bucket's size. https://support.kraken.com/articles/206548367, read 2026-11. */
const oncePerSecond = { counted: "rolling-window", windowMs: 1_000, max: 1 } as const;

/** What an account of that tier may do. */
export function limitsOf(tier: Tier) {
  const { counter, perSecond, engine, enginePerSecond, openOrders } = sizes[tier];
  return {
    public: { ...oncePerSecond, per: ["ip"] },
    publicOfPair: { ...oncePerSecond, per: ["ip", "pair"] },
    counter: {
      counted: "bucket",
      max: counter,
      refillPerSecond: perSecond,
      stepMs,
      per: ["apiKey"],
    },
    engine: {
      counted: "bucket",
      max: engine,
      refillPerSecond: enginePerSecond,
      stepMs,
      per: ["account", "pair"],
    },
    /** Exact: an order that is not placed is not counted. */
    openOrders: { counted: "open", max: openOrders, headroom: 0, per: ["account", "pair"] },
  } as const satisfies Readonly<Record<string, Limit>>;
}

type LimitName = keyof ReturnType<typeof limitsOf>;

/** The most that one call can be asked to wait for in the engine's counter. */
export const engineMost = (tier: Tier): number => 0.9 * sizes[tier].engine;

const listed = z.array(z.looseObject({ pair: z.string() }));

/** The pairs that a call is about: its own, or those of the orders that it says it cancels. */
export function pairsOf({ pair, targets }: Readonly<Record<string, unknown>>): string | string[] {
  if (typeof pair === "string") return pair;
  return (listed.safeParse(targets).data ?? []).map((target) => target.pair);
}

const envelope = z.object({ error: z.array(z.string()) });

/** The first error in a body that comes with 200; those that begin with W are warnings. */
export function code({ body }: Answer): string | undefined {
  return envelope.safeParse(body).data?.error.find((error) => error.startsWith("E"));
}

const begins =
  (...starts: readonly string[]) =>
  (answer: Answer): boolean =>
    starts.some((start) => code(answer)?.startsWith(start));

/** Every no of Kraken; the first row that fits decides. */
export const refusals: readonly Refusal<LimitName>[] = [
  { code: "EAPI:Rate limit exceeded", kind: "quota", limits: ["counter"], executed: "no" },
  { code: "EOrder:Rate limit exceeded", kind: "quota", limits: ["engine"], executed: "no" },
  { code: "EOrder:Orders limit exceeded", kind: "quota", limits: ["openOrders"], executed: "no" },
  // Which limit a domain has is not published.
  { code: "EOrder:Domain rate limit exceeded", kind: "overload", executed: "no" },
  {
    code: "EGeneral:Too many requests",
    kind: "quota",
    limits: ["public", "publicOfPair"],
    executed: "no",
  },
  // Listed without a word about which limit it is.
  { code: "EAuth:Rate limit exceeded", kind: "quota", limits: ["counter"], executed: "no" },
  { code: "EAuth:Too many requests", kind: "quota", limits: ["counter"], executed: "no" },
  // After too many wrong signatures. https://github.com/krakenfx/kraken-cli/issues/34 (2026-08-10): 15 minutes.
  {
    code: "EGeneral:Temporary lockout",
    kind: "ban",
    whose: "apiKey",
    waitMs: 900_000,
    executed: "no",
  },
  {
    when: begins("EService: Throttled", "EService:Throttled"),
    kind: "overload",
    executed: "no",
    waitMs: throttledMs,
  },
  { code: "EAPI:Invalid nonce", kind: "timestamp", executed: "no" },
  {
    when: begins("EAPI:Invalid key", "EAPI:Invalid signature"),
    kind: "credentials",
    executed: "no",
  },
  // Services that are busy or failed do not say whether they got it.
  { when: begins("EService:", "EGeneral:Internal error"), kind: "fault", executed: "unknown" },
  { when: begins("E"), kind: "request", executed: "no" },
];

/** Too many at a time: the message names the second in which there is room again. */
function throttledMs(answer: Answer, serverMs: number): number | undefined {
  const seconds = /Throttled:\s*(\d+)/.exec(code(answer) ?? "")?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1_000 - serverMs;
}
