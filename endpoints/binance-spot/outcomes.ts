/**
 * What placing and cancelling takes, which only the answer tells: the most is reserved, the rest given back.
 *
 * Weights: https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/CHANGELOG.md (in force since 2026-04-02)
 * Order counts: https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/faqs/order_count_decrement.md
 * Both read 2026-11.
 */
import type { Answer } from "headgate";
import { z } from "zod";
import { code } from "./limits.ts";

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
