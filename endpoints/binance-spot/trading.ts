/**
 * Endpoints of Binance Spot that place and cancel single orders. Signed; all but the tests take place in the
 * matching engine.
 *
 * Weights: https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md (2026-07-21), read 2026-11.
 */
import { del, post } from "headgate";
import { z } from "zod";
import {
  cancelledList,
  cancelledOrder,
  cancelRestrictions,
  clientOrderId,
  decimal,
  newOrderParams,
  newOrderRespType,
  placedOrder,
  selfTradePreventionMode,
  side,
  strategy,
  timeInForce,
  whichOrder,
} from "./orders.ts";
import { findable, placing, unlessAccepted } from "./outcomes.ts";
import { atLeastOne, recvWindow, symbol } from "./schemas.ts";

/** An order that the exchange may fill from the books of several symbols. */
const sorOrderParams = {
  symbol,
  side,
  type: z.enum(["LIMIT", "MARKET"]),
  timeInForce,
  /** In the base asset. */
  quantity: decimal,
  price: decimal.optional(),
  newClientOrderId: clientOrderId.optional(),
  ...strategy,
  icebergQty: decimal.optional(),
  newOrderRespType,
  selfTradePreventionMode,
  recvWindow,
};

const computeCommissionRates = z.boolean().optional();

const rates = z.looseObject({ maker: z.string(), taker: z.string() });

/** Empty unless commissions were asked for. */
const tested = z.looseObject({
  standardCommissionForOrder: rates.optional(),
  specialCommissionForOrder: rates.optional(),
  taxCommissionForOrder: rates.optional(),
});

/** Unconfirmed: what `false` weighs, so that it counts like `true`. */
const weightOfTest = (params: Readonly<{ computeCommissionRates?: boolean | undefined }>): number =>
  params.computeCommissionRates === undefined ? 1 : 20;

export const trading = {
  /**
   * Places an order.
   *
   * Weight 0 where it is accepted, else 1; and 1 of both order counts, which fall again when it fills.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#new-order-trade, read 2026-11.
   */
  newOrder: post("/api/v3/order", {
    params: z.strictObject(newOrderParams),
    answer: placedOrder,
    auth: "signed",
    clientId: "newClientOrderId",
    outcome: findable,
    weight: placing(1),
  }),

  /**
   * Checks a new order and does not place it.
   *
   * Weight 1, with `computeCommissionRates` 20; it is no order that counts.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#test-new-order-trade, read 2026-11.
   */
  testOrder: post("/api/v3/order/test", {
    params: z.strictObject({ ...newOrderParams, computeCommissionRates }),
    answer: tested,
    auth: "signed",
    idempotent: true,
    weight: { requestWeight: weightOfTest },
  }),

  /**
   * Cancels an open order by `orderId` or by the `origClientOrderId` it was placed with; the list that it
   * belongs to goes with it.
   *
   * Weight 0 where it is accepted, else 1; it takes nothing from the order counts and gives nothing back.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#cancel-order-trade, read 2026-11.
   */
  cancelOrder: del("/api/v3/order", {
    params: z
      .strictObject({
        ...whichOrder,
        /** A name for this cancel; the exchange makes one where it is left out. */
        newClientOrderId: clientOrderId.optional(),
        cancelRestrictions,
        recvWindow,
      })
      .refine(...atLeastOne("orderId", "origClientOrderId")),
    answer: cancelledOrder,
    auth: "signed",
    priority: "urgent",
    idempotent: true,
    clientId: "origClientOrderId",
    withdraws: true,
    weight: { requestWeight: unlessAccepted },
  }),

  /**
   * Cancels all open orders of a symbol, and its order lists.
   *
   * Weight 0 where it is accepted, else 1.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#cancel-all-open-orders-on-a-symbol-trade,
   * read 2026-11.
   */
  cancelAllOpenOrders: del("/api/v3/openOrders", {
    params: z.strictObject({ symbol, recvWindow }),
    answer: z.array(z.union([cancelledOrder, cancelledList])),
    auth: "signed",
    priority: "urgent",
    idempotent: true,
    weight: { requestWeight: unlessAccepted },
  }),

  /**
   * Places an order by smart order routing.
   *
   * Weight 0 where it is accepted, else 1; and 1 of both order counts.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#new-order-using-sor-trade,
   * read 2026-11.
   */
  sorOrder: post("/api/v3/sor/order", {
    params: z.strictObject(sorOrderParams),
    answer: placedOrder,
    auth: "signed",
    clientId: "newClientOrderId",
    outcome: findable,
    weight: placing(1),
  }),

  /**
   * Checks an order by smart order routing and does not place it.
   *
   * Weight 1, with `computeCommissionRates` 20; it is no order that counts.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#test-new-order-using-sor-trade,
   * read 2026-11.
   */
  sorTestOrder: post("/api/v3/sor/order/test", {
    params: z.strictObject({ ...sorOrderParams, computeCommissionRates }),
    answer: tested,
    auth: "signed",
    idempotent: true,
    weight: { requestWeight: weightOfTest },
  }),
};
