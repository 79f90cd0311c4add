/**
 * Orders of Kraken Futures. What became of one stands in its status, with `result` "success" also where it was
 * rejected.
 * https://docs.kraken.com/exchange/guides/futures/ratelimits.md, read 2026-11.
 *
 * Paths and parameters: https://docs.kraken.com/api/docs/futures-api/trading/send-order, read 2026-11.
 */
import { get, post } from "headgate";
import { z } from "zod";
import { eachOrder, findable } from "./outcomes.ts";
import { answerOf, nothing, read, symbol } from "./schemas.ts";

const order = { auth: "signed", weight: { budget: 10 } } as const;
const urgent = { auth: "signed", priority: "urgent", idempotent: true } as const;

const cliOrdId = z.string().min(1).max(100);
const ofOrder = { orderId: z.string().optional(), cliOrdId: cliOrdId.optional() };
const status = z.looseObject({ status: z.string() });

export const orders = {
  sendOrder: post("/derivatives/api/v3/sendorder", {
    ...order,
    params: z.looseObject({
      orderType: z.string(),
      symbol,
      side: z.enum(["buy", "sell"]),
      size: z.number().positive(),
      limitPrice: z.number().optional(),
      reduceOnly: z.boolean().optional(),
      cliOrdId: cliOrdId.optional(),
    }),
    answer: answerOf({ sendStatus: status }),
    clientId: "cliOrdId",
    outcome: findable,
  }),
  editOrder: post("/derivatives/api/v3/editorder", {
    ...order,
    params: z.looseObject({
      ...ofOrder,
      size: z.number().positive().optional(),
      limitPrice: z.number().optional(),
    }),
    answer: answerOf({ editStatus: status }),
  }),
  cancelOrder: post("/derivatives/api/v3/cancelorder", {
    ...order,
    ...urgent,
    params: z.strictObject({ order_id: z.string().optional(), cliOrdId: cliOrdId.optional() }),
    answer: answerOf({ cancelStatus: status }),
    clientId: "cliOrdId",
    withdraws: true,
  }),
  /** Orders to send, to edit and to cancel, in one call. */
  batchOrder: post("/derivatives/api/v3/batchorder", {
    auth: "signed",
    params: z.strictObject({
      json: z.strictObject({
        batchOrder: z.array(z.looseObject({ order: z.enum(["send", "edit", "cancel"]) })).min(1),
      }),
    }),
    answer: answerOf({ batchStatus: z.array(status) }),
    items: eachOrder,
    weight: { budget: ({ json }) => 9 + json.batchOrder.length },
  }),
  cancelAllOrders: post("/derivatives/api/v3/cancelallorders", {
    ...urgent,
    params: z.strictObject({ symbol: symbol.optional() }),
    answer: answerOf({ cancelStatus: status }),
    weight: { budget: 25 },
  }),
  /** In so many seconds all orders are cancelled; 0 never. */
  cancelAllOrdersAfter: post("/derivatives/api/v3/cancelallordersafter", {
    ...urgent,
    params: z.strictObject({ timeout: z.number().int().min(0) }),
    answer: answerOf({ status: z.looseObject({ currentTime: z.string() }) }),
    weight: { budget: 25 },
  }),
  openOrders: get("/derivatives/api/v3/openorders", {
    ...read,
    params: nothing,
    answer: answerOf({ openOrders: z.array(z.looseObject({ order_id: z.string() })) }),
  }),
  /** Of up to so many orders at a time as their lists name. */
  ordersStatus: post("/derivatives/api/v3/orders/status", {
    auth: "signed",
    changes: false,
    params: z.strictObject({
      orderIds: z.array(z.string()).optional(),
      cliOrdIds: z.array(z.string()).optional(),
    }),
    answer: answerOf({ orders: z.array(z.looseObject({ status: z.string() })) }),
    weight: { budget: 1 },
  }),
  /** The last 100; with `lastFillTime` those before it, which costs more. */
  fills: get("/derivatives/api/v3/fills", {
    auth: "signed",
    params: z.strictObject({ lastFillTime: z.string().optional() }),
    answer: answerOf({ fills: z.array(z.looseObject({ fill_id: z.string() })) }),
    weight: { budget: ({ lastFillTime }) => (lastFillTime === undefined ? 2 : 25) },
  }),
};
