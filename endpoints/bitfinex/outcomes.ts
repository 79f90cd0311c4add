/**
 * What became of orders of Bitfinex: of one whose answer did not come, and of each of a batch.
 *
 *     https://docs.bitfinex.com/reference/rest-auth-retrieve-orders,
 *     https://docs.bitfinex.com/reference/rest-auth-orders-history, read 2026-11.
 */
import type { Answer, Item, Outcome, Search } from "headgate";
import { z } from "zod";

type Order = Readonly<{ cid?: number | undefined }>;

/** Id, group, cid, symbol, when it was created. */
const row = z
  .tuple([z.number(), z.unknown(), z.number().nullable(), z.string(), z.number()])
  .rest(z.unknown());
const shown = z.array(row);

/** The newest of a `cid`: on another day it is another order. */
function orderIn(body: unknown, { cid }: Order): z.output<typeof row> | undefined {
  const rows = shown.safeParse(body).data ?? [];
  return rows.filter((one) => one[2] === cid).toSorted((a, b) => b[4] - a[4])[0];
}

const among: Pick<Search<Order>, "placedMs" | "answer"> = {
  placedMs: ({ body }, order) => orderIn(body, order)?.[4],
  answer: ({ body }, order) => {
    const found = orderIn(body, order);
    return found && [found[4], "on-req", null, null, [found], null, "SUCCESS", "Found."];
  },
};

/** Clocks may be so far apart, and requests may be slower than that. */
const skewMs = 5_000;

/**
 * By its `cid`: among all that are open, then among all that were and are of after it was sent. Unconfirmed: that what
 * is shown never lags by more than a minute, and that an order that is not shown then will not come.
 */
export const findable: Outcome<Order> = {
  ask: "activeOrders",
  by: () => ({}),
  ...among,
  orElse: {
    ask: "ordersHist",
    by: (_, { sentMs }) => ({ start: Math.floor(sentMs - skewMs), limit: 2_500 }),
    ...among,
  },
  settleMs: () => 60_000,
};

/** A number of 44 bits: 45 are taken. */
export function cidOf(hex: string): number {
  return Number.parseInt(hex.slice(0, 11), 16);
}

/** Of a batch each operation has a notification of its own within that of the whole, in the order of the request. */
const told = z
  .tuple([z.number(), z.string(), z.unknown(), z.unknown(), z.array(z.array(z.unknown()).min(7))])
  .rest(z.unknown());

export function eachOrder({ body }: Answer): readonly Item[] | undefined {
  return told.safeParse(body).data?.[4].map((one) => {
    const [code, status] = [one[5], one[6]];
    if (status === "SUCCESS") return { executed: "yes" };
    return { executed: "no", ...(typeof code === "number" && { code }) };
  });
}
