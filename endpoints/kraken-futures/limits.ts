/**
 * What Kraken Futures publishes about its limits, and how it says no. It has no headers about them.
 *
 *     https://docs.kraken.com/exchange/guides/futures/ratelimits.md,
 *     https://docs.kraken.com/api/docs/guides/futures-rate-limits, read 2026-11.
 */
import type { Answer, Limit, Refusal } from "headgate";
import { z } from "zod";

/** Unconfirmed: whether a "client" is an account or one of its keys; an account is the stricter reading. */
export const limits = {
  /** How its window lies is not published. */
  budget: { counted: "unknown", windowMs: 10_000, max: 500, per: ["account"] },
  /** A pool of 100, replenished by 100 in 10 minutes. */
  history: { counted: "bucket", max: 100, refillPerSecond: 1 / 6, per: ["account"] },
} as const satisfies Readonly<Record<string, Limit>>;

type LimitName = keyof typeof limits;

const envelope = z.object({ result: z.literal("error"), error: z.string().optional() });

/** The error in a body that may come with 200. */
export function code({ body }: Answer): string | undefined {
  const said = envelope.safeParse(body).data;
  return said === undefined ? undefined : (said.error ?? "");
}

const quota = { kind: "quota", limits: ["budget", "history"], executed: "no" } as const;

/** Every no of Kraken Futures; the first row that fits decides. */
export const refusals: readonly Refusal<LimitName>[] = [
  // Unconfirmed: whether it comes with 200 or 429; either is read.
  { code: "apiLimitExceeded", ...quota },
  { status: 429, ...quota },
  { code: "authenticationError", kind: "credentials", executed: "no" },
  ...["Server Error", "Unavailable", "unknownError", ""].map(
    (error) => ({ code: error, kind: "fault", executed: "unknown" }) as const,
  ),
  {
    when: (answer) => answer.status < 500 && code(answer) !== undefined,
    kind: "request",
    executed: "no",
  },
];
