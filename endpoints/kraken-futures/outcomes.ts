/**
 * What became of orders of Kraken Futures: of one whose answer did not come, and of each of a batch.
 *
 *     https://docs.kraken.com/api/docs/futures-api/trading/get-order-status,
 *     https://docs.kraken.com/api/docs/futures-api/history/get-order-events, read 2026-11.
 *
 * A batch holds its orders one level deeper, and among them edits and cancels: they cannot be asked for.
 */
import type { Answer, Item, Outcome } from "headgate";
import { z } from "zod";

type Order = Readonly<{ cliOrdId?: string | undefined }>;

const open = z.object({
  orders: z.array(
    z.looseObject({
      order: z.looseObject({ orderId: z.string(), cliOrdId: z.string().nullish() }),
    }),
  ),
});

const past = z.object({
  elements: z.array(
    z.object({
      event: z.object({
        OrderPlaced: z
          .object({ order: z.object({ uid: z.string(), clientId: z.string().nullish() }) })
          .optional(),
      }),
    }),
  ),
});

const sent = (order_id: string, { cliOrdId }: Order): object => ({
  result: "success",
  sendStatus: { status: "placed", order_id, cliOrdId },
});

/** Clocks may be so far apart, and requests may be slower than that. */
const skewMs = 5_000;

/**
 * By its `cliOrdId`: among those that are open or were five seconds ago, then among what was placed since it was
 * sent. Unconfirmed: that the events of a minute fit on one page, that the page is never a minute late, and that
 * an order that is not shown then will not come.
 */
export const findable: Outcome<Order> = {
  ask: "ordersStatus",
  by: ({ cliOrdId }) => ({ cliOrdIds: [cliOrdId] }),
  answer: ({ body }, order) => {
    const found = open
      .safeParse(body)
      .data?.orders.find((one) => one.order.cliOrdId === order.cliOrdId);
    return found === undefined ? undefined : sent(found.order.orderId, order);
  },
  orElse: {
    ask: "historyOrders",
    by: (_, { sentMs }) => ({ since: Math.floor(sentMs - skewMs), sort: "asc", count: 1_000 }),
    answer: ({ body }, order) => {
      const { elements = [] } = past.safeParse(body).data ?? {};
      const found = elements.find(
        (one) => one.event.OrderPlaced?.order.clientId === order.cliOrdId,
      );
      const placed = found?.event.OrderPlaced;
      return placed === undefined ? undefined : sent(placed.order.uid, order);
    },
  },
  settleMs: () => 60_000,
};

const told = z.object({ batchStatus: z.array(z.object({ status: z.string() })) });

const done: ReadonlySet<string> = new Set(["placed", "edited", "cancelled", "filled"]);

/** Of a batch each instruction has a status, in the order of the request. */
export function eachOrder({ body }: Answer): readonly Item[] | undefined {
  return told.safeParse(body).data?.batchStatus.map(({ status }) => {
    if (done.has(status)) return { executed: "yes" };
    return { executed: status === "attempted" ? "unknown" : "no", code: status };
  });
}
