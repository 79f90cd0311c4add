/**
 * What became of orders of Crypto.com: of one whose answer did not come, and of each of a list.
 * https://exchange-docs.crypto.com (private/get-order-detail, private/create-order-list), read 2026-11.
 */
import type { Answer, Item, Outcome } from "headgate";
import { z } from "zod";

type Order = Readonly<{ client_oid?: string | undefined }>;

const shown = z.object({
  result: z.object({
    order_id: z.string(),
    client_oid: z.string(),
    create_time: z.number().optional(),
  }),
});

/**
 * By its `client_oid`. A request is good for a minute; two seconds more for the clocks. 40401 is NOT_FOUND.
 * Unconfirmed: that what is shown never lags by more.
 */
export const findable: Outcome<Order> = {
  ask: "getOrderDetail",
  by: ({ client_oid }) => ({ client_oid }),
  notFound: { code: 40_401 },
  placedMs: ({ body }) => shown.safeParse(body).data?.result.create_time,
  settleMs: () => 62_000,
  answer: ({ body }) => {
    const order = shown.safeParse(body).data?.result;
    return order && { code: 0, result: { order_id: order.order_id, client_oid: order.client_oid } };
  },
};

const one = z.object({ result: z.looseObject({}) });

/** The answer of a list, by those of its orders. */
export function listing(each: readonly unknown[]): unknown {
  const result = each.map((answer, index) => {
    return { index, code: 0, ...one.safeParse(answer).data?.result };
  });
  return { code: 0, result };
}

const items = z.array(z.object({ code: z.number() }));
const told = z.object({ result: z.union([items, z.object({ result_list: items })]) });

/** Of a list each order has a code, in the order of the request; 0 is a yes. */
export function eachOrder({ body }: Answer): readonly Item[] | undefined {
  const said = told.safeParse(body).data?.result;
  const each = said !== undefined && "result_list" in said ? said.result_list : said;
  return each?.map(({ code }) => (code === 0 ? { executed: "yes" } : { executed: "no", code }));
}
