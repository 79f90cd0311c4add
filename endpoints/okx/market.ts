/**
 * Public endpoints of OKX, each with a limit of its own for an address, some for each instrument.
 * https://www.okx.com/docs-v5/en/#order-book-trading-market-data and #public-data-rest-api, read 2026-11.
 */
import { get } from "headgate";
import { z } from "zod";
import { open, paced } from "./limits.ts";
import { anything, instId, instType, limitOf, listOf, page } from "./schemas.ts";

const weight = { own: 1 };
const byInstrument = [...open, "instId"];

const ticker = z.looseObject({ instId: z.string(), last: z.string(), ts: z.string() });
const level = z.array(z.string());
const book = listOf(z.looseObject({ asks: z.array(level), bids: z.array(level), ts: z.string() }));
const candles = {
  params: z.strictObject({ instId, bar: z.string().optional(), ...page, limit: limitOf(300) }),
  /** Start, open, high, low, close, three volumes, and whether it is complete; the newest first. */
  answer: listOf(z.array(z.string())),
  weight,
};
const trades = listOf(z.looseObject({ tradeId: z.string(), px: z.string(), sz: z.string() }));

export const market = {
  time: get("/api/v5/public/time", {
    params: z.strictObject({}),
    /** Epoch ms. */
    answer: listOf(z.looseObject({ ts: z.string() })),
    own: paced(10, open),
    weight,
  }),
  instruments: get("/api/v5/public/instruments", {
    params: z.strictObject({
      instType,
      instFamily: z.string().optional(),
      instId: instId.optional(),
    }),
    answer: listOf(z.looseObject({ instId: z.string(), tickSz: z.string(), state: z.string() })),
    own: paced(20, [...open, "instType"]),
    weight,
  }),
  ticker: get("/api/v5/market/ticker", {
    params: z.strictObject({ instId }),
    answer: listOf(ticker),
    own: paced(20, open),
    weight,
  }),
  tickers: get("/api/v5/market/tickers", {
    params: z.strictObject({ instType, instFamily: z.string().optional() }),
    answer: listOf(ticker),
    own: paced(20, open),
    weight,
  }),
  books: get("/api/v5/market/books", {
    params: z.strictObject({ instId, sz: limitOf(400) }),
    answer: book,
    own: paced(40, open),
    weight,
  }),
  booksFull: get("/api/v5/market/books-full", {
    params: z.strictObject({ instId, sz: limitOf(5_000) }),
    answer: book,
    own: paced(10, open),
    weight,
  }),
  candles: get("/api/v5/market/candles", { ...candles, own: paced(40, open) }),
  historyCandles: get("/api/v5/market/history-candles", { ...candles, own: paced(20, open) }),
  trades: get("/api/v5/market/trades", {
    params: z.strictObject({ instId, limit: limitOf(500) }),
    answer: trades,
    own: paced(100, open),
    weight,
  }),
  historyTrades: get("/api/v5/market/history-trades", {
    ...anything,
    own: paced(20, open),
    weight,
  }),
  markPrice: get("/api/v5/public/mark-price", {
    params: z.strictObject({ instType, instId }),
    answer: listOf(z.looseObject({ instId: z.string(), markPx: z.string() })),
    own: paced(10, byInstrument),
    weight,
  }),
  fundingRate: get("/api/v5/public/funding-rate", {
    params: z.strictObject({ instId }),
    answer: listOf(z.looseObject({ instId: z.string(), fundingRate: z.string() })),
    own: paced(10, byInstrument),
    weight,
  }),
  openInterest: get("/api/v5/public/open-interest", {
    params: z.strictObject({ instType, instId }),
    answer: listOf(z.looseObject({ instId: z.string(), oi: z.string() })),
    own: paced(20, byInstrument),
    weight,
  }),
  systemStatus: get("/api/v5/system/status", { ...anything, own: paced(1, open, 5_000), weight }),
};
