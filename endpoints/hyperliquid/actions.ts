/**
 * What changes something at Hyperliquid: all of it is POST /exchange, an action told apart by its `type`. Names
 * stand in the order in which they are hashed.
 *
 *     https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/rate-limits (weights),
 *     https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/exchange-endpoint, read 2026-11.
 */
import { post } from "headgate";
import { z } from "zod";
import { eachOrder, findable, listing } from "./outcomes.ts";

/** 16 bytes in hex: the caller's own name of an order. */
const cloid = z.string().regex(/^0x[0-9a-f]{32}$/);
/** An asset by its number. */
const asset = z.number().int();
const oid = z.number().int();

const order = z.strictObject({
  a: asset,
  b: z.boolean(),
  p: z.string(),
  s: z.string(),
  r: z.boolean(),
  t: z.union([
    z.strictObject({ limit: z.strictObject({ tif: z.enum(["Alo", "Ioc", "Gtc"]) }) }),
    z.strictObject({
      trigger: z.strictObject({
        isMarket: z.boolean(),
        triggerPx: z.string(),
        tpsl: z.enum(["tp", "sl"]),
      }),
    }),
  ]),
  c: cloid.optional(),
});
const change = z.strictObject({ oid: z.union([oid, cloid]), order });

/** Beside the action: for whom, and until when, epoch ms. */
const beside = {
  vaultAddress: z.string().optional(),
  expiresAfter: z.number().int().optional(),
};

function action<const Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return {
    auth: "signed",
    params: z.strictObject({ type: z.literal(type).default(type), ...shape, ...beside }),
    answer: z.looseObject({ status: z.literal("ok"), response: z.unknown() }),
  } as const;
}

/** An array weighs 1, and 1 more for every 40 of it; another sentence of the page counts any array as 1. */
const weightOf = (items: readonly unknown[]): number => 1 + Math.floor(items.length / 40);

const single = { weight: { weight: 1, actions: 1, cancels: 1 } } as const;
const cancelling = {
  priority: "urgent",
  idempotent: true,
  items: eachOrder,
  weight: {
    weight: ({ cancels }: Readonly<{ cancels: readonly unknown[] }>) => weightOf(cancels),
    cancels: ({ cancels }: Readonly<{ cancels: readonly unknown[] }>) => cancels.length,
  },
} as const;

export const actions = {
  order: post("/exchange", {
    ...action("order", {
      orders: z.array(order).min(1),
      grouping: z.enum(["na", "normalTpsl", "positionTpsl"]),
    }),
    batch: { list: "orders", clientId: "c", outcome: findable, answer: listing },
    items: eachOrder,
    weight: {
      weight: ({ orders }) => weightOf(orders),
      actions: ({ orders }) => orders.length,
      cancels: ({ orders }) => orders.length,
    },
  }),
  cancel: post("/exchange", {
    ...action("cancel", { cancels: z.array(z.strictObject({ a: asset, o: oid })).min(1) }),
    ...cancelling,
  }),
  cancelByCloid: post("/exchange", {
    ...action("cancelByCloid", {
      cancels: z.array(z.strictObject({ asset, cloid })).min(1),
    }),
    ...cancelling,
  }),
  batchModify: post("/exchange", {
    ...action("batchModify", { modifies: z.array(change).min(1) }),
    items: eachOrder,
    weight: {
      weight: ({ modifies }) => weightOf(modifies),
      actions: ({ modifies }) => modifies.length,
      cancels: ({ modifies }) => modifies.length,
    },
  }),
  modify: post("/exchange", { ...action("modify", change.shape), ...single }),
  updateLeverage: post("/exchange", {
    ...action("updateLeverage", {
      asset,
      isCross: z.boolean(),
      leverage: z.number().int().min(1),
    }),
    ...single,
    idempotent: true,
  }),
  updateIsolatedMargin: post("/exchange", {
    ...action("updateIsolatedMargin", { asset, isBuy: z.boolean(), ntli: z.number().int() }),
    ...single,
  }),
  /** Cancels all orders at a time, epoch ms; without one, nothing is planned any more. */
  scheduleCancel: post("/exchange", {
    ...action("scheduleCancel", { time: z.number().int().optional() }),
    ...single,
    idempotent: true,
  }),
};
