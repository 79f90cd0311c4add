/**
 * Margin accounts of Binance's SAPI: what they hold, owe and may borrow.
 * https://github.com/binance/binance-connector-js/tree/a9de9a9/clients/margin-trading (2026-07-24), read 2026-11.
 */
import { del, get, post, put } from "headgate";
import { z } from "zod";
import { recvWindow, symbol } from "../binance-spot/schemas.ts";
import { perAccount, perIp } from "./limits.ts";
import {
  amount,
  anything,
  asset,
  key,
  page,
  rowsOf,
  signed,
  timed,
  transferred,
} from "./schemas.ts";

const any = { ...anything, ...signed };
const open = { ...anything, ...key };
const ofAsset = z.strictObject({ asset, isolatedSymbol: symbol.optional(), recvWindow });

const ofCoin = perIp((params: Readonly<{ coin?: unknown }>) => (params.coin === undefined ? 5 : 1));

export const lending = {
  marginAccount: get("/sapi/v1/margin/account", {
    ...signed,
    params: timed,
    answer: z.looseObject({
      marginLevel: z.string(),
      userAssets: z.array(
        z.looseObject({ asset: z.string(), free: z.string(), borrowed: z.string() }),
      ),
    }),
    ...perIp(10),
  }),
  isolatedMarginAccount: get("/sapi/v1/margin/isolated/account", {
    ...signed,
    params: z.strictObject({ symbols: z.string().optional(), recvWindow }),
    answer: z.looseObject({ assets: z.array(z.looseObject({ symbol: z.string() })) }),
    ...perIp(10),
  }),
  marginMaxBorrowable: get("/sapi/v1/margin/maxBorrowable", {
    ...signed,
    params: ofAsset,
    answer: z.looseObject({ amount: z.string() }),
    ...perIp(50),
  }),
  marginMaxTransferable: get("/sapi/v1/margin/maxTransferable", {
    ...signed,
    params: ofAsset,
    answer: z.looseObject({ amount: z.string() }),
    ...perIp(50),
  }),

  /** Borrows or repays; sent twice it does so twice. */
  borrowRepay: post("/sapi/v1/margin/borrow-repay", {
    ...signed,
    params: z.strictObject({
      asset,
      isIsolated: z.enum(["TRUE", "FALSE"]),
      /** Of an isolated account; any text else. */
      symbol,
      amount,
      type: z.enum(["BORROW", "REPAY"]),
      recvWindow,
    }),
    answer: transferred,
    ...perAccount(1_500),
  }),
  borrowRepayRecords: get("/sapi/v1/margin/borrow-repay", {
    ...signed,
    params: z.strictObject({
      type: z.enum(["BORROW", "REPAY"]),
      asset: asset.optional(),
      isolatedSymbol: symbol.optional(),
      txId: z.number().int().optional(),
      ...page,
    }),
    answer: rowsOf(z.looseObject({ asset: z.string(), status: z.string() })),
    ...perIp(10),
  }),
  marginInterestHistory: get("/sapi/v1/margin/interestHistory", { ...any, ...perIp(1) }),
  marginCapitalFlow: get("/sapi/v1/margin/capital-flow", { ...any, ...perIp(100) }),
  marginForceLiquidationRec: get("/sapi/v1/margin/forceLiquidationRec", { ...any, ...perIp(1) }),
  marginTransfers: get("/sapi/v1/margin/transfer", { ...any, ...perIp(1) }),
  availableInventory: get("/sapi/v1/margin/available-inventory", { ...any, ...perAccount(50) }),

  /** Once a minute for an IP, beside its own limit. */
  marginMaxLeverage: post("/sapi/v1/margin/max-leverage", {
    ...any,
    own: perAccount(0).own,
    weight: { own: 3_000, maxLeverage: 1 },
  }),

  marginAllPairs: get("/sapi/v1/margin/allPairs", { ...open, ...perIp(1) }),
  isolatedMarginAllPairs: get("/sapi/v1/margin/isolated/allPairs", { ...open, ...perIp(10) }),
  marginAllAssets: get("/sapi/v1/margin/allAssets", { ...open, ...perIp(1) }),
  marginPriceIndex: get("/sapi/v1/margin/priceIndex", {
    ...key,
    params: z.strictObject({ symbol }),
    answer: z.looseObject({ symbol: z.string(), price: z.string() }),
    ...perIp(10),
  }),
  crossMarginData: get("/sapi/v1/margin/crossMarginData", { ...any, ...ofCoin }),

  createMarginListenKey: post("/sapi/v1/margin/listen-key", { ...open, ...perAccount(1) }),
  keepAliveMarginListenKey: put("/sapi/v1/margin/listen-key", {
    ...open,
    idempotent: true,
    ...perAccount(1),
  }),
  closeMarginListenKey: del("/sapi/v1/margin/listen-key", {
    ...open,
    idempotent: true,
    ...perAccount(3_000),
  }),
};
