/**
 * What Deribit publishes about its limits: credits that come back without pause, and requests to the
 * matching engine by tier. No header tells what is left.
 *
 *     https://docs.deribit.com/articles/rate-limits (copy of 2026-02-23), read 2026-11.
 *
 * Deribit's own web pages, open under the same sub-account, use its credits, too.
 */
import type { Answer, Limit, Refusal, Scope } from "headgate";
import { z } from "zod";

/**
 * Requests to the matching engine by the volume of seven days, found anew every hour: above 25, 5 and
 * 1 million USD, and up to that. `get_account_summary` tells what is in force.
 */
const matching = {
  tier1: { max: 100, refillPerSecond: 30 },
  tier2: { max: 50, refillPerSecond: 20 },
  tier3: { max: 30, refillPerSecond: 10 },
  tier4: { max: 20, refillPerSecond: 5 },
} as const;

/** A sub-account's tier; `tier4` is where everybody begins. */
export type Tier = keyof typeof matching;

export const tiers = Object.keys(matching);

export function limitsOf(tier: Tier) {
  return {
    /** 500 for every call of a sub-account that is not for the matching engine. */
    credits: { counted: "bucket", max: 50_000, refillPerSecond: 10_000, per: ["account"] },
    /** Unconfirmed: its size is not published. 20 per second is what a sub-account's credits sustain. */
    publicIp: { counted: "unknown", windowMs: 1_000, max: 20, per: ["ip"] },
    /** All books together. */
    matching: { counted: "bucket", ...matching[tier], per: ["account"] },
    /**
     * Unconfirmed. The documentation's example has 250 and 200 per second; ccxt (4.5.84, read 2026-11) counts
     * these as all other requests to the matching engine, which is stricter. The account summary tells one's own.
     */
    spot: { counted: "bucket", ...matching[tier], per: ["account"] },
    /** Unconfirmed, as that of spot. */
    cancelAll: { counted: "bucket", ...matching[tier], per: ["account"] },
    /** 100 in a week. How its window lies is not published. */
    moves: { counted: "unknown", windowMs: 604_800_000, max: 100, per: ["account"] },
  } as const satisfies Readonly<Record<string, Limit>>;
}

type LimitName = keyof ReturnType<typeof limitsOf>;

/** A limit of one method for each caller, in calls instead of credits. */
export function ownBucket(max: number, refillPerSecond: number, per: "ip" | "account"): Limit {
  return { counted: "bucket", max, refillPerSecond, per: [per] };
}

/** Who is known pays with credits, who is not with the address. */
export const byCaller = {
  credits: (_: unknown, { account }: Scope): number => (account === undefined ? 0 : 500),
  publicIp: (_: unknown, { account }: Scope): number => (account === undefined ? 1 : 0),
};

const answered = z.object({
  usOut: z.number().optional(),
  error: z
    .object({ code: z.number(), data: z.object({ wait: z.number() }).optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

/** Where Deribit puts its error code, whatever the status. */
export function code({ body }: Answer): number | undefined {
  return answered.safeParse(body).data?.error?.code;
}

/** Every body carries the exchange's clock in us. */
export function serverTimeMs({ body }: Answer): number | undefined {
  const usOut = answered.safeParse(body).data?.usOut;
  return usOut === undefined ? undefined : usOut / 1_000;
}

/** How long to wait, of a no that says so in seconds. */
function waitMs({ body }: Answer): number | undefined {
  const wait = answered.safeParse(body).data?.error?.data?.wait;
  return wait === undefined ? undefined : wait * 1_000;
}

/** Every no of Deribit; the first row that fits decides. Codes: https://docs.deribit.com, read 2026-11. */
export const refusals: readonly Refusal<LimitName>[] = [
  // No credits. Whether it comes with 429 or 400 is not stated.
  { code: 10_028, kind: "quota", executed: "no" },
  { code: 13_780, kind: "quota", limits: ["own"], executed: "no", waitMs },
  // The matching engine's queue is full, or too many public calls are not done: waiting helps.
  { code: 10_047, kind: "overload", executed: "no" },
  { code: 10_066, kind: "overload", executed: "no" },
  // Retry, settlement, maintenance: not carried out.
  { code: 10_040, kind: "overload", executed: "no" },
  { code: 10_041, kind: "overload", executed: "no" },
  { code: 11_051, kind: "overload", executed: "no" },
  // Errors and time-outs behind the gateway: they do not prove that nothing happened.
  ...[11_094, 13_028, 13_888].map(
    (unknown) => ({ code: unknown, kind: "fault", executed: "unknown" }) as const,
  ),
  { code: 13_004, kind: "credentials", executed: "no" },
  { code: 13_009, kind: "credentials", executed: "no" },
  // All else with a code of its own was understood, and not carried out.
  {
    when: (answer) => answer.status < 500 && code(answer) !== undefined,
    kind: "request",
    executed: "no",
  },
];
