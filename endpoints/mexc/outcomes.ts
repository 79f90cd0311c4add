/**
 * What became of orders of MEXC: of one whose answer did not come, and of each of a batch.
 * https://github.com/rosssaunders/coincise/tree/a00ae58/docs/mexc, copy of 2025-11-30, read 2026-11.
 */
import type { Answer, Item, Outcome } from "headgate";
import { z } from "zod";

type Order = Readonly<{
  symbol: string;
  newClientOrderId?: string | undefined;
  recvWindow?: number | undefined;
}>;

const shown = z.object({ time: z.coerce.number() });

/**
 * By its client id. A request is good for its window; as much again for what lies behind, and two seconds for
 * the clocks. Unconfirmed: that -2013 says that there is none, and that what is shown never lags by more.
 */
export const findable: Outcome<Order> = {
  ask: "queryOrder",
  by: ({ symbol, newClientOrderId }) => ({ symbol, origClientOrderId: newClientOrderId }),
  notFound: { code: -2013 },
  placedMs: ({ body }) => shown.safeParse(body).data?.time,
  settleMs: ({ recvWindow = 5_000 }) => Math.max(10_000, recvWindow) + 2_000,
  answer: ({ body }) => body,
};

const ofContract = z.object({ data: z.object({ orderId: z.union([z.string(), z.number()]) }) });

/**
 * By its `externalOid`. A request is good for ten seconds. Unconfirmed: that 2040 says that there is none; an
 * answer without `data` says so as well.
 */
export const contractFindable: Outcome<
  Readonly<{ symbol: string; externalOid?: string | undefined }>
> = {
  ask: "contractOrderByExternalOid",
  by: ({ symbol, externalOid }) => ({ symbol, external_oid: externalOid }),
  notFound: { code: 2_040 },
  settleMs: () => 12_000,
  answer: ({ body }) => {
    const order = ofContract.safeParse(body).data?.data;
    return order === undefined ? undefined : contractYes(order.orderId);
  },
};

const contractYes = (data: unknown): object => ({ success: true, code: 0, data });

const one = z.object({ data: z.unknown() });

/** The answer of a batch of contracts, by those of its orders. */
export function contractListing(each: readonly unknown[]): unknown {
  return contractYes(each.map((answer) => ({ orderId: one.safeParse(answer).data?.data })));
}

const told = z.array(z.object({ code: z.number().optional() }));

/** Of a batch each order is taken, or has a code, in the order of the request. */
export function eachOrder({ body }: Answer): readonly Item[] | undefined {
  return told.safeParse(body).data?.map(itemOf);
}

const toldOfContract = z.object({
  data: z.array(z.object({ errorCode: z.number().optional() })),
});

/** The same of contracts, where 0 is a yes. */
export function eachContractOrder({ body }: Answer): readonly Item[] | undefined {
  return toldOfContract
    .safeParse(body)
    .data?.data.map(({ errorCode }) => itemOf({ code: errorCode === 0 ? undefined : errorCode }));
}

function itemOf({ code }: Readonly<{ code?: number | undefined }>): Item {
  return code === undefined ? { executed: "yes" } : { executed: "no", code };
}
