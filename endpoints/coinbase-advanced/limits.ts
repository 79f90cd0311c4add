/**
 * What is known of the limits of Coinbase Advanced Trade, how it reports what is left, and how it says no.
 *
 * Unconfirmed: the figures are those that client libraries agree on (hummingbot/hummingbot at 2bfaccc,
 * 2026-07-30); how their windows lie is not published.
 *     https://docs.cdp.coinbase.com/advanced-trade/docs/rest-api-rate-limits, read 2026-11.
 */
import { headerNumber } from "headgate";
import type { Answer, Limit, Reader, Refusal } from "headgate";
import { z } from "zod";

const perSecond = { counted: "unknown", windowMs: 1_000 } as const;

export const limits = {
  private: { ...perSecond, max: 30, per: ["account"] },
  public: { ...perSecond, max: 10, per: ["ip"] },
} as const satisfies Readonly<Record<string, Limit>>;

type LimitName = keyof typeof limits;

/**
 * What is left of the limit that the call drew from. Unconfirmed: the unit of the reset, which is not read.
 * Nor is the limit, since an answer does not say whether it is the user's or the address's.
 * https://github.com/coinbase/coinbase-advanced-py/blob/54fb8ed/coinbase/constants.py, read 2026-11.
 */
export const reports: readonly Reader<LimitName>[] = [
  (answer) => {
    const remaining = headerNumber(answer, "x-ratelimit-remaining");
    return remaining === undefined ? {} : { private: { remaining }, public: { remaining } };
  },
];

const answered = z.object({
  success: z.literal(false),
  error_response: z.object({ error: z.string() }).optional(),
});

/** An order that was not taken comes with 200. */
const isRejected = ({ body }: Answer): boolean => answered.safeParse(body).success;

const isUnknown = ({ body }: Answer): boolean =>
  /unknown/i.test(answered.safeParse(body).data?.error_response?.error ?? "");

/** Every no of Coinbase; the first row that fits decides. All else is what its status says. */
export const refusals: readonly Refusal<LimitName>[] = [
  // Its body may be JSON of two kinds, or a page: https://github.com/coinbase-samples/advanced-trade-sdk-go/issues/18
  { status: 429, kind: "quota", limits: ["private", "public"], executed: "no" },
  { when: isUnknown, kind: "fault", executed: "unknown" },
  { when: isRejected, kind: "request", executed: "no" },
];
