/**
 * Margin orders of Binance's SAPI.
 *
 * Weights: https://github.com/binance/binance-connector-js/tree/a9de9a9/clients/margin-trading (2026-07-24), read 2026-11.
 * Margin orders are counted as orders as well; how many there may be is told by `marginRateLimitOrder` alone, and
 * is not kept here.
 */
import { del, get, post } from "headgate";
import type { Outcome } from "headgate";
import { z } from "zod";
import { clientOrderId, newOrderParams } from "../binance-spot/orders.ts";
import { findable as spot } from "../binance-spot/outcomes.ts";
import { atLeastOne, period, recvWindow, rows, symbol, whole } from "../binance-spot/schemas.ts";
import { perAccount, perIp } from "./limits.ts";
import { anything, isIsolated, order, sideEffectType, signed, whichOrder } from "./schemas.ts";

/** Heavy where it borrows by itself. */
const ofOrder = perAccount((params: Readonly<{ sideEffectType?: string | undefined }>) =>
  params.sideEffectType === "MARGIN_BUY" || params.sideEffectType === "AUTO_BORROW_REPAY"
    ? 1_500
    : 6,
);

/** Orders that depend on each other, under a name of their own. */
const list = {
  ...signed,
  params: z.looseObject({ symbol, sideEffectType, listClientOrderId: clientOrderId.optional() }),
  answer: z.looseObject({ orderListId: z.number(), listClientOrderId: z.string() }),
  clientId: "listClientOrderId",
  ...ofOrder,
} as const;

const urgent = { ...signed, priority: "urgent", idempotent: true } as const;
const any = { ...anything, ...signed };

/**
 * By its client id, as orders of spot are. Of lists of orders nothing is declared: they can be asked for, but not
 * in the shape of their answer.
 */
const findable: Outcome<
  z.output<z.ZodObject<typeof newOrderParams>> & Readonly<{ isIsolated?: string | undefined }>
> = {
  ...spot,
  ask: "queryMarginOrder",
  by: ({ symbol: of, isIsolated: isolated, newClientOrderId }) => {
    return { symbol: of, isIsolated: isolated, origClientOrderId: newClientOrderId };
  },
  answer: ({ body }) => body,
};

export const marginOrders = {
  marginOrder: post("/sapi/v1/margin/order", {
    ...signed,
    params: z.looseObject({ ...newOrderParams, isIsolated, sideEffectType }),
    answer: order,
    clientId: "newClientOrderId",
    outcome: findable,
    ...ofOrder,
  }),
  marginOco: post("/sapi/v1/margin/order/oco", list),
  marginOto: post("/sapi/v1/margin/order/oto", list),
  marginOtoco: post("/sapi/v1/margin/order/otoco", list),

  cancelMarginOrder: del("/sapi/v1/margin/order", {
    ...urgent,
    params: z.strictObject(whichOrder).refine(...atLeastOne("orderId", "origClientOrderId")),
    answer: order.partial({ orderId: true, clientOrderId: true }),
    clientId: "origClientOrderId",
    withdraws: true,
    ...perIp(10),
  }),
  cancelAllMargin: del("/sapi/v1/margin/openOrders", {
    ...urgent,
    params: z.strictObject({ symbol, isIsolated, recvWindow }),
    answer: z.array(z.looseObject({ symbol: z.string() })),
    ...perIp(1),
  }),
  cancelMarginOrderList: del("/sapi/v1/margin/orderList", {
    ...urgent,
    params: z
      .strictObject({
        symbol,
        isIsolated,
        orderListId: whole.optional(),
        listClientOrderId: clientOrderId.optional(),
        recvWindow,
      })
      .refine(...atLeastOne("orderListId", "listClientOrderId")),
    answer: list.answer,
    clientId: "listClientOrderId",
    withdraws: true,
    ...perAccount(1),
  }),

  queryMarginOrder: get("/sapi/v1/margin/order", {
    ...signed,
    params: z.strictObject(whichOrder).refine(...atLeastOne("orderId", "origClientOrderId")),
    answer: order,
    ...perIp(10),
  }),
  marginOpenOrders: get("/sapi/v1/margin/openOrders", {
    ...signed,
    params: z.strictObject({ symbol: symbol.optional(), isIsolated, recvWindow }),
    answer: z.array(order),
    ...perIp(10),
  }),
  marginAllOrders: get("/sapi/v1/margin/allOrders", {
    ...signed,
    params: z.strictObject({
      symbol,
      isIsolated,
      orderId: whole.optional(),
      ...period,
      limit: rows,
      recvWindow,
    }),
    answer: z.array(order),
    ...perIp(200),
  }),
  marginMyTrades: get("/sapi/v1/margin/myTrades", {
    ...signed,
    params: z.strictObject({
      symbol,
      isIsolated,
      orderId: whole.optional(),
      fromId: whole.optional(),
      ...period,
      limit: rows,
      recvWindow,
    }),
    answer: z.array(z.looseObject({ symbol: z.string(), id: z.number(), price: z.string() })),
    ...perIp(10),
  }),
  marginOrderList: get("/sapi/v1/margin/orderList", { ...any, ...perIp(10) }),
  marginOpenOrderList: get("/sapi/v1/margin/openOrderList", { ...any, ...perIp(10) }),
  marginAllOrderList: get("/sapi/v1/margin/allOrderList", { ...any, ...perIp(200) }),
  marginRateLimitOrder: get("/sapi/v1/margin/rateLimit/order", { ...any, ...perIp(20) }),
};
