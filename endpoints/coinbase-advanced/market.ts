/**
 * Prices of Coinbase: the public ones by the address, the others by the user, both alike.
 * https://docs.cdp.coinbase.com/coinbase-app/advanced-trade-apis/rest-api, read 2026-11.
 */
import { get } from "headgate";
import { z } from "zod";
import { nothing, product, product_id, second, whole } from "./schemas.ts";

const weight = { public: 1 } as const;
const signed = { auth: "signed", weight: { private: 1 } } as const;

const level = z.looseObject({ price: z.string(), size: z.string() });
const pricebook = z.looseObject({
  product_id: z.string(),
  bids: z.array(level),
  asks: z.array(level),
});

const products = {
  params: z.strictObject({
    limit: whole,
    offset: whole,
    product_type: z.string().optional(),
    product_ids: z.array(product_id).optional(),
  }),
  answer: z.looseObject({ products: z.array(product) }),
};
const candles = {
  params: z.strictObject({
    product_id,
    start: second,
    end: second,
    granularity: z.string(),
    limit: whole,
  }),
  answer: z.looseObject({ candles: z.array(z.looseObject({ start: z.string() })) }),
};
const book = {
  params: z.strictObject({ product_id, limit: whole }),
  answer: z.looseObject({ pricebook }),
};

/** Served from a cache of one second. */
export const market = {
  time: get("/api/v3/brokerage/time", {
    params: nothing,
    answer: z.looseObject({ iso: z.string(), epochMillis: z.string() }),
    weight,
  }),
  marketProducts: get("/api/v3/brokerage/market/products", { ...products, weight }),
  marketProduct: get("/api/v3/brokerage/market/products/{product_id}", {
    params: z.strictObject({ product_id }),
    answer: product,
    weight,
  }),
  marketCandles: get("/api/v3/brokerage/market/products/{product_id}/candles", {
    ...candles,
    weight,
  }),
  marketTrades: get("/api/v3/brokerage/market/products/{product_id}/ticker", {
    params: z.strictObject({ product_id, limit: whole }),
    answer: z.looseObject({
      trades: z.array(z.looseObject({ trade_id: z.string(), price: z.string() })),
    }),
    weight,
  }),
  marketBook: get("/api/v3/brokerage/market/product_book", { ...book, weight }),
};

export const marketOfUser = {
  products: get("/api/v3/brokerage/products", { ...products, ...signed }),
  candles: get("/api/v3/brokerage/products/{product_id}/candles", { ...candles, ...signed }),
  bestBidAsk: get("/api/v3/brokerage/best_bid_ask", {
    params: z.strictObject({ product_ids: z.array(product_id).optional() }),
    answer: z.looseObject({ pricebooks: z.array(pricebook) }),
    ...signed,
  }),
  book: get("/api/v3/brokerage/product_book", { ...book, ...signed }),
};
