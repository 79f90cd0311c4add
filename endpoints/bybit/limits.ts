/**
 * What Bybit publishes about its limits: how much, how it reports what is left, and how it says no.
 *
 * Source unless a line says otherwise: bybit-exchange/docs at commit 072c197 (2026-07-24), read 2026-11.
 *     https://github.com/bybit-exchange/docs/blob/072c197/docs/v5/rate-limit/rate-limit.mdx
 *     https://github.com/bybit-exchange/docs/blob/072c197/docs/v5/error.mdx
 */
import { headerNumber } from "headgate";
import type { Answer, Limit, Reader, Refusal } from "headgate";
import { z } from "zod";

/**
 * What a tier may do per second with orders, by product. Linear and inverse futures are counted as one:
 * whether they are two is not stated, and one is the stricter reading.
 * https://github.com/bybit-exchange/docs/blob/072c197/docs/v5/rate-limit/rules-for-vips.mdx, read 2026-11.
 */
const orders = {
  default: { spot: 20, futures: 10, option: 10 },
  vip1: { spot: 25, futures: 20, option: 20 },
  vip2: { spot: 30, futures: 40, option: 40 },
  vip3: { spot: 40, futures: 60, option: 60 },
} as const;

/** An account's tier; `vip3` is VIP 3 and above. */
export type Tier = keyof typeof orders;

export const tiers = Object.keys(orders);

/** Everything that comes from one address, all hosts together. */
export const limits = {
  /** 600 requests in 5 seconds. How its window lies is not published. */
  ip: { counted: "unknown", windowMs: 5_000, max: 600, per: ["ip"] },
} as const satisfies Readonly<Record<string, Limit>>;

type LimitName = keyof typeof limits;

/** A limit of one endpoint for each account, over the last second. */
export function perSecond(max: number): Limit {
  return { counted: "rolling-window", windowMs: 1_000, max, per: ["account"] };
}

/** The same over the last minute. */
export function perMinute(max: number): Limit {
  return { counted: "rolling-window", windowMs: 60_000, max, per: ["account"] };
}

/** The limit of an endpoint that trades, by product, and by tier where it differs from that of orders. */
export function ofOrders(tier: Tier, other: Partial<Record<Product, number>> = {}): Limit {
  const max = tier === "default" ? { ...orders.default, ...other } : orders[tier];
  return { counted: "rolling-window", windowMs: 1_000, max, per: ["account", "product"] };
}

type Product = "spot" | "futures" | "option";

/** Which of them a call is about, by its `category`. */
export function productOf({ category }: Readonly<Record<string, unknown>>): Product {
  return category === "spot" || category === "option" ? category : "futures";
}

const envelope = z.object({ retCode: z.number(), time: z.number().optional() });

/** Where Bybit puts its error code: `retCode` in a body that comes with 200; 0 is a yes. */
export function code({ body }: Answer): number | undefined {
  return envelope.safeParse(body).data?.retCode;
}

/** Every body carries the exchange's clock in ms. */
export function serverTimeMs({ body }: Answer): number | undefined {
  return envelope.safeParse(body).data?.time;
}

/**
 * What is left of the endpoint's own limit, this call included, and how large that is. Not promised: some
 * public answers come without.
 */
export const reports: readonly Reader<LimitName>[] = [
  (answer) => ({
    own: {
      remaining: headerNumber(answer, "x-bapi-limit-status"),
      max: headerNumber(answer, "x-bapi-limit"),
    },
  }),
];

/** Codes that do not prove that nothing was executed. */
export const unknownCodes: readonly number[] = [
  10_000, 10_016, 170_007, 170_032, 170_146, 170_147, 170_310,
];

/** Every no of Bybit; the first row that fits decides. */
export const refusals: readonly Refusal<LimitName>[] = [
  // Above the limit of an address: nothing for at least ten minutes. Some countries get the same answer.
  { status: 403, kind: "ban", whose: "ip", executed: "no", waitMs: 600_000 },
  { status: 429, kind: "overload", executed: "no" },
  { code: 429, kind: "overload", executed: "no" },
  { code: 10_429, kind: "overload", executed: "no" },

  // https://github.com/bybit-exchange/pybit/issues/340 (2026-01-28): a public call, without saying until when.
  {
    code: 10_006,
    when: (answer) => resetMs(answer) === undefined,
    kind: "quota",
    limits: ["ip"],
    executed: "no",
    waitMs: 2_000,
  },
  { code: 10_006, kind: "quota", limits: ["own"], executed: "no", waitMs: untilResetMs },
  { code: 10_018, kind: "quota", limits: ["ip"], executed: "no" },
  { code: 170_005, kind: "quota", limits: ["own"], executed: "no" },
  { code: 170_222, kind: "quota", limits: ["own"], executed: "no" },
  // Of one order: it says nothing of others.
  { code: 30_035, kind: "overload", executed: "no" },

  { code: 10_002, kind: "timestamp", executed: "no" },
  { code: 10_004, kind: "credentials", executed: "no" },

  // Time-outs and errors behind the gateway: neither proves that nothing happened.
  ...unknownCodes.map(
    (unknown) => ({ code: unknown, kind: "fault", executed: "unknown" }) as const,
  ),

  // All else that comes with 200 and is no yes, duplicates among it: this request was not carried out.
  { when: (answer) => (code(answer) ?? 0) !== 0, kind: "request", executed: "no" },
];

/** Epoch ms; where nothing is exceeded it is just the present. */
function resetMs(answer: Answer): number | undefined {
  return headerNumber(answer, "x-bapi-limit-reset-timestamp");
}

function untilResetMs(answer: Answer, serverMs: number): number {
  return (resetMs(answer) ?? serverMs) - (serverTimeMs(answer) ?? serverMs);
}
