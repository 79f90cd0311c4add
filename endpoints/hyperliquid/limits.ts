/**
 * What Hyperliquid publishes about its limits: weight for an address of the internet, and actions for one of
 * the chain that no time gives back.
 *
 *     https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/rate-limits, read 2026-11.
 */
import type { Answer, Limit, Refusal } from "headgate";
import { z } from "zod";

export const limits = {
  /** How its minute lies is not published. */
  weight: { counted: "unknown", windowMs: 60_000, max: 1_200, per: ["ip"] },
  /**
   * 10 000, and one more for each USDC that was traded: `userRateLimit` tells it; set it by the client's
   * `limits`, or credit what was traded.
   */
  actions: { counted: "lifetime", max: 10_000, per: ["account"] },
  /**
   * Cancels may go on to twice that. Unconfirmed: whether they raise the counter of `actions`; orders are
   * taken to raise this one.
   */
  cancels: { counted: "lifetime", max: 20_000, per: ["account"] },
} as const satisfies Readonly<Record<string, Limit>>;

type LimitName = keyof typeof limits;

const failed = z.object({ status: z.literal("err"), response: z.unknown() });

function isFailure({ body }: Answer): boolean {
  return failed.safeParse(body).success;
}

/** https://github.com/ccxt/ccxt, js/src/hyperliquid.js at 4.5.84, read 2026-11. */
function isSpent({ body }: Answer): boolean {
  const response = failed.safeParse(body).data?.response;
  return typeof response === "string" && response.startsWith("Too many cumulative requests sent");
}

/** Every no of Hyperliquid; the first row that fits decides. */
export const refusals: readonly Refusal<LimitName>[] = [
  { status: 429, kind: "quota", limits: ["weight"], executed: "no" },
  // Who has spent all may do one action in ten seconds.
  {
    when: isSpent,
    kind: "quota",
    limits: ["actions", "cancels"],
    executed: "no",
    waitMs: 10_000,
  },
  { status: 200, when: isFailure, kind: "request", executed: "no" },
];
