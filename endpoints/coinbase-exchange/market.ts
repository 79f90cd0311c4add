/**
 * Public data of Coinbase Exchange, by the address.
 * https://docs.cdp.coinbase.com/exchange/rest-api/rate-limits.md, read 2026-11.
 *
 * Paths and parameters: https://docs.cdp.coinbase.com/api-reference/exchange-api/rest-api/introduction, read 2026-11.
 */
import { get } from "headgate";
import { z } from "zod";

const weight = { public: 1 } as const;

const nothing = z.strictObject({});
const ofProduct = { product_id: z.string().min(1) };
const product = z.looseObject({ id: z.string(), base_currency: z.string(), status: z.string() });

/** Price, size, and the number of orders or, at level 3, the order's id. */
const level = z.tuple([z.string(), z.string(), z.union([z.number(), z.string()])]);

const page = {
  limit: z.number().int().min(1).max(1_000).optional(),
  before: z.string().optional(),
  after: z.string().optional(),
};

export const market = {
  time: get("/time", {
    params: nothing,
    answer: z.looseObject({ iso: z.string(), epoch: z.number() }),
    weight,
  }),
  products: get("/products", {
    params: z.strictObject({ type: z.string().optional() }),
    answer: z.array(product),
    weight,
  }),
  product: get("/products/{product_id}", {
    params: z.strictObject(ofProduct),
    answer: product,
    weight,
  }),
  book: get("/products/{product_id}/book", {
    params: z.strictObject({ ...ofProduct, level: z.number().int().min(1).max(3).optional() }),
    answer: z.looseObject({ bids: z.array(level), asks: z.array(level), sequence: z.number() }),
    weight,
  }),
  ticker: get("/products/{product_id}/ticker", {
    params: z.strictObject(ofProduct),
    answer: z.looseObject({ price: z.string(), bid: z.string(), ask: z.string() }),
    weight,
  }),
  trades: get("/products/{product_id}/trades", {
    params: z.strictObject({ ...ofProduct, ...page }),
    answer: z.array(z.looseObject({ trade_id: z.number(), price: z.string(), side: z.string() })),
    weight,
  }),
  /** Newest first: second, low, high, open, close, volume. */
  candles: get("/products/{product_id}/candles", {
    params: z.strictObject({
      ...ofProduct,
      granularity: z.number().int().optional(),
      start: z.string().optional(),
      end: z.string().optional(),
    }),
    answer: z.array(z.array(z.number())),
    weight,
  }),
  stats: get("/products/{product_id}/stats", {
    params: z.strictObject(ofProduct),
    answer: z.looseObject({ open: z.string(), last: z.string(), volume: z.string() }),
    weight,
  }),
};
