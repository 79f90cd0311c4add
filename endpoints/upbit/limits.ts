/**
 * What Upbit publishes about its limits: so much per second for each group of endpoints.
 *
 *     https://docs.upbit.com/kr/reference/rate-limits.md (2026-10-07), read 2026-11
 *     https://global-docs.upbit.com/reference/rate-limits (as of 2026-08-12), read 2026-11
 *
 * How the second lies is not published. A text of 2022 lets it begin with the first request and leaves out
 * requests that fail; a rolling window is stricter than that.
 */
import type { Answer, Limit, Reader, Refusal } from "headgate";
import { z } from "zod";

export type Region = "kr" | "sg" | "id" | "th";

export const regions: readonly string[] = ["kr", "sg", "id", "th"] satisfies Region[];

const perSecond = { counted: "unknown", windowMs: 1_000 } as const;
const ofAddress = { ...perSecond, max: 10, per: ["ip"] } as const;
const ofAccount = { ...perSecond, per: ["account"] } as const;

/** By the exchange's own names of its groups. An account of Korea is a pocket. */
export function limitsOf(region: Region) {
  return {
    market: ofAddress,
    candle: ofAddress,
    trade: ofAddress,
    ticker: ofAddress,
    orderbook: ofAddress,
    default: { ...ofAccount, max: 30 },
    /** Of Korea 12 since https://docs.upbit.com/kr/changelog/order-rate-limit-update (2026-08-21). */
    order: { ...ofAccount, max: region === "kr" ? 12 : 8 },
    "order-test": { ...ofAccount, max: 8 },
    "order-cancel-all": { ...ofAccount, windowMs: 2_000, max: 1 },
  } as const satisfies Readonly<Record<string, Limit>>;
}

export type Group = keyof ReturnType<typeof limitsOf>;

const groups = limitsOf("kr");

/**
 * `Remaining-Req: group=default; min=1800; sec=29`: what is left in this second; `min` is a frozen value.
 * Unconfirmed: that this call is counted in it, as the documentation's example suggests.
 */
export const reports: readonly Reader<Group>[] = [
  (answer) => {
    const told = /\bgroup=([\w-]+)\b.*\bsec=(\d+)/.exec(answer.header("remaining-req") ?? "");
    const group = told?.[1];
    return group !== undefined && Object.hasOwn(groups, group)
      ? { [group]: { remaining: Number(told?.[2]) } }
      : {};
  },
];

const failed = z.object({ error: z.object({ name: z.union([z.string(), z.number()]) }) });

/** Where Upbit puts its error code: a number where prices are asked for, else a word. */
export function code({ body }: Answer): string | number | undefined {
  return failed.safeParse(body).data?.error.name;
}

/** Every no of Upbit; the first row that fits decides. */
export const refusals: readonly Refusal<Group>[] = [
  // Whoever goes on is shut out: nothing of the group before its second is over.
  { status: 429, kind: "quota", limits: ["own"], executed: "no", waitMs: 1_000 },
  // Of an address or an account; the address is the stricter reading.
  { status: 418, kind: "ban", whose: "ip", executed: "no", waitMs: blockedMs },
];

/** The answer tells for how long. Unconfirmed: in which words; without any that are known, a minute. */
function blockedMs({ body }: Answer): number {
  const [, seconds] = /(\d+)\s*(?:s\b|sec|초)/i.exec(JSON.stringify(body) ?? "") ?? [];
  return seconds === undefined ? 60_000 : Number(seconds) * 1_000;
}
