/**
 * What Bitstamp publishes about its limits: two numbers, and no header.
 *
 *     https://www.bitstamp.net/api/ (official OpenAPI, copy of 2026-02-23), read 2026-11.
 *
 * Unconfirmed: whom it counts. "Client" may be an address or an account, so a signed call takes from both.
 * How its windows lie is not published either. Up to some years ago it was 8 000 in ten minutes, and an
 * address above that was banned.
 */
import type { Answer, Limit, Refusal } from "headgate";
import { z } from "zod";

const inSecond = { counted: "unknown", windowMs: 1_000, max: 400 } as const;
const inTenMinutes = { counted: "unknown", windowMs: 600_000, max: 10_000 } as const;

export const limits = {
  perSecond: { ...inSecond, per: ["ip"] },
  perTenMinutes: { ...inTenMinutes, per: ["ip"] },
  accountPerSecond: { ...inSecond, per: ["account"] },
  accountPerTenMinutes: { ...inTenMinutes, per: ["account"] },
} as const satisfies Readonly<Record<string, Limit>>;

type LimitName = keyof typeof limits;

const failed = z.looseObject({
  status: z.string().optional(),
  response_code: z.union([z.string(), z.number()]).optional(),
  code: z.string().optional(),
});

/** Where Bitstamp puts its error code: `400.002`, or the older `API0020`. */
export function code({ body }: Answer): string | undefined {
  const said = failed.safeParse(body).data;
  return said?.response_code === undefined ? said?.code : String(said.response_code);
}

/** Every no of Bitstamp; the first row that fits decides. */
export const refusals: readonly Refusal<LimitName>[] = [
  // Of requests, of the client, of the market. None says until when.
  { code: "400.002", kind: "quota", executed: "no" },
  { code: "400.067", kind: "quota", executed: "no" },
  { code: "400.068", kind: "quota", executed: "no" },
  { status: 429, kind: "quota", executed: "no" },
  // An order that it does not take comes with 200.
  { status: 200, when: isError, kind: "request", executed: "no" },
];

function isError({ body }: Answer): boolean {
  return failed.safeParse(body).data?.status === "error";
}
