/**
 * What Coinbase Exchange publishes about its limits: token buckets, full at first, without headers.
 *
 *     https://docs.cdp.coinbase.com/exchange/rest-api/rate-limits.md, read 2026-11.
 */
import type { Answer, Limit, Refusal } from "headgate";
import { z } from "zod";

const bucket = (max: number, refillPerSecond: number) =>
  ({ counted: "bucket", max, refillPerSecond }) as const;

export const limits = {
  public: { ...bucket(15, 10), per: ["ip"] },
  private: { ...bucket(30, 15), per: ["account"] },
  fills: { ...bucket(20, 10), per: ["account"] },
  /** Unconfirmed: how large a burst may be is not said, so it is a second's worth. */
  loans: { ...bucket(10, 10), per: ["account"] },
  /** Exact: an order that is not placed is not counted. */
  openOrders: { counted: "open", max: 500, headroom: 0, per: ["account", "product_id"] },
} as const satisfies Readonly<Record<string, Limit>>;

type LimitName = keyof typeof limits;

const spoken = z.object({ message: z.string() });

/** https://github.com/ccxt/ccxt/issues/6448: the message says which kind of limit it was. */
const isPublic = ({ body }: Answer): boolean =>
  spoken.safeParse(body).data?.message.startsWith("Public") === true;

/** Every no of Coinbase Exchange; the first row that fits decides. All else is what its status says. */
export const refusals: readonly Refusal<LimitName>[] = [
  { status: 429, when: isPublic, kind: "quota", limits: ["public"], executed: "no" },
  { status: 429, kind: "quota", limits: ["private", "fills", "loans"], executed: "no" },
];
