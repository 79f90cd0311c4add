/**
 * What became of an order of Coinbase Exchange whose answer did not come.
 *
 * https://docs.cdp.coinbase.com/api-reference/exchange-api/rest-api/orders/get-single-order.md, read 2026-11. An
 * order that was cancelled without having been filled is forgotten, and not told from one that never came.
 */
import type { Outcome } from "headgate";
import { z } from "zod";

const spoken = z.object({ message: z.string() });

/**
 * By its `client_oid`. A request is good for 30 seconds; as much again for what lies behind. Unconfirmed: that what
 * is shown never lags by more.
 */
export const findable: Outcome<Readonly<{ client_oid?: string | undefined }>> = {
  ask: "orderByClientOid",
  by: ({ client_oid }) => ({ client_oid }),
  notFound: {
    status: 404,
    when: ({ body }) =>
      /^(?:NotFound|order not found)$/i.test(spoken.safeParse(body).data?.message ?? ""),
  },
  settleMs: () => 60_000,
  answer: ({ body }) => body,
};

/** 32 hexadecimal digits as a UUID. */
export function uuid(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
