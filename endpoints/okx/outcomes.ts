/**
 * What became of orders of OKX: of one whose answer did not come, and of each of a batch.
 * https://www.okx.com/docs-v5/en/#order-book-trading-trade-get-order-details, read 2026-11.
 */
import type { Answer, Item, Outcome } from "headgate";
import { z } from "zod";
import { unknownCodes } from "./limits.ts";

const shown = z.object({
  data: z
    .array(z.object({ ordId: z.string(), clOrdId: z.string(), cTime: z.string().optional() }))
    .min(1),
});

/**
 * By its `clOrdId`, which may be used again once an order is done. 51603 is "Order does not exist". A request is
 * good for 30 seconds; two more for the clocks. Unconfirmed: that what is shown never lags by more.
 */
export const findable: Outcome<Readonly<{ instId: string; clOrdId?: string | undefined }>> = {
  ask: "queryOrder",
  by: ({ instId, clOrdId }) => ({ instId, clOrdId }),
  notFound: { code: "51603" },
  placedMs: ({ body }) => {
    const createdMs = shown.safeParse(body).data?.data[0]?.cTime;
    return createdMs === undefined ? undefined : Number(createdMs);
  },
  settleMs: () => 32_000,
  answer: ({ body }) => {
    const order = shown.safeParse(body).data?.data[0];
    return order === undefined ? undefined : yes([{ ...order, sCode: "0", sMsg: "" }]);
  },
};

const yes = (data: readonly unknown[]): object => ({ code: "0", msg: "", data });

const one = z.object({ data: z.array(z.unknown()) });

/** The answer of a batch, by those of its orders. */
export function listing(each: readonly unknown[]): unknown {
  return yes(each.flatMap((answer) => one.safeParse(answer).data?.data ?? []));
}

const told = z.object({ data: z.array(z.object({ sCode: z.string() })) });

/** Of a batch each order has a code, in the order of the request; "0" is a yes. */
export function eachOrder({ body }: Answer): readonly Item[] | undefined {
  return told.safeParse(body).data?.data.map(({ sCode: code }) => {
    if (code === "0") return { executed: "yes" };
    return { executed: unknownCodes.includes(code) ? "unknown" : "no", code };
  });
}
