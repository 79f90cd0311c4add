/**
 * What Gemini publishes about its limits, and how it says no. It has no headers about them.
 *
 *     https://developer.gemini.com/rate-limit,
 *     https://developer.gemini.com/error-codes, read 2026-11.
 */
import type { Answer, Limit, Refusal } from "headgate";
import { z } from "zod";

/**
 * 120 and 600 per minute are counted as one per 500 ms and per 100 ms, with five more that are held and not
 * refused. What is held is late, so calls leave one by one.
 *
 * Unconfirmed: whom they are counted for. "Per group of endpoints" is read as all public and all private ones.
 */
export const limits = {
  public: { counted: "bucket", max: 5, refillPerSecond: 2, burstMax: 1, per: ["ip"] },
  private: { counted: "bucket", max: 5, refillPerSecond: 10, burstMax: 1, per: ["account"] },
} as const satisfies Readonly<Record<string, Limit>>;

type LimitName = keyof typeof limits;

const spoken = z.object({ result: z.literal("error"), reason: z.string() });

/** Why it was refused. */
export function code({ body }: Answer): string | undefined {
  return spoken.safeParse(body).data?.reason;
}

const quota = { kind: "quota", limits: ["public", "private"], executed: "no" } as const;

/** Every no of Gemini; the first row that fits decides. All else is what its status says. */
export const refusals: readonly Refusal<LimitName>[] = [
  { code: "RateLimit", ...quota },
  { status: 429, ...quota },
  // Nothing is taken while Gemini is maintained.
  { code: "Maintenance", kind: "overload", executed: "no" },
  { code: "InvalidNonce", kind: "timestamp", executed: "no" },
  { code: "InvalidSignature", kind: "credentials", executed: "no" },
];
