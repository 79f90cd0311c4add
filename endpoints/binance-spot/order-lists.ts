/**
 * Endpoints of Binance Spot for orders that depend on each other.
 *
 *     OCO     above | below                        one fills or triggers, the other is cancelled
 *     OTO     working -> pending                   the second is placed when the first has filled
 *     OTOCO   working -> pendingAbove | pendingBelow
 *     OPO     as OTO, OPOCO as OTOCO: what the first order bought pays the second
 *
 * Weights: https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md (2026-07-21), read 2026-11.
 */
import { del, get, post } from "headgate";
import { z } from "zod";
import {
  cancelledList,
  clientOrderId,
  decimal,
  newOrderRespType,
  orderList,
  orderType,
  pegged,
  placedOrder,
  selfTradePreventionMode,
  side,
  strategy,
  timeInForce,
  trailingDelta,
} from "./orders.ts";
import { placing, unlessAccepted } from "./outcomes.ts";
import { atLeastOne, atMostOne, period, recvWindow, rows, symbol, whole } from "./schemas.ts";

/** One order's parameters under its name in the list: the `price` of `above` is `abovePrice`. */
function leg<const Name extends string, Shape extends z.ZodRawShape>(
  name: Name,
  shape: Shape,
): Named<Name, Shape> {
  const named = Object.entries(shape).map(([key, schema]) => [
    `${name}${key.slice(0, 1).toUpperCase()}${key.slice(1)}`,
    schema,
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Object.entries` forgets which key has which schema.
  return Object.fromEntries(named) as Named<Name, Shape>;
}

type Named<Name extends string, Shape extends z.ZodRawShape> = {
  readonly [Key in keyof Shape & string as `${Name}${Capitalize<Key>}`]: Shape[Key];
};

const anyOrder = {
  clientOrderId: clientOrderId.optional(),
  price: decimal.optional(),
  icebergQty: decimal.optional(),
  timeInForce,
  ...strategy,
  ...pegged,
};

const triggered = { ...anyOrder, stopPrice: decimal.optional(), trailingDelta };

/** The order that is in the book first. */
const working = {
  ...anyOrder,
  type: z.enum(["LIMIT", "LIMIT_MAKER"]),
  side,
  price: decimal,
  quantity: decimal,
};

const pending = { ...triggered, type: orderType, side };

/** Unconfirmed: `LIMIT_MAKER` below, which one table leaves out and the price rules of BUY have. */
const either = {
  ...triggered,
  type: z.enum(["STOP_LOSS", "STOP_LOSS_LIMIT", "LIMIT_MAKER", "TAKE_PROFIT", "TAKE_PROFIT_LIMIT"]),
};

const wholeList = {
  symbol,
  /** Unique among open lists; the exchange makes one where it is left out. */
  listClientOrderId: clientOrderId.optional(),
  newOrderRespType,
  selfTradePreventionMode,
  recvWindow,
};

/** The first order, and a pair of which one is placed once it has filled. */
const workingAndPair = {
  ...wholeList,
  ...leg("working", working),
  pendingSide: side,
  ...leg("pendingAbove", either),
  ...leg("pendingBelow", { ...either, type: either.type.optional() }),
};

const placedList = orderList.extend({ orderReports: z.array(placedOrder) });

/** All order lists: one weight, and as many of both order counts as they have orders. */
const placed = {
  answer: placedList,
  auth: "signed",
  clientId: "listClientOrderId",
} as const;

export const orderLists = {
  /**
   * Places an OCO in the old way.
   *
   * Weight 0 where it is accepted, else 1; and 2 of both order counts.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#new-oco---deprecated-trade,
   * read 2026-11.
   *
   * @deprecated By Binance, in favour of `orderListOco`.
   */
  oco: post("/api/v3/order/oco", {
    ...placed,
    params: z.strictObject({
      ...wholeList,
      side,
      quantity: decimal,
      price: decimal,
      trailingDelta,
      ...leg("limit", { clientOrderId: clientOrderId.optional(), ...strategy }),
      limitIcebergQty: decimal.optional(),
      ...leg("stop", { clientOrderId: clientOrderId.optional(), ...strategy }),
      stopPrice: decimal,
      stopLimitPrice: decimal.optional(),
      stopIcebergQty: decimal.optional(),
      /** Needed with `stopLimitPrice`. */
      stopLimitTimeInForce: timeInForce,
    }),
    weight: placing(2),
  }),

  /**
   * Places an OCO: two orders, of which one cancels the other.
   *
   * Weight 0 where it is accepted, else 1; and 2 of both order counts.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#new-order-list---oco-trade,
   * read 2026-11.
   */
  orderListOco: post("/api/v3/orderList/oco", {
    ...placed,
    params: z.strictObject({
      ...wholeList,
      side,
      quantity: decimal,
      ...leg("above", either),
      ...leg("below", either),
    }),
    weight: placing(2),
  }),

  /**
   * Places an OTO: an order, and one that is placed when it has filled.
   *
   * Weight 0 where it is accepted, else 1; and 2 of both order counts.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#new-order-list---oto-trade,
   * read 2026-11.
   */
  orderListOto: post("/api/v3/orderList/oto", {
    ...placed,
    params: z.strictObject({
      ...wholeList,
      ...leg("working", working),
      ...leg("pending", { ...pending, quantity: decimal }),
    }),
    weight: placing(2),
  }),

  /**
   * Places an OTOCO: an order, and an OCO that is placed when it has filled.
   *
   * Weight 0 where it is accepted, else 1; and 3 of both order counts.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#new-order-list---otoco-trade,
   * read 2026-11.
   */
  orderListOtoco: post("/api/v3/orderList/otoco", {
    ...placed,
    params: z.strictObject({ ...workingAndPair, pendingQuantity: decimal }),
    weight: placing(3),
  }),

  /**
   * Places an OPO: an order, and one that spends what it has brought in.
   *
   * Weight 0 where it is accepted, else 1; and 2 of both order counts.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#new-order-list---opo-trade,
   * read 2026-11.
   */
  orderListOpo: post("/api/v3/orderList/opo", {
    ...placed,
    params: z.strictObject({
      ...wholeList,
      ...leg("working", working),
      ...leg("pending", pending),
    }),
    weight: placing(2),
  }),

  /**
   * Places an OPOCO: an order, and an OCO that spends what it has brought in.
   *
   * Weight 0 where it is accepted, else 1; and 3 of both order counts.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#new-order-list---opoco-trade,
   * read 2026-11.
   */
  orderListOpoco: post("/api/v3/orderList/opoco", {
    ...placed,
    params: z.strictObject(workingAndPair),
    weight: placing(3),
  }),

  /**
   * Cancels a whole order list by `orderListId` or by the `listClientOrderId` it was placed with.
   *
   * Weight 0 where it is accepted, else 1.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#cancel-order-list-trade, read 2026-11.
   */
  cancelOrderList: del("/api/v3/orderList", {
    params: z
      .strictObject({
        symbol,
        orderListId: whole.optional(),
        listClientOrderId: clientOrderId.optional(),
        /** A name for this cancel; the exchange makes one where it is left out. */
        newClientOrderId: clientOrderId.optional(),
        recvWindow,
      })
      .refine(...atLeastOne("orderListId", "listClientOrderId")),
    answer: cancelledList,
    auth: "signed",
    priority: "urgent",
    idempotent: true,
    clientId: "listClientOrderId",
    withdraws: true,
    weight: { requestWeight: unlessAccepted },
  }),

  /**
   * One order list, by `orderListId` or by its list client id, here called `origClientOrderId`.
   *
   * Weight 4.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#query-order-list-user_data,
   * read 2026-11.
   */
  orderList: get("/api/v3/orderList", {
    params: z
      .strictObject({
        orderListId: whole.optional(),
        origClientOrderId: clientOrderId.optional(),
        recvWindow,
      })
      .refine(...atLeastOne("orderListId", "origClientOrderId")),
    answer: orderList,
    auth: "signed",
    weight: { requestWeight: 4 },
  }),

  /**
   * All order lists, from an id on or within at most 24 hours.
   *
   * Weight 20.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#query-all-order-lists-user_data,
   * read 2026-11.
   */
  allOrderList: get("/api/v3/allOrderList", {
    params: z
      .strictObject({ fromId: whole.optional(), ...period, limit: rows, recvWindow })
      .refine(...atMostOne("fromId", "startTime"))
      .refine(...atMostOne("fromId", "endTime")),
    answer: z.array(orderList),
    auth: "signed",
    weight: { requestWeight: 20 },
  }),

  /**
   * All open order lists.
   *
   * Weight 6.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#query-open-order-lists-user_data,
   * read 2026-11.
   */
  openOrderList: get("/api/v3/openOrderList", {
    params: z.strictObject({ recvWindow }),
    answer: z.array(orderList),
    auth: "signed",
    weight: { requestWeight: 6 },
  }),
};
