/**
 * Futures of Bitget: market data, orders, positions. Each endpoint has a limit of its own.
 * https://www.bitget.com/api-doc/contract/intro (copy of 2025-11-30), read 2026-11.
 */
import { get, post } from "headgate";
import { z } from "zod";
import { open, signed } from "./limits.ts";
import { eachOrder, listing, mixFindable } from "./outcomes.ts";
import {
  acknowledged,
  answerOf,
  anything,
  batchAcknowledged,
  book,
  candles,
  clientOid,
  instant,
  limitOf,
  productType,
  symbol,
  ticker,
  trades,
} from "./schemas.ts";

const urgent = { priority: "urgent", idempotent: true } as const;
const instrument = { symbol, productType };

export const mixMarket = {
  mixContracts: get("/api/v2/mix/market/contracts", {
    params: z.strictObject({ productType, symbol: symbol.optional() }),
    answer: answerOf(z.array(z.looseObject({ symbol: z.string(), symbolStatus: z.string() }))),
    ...open(20),
  }),
  mixTicker: get("/api/v2/mix/market/ticker", {
    params: z.strictObject(instrument),
    answer: answerOf(z.array(ticker)),
    ...open(20),
  }),
  mixTickers: get("/api/v2/mix/market/tickers", {
    params: z.strictObject({ productType }),
    answer: answerOf(z.array(ticker)),
    ...open(20),
  }),
  mixMergeDepth: get("/api/v2/mix/market/merge-depth", {
    params: z.strictObject({
      ...instrument,
      precision: z.string().optional(),
      limit: z.string().optional(),
    }),
    answer: book,
    ...open(20),
  }),
  mixCandles: get("/api/v2/mix/market/candles", {
    params: z.looseObject({
      ...instrument,
      granularity: z.string(),
      startTime: instant,
      endTime: instant,
      limit: limitOf(1_000),
    }),
    answer: candles,
    ...open(20),
  }),
  mixFills: get("/api/v2/mix/market/fills", {
    params: z.strictObject({ ...instrument, limit: limitOf(100) }),
    answer: trades,
    ...open(20),
  }),
  mixFillsHistory: get("/api/v2/mix/market/fills-history", { ...anything, ...open(10) }),
  mixOpenInterest: get("/api/v2/mix/market/open-interest", { ...anything, ...open(20) }),
};

const newOrder = {
  size: z.string(),
  side: z.enum(["buy", "sell"]),
  orderType: z.enum(["limit", "market"]),
  price: z.string().optional(),
  clientOid,
};
const margin = { marginMode: z.enum(["isolated", "crossed"]), marginCoin: z.string() };
const ofOrder = { orderId: z.string().optional(), clientOid };

export const mixOrders = {
  mixPlaceOrder: post("/api/v2/mix/order/place-order", {
    ...signed(10),
    params: z.looseObject({ ...instrument, ...margin, ...newOrder }),
    answer: answerOf(acknowledged),
    clientId: "clientOid",
    outcome: mixFindable,
  }),
  /** Unconfirmed: 50 orders, elsewhere 20; that a batch counts once. */
  mixBatch: post("/api/v2/mix/order/batch-place-order", {
    ...signed(5),
    params: z.looseObject({
      ...instrument,
      ...margin,
      orderList: z.array(z.looseObject(newOrder)).min(1).max(20),
    }),
    answer: batchAcknowledged,
    batch: { list: "orderList", clientId: "clientOid", outcome: mixFindable, answer: listing },
    items: eachOrder,
  }),
  mixCancel: post("/api/v2/mix/order/cancel-order", {
    ...signed(10),
    ...urgent,
    params: z.looseObject({ ...instrument, ...ofOrder }),
    answer: answerOf(acknowledged),
    clientId: "clientOid",
    withdraws: true,
  }),
  mixBatchCancel: post("/api/v2/mix/order/batch-cancel-orders", {
    ...signed(10),
    ...urgent,
    params: z.looseObject({ productType, symbol: symbol.optional() }),
    answer: batchAcknowledged,
    items: eachOrder,
  }),
  mixCancelAll: post("/api/v2/mix/order/cancel-all-orders", {
    ...signed(10),
    ...urgent,
    params: z.looseObject({ productType }),
    answer: batchAcknowledged,
  }),
  mixModify: post("/api/v2/mix/order/modify-order", {
    ...signed(10),
    params: z.looseObject({ ...instrument, ...ofOrder, newClientOid: z.string() }),
    answer: answerOf(acknowledged),
  }),
  mixClosePositions: post("/api/v2/mix/order/close-positions", {
    ...signed(1),
    params: z.looseObject({ productType, symbol: symbol.optional() }),
    answer: batchAcknowledged,
  }),
};

const orders = answerOf(
  z.looseObject({
    entrustedList: z.array(z.looseObject({ orderId: z.string(), status: z.string() })).nullable(),
  }),
);
const listed = z.looseObject({ productType, symbol: symbol.optional(), limit: limitOf(100) });
const positions = answerOf(z.array(z.looseObject({ symbol: z.string(), total: z.string() })));
const balance = z.looseObject({ marginCoin: z.string(), available: z.string() });

export const mixAccount = {
  mixSetLeverage: post("/api/v2/mix/account/set-leverage", { ...anything, ...signed(5) }),
  mixSetMarginMode: post("/api/v2/mix/account/set-margin-mode", { ...anything, ...signed(5) }),
  mixSetPositionMode: post("/api/v2/mix/account/set-position-mode", { ...anything, ...signed(5) }),
  mixOrderDetail: get("/api/v2/mix/order/detail", {
    ...signed(10),
    params: z.strictObject({ ...instrument, ...ofOrder }),
    answer: answerOf(z.looseObject({ orderId: z.string(), state: z.string() })),
  }),
  mixOpenOrders: get("/api/v2/mix/order/orders-pending", {
    ...signed(10),
    params: listed,
    answer: orders,
  }),
  mixHistory: get("/api/v2/mix/order/orders-history", {
    ...signed(10),
    params: listed,
    answer: orders,
  }),
  mixFillsPriv: get("/api/v2/mix/order/fills", { ...anything, ...signed(10) }),
  mixAllPositions: get("/api/v2/mix/position/all-position", {
    ...signed(5),
    params: z.strictObject({ productType, marginCoin: z.string().optional() }),
    answer: positions,
  }),
  mixSinglePosition: get("/api/v2/mix/position/single-position", {
    ...signed(10),
    params: z.strictObject({ ...instrument, marginCoin: z.string() }),
    answer: positions,
  }),
  mixAccount: get("/api/v2/mix/account/account", {
    ...signed(10),
    params: z.strictObject({ ...instrument, marginCoin: z.string() }),
    answer: answerOf(balance),
  }),
  mixAccounts: get("/api/v2/mix/account/accounts", {
    ...signed(10),
    params: z.strictObject({ productType }),
    answer: answerOf(z.array(balance)),
  }),
};
