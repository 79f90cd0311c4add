/**
 * What became of an order of Deribit whose answer did not come.
 * https://docs.deribit.com (private/get_open_orders_by_instrument, private/get_order_history_by_instrument), read 2026-11.
 */
import type { Outcome, Search } from "headgate";
import { z } from "zod";

type Order = Readonly<{ instrument_name: string; label?: string | undefined }>;

const shown = z.object({
  result: z.array(z.looseObject({ label: z.string().optional(), creation_timestamp: z.number() })),
});

/** The newest of a label, which may be used as often as one likes. */
function orderIn(body: unknown, { label }: Order) {
  const { result = [] } = shown.safeParse(body).data ?? {};
  return result
    .filter((order) => order.label === label)
    .toSorted((a, b) => b.creation_timestamp - a.creation_timestamp)[0];
}

const among: Pick<Search<Order>, "placedMs" | "answer"> = {
  placedMs: ({ body }, order) => orderIn(body, order)?.creation_timestamp,
  answer: ({ body }, order) => {
    const found = orderIn(body, order);
    if (found === undefined) return undefined;
    return { ...z.looseObject({}).parse(body), result: { order: found, trades: [] } };
  },
};

/**
 * By its `label`: among the open orders of its instrument, then among the last thousand that were. An answer by it has
 * none of the trades. Unconfirmed: that an order that is not shown within a minute will not come.
 */
export const findable: Outcome<Order> = {
  ask: "getOpenOrdersByInstrument",
  by: ({ instrument_name }) => ({ instrument_name }),
  ...among,
  orElse: {
    ask: "getOrderHistoryByInstrument",
    by: ({ instrument_name }) => ({ instrument_name, count: 1_000, include_unfilled: true }),
    ...among,
  },
  settleMs: () => 60_000,
};
