/**
 * Spot of Bitget: market data, orders, the account. Each endpoint has a limit of its own.
 * https://www.bitget.com/api-doc/spot/intro (copy of 2025-11-30), read 2026-11.
 */
import { get, post } from "headgate";
import { z } from "zod";
import { open, signed } from "./limits.ts";
import { eachOrder, findable, listing } from "./outcomes.ts";
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
  symbol,
  ticker,
  trades,
} from "./schemas.ts";

const urgent = { priority: "urgent", idempotent: true } as const;
const klines = z.strictObject({
  symbol,
  granularity: z.string(),
  startTime: instant,
  endTime: instant,
  limit: limitOf(1_000),
});

export const market = {
  time: get("/api/v2/public/time", {
    params: z.strictObject({}),
    /** Epoch ms. */
    answer: answerOf(z.looseObject({ serverTime: z.string() })),
    ...open(20),
  }),
  spotSymbols: get("/api/v2/spot/public/symbols", {
    params: z.strictObject({ symbol: symbol.optional() }),
    answer: answerOf(z.array(z.looseObject({ symbol: z.string(), status: z.string() }))),
    ...open(20),
  }),
  coins: get("/api/v2/spot/public/coins", { ...anything, ...open(3) }),
  spotTickers: get("/api/v2/spot/market/tickers", {
    params: z.strictObject({ symbol: symbol.optional() }),
    answer: answerOf(z.array(ticker)),
    ...open(20),
  }),
  spotOrderbook: get("/api/v2/spot/market/orderbook", {
    params: z.strictObject({ symbol, type: z.string().optional(), limit: limitOf(150) }),
    answer: book,
    ...open(20),
  }),
  spotMergeDepth: get("/api/v2/spot/market/merge-depth", { ...anything, ...open(20) }),
  spotCandles: get("/api/v2/spot/market/candles", {
    params: klines,
    answer: candles,
    ...open(20),
  }),
  spotHistoryCandles: get("/api/v2/spot/market/history-candles", {
    params: klines,
    answer: candles,
    ...open(20),
  }),
  spotFills: get("/api/v2/spot/market/fills", {
    params: z.strictObject({ symbol, limit: limitOf(500) }),
    answer: trades,
    ...open(10),
  }),
  spotFillsHistory: get("/api/v2/spot/market/fills-history", { ...anything, ...open(10) }),
};

const newOrder = {
  side: z.enum(["buy", "sell"]),
  orderType: z.enum(["limit", "market"]),
  size: z.string(),
  price: z.string().optional(),
  clientOid,
};
const ofOrder = { orderId: z.string().optional(), clientOid };

/** Who leads copy traders places one order in a second. */
export const orders = (isLead: boolean) => ({
  placeOrder: post("/api/v2/spot/trade/place-order", {
    ...signed(isLead ? 1 : 10),
    params: z.looseObject({ symbol, ...newOrder }),
    answer: answerOf(acknowledged),
    clientId: "clientOid",
    outcome: findable,
  }),
  /** Unconfirmed: 50 orders, elsewhere 20; that a batch counts once. */
  batchOrders: post("/api/v2/spot/trade/batch-orders", {
    ...signed(5),
    params: z.looseObject({ symbol, orderList: z.array(z.looseObject(newOrder)).min(1).max(20) }),
    answer: batchAcknowledged,
    batch: { list: "orderList", clientId: "clientOid", outcome: findable, answer: listing },
    items: eachOrder,
  }),
  cancelOrder: post("/api/v2/spot/trade/cancel-order", {
    ...signed(10),
    ...urgent,
    params: z.looseObject({ symbol, ...ofOrder }),
    answer: answerOf(acknowledged),
    clientId: "clientOid",
    withdraws: true,
  }),
  batchCancel: post("/api/v2/spot/trade/batch-cancel-order", {
    ...signed(10),
    ...urgent,
    params: z.looseObject({ symbol, orderList: z.array(z.looseObject(ofOrder)).min(1).max(20) }),
    answer: batchAcknowledged,
    items: eachOrder,
  }),
  cancelSymbolOrders: post("/api/v2/spot/trade/cancel-symbol-order", {
    ...signed(5),
    ...urgent,
    params: z.strictObject({ symbol }),
    answer: answerOf(z.looseObject({ symbol: z.string() })),
  }),
  cancelReplace: post("/api/v2/spot/trade/cancel-replace-order", { ...anything, ...signed(5) }),
});

const order = answerOf(z.array(z.looseObject({ orderId: z.string(), status: z.string() })));
const listed = z.looseObject({ symbol: symbol.optional(), limit: limitOf(100) });
const rare = anything;

export const account = {
  orderInfo: get("/api/v2/spot/trade/orderInfo", {
    ...signed(20),
    params: z.strictObject(ofOrder),
    answer: order,
  }),
  openOrders: get("/api/v2/spot/trade/unfilled-orders", {
    ...signed(20),
    params: listed,
    answer: order,
  }),
  historyOrders: get("/api/v2/spot/trade/history-orders", {
    ...signed(20),
    params: listed,
    answer: order,
  }),
  fills: get("/api/v2/spot/trade/fills", {
    ...signed(10),
    params: listed,
    answer: answerOf(z.array(z.looseObject({ tradeId: z.string(), priceAvg: z.string() }))),
  }),
  assets: get("/api/v2/spot/account/assets", {
    ...signed(10),
    params: z.strictObject({ coin: z.string().optional(), assetType: z.string().optional() }),
    answer: answerOf(z.array(z.looseObject({ coin: z.string(), available: z.string() }))),
  }),
  accountInfo: get("/api/v2/spot/account/info", { ...rare, ...signed(1) }),
  bills: get("/api/v2/spot/account/bills", { ...rare, ...signed(10) }),
  /** Unconfirmed: documented with 5, but the exchange's own tool makes 1 (BitgetLimited/agent_hub at 1823de0). */
  withdrawal: post("/api/v2/spot/wallet/withdrawal", { ...rare, ...signed(1) }),
  transfer: post("/api/v2/spot/wallet/transfer", { ...rare, ...signed(10) }),
  tradeRate: get("/api/v2/common/trade-rate", { ...rare, ...signed(10) }),
};
