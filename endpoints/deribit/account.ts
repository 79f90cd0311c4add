/**
 * Balances, positions and history of a sub-account of Deribit: 500 credits each, but for those that have a
 * limit of their own.
 *
 *     https://docs.deribit.com/articles/rate-limits (copy of 2026-02-23), read 2026-11.
 *     simulate_portfolio: Deribit API 2.1.1 (OpenAPI, 2026-08-22), read 2026-11.
 */
import { get } from "headgate";
import { z } from "zod";
import { ownBucket } from "./limits.ts";
import {
  anything,
  count,
  currency,
  instant,
  instrument_name,
  kind,
  order,
  resultOf,
  trade,
} from "./schemas.ts";

const reading = { auth: "signed", weight: { credits: 500 } } as const;
const orders = resultOf(z.array(order));

export const account = {
  /** With `extended`, also the limits in force. */
  getAccountSummary: get("/api/v2/private/get_account_summary", {
    ...reading,
    params: z.strictObject({ currency, extended: z.boolean().optional() }),
    answer: resultOf(z.looseObject({ currency: z.string(), equity: z.number() })),
  }),
  getPositions: get("/api/v2/private/get_positions", {
    ...reading,
    params: z.strictObject({ currency: currency.optional(), kind: kind.optional() }),
    answer: resultOf(z.array(z.looseObject({ instrument_name: z.string(), size: z.number() }))),
  }),
  getOpenOrders: get("/api/v2/private/get_open_orders", {
    ...reading,
    params: z.strictObject({ kind: kind.optional(), type: z.string().optional() }),
    answer: orders,
  }),
  getOpenOrdersByInstrument: get("/api/v2/private/get_open_orders_by_instrument", {
    ...reading,
    params: z.strictObject({ instrument_name, type: z.string().optional() }),
    answer: orders,
  }),
  getOrderState: get("/api/v2/private/get_order_state", {
    ...reading,
    params: z.strictObject({ order_id: z.string().min(1) }),
    answer: resultOf(order),
  }),
  getOrderHistoryByInstrument: get("/api/v2/private/get_order_history_by_instrument", {
    ...reading,
    params: z.looseObject({ instrument_name, count, include_unfilled: z.boolean().optional() }),
    answer: orders,
  }),
  getUserTradesByInstrument: get("/api/v2/private/get_user_trades_by_instrument", {
    ...reading,
    params: z.looseObject({ instrument_name, count }),
    answer: resultOf(z.looseObject({ trades: z.array(trade), has_more: z.boolean() })),
  }),

  getTransactionLog: get("/api/v2/private/get_transaction_log", {
    auth: "signed",
    params: z.looseObject({ currency, start_timestamp: instant, end_timestamp: instant }),
    answer: resultOf(z.looseObject({ logs: z.array(z.looseObject({})) })),
    own: ownBucket(8, 1, "account"),
    weight: { own: 1 },
  }),
  simulatePortfolio: get("/api/v2/private/simulate_portfolio", {
    ...anything,
    auth: "signed",
    own: { counted: "unknown", windowMs: 1_000, max: 1, per: ["account"] },
    weight: { own: 1 },
  }),
  movePositions: get("/api/v2/private/move_positions", {
    ...anything,
    auth: "signed",
    changes: true,
    own: ownBucket(6, 0.1, "account"),
    weight: { own: 1, moves: 1 },
  }),
};
