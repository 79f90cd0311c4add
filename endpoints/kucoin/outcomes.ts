/**
 * What became of orders of KuCoin: of one whose answer did not come, and of each of a batch.
 *
 * https://github.com/Kucoin/kucoin-universal-sdk/tree/78c90c7 (orders by clientOid, batches), read 2026-11.
 * Stop orders and pairs of orders can be asked for only until they are triggered: of them nothing is declared.
 */
import type { Answer, Item, Outcome } from "headgate";
import { z } from "zod";

type Order = Readonly<Record<string, unknown>>;

const spoken = z.object({ msg: z.string() });
const shown = z.object({ data: z.object({ id: z.string(), createdAt: z.number().optional() }) });

/**
 * By its `clientOid`, at an endpoint. A request is good for five seconds; as much again for what lies behind, and
 * two for the clocks. Unconfirmed: that what is shown never lags by more. That there is none is said in several
 * ways, which client libraries have gathered (ccxt 4.5.84, js/src/kucoin.js, read 2026-11), or by no `data`.
 */
export const findable = (ask: string): Outcome<Order> => ({
  ask,
  by: ({ symbol, clientOid }) => ({ symbol, clientOid }),
  notFound: {
    when: ({ body }) => /order.?(?:does )?not.?exist/i.test(spoken.safeParse(body).data?.msg ?? ""),
  },
  placedMs: ({ body }) => shown.safeParse(body).data?.data.createdAt,
  settleMs: () => 12_000,
  answer: ({ body }, { clientOid }) => {
    const order = shown.safeParse(body).data?.data;
    return order === undefined ? undefined : yes({ orderId: order.id, clientOid });
  },
});

const yes = (data: unknown): object => ({ code: "200000", data });

const one = z.object({ data: z.looseObject({}) });

/** The answer of a batch, by those of its orders. */
export function listing(each: readonly unknown[]): unknown {
  return yes(each.map((answer) => ({ ...one.safeParse(answer).data?.data, success: true })));
}

const told = z.object({
  data: z.array(
    z.object({
      success: z.boolean().optional(),
      code: z.string().optional(),
      failMsg: z.string().nullish(),
    }),
  ),
});

/** Of a batch each order is taken or not, in the order of the request; futures have a code for each. */
export function eachOrder({ body }: Answer): readonly Item[] | undefined {
  return told.safeParse(body).data?.data.map(({ success, code }) => {
    if (success ?? code === "200000") return { executed: "yes" };
    return { executed: "no", code };
  });
}
