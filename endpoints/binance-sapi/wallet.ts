/**
 * Wallets and sub-accounts of Binance's SAPI: deposits, withdrawals, transfers, balances.
 * https://github.com/binance/binance-connector-js/tree/a9de9a9/clients/wallet (2026-07-24), read 2026-11.
 */
import { get, post } from "headgate";
import { z } from "zod";
import { period, recvWindow, symbol, whole } from "../binance-spot/schemas.ts";
import { perAccount, perAccountSecond, perIp } from "./limits.ts";
import { amount, anything, asset, page, rowsOf, signed, timed, transferred } from "./schemas.ts";

const any = { ...anything, ...signed };

/** What moves in or out of the exchange. */
const movements = {
  params: z.strictObject({
    coin: asset.optional(),
    status: whole.optional(),
    ...period,
    offset: whole.optional(),
    limit: z.number().int().min(1).max(1_000).optional(),
    recvWindow,
  }),
  answer: z.array(z.looseObject({ id: z.string(), coin: z.string(), amount: z.string() })),
};

export const wallet = {
  accountSnapshot: get("/sapi/v1/accountSnapshot", { ...any, ...perIp(2_400) }),

  /** Coins with their networks and balances. */
  coins: get("/sapi/v1/capital/config/getall", {
    ...signed,
    params: timed,
    answer: z.array(z.looseObject({ coin: z.string(), free: z.string() })),
    ...perIp(10),
  }),
  depositHistory: get("/sapi/v1/capital/deposit/hisrec", { ...signed, ...movements, ...perIp(1) }),
  depositAddress: get("/sapi/v1/capital/deposit/address", {
    ...signed,
    params: z.strictObject({
      coin: asset,
      network: z.string().optional(),
      amount: amount.optional(),
      recvWindow,
    }),
    answer: z.looseObject({ address: z.string(), coin: z.string() }),
    ...perIp(10),
  }),
  /** "10 requests per second." */
  withdrawHistory: get("/sapi/v1/capital/withdraw/history", {
    ...signed,
    ...movements,
    ...perAccountSecond(18_000),
  }),
  /** Unconfirmed: that a `withdrawOrderId` is refused where it comes a second time. */
  withdraw: post("/sapi/v1/capital/withdraw/apply", {
    ...signed,
    params: z.strictObject({
      coin: asset,
      address: z.string().min(1),
      amount,
      network: z.string().optional(),
      addressTag: z.string().optional(),
      withdrawOrderId: z.string().min(1).optional(),
      transactionFeeFlag: z.boolean().optional(),
      name: z.string().optional(),
      walletType: whole.optional(),
      recvWindow,
    }),
    answer: z.looseObject({ id: z.string() }),
    clientId: "withdrawOrderId",
    ...perAccount(900),
  }),

  /** Between wallets of one account; sent twice it moves twice. */
  transfer: post("/sapi/v1/asset/transfer", {
    ...signed,
    params: z.strictObject({
      type: z.string().min(1),
      asset,
      amount,
      fromSymbol: symbol.optional(),
      toSymbol: symbol.optional(),
      recvWindow,
    }),
    answer: transferred,
    ...perAccount(900),
  }),
  transferHistory: get("/sapi/v1/asset/transfer", {
    ...signed,
    params: z.strictObject({
      type: z.string().min(1),
      fromSymbol: symbol.optional(),
      toSymbol: symbol.optional(),
      ...page,
    }),
    // Where there is nothing, there are no rows either.
    answer: rowsOf(transferred).partial({ rows: true }),
    ...perIp(1),
  }),
  userAsset: post("/sapi/v3/asset/getUserAsset", {
    ...signed,
    changes: false,
    params: z.strictObject({
      asset: asset.optional(),
      needBtcValuation: z.boolean().optional(),
      recvWindow,
    }),
    answer: z.array(z.looseObject({ asset: z.string(), free: z.string() })),
    ...perIp(5),
  }),
  fundingAsset: post("/sapi/v1/asset/get-funding-asset", {
    ...any,
    changes: false,
    ...perIp(1),
  }),
  walletBalance: get("/sapi/v1/asset/wallet/balance", { ...any, ...perIp(60) }),
  tradeFee: get("/sapi/v1/asset/tradeFee", {
    ...signed,
    params: z.strictObject({ symbol: symbol.optional(), recvWindow }),
    answer: z.array(z.looseObject({ symbol: z.string(), makerCommission: z.string() })),
    ...perIp(1),
  }),
  apiRestrictions: get("/sapi/v1/account/apiRestrictions", { ...any, ...perIp(1) }),
  systemStatus: get("/sapi/v1/system/status", {
    params: z.strictObject({}),
    answer: z.looseObject({ status: z.number(), msg: z.string() }),
    ...perIp(1),
  }),
  subAccountList: get("/sapi/v1/sub-account/list", { ...any, ...perIp(1) }),
  subAccountAssetsV3: get("/sapi/v3/sub-account/assets", { ...any, ...perAccount(60) }),
};
