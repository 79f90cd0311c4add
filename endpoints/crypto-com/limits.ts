/**
 * What Crypto.com publishes about its limits: nearly each method has its own. It has no headers about them.
 * https://exchange-developer.crypto.com/exchange/v1/docs/api/rest-common-api-reference, read 2026-11.
 *
 * How its windows lie is not published.
 */
import type { Answer, Limit, Refusal } from "headgate";
import { z } from "zod";

/** A limit of one method for each key. */
export function ofKey(max: number, windowMs: number): Limit {
  return { counted: "unknown", windowMs, max, per: ["apiKey"] };
}

/** A limit of one public method for each address. */
export function ofAddress(): Limit {
  return { counted: "unknown", windowMs: 1_000, max: 100, per: ["ip"] };
}

/** Exact: an order that is not placed is not counted. */
const open = { counted: "open", headroom: 0 } as const;

export const limits = {
  openOrders: { ...open, max: 1_000, per: ["account"] },
  openOrdersOfPair: { ...open, max: 200, per: ["account", "instrument_name"] },
} as const satisfies Readonly<Record<string, Limit>>;

type LimitName = keyof typeof limits;

const envelope = z.object({ code: z.union([z.number(), z.string()]) });

/** 0 is a yes. */
export function code({ body }: Answer): number | undefined {
  const said = envelope.safeParse(body).data?.code;
  return said === undefined ? undefined : Number(said);
}

/** Every no of Crypto.com; the first row that fits decides. */
export const refusals: readonly Refusal<LimitName>[] = [
  { code: 42_901, kind: "quota", executed: "no" },
  { code: 10_006, kind: "quota", executed: "no" },
  { status: 429, kind: "quota", executed: "no" },
  { code: 40_102, kind: "timestamp", executed: "no" },
  { code: 40_101, kind: "credentials", executed: "no" },
  { status: 401, kind: "credentials", executed: "no" },
  { when: ({ status }) => status >= 500, kind: "fault", executed: "unknown" },
  { when: (answer) => (code(answer) ?? 0) !== 0, kind: "request", executed: "no" },
];
