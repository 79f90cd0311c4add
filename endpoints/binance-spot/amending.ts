/**
 * Endpoints of Binance Spot that change an open order: another in its place, or less of the same.
 *
 * Weights: https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md (2026-07-21), read 2026-11.
 */
import { get, post, put } from "headgate";
import type { Answer } from "headgate";
import { z } from "zod";
import {
  cancelledOrder,
  cancelRestrictions,
  clientOrderId,
  decimal,
  newOrderParams,
  placedOrder,
  whichOrder,
} from "./orders.ts";
import { halves, replacing } from "./outcomes.ts";
import { atLeastOne, recvWindow, rows, symbol, whole } from "./schemas.ts";

const amendedOrder = z.looseObject({
  symbol: z.string(),
  orderId: z.number(),
  orderListId: z.number(),
  origClientOrderId: z.string(),
  clientOrderId: z.string(),
  price: z.string(),
  qty: z.string(),
  executedQty: z.string(),
  status: z.string(),
});

const expired = z.object({ amendedOrder: z.object({ status: z.string().startsWith("EXPIRED") }) });

/** In force since 2026-04-02 (CHANGELOG.md). Unconfirmed: that the order's status tells it. */
const unlessExpired = {
  reserve: 4,
  actual: ({ status, body }: Answer) => (status < 400 && expired.safeParse(body).success ? 0 : 4),
};

export const amending = {
  /**
   * Cancels an order and places another of the same symbol.
   *
   * Where only one half went through it is refused with -2021, where none did with -2022; the error's `items`
   * tell of the cancel and of the new order, in this order. It is not sent again by itself.
   *
   * Weight 0 where both are accepted, else 1; and 1 of both order counts, also where the new order was not
   * attempted.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#cancel-an-existing-order-and-send-a-new-order-trade,
   * read 2026-11.
   */
  cancelReplace: post("/api/v3/order/cancelReplace", {
    params: z
      .strictObject({
        ...newOrderParams,
        /** Whether the new order is placed where the cancel fails. */
        cancelReplaceMode: z.enum(["STOP_ON_FAILURE", "ALLOW_FAILURE"]),
        cancelOrderId: whole.optional(),
        cancelOrigClientOrderId: clientOrderId.optional(),
        /** A name for the cancel; the exchange makes one where it is left out. */
        cancelNewClientOrderId: clientOrderId.optional(),
        cancelRestrictions,
        /** Whether it still cancels where there are too many unfilled orders. @default "DO_NOTHING" */
        orderRateLimitExceededMode: z.enum(["DO_NOTHING", "CANCEL_ONLY"]).optional(),
      })
      .refine(...atLeastOne("cancelOrderId", "cancelOrigClientOrderId")),
    answer: z.looseObject({
      cancelResult: z.string(),
      newOrderResult: z.string(),
      cancelResponse: cancelledOrder,
      newOrderResponse: placedOrder,
    }),
    auth: "signed",
    // It may have to wait for the order counts, which plain cancels need not: those go first.
    priority: "high",
    clientId: "newClientOrderId",
    items: halves,
    weight: replacing,
  }),

  /**
   * Reduces the quantity of an open order, which keeps its place in the book.
   *
   * Weight 4, and 0 where it makes the order expire; it takes nothing from the order counts.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#order-amend-keep-priority-trade,
   * read 2026-11.
   */
  amendKeepPriority: put("/api/v3/order/amend/keepPriority", {
    params: z
      .strictObject({
        ...whichOrder,
        /** The order's name from then on, which may be the one it has; the exchange makes one. */
        newClientOrderId: clientOrderId.optional(),
        /** Less than the order's quantity. */
        newQty: decimal,
        recvWindow,
      })
      .refine(...atLeastOne("orderId", "origClientOrderId")),
    answer: z.looseObject({ transactTime: z.number(), executionId: z.number(), amendedOrder }),
    auth: "signed",
    clientId: "newClientOrderId",
    weight: { requestWeight: unlessExpired },
  }),

  /**
   * How an order was amended.
   *
   * Weight 4.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#query-order-amendments-user_data,
   * read 2026-11.
   */
  orderAmendments: get("/api/v3/order/amendments", {
    params: z.strictObject({
      symbol,
      orderId: whole,
      fromExecutionId: whole.optional(),
      limit: rows,
      recvWindow,
    }),
    answer: z.unknown(),
    auth: "signed",
    weight: { requestWeight: 4 },
  }),
};
