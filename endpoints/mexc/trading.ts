/**
 * Orders and the account of MEXC's spot market. What trades takes from limits of the account as well as from
 * the endpoint's own for the address.
 * https://github.com/rosssaunders/coincise/tree/a00ae58/docs/mexc, copy of 2025-11-30, read 2026-11.
 */
import { del, get, post, put } from "headgate";
import { z } from "zod";
import { ofSpot } from "./limits.ts";
import { eachOrder, findable } from "./outcomes.ts";
import { anything, instant, limitOf, symbol } from "./schemas.ts";

const signed = { auth: "signed", own: ofSpot } as const;
/** For how long a request is good, ms: 5 000 if nothing is said. */
const recvWindow = z.number().int().min(1).max(60_000).optional();

const newOrder = {
  symbol,
  side: z.enum(["BUY", "SELL"]),
  type: z.enum(["LIMIT", "MARKET", "LIMIT_MAKER", "IMMEDIATE_OR_CANCEL", "FILL_OR_KILL"]),
  quantity: z.string().optional(),
  quoteOrderQty: z.string().optional(),
  price: z.string().optional(),
  newClientOrderId: z.string().min(1).max(32).optional(),
};
const ofOrder = z.strictObject({
  symbol,
  orderId: z.string().optional(),
  origClientOrderId: z.string().optional(),
  recvWindow,
});
const ofSymbol = z.strictObject({ symbol, recvWindow });

const acknowledged = z.looseObject({ symbol: z.string(), orderId: z.string() });
const order = z.looseObject({ symbol: z.string(), orderId: z.string(), status: z.string() });

const stream = { ...anything, ...signed, weight: { own: 1 } };

export const trading = {
  newOrder: post("/api/v3/order", {
    ...signed,
    params: z.strictObject({ ...newOrder, recvWindow }),
    answer: acknowledged,
    weight: { own: 1, uid: 1, orders: 1 },
    clientId: "newClientOrderId",
    outcome: findable,
  }),
  testOrder: post("/api/v3/order/test", {
    ...signed,
    params: z.strictObject({ ...newOrder, recvWindow }),
    answer: z.looseObject({}),
    weight: { own: 1 },
    changes: false,
  }),
  /** Up to 20 orders of one symbol. Some may be taken and some not. */
  batchOrders: post("/api/v3/batchOrders", {
    ...signed,
    params: z.strictObject({
      batchOrders: z.array(z.strictObject(newOrder)).min(1).max(20),
      recvWindow,
    }),
    answer: z.array(z.looseObject({})),
    weight: { own: 1, uid: 1, batches: 1 },
    batch: { list: "batchOrders", clientId: "newClientOrderId", outcome: findable },
    items: eachOrder,
  }),
  cancelOrder: del("/api/v3/order", {
    ...signed,
    params: ofOrder,
    answer: acknowledged,
    weight: { own: 1, orders: 1 },
    priority: "urgent",
    idempotent: true,
    clientId: "origClientOrderId",
    withdraws: true,
  }),
  cancelAll: del("/api/v3/openOrders", {
    ...signed,
    params: ofSymbol,
    answer: z.array(acknowledged),
    weight: { own: 1, orders: 1 },
    priority: "urgent",
    idempotent: true,
  }),
  queryOrder: get("/api/v3/order", {
    ...signed,
    params: ofOrder,
    answer: order,
    weight: { own: 2 },
  }),
  openOrders: get("/api/v3/openOrders", {
    ...signed,
    params: ofSymbol,
    answer: z.array(order),
    weight: { own: 3 },
  }),
  allOrders: get("/api/v3/allOrders", {
    ...signed,
    params: z.strictObject({
      symbol,
      startTime: instant,
      endTime: instant,
      limit: limitOf(1_000),
      recvWindow,
    }),
    answer: z.array(order),
    weight: { own: 10 },
  }),
  account: get("/api/v3/account", {
    ...signed,
    params: z.strictObject({ recvWindow }),
    answer: z.looseObject({
      balances: z.array(z.looseObject({ asset: z.string(), free: z.string(), locked: z.string() })),
    }),
    weight: { own: 10, accountReads: 1 },
  }),
  myTrades: get("/api/v3/myTrades", {
    ...signed,
    params: z.strictObject({
      symbol,
      orderId: z.string().optional(),
      startTime: instant,
      endTime: instant,
      limit: limitOf(1_000),
      recvWindow,
    }),
    answer: z.array(z.looseObject({ orderId: z.string(), price: z.string(), qty: z.string() })),
    weight: { own: 10 },
  }),
  tradeFee: get("/api/v3/tradeFee", { ...anything, ...signed, weight: { own: 20 } }),
  coins: get("/api/v3/capital/config/getall", { ...anything, ...signed, weight: { own: 10 } }),

  /** A key is good for 60 minutes. */
  createListenKey: post("/api/v3/userDataStream", stream),
  keepListenKey: put("/api/v3/userDataStream", { ...stream, idempotent: true }),
  closeListenKey: del("/api/v3/userDataStream", { ...stream, idempotent: true }),
};
