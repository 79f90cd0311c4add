/**
 * What became of orders of Hyperliquid: of those whose answer did not come, and of each in an action.
 *
 *     https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/exchange-endpoint,
 *     https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/info-endpoint (orderStatus), read 2026-11.
 */
import type { Answer, Item, Outcome } from "headgate";
import { z } from "zod";

const shown = z.object({
  status: z.literal("order"),
  order: z.object({
    status: z.string(),
    order: z.object({ oid: z.number(), cloid: z.string().nullish() }),
  }),
});

/**
 * By its `cloid`, of the account or of the vault that it was for; "unknownOid" is said of one that is not there.
 * Unconfirmed: that an order that is not shown within a minute will not come, as a nonce is good for longer than
 * that; `expiresAfter` sets an end.
 */
export const findable: Outcome<Readonly<{ c?: string; vaultAddress?: string | undefined }>> = {
  ask: "orderStatus",
  by: ({ c, vaultAddress }, { account }) => ({ user: vaultAddress ?? account?.apiKey, oid: c }),
  settleMs: () => 60_000,
  answer: ({ body }) => {
    const found = shown.safeParse(body).data?.order;
    return found === undefined ? undefined : statusOf(found);
  },
};

/** As the answer to the action would have had it, without what was filled. */
function statusOf({ status, order: { oid, cloid } }: z.output<typeof shown>["order"]): object {
  if (status === "open") return { resting: { oid, cloid } };
  return status === "filled" ? { filled: { oid, cloid } } : { error: status };
}

/** The answer of an action, by those of its orders. */
export function listing(statuses: readonly unknown[]): unknown {
  return { status: "ok", response: { type: "order", data: { statuses } } };
}

const told = z.object({
  response: z.object({
    data: z.object({
      statuses: z.array(z.union([z.string(), z.looseObject({ error: z.string().optional() })])),
    }),
  }),
});

/** Each order, change or cancel has a status, in the order of the request. */
export function eachOrder({ body }: Answer): readonly Item[] | undefined {
  return told.safeParse(body).data?.response.data.statuses.map((status) => {
    if (typeof status === "string" || status.error === undefined) return { executed: "yes" };
    return { executed: "no", code: status.error };
  });
}
