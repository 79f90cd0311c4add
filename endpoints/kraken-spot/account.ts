/**
 * What an account has and had: all of it by POST, none of it but a withdrawal changes anything.
 * https://docs.kraken.com/exchange/guides/rest/ratelimits.md, read 2026-11.
 *
 * Paths and parameters: https://docs.kraken.com/api/docs/rest-api/get-account-balance, read 2026-11.
 */
import { post } from "headgate";
import { z } from "zod";
import { answerOf, anything, nothing, ofOrders, pair, whole } from "./schemas.ts";

const query = { auth: "signed", changes: false, weight: { counter: 1 } } as const;

/** Unconfirmed: 4 in one guide, 2 in another and in Kraken's own client; 4 is the stricter. */
const history = { ...query, weight: { counter: 4 } } as const;
const period = { start: whole, end: whole, ofs: whole };

export const account = {
  balance: post("/0/private/Balance", {
    ...query,
    params: nothing,
    answer: answerOf(z.record(z.string(), z.string())),
  }),
  balanceEx: post("/0/private/BalanceEx", {
    ...query,
    params: nothing,
    answer: answerOf(z.record(z.string(), z.looseObject({ balance: z.string() }))),
  }),
  tradeBalance: post("/0/private/TradeBalance", {
    ...query,
    params: z.strictObject({ asset: z.string().optional() }),
    answer: answerOf(z.looseObject({ eb: z.string(), tb: z.string() })),
  }),
  openOrders: post("/0/private/OpenOrders", {
    ...query,
    params: z.strictObject({
      trades: z.boolean().optional(),
      userref: whole,
      cl_ord_id: z.string().optional(),
    }),
    answer: answerOf(z.looseObject({ open: ofOrders })),
  }),
  closedOrders: post("/0/private/ClosedOrders", {
    ...query,
    params: z.strictObject({
      trades: z.boolean().optional(),
      userref: whole,
      cl_ord_id: z.string().optional(),
      ...period,
    }),
    answer: answerOf(z.looseObject({ closed: ofOrders })),
  }),
  /** Up to 50 of them, by commas. */
  queryOrders: post("/0/private/QueryOrders", {
    ...query,
    params: z.strictObject({ txid: z.string(), trades: z.boolean().optional(), userref: whole }),
    answer: answerOf(ofOrders),
  }),
  queryTrades: post("/0/private/QueryTrades", { ...anything, ...query }),
  openPositions: post("/0/private/OpenPositions", { ...anything, ...query }),
  tradeVolume: post("/0/private/TradeVolume", {
    ...query,
    params: z.strictObject({ pair: pair.optional() }),
    answer: answerOf(z.looseObject({ currency: z.string(), volume: z.string() })),
  }),
  getWebSocketsToken: post("/0/private/GetWebSocketsToken", {
    ...query,
    params: nothing,
    answer: answerOf(z.looseObject({ token: z.string(), expires: z.number() })),
  }),

  ledgers: post("/0/private/Ledgers", { ...anything, ...history }),
  queryLedgers: post("/0/private/QueryLedgers", { ...anything, ...history }),
  tradesHistory: post("/0/private/TradesHistory", {
    ...history,
    params: z.strictObject({
      type: z.string().optional(),
      trades: z.boolean().optional(),
      ...period,
    }),
    answer: answerOf(
      z.looseObject({
        trades: z.record(z.string(), z.looseObject({ ordertxid: z.string(), price: z.string() })),
        count: z.number(),
      }),
    ),
  }),

  depositMethods: post("/0/private/DepositMethods", { ...anything, ...query }),
  /** With `new` it makes one. */
  depositAddresses: post("/0/private/DepositAddresses", { ...anything, ...query, changes: true }),
  depositStatus: post("/0/private/DepositStatus", { ...anything, ...query }),
  withdrawInfo: post("/0/private/WithdrawInfo", { ...anything, ...query }),
  withdraw: post("/0/private/Withdraw", { ...anything, ...query, changes: true }),
  withdrawStatus: post("/0/private/WithdrawStatus", { ...anything, ...query }),
};
