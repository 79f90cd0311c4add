/**
 * What became of orders of Bybit: of one whose answer did not come, and of each of a batch.
 *
 * https://github.com/bybit-exchange/docs/tree/072c197/docs/v5/order (open-order, order-list, batch-place), read 2026-11.
 */
import type { Answer, Item, Outcome, Search } from "headgate";
import { z } from "zod";
import { unknownCodes } from "./limits.ts";

type Order = Readonly<{ category: string; symbol: string; orderLinkId?: string | undefined }>;

const envelope = z.looseObject({});
const shown = z.object({
  result: z.object({
    list: z.array(z.looseObject({ orderId: z.string(), orderLinkId: z.string() })),
  }),
});

const among: Omit<Search<Order>, "ask"> = {
  by: ({ category, symbol, orderLinkId }) => ({ category, symbol, orderLinkId }),
  answer: ({ body }, { orderLinkId }) => {
    const { list = [] } = shown.safeParse(body).data?.result ?? {};
    const order = list.find((one) => one.orderLinkId === orderLinkId);
    return order === undefined ? undefined : acknowledging(body, order);
  },
};

/** Placing is only acknowledged, with both ids. */
function acknowledging(body: unknown, result: object): unknown {
  return { ...envelope.parse(body), result };
}

/**
 * By its `orderLinkId`, which is never the same twice: among those that are open or were until just now, then
 * among the others. A request is good for five seconds; as much again for what happens behind the gateway, and
 * two for the clocks. Unconfirmed: that what is shown never lags by more.
 */
export const findable: Outcome<Order> = {
  ask: "openOrders",
  ...among,
  orElse: { ask: "orderHistory", ...among },
  settleMs: () => 12_000,
};

const one = z.object({ result: z.unknown() });

/** The answer of a batch, by those of its orders. */
export function listing(each: readonly unknown[]): unknown {
  return acknowledging(each[0], { list: each.map((answer) => one.safeParse(answer).data?.result) });
}

const told = z.object({
  retExtInfo: z.object({ list: z.array(z.object({ code: z.number() })) }),
});

/** Of a batch each order has a code, in the order of the request; 0 is a yes. */
export function eachOrder({ body }: Answer): readonly Item[] | undefined {
  return told.safeParse(body).data?.retExtInfo.list.map(({ code }) => {
    if (code === 0) return { executed: "yes" };
    return { executed: unknownCodes.includes(code) ? "unknown" : "no", code };
  });
}
