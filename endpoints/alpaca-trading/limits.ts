/**
 * What Alpaca publishes about its limits, for trading and, but for the figures, for market data.
 *
 *     https://alpaca.markets/support/usage-limit-api-calls and https://forum.alpaca.markets/t/12029 (Alpaca staff,
 *     2023), read 2026-11
 */
import { standardHeaders } from "headgate";
import type { Answer, Limit, Refusal } from "headgate";
import { z } from "zod";

export const limits = {
  /** 200 calls a minute for each account. How its minute lies is not published. */
  trading: { counted: "unknown", windowMs: 60_000, max: 200, per: ["account"] },
} as const satisfies Readonly<Record<string, Limit>>;

/** `X-RateLimit-Limit`, `-Remaining` and `-Reset`, the last in epoch seconds, on every answer. */
export const reports = [standardHeaders("trading")];

const envelope = z.object({ code: z.number() });

/** Where Alpaca puts its error code: a number whose first three digits are the status. */
export function code({ body }: Answer): number | undefined {
  return envelope.safeParse(body).data?.code;
}

/** Every no that is published; the first row that fits decides, and all else is read by its status. */
export function refusalsOf<Name extends string>(limit: Name): readonly Refusal<Name>[] {
  // How long to wait stands in `X-RateLimit-Reset`, which the limit itself reads.
  return [{ status: 429, kind: "quota", limits: [limit], executed: "no" }];
}
