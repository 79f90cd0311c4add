/**
 * What placing and cancelling takes, which only the answer tells: the most is reserved, the rest given back.
 * And what became of an order where no answer told it.
 *
 * Weights: https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/CHANGELOG.md (in force since 2026-04-02)
 * Order counts: https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/faqs/order_count_decrement.md
 * Both read 2026-11.
 */
import type { Answer, Item, Outcome } from "headgate";
import { z } from "zod";
import { code } from "./answers.ts";
import { order } from "./orders.ts";

/** An accepted order or cancel weighs nothing, a failed one 1. Unconfirmed: one that half failed weighs 1. */
export const unlessAccepted = {
  reserve: 1,
  actual: (answer: Answer) => (answer.status < 400 ? 0 : 1),
};

/** Weight and order counts of a call that places so many orders: counted where it is accepted. */
export function placing(orders: number) {
  const count = {
    reserve: orders,
    actual: (answer: Answer) => (mayCount(answer) ? orders : 0),
  };
  return { requestWeight: unlessAccepted, orders10s: count, orders1d: count };
}

const replaced = {
  reserve: 1,
  actual: (answer: Answer) => (mayCount(answer) || halfCounts(answer) ? 1 : 0),
};

/** The same for a cancel and a new order in one, whose count comes before both of its halves. */
export const replacing = {
  requestWeight: unlessAccepted,
  orders10s: replaced,
  orders1d: replaced,
};

/**
 * Refusals that may have counted: -1021, whose second check comes after the count (CHANGELOG.md 2025-05-22,
 * read 2026-11), and those whose execution is unknown.
 */
const counting: ReadonlySet<unknown> = new Set([-1021, -1000, -1001, -1006, -1007]);

/** Accepted, or not proven to be uncounted. */
function mayCount(answer: Answer): boolean {
  const said = code(answer);
  if (answer.status < 400 || counting.has(said)) return true;
  return answer.status >= 500 && said !== -1008;
}

const overLimit = z.object({
  data: z.object({ newOrderResponse: z.object({ code: z.literal(-1015) }) }),
});

/**
 * Where one half failed or both did, the new order has counted, even if it was `NOT_ATTEMPTED`; but not
 * where the count itself refused it.
 * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#cancel-an-existing-order-and-send-a-new-order-trade,
 * read 2026-11. Unconfirmed: that one which failed for another reason keeps its count.
 */
function halfCounts(answer: Answer): boolean {
  const said = code(answer);
  return (said === -2021 || said === -2022) && !overLimit.safeParse(answer.body).success;
}

const half = z.looseObject({ code: z.number().optional() }).optional();

const bothHalves = z.object({
  cancelResult: z.string(),
  newOrderResult: z.string(),
  cancelResponse: half.catch(undefined),
  newOrderResponse: half.catch(undefined),
});

/** What became of both halves of a cancelReplace: the cancel, and the new order. */
export function halves({ body }: Answer): readonly Item[] | undefined {
  const said = z.union([bothHalves, z.object({ data: bothHalves })]).safeParse(body).data;
  if (said === undefined) return undefined;
  const both = "data" in said ? said.data : said;
  return [
    itemOf(both.cancelResult, both.cancelResponse?.code),
    itemOf(both.newOrderResult, both.newOrderResponse?.code),
  ];
}

/** `SUCCESS`, `FAILURE`, `NOT_ATTEMPTED`; a failure may be one of those that prove nothing. */
function itemOf(result: string, failure: number | undefined): Item {
  if (result === "SUCCESS") return { executed: "yes" };
  const unknown = failure !== undefined && failure !== -1021 && counting.has(failure);
  return { executed: unknown ? "unknown" : "no", code: failure };
}

/** What the API waits for its back end before it answers -1007. */
const backEndMs = 10_000;

/** A request is good for so long after its timestamp. */
const defaultRecvWindowMs = 5_000;

/** By so much a clock that is accepted may be ahead, and as much again for a timestamp that is an estimate. */
const clockMs = 2_000;

/**
 * How an order is found out about: `GET order` by its client id, which may be used again once an order is done.
 * Unconfirmed: that it shows the newest of a name. Where it says -2013 after the request's window is over, the matching engine takes the request no more.
 * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/errors.md and
 * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/CHANGELOG.md (2025-05-22), read 2026-11.
 * Unconfirmed: that `GET order` never lags behind the matching engine by more than the time it is waited here.
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
  placedMs: ({ body }) => order.safeParse(body).data?.time,
  settleMs: ({ recvWindow = defaultRecvWindowMs }) => Math.max(backEndMs, recvWindow) + clockMs,
  answer: ({ body }) => {
    const found = order.safeParse(body).data;
    return found === undefined ? body : { ...found, transactTime: found.time };
  },
};
