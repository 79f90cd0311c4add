/**
 * What became of orders of Kraken: of one whose answer did not come, and of each of a batch.
 *
 *     https://docs.kraken.com/api-reference/account-data/get-open-orders.md,
 *     https://docs.kraken.com/api-reference/account-data/get-closed-orders.md,
 *     https://docs.kraken.com/api/docs/rest-api/add-order-batch, read 2026-11.
 */
import type { Answer, Item, Outcome, Search } from "headgate";
import { z } from "zod";

type Order = Readonly<{ cl_ord_id?: string | undefined }>;

const orders = z.record(
  z.string(),
  z.looseObject({
    cl_ord_id: z.string().nullish(),
    opentm: z.number().optional(),
    descr: z.unknown(),
  }),
);
const shown = z.object({
  result: z.object({ open: orders.optional(), closed: orders.optional() }),
});

function among(ask: string): Search<Order> {
  return {
    ask,
    by: ({ cl_ord_id }) => ({ cl_ord_id }),
    placedMs: ({ body }, order) => {
      const openedS = orderIn(body, order)?.[1].opentm;
      return openedS === undefined ? undefined : openedS * 1_000;
    },
    answer: ({ body }, order) => {
      const found = orderIn(body, order);
      return found === undefined
        ? undefined
        : yes({ txid: [found[0]], descr: found[1].descr ?? {} });
    },
  };
}

function orderIn(body: unknown, { cl_ord_id }: Order) {
  const { open = {}, closed = {} } = shown.safeParse(body).data?.result ?? {};
  return Object.entries({ ...closed, ...open }).find(([, order]) => order.cl_ord_id === cl_ord_id);
}

/**
 * By its `cl_ord_id`, which may be used again once an order is closed. Unconfirmed: that an order that is not
 * shown within a minute will not come; what delays a request on its way has no limit of its own.
 */
export const findable: Outcome<Order> = {
  ...among("openOrders"),
  orElse: among("closedOrders"),
  settleMs: () => 60_000,
};

const yes = (result: unknown): object => ({ error: [], result });

const one = z.object({ result: z.object({ txid: z.array(z.string()), descr: z.unknown() }) });

/** The answer of a batch, by those of its orders. */
export function listing(each: readonly unknown[]): unknown {
  const all = each.map((answer) => {
    const { txid = [], descr } = one.safeParse(answer).data?.result ?? {};
    return { txid: txid[0], descr };
  });
  return yes({ orders: all });
}

const told = z.object({
  result: z.object({
    orders: z.array(z.object({ txid: z.string().optional(), error: z.string().optional() })),
  }),
});

/** Of a batch each order has an id or an error, in the order of the request. */
export function eachOrder({ body }: Answer): readonly Item[] | undefined {
  return told.safeParse(body).data?.result.orders.map(({ txid, error: code }) => {
    if (code !== undefined)
      return { executed: code.startsWith("EService") ? "unknown" : "no", code };
    return { executed: txid === undefined ? "unknown" : "yes" };
  });
}
