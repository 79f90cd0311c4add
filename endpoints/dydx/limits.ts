/**
 * The limits of dYdX's indexer: a counter for each group of paths and address, which begins with its first
 * request and goes on for ten seconds.
 *
 *     dydxprotocol/v4-chain at 84d4664 (2026-03-04), read 2026-11:
 *     https://github.com/dydxprotocol/v4-chain/blob/84d4664/indexer/services/comlink/src/config.ts
 *     https://github.com/dydxprotocol/v4-chain/blob/84d4664/indexer/services/comlink/src/lib/rate-limit.ts
 */
import { standardHeaders } from "headgate";
import type { Answer, Limit, Reader, Refusal } from "headgate";

function perTenSeconds(max: number) {
  return {
    counted: "fixed-window",
    starts: "first-request",
    windowMs: 10_000,
    max,
    per: ["ip"],
  } as const satisfies Limit;
}

export const limits = {
  /** All that has no counter of its own. */
  get: perTenSeconds(100),
  orders: perTenSeconds(100),
  /** Fills and the history of trades. */
  fills: perTenSeconds(100),
  candles: perTenSeconds(1_000),
  sparklines: perTenSeconds(100),
  historicalPnl: perTenSeconds(100),
  pnl: perTenSeconds(100),
  fundingPayments: perTenSeconds(100),
} as const satisfies Readonly<Record<string, Limit>>;

type LimitName = keyof typeof limits;

const spoken = standardHeaders("own");

/**
 * `RateLimit-Limit`, `-Remaining`, `-Reset` of the group that was asked. The reset is an instant in ms, as
 * others have it under `X-`, and so they are read under that name.
 */
export const reports: readonly Reader<LimitName>[] = [
  (answer) => {
    const header: Answer["header"] = (name) => {
      if (name.startsWith("x-ratelimit-")) return answer.header(name.slice("x-".length));
      return name.startsWith("ratelimit") ? undefined : answer.header(name);
    };
    return spoken({ ...answer, header });
  },
];

/** Its only no that has to do with limits. */
export const refusals: readonly Refusal<LimitName>[] = [
  { status: 429, kind: "quota", limits: ["own"], executed: "no" },
];
