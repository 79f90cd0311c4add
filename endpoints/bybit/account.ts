/**
 * Positions, balances, transfers of Bybit. Each endpoint has a limit of its own for each account.
 * https://github.com/bybit-exchange/docs/blob/072c197/docs/v5/rate-limit/rate-limit.mdx, read 2026-11.
 *
 * Paths and parameters: https://github.com/bybit-exchange/docs/tree/072c197/docs/v5, read 2026-11.
 */
import { get, post } from "headgate";
import { z } from "zod";
import { perMinute, perSecond } from "./limits.ts";
import { answerOf, anything, category, futures, listOf, page, symbol } from "./schemas.ts";

const signed = { auth: "signed", weight: { own: 1 } } as const;
const rare = { ...anything, ...signed };

export const account = {
  positions: get("/v5/position/list", {
    ...signed,
    params: z.looseObject({ category, symbol: symbol.optional(), ...page }),
    answer: listOf(z.looseObject({ symbol: z.string(), side: z.string(), size: z.string() })),
    own: perSecond(50),
  }),
  closedPnl: get("/v5/position/closed-pnl", {
    ...signed,
    params: z.looseObject({ category, symbol: symbol.optional(), ...page }),
    answer: listOf(z.looseObject({ symbol: z.string(), closedPnl: z.string() })),
    own: perSecond(50),
  }),
  setLeverage: post("/v5/position/set-leverage", {
    ...signed,
    params: z.strictObject({
      category: futures,
      symbol,
      buyLeverage: z.string(),
      sellLeverage: z.string(),
    }),
    answer: answerOf(z.unknown()),
    idempotent: true,
    own: perSecond(10),
  }),
  switchMode: post("/v5/position/switch-mode", { ...rare, own: perSecond(10) }),
  tradingStop: post("/v5/position/trading-stop", { ...rare, own: perSecond(10) }),
  addMargin: post("/v5/position/add-margin", { ...rare, own: perSecond(10) }),

  walletBalance: get("/v5/account/wallet-balance", {
    ...signed,
    params: z.strictObject({ accountType: z.enum(["UNIFIED"]), coin: z.string().optional() }),
    answer: listOf(z.looseObject({ accountType: z.string(), totalEquity: z.string() })),
    own: perSecond(50),
  }),
  accountInfo: get("/v5/account/info", {
    ...signed,
    params: z.strictObject({}),
    answer: answerOf(z.looseObject({ marginMode: z.string() })),
    own: perSecond(50),
  }),
  feeRate: get("/v5/account/fee-rate", {
    ...signed,
    params: z.strictObject({
      category,
      symbol: symbol.optional(),
      baseCoin: z.string().optional(),
    }),
    answer: listOf(z.looseObject({ symbol: z.string(), takerFeeRate: z.string() })),
    own: perSecond(5),
  }),
  transactionLog: get("/v5/account/transaction-log", { ...rare, own: perSecond(25) }),
  /** What can be withdrawn. */
  accountWithdrawable: get("/v5/account/withdrawal", { ...rare, own: perSecond(50) }),
  borrowHistory: get("/v5/account/borrow-history", { ...rare, own: perSecond(50) }),
  collateralInfo: get("/v5/account/collateral-info", { ...rare, own: perSecond(50) }),
  accountInstruments: get("/v5/account/instruments-info", { ...rare, own: perSecond(10) }),
  setMarginMode: post("/v5/account/set-margin-mode", { ...rare, own: perSecond(5) }),

  accountCoinsBalance: get("/v5/asset/transfer/query-account-coins-balance", {
    ...rare,
    own: perSecond(5),
  }),
  accountCoinBalance: get("/v5/asset/transfer/query-account-coin-balance", {
    ...rare,
    own: perSecond(450),
  }),
  coinInfo: get("/v5/asset/coin/query-info", { ...rare, own: perSecond(5) }),
  interTransfer: post("/v5/asset/transfer/inter-transfer", { ...rare, own: perMinute(60) }),
  universalTransfer: post("/v5/asset/transfer/universal-transfer", { ...rare, own: perSecond(5) }),
  withdraw: post("/v5/asset/withdraw/create", { ...rare, own: perSecond(5) }),
  withdrawRecords: get("/v5/asset/withdraw/query-record", { ...rare, own: perMinute(300) }),
  depositRecords: get("/v5/asset/deposit/query-record", { ...rare, own: perMinute(100) }),

  apiKeyInfo: get("/v5/user/query-api", { ...rare, own: perSecond(10) }),
  /** The limits in force for accounts. */
  apiLimitQuery: get("/v5/apilimit/query", { ...rare, own: perSecond(50) }),
};
