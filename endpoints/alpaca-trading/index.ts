/**
 * Alpaca's trading API, version 2: https://docs.alpaca.markets/reference, read 2026-11.
 *
 *     limits.ts   how much, how it is reported, how it is refused      sign.ts   whose a request is
 */
import { defineVenue, del, get, patch, post } from "headgate";
import type { Outcome } from "headgate";
import { z } from "zod";
import { code, limits, refusalsOf, reports } from "./limits.ts";
import { sign } from "./sign.ts";

/** Every call weighs 1. https://alpaca.markets/support/usage-limit-api-calls, read 2026-11. */
const common = { auth: "key", weight: { trading: 1 } } as const;

const decimal = z.string();
const symbol = z.string().min(1);
/** Unique. Unconfirmed: up to 128 characters. */
const clientOrderId = z.string().min(1).max(128);

const order = z.looseObject({
  id: z.string(),
  client_order_id: z.string(),
  symbol: z.string(),
  status: z.string(),
});
const position = z.looseObject({ symbol: z.string(), qty: decimal, side: z.string() });
const page = { limit: z.number().int().min(1).max(500).optional() };

/**
 * By its `client_order_id`. Unconfirmed: that an order that is not shown within a minute will not come.
 * https://docs.alpaca.markets/reference/getorderbyclientorderid, read 2026-11.
 */
const findable: Outcome<Readonly<{ client_order_id?: string | undefined }>> = {
  ask: "orderByClientId",
  by: ({ client_order_id: name }) => ({ client_order_id: name }),
  notFound: { status: 404, code: 40_410_000 },
  settleMs: () => 60_000,
  answer: ({ body }) => body,
};

export const alpacaTrading = defineVenue({
  name: "alpaca-trading",
  origin: "https://api.alpaca.markets",
  limits,
  code,
  reports,
  refusals: refusalsOf("trading"),
  sign,
  nameOrder: (hex) => hex,
  endpoints: {
    account: get("/v2/account", {
      ...common,
      params: z.strictObject({}),
      answer: z.looseObject({ id: z.string(), status: z.string(), cash: decimal }),
    }),

    orders: get("/v2/orders", {
      ...common,
      params: z.strictObject({
        status: z.enum(["open", "closed", "all"]).optional(),
        after: z.string().optional(),
        until: z.string().optional(),
        direction: z.enum(["asc", "desc"]).optional(),
        nested: z.boolean().optional(),
        /** Separated by commas. */
        symbols: z.string().optional(),
        ...page,
      }),
      answer: z.array(order),
    }),

    order: get("/v2/orders/{order_id}", {
      ...common,
      params: z.strictObject({ order_id: z.string(), nested: z.boolean().optional() }),
      answer: order,
    }),

    orderByClientId: get("/v2/orders:by_client_order_id", {
      ...common,
      params: z.strictObject({ client_order_id: clientOrderId }),
      answer: order,
    }),

    submitOrder: post("/v2/orders", {
      ...common,
      params: z.looseObject({
        symbol,
        /** Either this or `notional`. */
        qty: decimal.optional(),
        notional: decimal.optional(),
        side: z.enum(["buy", "sell"]),
        type: z.enum(["market", "limit", "stop", "stop_limit", "trailing_stop"]),
        time_in_force: z.enum(["day", "gtc", "opg", "cls", "ioc", "fok"]),
        limit_price: decimal.optional(),
        stop_price: decimal.optional(),
        client_order_id: clientOrderId.optional(),
      }),
      answer: order,
      clientId: "client_order_id",
      outcome: findable,
    }),

    /** Where the new order is not there the old one may still be gone: nothing is declared to ask for it. */
    replaceOrder: patch("/v2/orders/{order_id}", {
      ...common,
      params: z.strictObject({
        order_id: z.string(),
        qty: decimal.optional(),
        time_in_force: z.string().optional(),
        limit_price: decimal.optional(),
        stop_price: decimal.optional(),
        trail: decimal.optional(),
        client_order_id: clientOrderId.optional(),
      }),
      answer: order,
      clientId: "client_order_id",
    }),

    cancelOrder: del("/v2/orders/{order_id}", {
      ...common,
      params: z.strictObject({ order_id: z.string() }),
      // There is no body.
      answer: z.undefined(),
      priority: "urgent",
      idempotent: true,
    }),

    cancelAllOrders: del("/v2/orders", {
      ...common,
      params: z.strictObject({}),
      answer: z.array(z.looseObject({ id: z.string(), status: z.number() })),
      priority: "urgent",
      idempotent: true,
    }),

    positions: get("/v2/positions", {
      ...common,
      params: z.strictObject({}),
      answer: z.array(position),
    }),

    closePosition: del("/v2/positions/{symbol_or_asset_id}", {
      ...common,
      params: z.strictObject({
        symbol_or_asset_id: z.string(),
        qty: decimal.optional(),
        percentage: decimal.optional(),
      }),
      answer: order,
      priority: "high",
    }),

    assets: get("/v2/assets", {
      ...common,
      params: z.strictObject({
        status: z.string().optional(),
        asset_class: z.string().optional(),
        exchange: z.string().optional(),
      }),
      answer: z.array(z.looseObject({ id: z.string(), symbol: z.string(), tradable: z.boolean() })),
    }),

    clock: get("/v2/clock", {
      ...common,
      params: z.strictObject({}),
      answer: z.looseObject({ timestamp: z.string(), is_open: z.boolean() }),
    }),

    calendar: get("/v2/calendar", {
      ...common,
      params: z.strictObject({ start: z.string().optional(), end: z.string().optional() }),
      answer: z.array(z.looseObject({ date: z.string(), open: z.string(), close: z.string() })),
    }),

    activities: get("/v2/account/activities", {
      ...common,
      params: z.strictObject({
        /** Separated by commas. */
        activity_types: z.string().optional(),
        date: z.string().optional(),
        after: z.string().optional(),
        until: z.string().optional(),
        direction: z.enum(["asc", "desc"]).optional(),
        page_size: z.number().int().min(1).max(100).optional(),
        page_token: z.string().optional(),
      }),
      answer: z.array(z.looseObject({ id: z.string(), activity_type: z.string() })),
    }),

    portfolioHistory: get("/v2/account/portfolio/history", {
      ...common,
      params: z.strictObject({
        period: z.string().optional(),
        timeframe: z.string().optional(),
        date_end: z.string().optional(),
      }),
      answer: z.looseObject({
        timestamp: z.array(z.number()),
        equity: z.array(z.number().nullable()),
      }),
    }),
  },
});
