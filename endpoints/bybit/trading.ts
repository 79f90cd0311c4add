/**
 * Orders of Bybit. Each endpoint has a limit of its own for each account and product, batches another one
 * than single orders.
 * https://github.com/bybit-exchange/docs/blob/072c197/docs/v5/rate-limit/rate-limit.mdx, read 2026-11.
 *
 * Paths and parameters: https://github.com/bybit-exchange/docs/tree/072c197/docs/v5/order, read 2026-11.
 */
import { get, post } from "headgate";
import { z } from "zod";
import { ofOrders, perSecond } from "./limits.ts";
import type { Tier } from "./limits.ts";
import { eachOrder, findable, listing } from "./outcomes.ts";
import { answerOf, anything, category, listOf, page, symbol } from "./schemas.ts";

const signed = { auth: "signed" } as const;

/** Up to 36 characters, never the same twice. */
const orderLinkId = z.string().min(1).max(36);

const acknowledged = z.looseObject({ orderId: z.string(), orderLinkId: z.string() });

const newOrder = {
  symbol,
  side: z.enum(["Buy", "Sell"]),
  orderType: z.enum(["Market", "Limit"]),
  qty: z.string(),
  price: z.string().optional(),
  timeInForce: z.enum(["GTC", "IOC", "FOK", "PostOnly", "RPI"]).optional(),
  orderLinkId: orderLinkId.optional(),
};
const ofOrder = { orderId: z.string().optional(), orderLinkId: orderLinkId.optional() };

/** Of options a batch weighs 1, of all else 1 for each of its orders. */
const ofBatch = {
  own: ({ category: of, request }: { category: string; request: readonly unknown[] }): number =>
    of === "option" ? 1 : request.length,
};

/** Up to 20 orders, of spot 10. Some may be taken and some not: `retExtInfo` has a code for each. */
function batchOf<Order extends z.ZodType>(order: Order) {
  return {
    ...signed,
    params: z.strictObject({ category, request: z.array(order).min(1).max(20) }),
    answer: answerOf(z.looseObject({ list: z.array(acknowledged) })),
    weight: ofBatch,
    items: eachOrder,
  };
}

const placed = answerOf(acknowledged);

export const orders = (tier: Tier) => ({
  createOrder: post("/v5/order/create", {
    ...signed,
    params: z.looseObject({ category, ...newOrder }),
    answer: placed,
    own: ofOrders(tier),
    weight: { own: 1 },
    clientId: "orderLinkId",
    outcome: findable,
  }),

  amendOrder: post("/v5/order/amend", {
    ...signed,
    params: z.looseObject({ category, symbol, ...ofOrder }),
    answer: placed,
    own: ofOrders(tier, { spot: 10 }),
    weight: { own: 1 },
  }),

  cancelOrder: post("/v5/order/cancel", {
    ...signed,
    params: z.strictObject({ category, symbol, ...ofOrder, orderFilter: z.string().optional() }),
    answer: placed,
    own: ofOrders(tier),
    weight: { own: 1 },
    priority: "urgent",
    idempotent: true,
    clientId: "orderLinkId",
    withdraws: true,
  }),

  cancelAll: post("/v5/order/cancel-all", {
    ...signed,
    params: z.looseObject({ category, symbol: symbol.optional() }),
    answer: answerOf(z.looseObject({ list: z.array(acknowledged) })),
    own: ofOrders(tier, { option: 1 }),
    weight: { own: 1 },
    priority: "urgent",
    idempotent: true,
  }),

  /** Cancels all orders when the connection of a private stream is lost. */
  dcp: post("/v5/order/disconnected-cancel-all", {
    ...anything,
    ...signed,
    own: perSecond(5),
    weight: { own: 1 },
  }),

  /** What an order would do to the margin. */
  preCheck: post("/v5/order/pre-check", {
    ...anything,
    ...signed,
    changes: false,
    own: ofOrders(tier),
    weight: { own: 1 },
  }),
});

export const batches = (tier: Tier) => ({
  createBatch: post("/v5/order/create-batch", {
    ...batchOf(z.looseObject(newOrder)),
    batch: { list: "request", clientId: "orderLinkId", outcome: findable, answer: listing },
    own: ofOrders(tier),
  }),
  amendBatch: post("/v5/order/amend-batch", {
    ...batchOf(z.looseObject({ symbol, ...ofOrder })),
    own: ofOrders(tier),
  }),
  cancelBatch: post("/v5/order/cancel-batch", {
    ...batchOf(z.looseObject({ symbol, ...ofOrder })),
    own: ofOrders(tier),
    priority: "urgent",
    idempotent: true,
  }),
});

export const queries = {
  /** Open orders, and a single one by either of its ids. */
  openOrders: get("/v5/order/realtime", {
    ...signed,
    params: z.looseObject({ category, symbol: symbol.optional(), ...ofOrder, ...page }),
    answer: listOf(z.looseObject({ orderId: z.string(), orderStatus: z.string() })),
    own: perSecond(50),
    weight: { own: 1 },
  }),

  orderHistory: get("/v5/order/history", {
    ...signed,
    params: z.looseObject({ category, symbol: symbol.optional(), ...ofOrder, ...page }),
    answer: listOf(z.looseObject({ orderId: z.string(), orderStatus: z.string() })),
    own: perSecond(50),
    weight: { own: 1 },
  }),

  executions: get("/v5/execution/list", {
    ...signed,
    params: z.looseObject({ category, symbol: symbol.optional(), ...ofOrder, ...page }),
    answer: listOf(z.looseObject({ execId: z.string(), execPrice: z.string() })),
    own: perSecond(50),
    weight: { own: 1 },
  }),

  spotBorrowCheck: get("/v5/order/spot-borrow-check", {
    ...anything,
    ...signed,
    own: perSecond(50),
    weight: { own: 1 },
  }),
};
