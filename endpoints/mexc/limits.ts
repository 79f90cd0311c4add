/**
 * What MEXC publishes about its limits, and how it says no. How it counts is not documented, and no header
 * tells what is left.
 *
 * Source unless a line says otherwise: mexc.com/api-docs, spot v3 and contract v1, copy of 2025-11-30, read 2026-11.
 *     https://github.com/rosssaunders/coincise/tree/a00ae58/docs/mexc
 */
import type { Answer, Limit, Refusal } from "headgate";
import { z } from "zod";

/**
 * What several endpoints take from.
 *
 * Unconfirmed: `requests` and `orders` stand in no official text. MEXC's support has told them (2026-01,
 * https://github.com/JKorf/Mexc.Net/issues/42, read 2026-11) without saying whether `requests` is of an
 * address or an account, or of spot alone: here it is of an address, for all.
 */
export const limits = {
  requests: { counted: "unknown", windowMs: 1_000, max: 20, per: ["ip"] },
  orders: { counted: "unknown", windowMs: 1_000, max: 12, per: ["account"] },
  /** Published for each endpoint; only two have it, and here it is one for both, which is stricter. */
  uid: { counted: "unknown", windowMs: 10_000, max: 500, per: ["account"] },
  batches: { counted: "unknown", windowMs: 1_000, max: 2, per: ["account"] },
  accountReads: { counted: "unknown", windowMs: 1_000, max: 2, per: ["account"] },
} as const satisfies Readonly<Record<string, Limit>>;

type LimitName = keyof typeof limits;

/**
 * Each endpoint of spot for each address. Unconfirmed: the official copy says 500 per 10 s, later texts of
 * others (2026-06) 300.
 */
export const ofSpot: Limit = { counted: "unknown", windowMs: 10_000, max: 300, per: ["ip"] };

/** An endpoint of contracts: public ones for each address, the others for each account. */
export function ofContract(whose: "ip" | "account", max = 20, windowMs = 2_000): Limit {
  return { counted: "unknown", windowMs, max, per: [whose] };
}

const envelope = z.object({ code: z.number(), success: z.boolean().optional() });

/** In the body of every no; a yes of contracts has 0, some of spot 200. */
export function code({ body }: Answer): number | undefined {
  return envelope.safeParse(body).data?.code;
}

/** Every no of MEXC; the first row that fits decides. */
export const refusals: readonly Refusal<LimitName>[] = [
  // It does not say which of the limits: all that the call took from wait.
  { status: 429, kind: "quota", limits: [], executed: "no" },
  // From 2 minutes to 3 days.
  { status: 418, kind: "ban", whose: "ip", executed: "no", waitMs: 120_000 },
  { status: 403, kind: "firewall", whose: "ip", executed: "no" },
  // Of contracts. With which status is not documented.
  { code: 510, kind: "quota", limits: ["own"], executed: "no" },
  { code: 700_002, kind: "credentials", executed: "no" },
  { code: 700_003, kind: "timestamp", executed: "no" },
  // Contracts say with 200 what they have not carried out. What comes with 5xx is not known.
  {
    when: ({ status, body }) => status < 500 && envelope.safeParse(body).data?.success === false,
    kind: "request",
    executed: "no",
  },
];
