/**
 * Orders of Kraken. The engine counts by account and pair: so much for a call, and more the younger the order
 * that it changes or cancels is. Orders that do not say their age are priced as new.
 * https://docs.kraken.com/api/docs/guides/spot-ratelimits, read 2026-11.
 *
 * Paths and parameters: https://docs.kraken.com/api/docs/rest-api/add-order, read 2026-11.
 */
import { post } from "headgate";
import { z } from "zod";
import { engineMost } from "./limits.ts";
import type { Tier } from "./limits.ts";
import { eachOrder, findable, listing } from "./outcomes.ts";
import { answerOf, pair, whole } from "./schemas.ts";

const signed = { auth: "signed" } as const;

/** A UUID, or up to 18 characters, never the same twice among open orders. */
const cl_ord_id = z.string().min(1).max(36);

/** Since an order was placed or last amended. */
const ageMs = z.number().min(0).optional();

const newOrder = {
  ordertype: z.string(),
  type: z.enum(["buy", "sell"]),
  volume: z.string(),
  price: z.string().optional(),
  timeinforce: z.enum(["GTC", "IOC", "GTD", "FOK"]).optional(),
  cl_ord_id: cl_ord_id.optional(),
};

type NewOrder = Readonly<{ ordertype: string; timeinforce?: string | undefined }>;

/** What never waits in the book is not open. */
const rests = ({ ordertype, timeinforce = "GTC" }: NewOrder): boolean =>
  ordertype !== "market" && timeinforce.startsWith("G");

/** What an order younger than so many seconds costs; above the last of them nothing. */
type Ages = readonly (readonly [seconds: number, cost: number])[];

const cancelled: Ages = [
  [5, 8],
  [10, 6],
  [15, 5],
  [45, 4],
  [90, 2],
  [300, 1],
];
const edited: Ages = [
  [5, 6],
  [10, 5],
  [15, 4],
  [45, 2],
  [90, 1],
];
const amended: Ages = [
  [5, 3],
  [10, 2],
  [15, 1],
];

function costAt(ages: Ages, olderMs = 0): number {
  return ages.find(([seconds]) => olderMs < seconds * 1_000)?.[1] ?? 0;
}

/** The orders that a call cancels, for its price alone. */
const targets = z.array(z.strictObject({ pair, ageMs }));

type Targets = Readonly<{ targets?: z.output<typeof targets> | undefined }>;

/** Of each pair its orders together, up to the most that the counter holds. */
const ofTargets =
  (tier: Tier) =>
  ({ targets: all = [] }: Targets, scope: Readonly<Record<string, string | undefined>>): number => {
    const costs = all
      .filter((target) => target.pair === scope["pair"])
      .map((target) => costAt(cancelled, target.ageMs));
    return Math.min(
      engineMost(tier),
      costs.reduce((sum, cost) => sum + cost, 0),
    );
  };

/** Unconfirmed: only AddOrder and CancelOrder are said to be free of the counter of the key; others count 0. */
const counter = 1;

const placed = answerOf(z.looseObject({ txid: z.array(z.string()), descr: z.unknown() }));
const counted = answerOf(z.looseObject({ count: z.number() }));
const urgent = { ...signed, priority: "urgent", idempotent: true } as const;

export const placing = {
  addOrder: post("/0/private/AddOrder", {
    ...signed,
    params: z.looseObject({ pair, ...newOrder }),
    answer: placed,
    weight: { engine: 1, openOrders: (order) => (rests(order) ? 1 : 0) },
    clientId: "cl_ord_id",
    outcome: findable,
  }),

  addOrderBatch: post("/0/private/AddOrderBatch", {
    ...signed,
    sends: "json",
    params: z.looseObject({ pair, orders: z.array(z.looseObject(newOrder)).min(2).max(15) }),
    answer: answerOf(z.looseObject({ orders: z.array(z.looseObject({})) })),
    batch: { list: "orders", clientId: "cl_ord_id", outcome: findable, answer: listing },
    items: eachOrder,
    weight: {
      counter,
      engine: ({ orders: all }) => all.length / 2,
      openOrders: ({ orders: all }) => all.filter(rests).length,
    },
  }),

  amendOrder: post("/0/private/AmendOrder", {
    ...signed,
    params: z.looseObject({
      txid: z.string().optional(),
      cl_ord_id: cl_ord_id.optional(),
      order_qty: z.string().optional(),
      limit_price: z.string().optional(),
      pair,
      ageMs,
    }),
    answer: answerOf(z.looseObject({ amend_id: z.string() })),
    hints: ["pair", "ageMs"],
    weight: { counter, engine: (order) => 1 + costAt(amended, order.ageMs) },
  }),

  /** Cancels an order and places another one. */
  editOrder: post("/0/private/EditOrder", {
    ...signed,
    params: z.looseObject({ txid: z.string(), pair, ageMs }),
    answer: answerOf(z.looseObject({ txid: z.string(), originaltxid: z.string() })),
    hints: ["ageMs"],
    weight: { counter, engine: (order) => 1 + costAt(edited, order.ageMs) },
  }),
};

export const cancelling = (tier: Tier) => ({
  cancelOrder: post("/0/private/CancelOrder", {
    ...urgent,
    params: z.strictObject({
      txid: z.string().optional(),
      cl_ord_id: cl_ord_id.optional(),
      pair,
      ageMs,
    }),
    answer: counted,
    hints: ["pair", "ageMs"],
    weight: { engine: (order) => costAt(cancelled, order.ageMs) },
    clientId: "cl_ord_id",
    withdraws: true,
  }),

  cancelOrderBatch: post("/0/private/CancelOrderBatch", {
    ...urgent,
    sends: "json",
    params: z.strictObject({ orders: z.array(z.string()).min(2).max(50), targets }),
    answer: counted,
    hints: ["targets"],
    weight: { counter, engine: ofTargets(tier) },
  }),

  /** Nearest: orders that `targets` leaves out cost nothing here, and something at the exchange. */
  cancelAll: post("/0/private/CancelAll", {
    ...urgent,
    params: z.strictObject({ targets: targets.optional() }),
    answer: counted,
    hints: ["targets"],
    weight: { counter, engine: ofTargets(tier) },
  }),

  /** In so many seconds all orders are cancelled; 0 never. What that costs then is not counted here. */
  cancelAllOrdersAfter: post("/0/private/CancelAllOrdersAfter", {
    ...urgent,
    params: z.strictObject({ timeout: whole.unwrap() }),
    answer: answerOf(z.looseObject({ currentTime: z.string(), triggerTime: z.string() })),
    weight: { counter },
  }),
});
