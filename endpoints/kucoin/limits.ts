/**
 * What KuCoin publishes about its limits: pools of 30 s that begin with the first request, how it reports what
 * is left of the one that a call took from, and how it says no.
 *
 * Source unless a line says otherwise: kucoin.com/docs-new/rate-limit, copy of 2025-11-30, read 2026-11.
 *     https://github.com/rosssaunders/coincise/blob/a00ae58/docs/kucoin/rate_limits.md
 */
import { headerNumber } from "headgate";
import type { Answer, Limit, Reader, Refusal } from "headgate";
import { z } from "zod";

/** By VIP level: spot, and what futures and management each have. The others are the same for all. */
const sizes = [
  [4_000, 2_000],
  [6_000, 2_000],
  [8_000, 4_000],
  [10_000, 5_000],
  [13_000, 6_000],
  [16_000, 7_000],
  [20_000, 8_000],
  [23_000, 10_000],
  [26_000, 12_000],
  [30_000, 14_000],
  [33_000, 16_000],
  [36_000, 18_000],
  [40_000, 20_000],
] as const;

/** From 0 to 12. */
export type Vip = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12;

function pool(max: number, whose: "account" | "ip" = "account"): Limit {
  return { counted: "fixed-window", starts: "first-request", windowMs: 30_000, max, per: [whose] };
}

/**
 * The pools of one VIP level; sub-accounts have their own.
 *
 * @throws {TypeError} If there is no such level.
 */
export function limitsOf(vip: Vip) {
  const size = sizes[vip];
  // What is no level may come from a file of settings.
  if (size === undefined) throw new TypeError(`kucoin: there is no VIP level ${String(vip)}.`);
  const [spot, others] = size;
  return {
    spot: pool(spot),
    futures: pool(others),
    management: pool(others),
    earn: pool(2_000),
    copyTrading: pool(2_000),
    /** Unconfirmed: its size is not published; here that of the smallest. Headers tell the true one. */
    broker: pool(2_000),
    /** Public data. */
    open: pool(2_000, "ip"),
  };
}

const envelope = z.object({ code: z.coerce.string() });

/** In the body of every answer; "200000" is a yes. */
export function code({ body }: Answer): string | undefined {
  return envelope.safeParse(body).data?.code;
}

/** Of whichever pool the call took from, this call included; the reset is in ms from now. */
export const reports: readonly Reader<never>[] = [
  (answer) => ({
    own: {
      remaining: remaining(answer),
      max: headerNumber(answer, "gw-ratelimit-limit"),
      endsInMs: resetMs(answer),
    },
  }),
];

function remaining(answer: Answer): number | undefined {
  return headerNumber(answer, "gw-ratelimit-remaining");
}

function resetMs(answer: Answer): number | undefined {
  return headerNumber(answer, "gw-ratelimit-reset");
}

const isUsedUp = (answer: Answer): boolean => remaining(answer) === 0;

/**
 * Every no of KuCoin; the first row that fits decides. Of older documents:
 * https://github.com/Kucoin/kucoin-api-docs/blob/7f01bbe/source/localizable/index.html.md (2023), read 2026-11.
 */
export const refusals: readonly Refusal<never>[] = [
  { code: "429000", when: isUsedUp, kind: "quota", executed: "no", waitMs: resetMs },
  // With something left, or without headers, it is the server that has too much to do:
  // https://github.com/freqtrade/freqtrade/issues/5700, read 2026-11.
  { code: "429000", kind: "overload", executed: "no" },
  // Unconfirmed, of 2023: an endpoint is shut for 10 s. The same code means a suspended pair elsewhere.
  { code: "200002", status: 429, kind: "quota", executed: "no", waitMs: 10_000 },
  { code: "200002", when: isUsedUp, kind: "quota", executed: "no", waitMs: 10_000 },
  // Unconfirmed, of 2023: 500 in 10 s from one address, shut for 30 s. The status is not stated.
  { when: isCloudflares, kind: "ban", whose: "ip", executed: "no", waitMs: 30_000 },
  { code: "400002", kind: "timestamp", executed: "no" },
  { code: "400005", kind: "credentials", executed: "no" },
  { code: "500000", kind: "fault", executed: "unknown" },
  // All else that comes with 200 and is no yes.
  {
    status: 200,
    when: (answer) => (code(answer) ?? "200000") !== "200000",
    kind: "request",
    executed: "no",
  },
];

function isCloudflares(answer: Answer): boolean {
  const { status, body } = answer;
  if (status !== 403 && status !== 429) return false;
  return code(answer) === "1015" || (typeof body === "string" && /\b1015\b/.test(body));
}
