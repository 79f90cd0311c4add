/**
 * Orders and balances of Bitfinex. Each endpoint has a limit for the address: 90 by two clients, 45 by a third.
 *
 *     JKorf/Bitfinex.Net at a39bbf9 (2026-07-23), ccxt 4.5.84 (2026-09-25), GoCryptoTrader, read 2026-11;
 *     parameters: https://docs.bitfinex.com/reference, read 2026-11.
 */
import { post } from "headgate";
import { z } from "zod";
import { perMinute } from "./limits.ts";
import { eachOrder, findable } from "./outcomes.ts";

const signed = { auth: "signed", ...perMinute(45) } as const;
const reading = { ...signed, changes: false } as const;
const cancelling = { ...signed, priority: "urgent", idempotent: true } as const;

const id = z.number().int();
/** The caller's own number of an order; no two of one UTC day are the same. */
const cid = z.number().int().min(0);
/** That day, `2026-11-01`. */
const cid_date = z.string();

/** Of an order only these are certain: id, group, cid, symbol. */
const rows = z.array(z.array(z.unknown()));

/** Time, type, message, nothing, what it is about, code, status, text. */
const notification = z
  .tuple([z.number(), z.string(), z.unknown(), z.unknown(), z.unknown(), z.unknown(), z.string()])
  .rest(z.unknown());

/** Epoch ms. */
const page = {
  limit: z.number().int().min(1).max(2_500).optional(),
  start: z.number().int().optional(),
  end: z.number().int().optional(),
};
const history = { ...reading, params: z.strictObject(page), answer: rows };

export const orders = {
  submit: post("/v2/auth/w/order/submit", {
    ...signed,
    params: z.looseObject({
      type: z.string().min(1),
      symbol: z.string().min(1),
      /** Above 0 to buy, below to sell. */
      amount: z.string(),
      price: z.string().optional(),
      cid: cid.optional(),
      flags: z.number().int().optional(),
    }),
    answer: notification,
    clientId: "cid",
    outcome: findable,
  }),
  update: post("/v2/auth/w/order/update", {
    ...signed,
    params: z.looseObject({
      id: id.optional(),
      cid: cid.optional(),
      cid_date: cid_date.optional(),
      amount: z.string().optional(),
      price: z.string().optional(),
    }),
    answer: notification,
  }),
  cancel: post("/v2/auth/w/order/cancel", {
    ...cancelling,
    params: z.strictObject({
      id: id.optional(),
      cid: cid.optional(),
      cid_date: cid_date.optional(),
    }),
    answer: notification,
    clientId: "cid",
    withdraws: true,
  }),
  cancelMulti: post("/v2/auth/w/order/cancel/multi", {
    ...cancelling,
    params: z.strictObject({ id: z.array(id).optional(), all: z.literal(1).optional() }),
    answer: notification,
  }),
  /**
   * Up to 75 operations, which count as one call. https://docs.bitfinex.com/reference/rest-auth-order-multi
   * Each is a word and its parameters: orders among them get no name of their own, and are not asked for.
   */
  orderMulti: post("/v2/auth/w/order/multi", {
    ...signed,
    params: z.strictObject({ ops: z.array(z.tuple([z.string(), z.looseObject({})])).max(75) }),
    answer: notification,
    items: eachOrder,
  }),

  activeOrders: post("/v2/auth/r/orders", {
    ...reading,
    params: z.strictObject({ id: z.array(id).optional() }),
    answer: rows,
  }),
  ordersHist: post("/v2/auth/r/orders/hist", {
    ...history,
    params: z.strictObject({ ...page, id: z.array(id).optional() }),
  }),
  tradesHist: post("/v2/auth/r/trades/hist", history),
};

export const account = {
  wallets: post("/v2/auth/r/wallets", { ...reading, params: z.strictObject({}), answer: rows }),
  positions: post("/v2/auth/r/positions", { ...reading, params: z.strictObject({}), answer: rows }),
  ledgers: post("/v2/auth/r/ledgers/hist", history),
  movements: post("/v2/auth/r/movements/hist", history),
  userInfo: post("/v2/auth/r/info/user", {
    ...reading,
    params: z.strictObject({}),
    answer: z.array(z.unknown()),
  }),
  depositAddress: post("/v2/auth/w/deposit/address", {
    ...signed,
    ...perMinute(10),
    params: z.looseObject({ wallet: z.string(), method: z.string() }),
    answer: notification,
  }),
  alerts: post("/v2/auth/r/alerts", {
    ...reading,
    params: z.strictObject({ type: z.literal("price").optional() }),
    answer: rows,
  }),
};
