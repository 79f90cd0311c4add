/**
 * What became of orders of Binance's futures: of one whose answer did not come, and of each of a batch.
 *
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/general-info (503 and -1007: the status is
 * unknown, to be asked for), read 2026-11.
 */
import type { Answer, Item, Outcome } from "headgate";
import { z } from "zod";
import { code } from "../binance-spot/answers.ts";

const shown = z.object({ time: z.number() });

/**
 * By its client id, which may be used again once an order is done. -2013 is "Order does not exist". A request is
 * good for its window, the API waits for its back end for ten seconds, and clocks may be two apart.
 * Unconfirmed: that what is shown never lags by more.
 */
export const findable: Outcome<
  Readonly<{
    symbol: string;
    newClientOrderId?: string | undefined;
    recvWindow?: number | undefined;
  }>
> = {
  ask: "queryOrder",
  by: ({ symbol, newClientOrderId }) => ({ symbol, origClientOrderId: newClientOrderId }),
  notFound: { code: -2013 },
  placedMs: ({ body }) => shown.safeParse(body).data?.time,
  settleMs: ({ recvWindow = 5_000 }) => Math.max(10_000, recvWindow) + 2_000,
  answer: ({ body }) => body,
};

/** Those that say nothing of what was done. */
const unknown: ReadonlySet<unknown> = new Set([-1000, -1001, -1006, -1007]);

/** Of a batch each order is taken or refused by itself, in the order of the request. */
export function eachOrder({ body, ...answer }: Answer): readonly Item[] | undefined {
  if (!Array.isArray(body)) return undefined;
  return body.map((one: unknown) => {
    const said = code({ ...answer, body: one });
    if (said === undefined || said >= 0) return { executed: "yes" };
    return { executed: unknown.has(said) ? "unknown" : "no", code: said };
  });
}
