/**
 * Orders of OKX: a limit for each account and instrument; a batch counts each of its orders.
 * https://www.okx.com/docs-v5/en/#order-book-trading-trade, read 2026-11.
 */
import { get, post } from "headgate";
import type { Scope } from "headgate";
import { z } from "zod";
import { counts, instrumentOf, ofAccount, ofInstrument, paced } from "./limits.ts";
import { eachOrder, findable, listing } from "./outcomes.ts";
import { anything, instId, instType, listOf, page } from "./schemas.ts";

const signed = { auth: "signed" } as const;
const own = { own: 1 };
const urgent = { priority: "urgent", idempotent: true } as const;

/** Up to 32 letters and digits, unique among what is open. */
const clOrdId = z
  .string()
  .regex(/^[0-9A-Za-z]{1,32}$/)
  .optional();

const newOrder = z.looseObject({
  instId,
  tdMode: z.enum(["cash", "cross", "isolated", "spot_isolated"]),
  side: z.enum(["buy", "sell"]),
  ordType: z.string(),
  sz: z.string(),
  px: z.string().optional(),
  clOrdId,
});
const ofOrder = { instId, ordId: z.string().optional(), clOrdId };
const amended = z.looseObject({
  ...ofOrder,
  newSz: z.string().optional(),
  newPx: z.string().optional(),
});
const cancelled = z.strictObject(ofOrder);
const acknowledged = listOf(
  z.looseObject({ ordId: z.string(), clOrdId: z.string(), sCode: z.string() }),
);
const order = listOf(z.looseObject({ instId: z.string(), ordId: z.string(), state: z.string() }));
const fill = listOf(
  z.looseObject({ tradeId: z.string(), ordId: z.string(), fillPx: z.string(), fillSz: z.string() }),
);

type Orders = Readonly<{ orders: readonly Readonly<{ instId: string }>[] }>;

/** Each of its orders in the bucket of its instrument. */
function each({ orders }: Orders, { instrument }: Scope): number {
  return orders.filter((one) => instrumentOf(one.instId) === instrument).length;
}

/** A batch of one is counted as a single order. */
function alone({ orders }: Orders): number {
  return orders.length === 1 ? 1 : 0;
}

function counted({ orders }: Orders): number {
  return orders.reduce((sum, one) => sum + counts(one), 0);
}

/**
 * Unconfirmed: that a batch of one spares the batches' own limit is said of placing alone; here it takes
 * from both. Of several orders some may be taken and some not: `sCode` says which.
 */
function batchOf<Order extends z.ZodType>(one: Order, max = 20) {
  return {
    ...signed,
    params: z.strictObject({ orders: z.array(one).min(1).max(max) }),
    answer: acknowledged,
    body: ({ orders }: Readonly<{ orders: unknown }>) => orders,
    items: eachOrder,
  };
}

const many = paced(300, ofInstrument);

export const orders = {
  placeOrder: post("/api/v5/trade/order", {
    ...signed,
    params: newOrder,
    answer: acknowledged,
    weight: { place: 1, orders: counts },
    clientId: "clOrdId",
    outcome: findable,
  }),
  placeBatch: post("/api/v5/trade/batch-orders", {
    ...batchOf(newOrder),
    batch: { list: "orders", clientId: "clOrdId", outcome: findable, answer: listing },
    own: many,
    weight: { own: each, place: alone, orders: counted },
  }),
  amendOrder: post("/api/v5/trade/amend-order", {
    ...signed,
    params: amended,
    answer: acknowledged,
    weight: { amend: 1, orders: counts },
  }),
  amendBatch: post("/api/v5/trade/amend-batch-orders", {
    ...batchOf(amended),
    own: many,
    weight: { own: each, amend: alone, orders: counted },
  }),
  cancelOrder: post("/api/v5/trade/cancel-order", {
    ...signed,
    ...urgent,
    params: cancelled,
    answer: acknowledged,
    weight: { cancel: 1 },
    clientId: "clOrdId",
    withdraws: true,
  }),
  cancelBatch: post("/api/v5/trade/cancel-batch-orders", {
    ...batchOf(cancelled),
    ...urgent,
    own: many,
    weight: { own: each, cancel: alone },
  }),
  closePosition: post("/api/v5/trade/close-position", {
    ...signed,
    params: z.looseObject({ instId, mgnMode: z.enum(["cross", "isolated"]) }),
    answer: listOf(z.looseObject({ instId: z.string() })),
    own: paced(20, ofInstrument),
    weight: own,
  }),
  /** Of market makers, for options. */
  massCancel: post("/api/v5/trade/mass-cancel", {
    ...anything,
    ...signed,
    ...urgent,
    own: paced(5, ofAccount),
    weight: own,
  }),
  /** Cancels all orders, of a tag where it names one, when it has not been called for so long. */
  cancelAllAfter: post("/api/v5/trade/cancel-all-after", {
    ...signed,
    ...urgent,
    params: z.strictObject({ timeOut: z.string(), tag: z.string().optional() }),
    answer: listOf(z.looseObject({ triggerTime: z.string() })),
    own: paced(1, [...ofAccount, "tag"], 1_000),
    weight: own,
  }),
  algoOrder: post("/api/v5/trade/order-algo", {
    ...anything,
    ...signed,
    params: z.looseObject({ instId }),
    own: paced(20, ofInstrument),
    weight: own,
  }),
  cancelAlgos: post("/api/v5/trade/cancel-algos", {
    ...batchOf(z.strictObject({ instId, algoId: z.string() }), 10),
    ...urgent,
    answer: listOf(z.looseObject({ algoId: z.string(), sCode: z.string() })),
    own: paced(20, ofInstrument),
    weight: { own: each },
  }),
};

const listed = z.looseObject({ instType: instType.optional(), instId: instId.optional(), ...page });
/** Of the last seven days, and of the last three months: which products has to be said. */
const past = z.looseObject({ instType, instId: instId.optional(), ...page });

export const queries = {
  queryOrder: get("/api/v5/trade/order", {
    ...signed,
    params: z.strictObject(ofOrder),
    answer: order,
    own: paced(60, ofInstrument),
    weight: own,
  }),
  openOrders: get("/api/v5/trade/orders-pending", {
    ...signed,
    params: listed,
    answer: order,
    own: paced(60, ofAccount),
    weight: own,
  }),
  ordersHistory7d: get("/api/v5/trade/orders-history", {
    ...signed,
    params: past,
    answer: order,
    own: paced(40, ofAccount),
    weight: own,
  }),
  ordersArchive: get("/api/v5/trade/orders-history-archive", {
    ...signed,
    params: past,
    answer: order,
    own: paced(20, ofAccount),
    weight: own,
  }),
  fills: get("/api/v5/trade/fills", {
    ...signed,
    params: listed,
    answer: fill,
    own: paced(60, ofAccount),
    weight: own,
  }),
  fillsHistory: get("/api/v5/trade/fills-history", {
    ...signed,
    params: past,
    answer: fill,
    own: paced(10, ofAccount),
    weight: own,
  }),
  /** The sub-account's limit of orders in force, by its fill ratio. */
  accountRateLimit: get("/api/v5/trade/account-rate-limit", {
    ...signed,
    params: z.strictObject({}),
    answer: listOf(z.looseObject({ accRateLimit: z.string(), fillRatio: z.string() })),
    own: paced(1, ofAccount, 1_000),
    weight: own,
  }),
  orderPrecheck: post("/api/v5/trade/order-precheck", {
    ...anything,
    ...signed,
    changes: false,
    own: paced(5, ofAccount),
    weight: own,
  }),
};
