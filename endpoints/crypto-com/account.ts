/**
 * Orders, balances and history of Crypto.com: a limit for each method and key.
 * https://exchange-developer.crypto.com/exchange/v1/docs/api/rest-common-api-reference, read 2026-11.
 */
import { post } from "headgate";
import { z } from "zod";
import { ofKey } from "./limits.ts";
import { eachOrder, findable, listing } from "./outcomes.ts";
import { answerOf, instrument_name, listOf, nothing } from "./schemas.ts";

const writes = { auth: "signed", own: ofKey(15, 100), weight: { own: 1 } } as const;
const urgent = { ...writes, priority: "urgent", idempotent: true } as const;
const other = { auth: "signed", own: ofKey(3, 100), weight: { own: 1 } } as const;
const query = { ...other, changes: false } as const;
const slow = { ...query, own: ofKey(1, 1_000) } as const;

/** Numbers are sent as text. */
const number = z.string().regex(/^\d+(?:\.\d+)?$/);

const client_oid = z.string().min(1).max(36).optional();
const page = {
  instrument_name: instrument_name.optional(),
  start_time: number.optional(),
  end_time: number.optional(),
  limit: number.optional(),
};

const newOrder = z.looseObject({
  instrument_name,
  side: z.enum(["BUY", "SELL"]),
  type: z.string(),
  price: number.optional(),
  quantity: number.optional(),
  client_oid,
  time_in_force: z.string().optional(),
});

/** What never waits in the book is not open. */
function open({ type, time_in_force }: z.output<typeof newOrder>): 0 | 1 {
  const isBrief = time_in_force === "IMMEDIATE_OR_CANCEL" || time_in_force === "FILL_OR_KILL";
  return type === "MARKET" || isBrief ? 0 : 1;
}

const acknowledged = answerOf(z.looseObject({ order_id: z.string(), client_oid: z.string() }));
const order = z.looseObject({ order_id: z.string(), status: z.string() });
const ofOrder = { order_id: z.string().optional(), client_oid };

export const account = {
  createOrder: post("/exchange/v1/private/create-order", {
    ...writes,
    params: newOrder,
    answer: acknowledged,
    weight: { own: 1, openOrders: open, openOrdersOfPair: open },
    clientId: "client_oid",
    outcome: findable,
  }),
  cancelOrder: post("/exchange/v1/private/cancel-order", {
    ...urgent,
    params: z.strictObject(ofOrder),
    answer: acknowledged,
    clientId: "client_oid",
    withdraws: true,
  }),
  cancelAllOrders: post("/exchange/v1/private/cancel-all-orders", {
    ...urgent,
    params: z.strictObject({
      instrument_name: instrument_name.optional(),
      type: z.string().optional(),
    }),
    answer: z.looseObject({ code: z.number() }),
  }),
  amendOrder: post("/exchange/v1/private/amend-order", {
    ...other,
    params: z.looseObject({ order_id: z.string(), new_price: number, new_quantity: number }),
    answer: acknowledged,
  }),
  /** Nearest: how many of the list come to rest is not counted in `openOrders`; `gate.report` says it. */
  createOrderList: post("/exchange/v1/private/create-order-list", {
    ...other,
    params: z.looseObject({ contingency_type: z.string(), order_list: z.array(newOrder).min(1) }),
    answer: answerOf(z.unknown()),
    batch: { list: "order_list", clientId: "client_oid", outcome: findable, answer: listing },
    items: eachOrder,
  }),
  cancelOrderList: post("/exchange/v1/private/cancel-order-list", {
    ...other,
    priority: "urgent",
    idempotent: true,
    params: z.looseObject({
      contingency_type: z.string().optional(),
      order_list: z.array(z.looseObject({ instrument_name })).optional(),
    }),
    answer: answerOf(z.unknown()),
    items: eachOrder,
  }),
  getOrderDetail: post("/exchange/v1/private/get-order-detail", {
    ...query,
    own: ofKey(30, 100),
    params: z.strictObject(ofOrder),
    answer: answerOf(order),
  }),
  getOpenOrders: post("/exchange/v1/private/get-open-orders", {
    ...query,
    params: z.strictObject({ instrument_name: instrument_name.optional() }),
    answer: listOf(order),
  }),
  getOrderHistory: post("/exchange/v1/private/get-order-history", {
    ...slow,
    params: z.strictObject(page),
    answer: listOf(order),
  }),
  getTrades: post("/exchange/v1/private/get-trades", {
    ...slow,
    params: z.strictObject(page),
    answer: listOf(z.looseObject({ trade_id: z.string(), traded_price: z.string() })),
  }),
  userBalance: post("/exchange/v1/private/user-balance", {
    ...query,
    params: nothing,
    answer: listOf(z.looseObject({ total_available_balance: z.string() })),
  }),
  getPositions: post("/exchange/v1/private/get-positions", {
    ...query,
    params: z.strictObject({ instrument_name: instrument_name.optional() }),
    answer: listOf(z.looseObject({ instrument_name, quantity: z.string() })),
  }),
  getFeeRate: post("/exchange/v1/private/get-fee-rate", {
    ...query,
    params: nothing,
    answer: answerOf(z.looseObject({})),
  }),
  getTransactions: post("/exchange/v1/private/get-transactions", {
    ...query,
    params: z.strictObject({ ...page, journal_type: z.string().optional() }),
    answer: listOf(z.looseObject({ journal_type: z.string() })),
  }),
  stake: post("/exchange/v1/private/staking/stake", {
    ...other,
    own: ofKey(50, 1_000),
    params: z.strictObject({ instrument_name, quantity: number }),
    answer: answerOf(z.unknown()),
  }),
};
