/**
 * Endpoints of Binance Spot that place and cancel orders. Signed; each takes place in the matching engine.
 *
 * Weights: https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md (2026-07-21), read 2026-11.
 */
import { del, post } from "headgate";
import type { Answer } from "headgate";
import { z } from "zod";
import { code } from "./limits.ts";

const symbol = z.string().min(1);

/** Prices and quantities stay strings: a number would be written as 1e-8. Unconfirmed: at most 20 digits a side. */
const decimal = z.string().regex(/^\d{1,20}(?:\.\d{1,20})?$/, 'A decimal is written as "0.001".');

const clientOrderId = z
  .string()
  .regex(/^[.A-Z:/a-z0-9_-]{1,36}$/, "1 to 36 of A-Z a-z 0-9 . : / _ -");

/** For how many ms after its timestamp a request is good; the server takes 5 000 where it is left out. */
const recvWindow = z.number().positive().max(60_000).optional();

const orderType = z.enum([
  "LIMIT",
  "MARKET",
  "STOP_LOSS",
  "STOP_LOSS_LIMIT",
  "TAKE_PROFIT",
  "TAKE_PROFIT_LIMIT",
  "LIMIT_MAKER",
]);

/** What an answer about an order holds beside its ids; `ACK` holds none of it. */
const orderState = {
  price: z.string().optional(),
  origQty: z.string().optional(),
  executedQty: z.string().optional(),
  /** The exchange's spelling. */
  cummulativeQuoteQty: z.string().optional(),
  status: z.string().optional(),
  timeInForce: z.string().optional(),
  type: z.string().optional(),
  side: z.string().optional(),
};

const fill = z.looseObject({
  price: z.string(),
  qty: z.string(),
  commission: z.string(),
  commissionAsset: z.string(),
});

/**
 * An accepted order or cancel weighs nothing, a failed one 1.
 * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/CHANGELOG.md (in force since 2026-04-02),
 * read 2026-11.
 */
const unlessAccepted = { reserve: 1, actual: (answer: Answer) => (answer.status < 400 ? 0 : 1) };

/**
 * An accepted order counts 1, a refused one nothing.
 * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/faqs/order_count_decrement.md, read 2026-11.
 */
const ifAccepted = { reserve: 1, actual: (answer: Answer) => (mayCount(answer) ? 1 : 0) };

/**
 * Refusals that may have counted: -1021, whose second check comes after the count (CHANGELOG.md 2025-05-22,
 * read 2026-11), and those whose execution is unknown.
 */
const counting: ReadonlySet<unknown> = new Set([-1021, -1000, -1001, -1006, -1007]);

/** Accepted, or not proven to be uncounted. */
function mayCount(answer: Answer): boolean {
  const said = code(answer);
  if (answer.status < 400 || counting.has(said)) return true;
  return answer.status >= 500 && said !== -1008;
}

export const trading = {
  /**
   * Places an order.
   *
   * Weight 0 where it is accepted, else 1; and 1 of both order counts, which fall again when it fills.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#new-order-trade, read 2026-11.
   */
  newOrder: post("/api/v3/order", {
    params: z.strictObject({
      symbol,
      side: z.enum(["BUY", "SELL"]),
      type: orderType,
      timeInForce: z.enum(["GTC", "IOC", "FOK"]).optional(),
      /** In the base asset. */
      quantity: decimal.optional(),
      /** In the quote asset, for a market order. */
      quoteOrderQty: decimal.optional(),
      price: decimal.optional(),
      /** Unique among open orders; the exchange makes one where it is left out. */
      newClientOrderId: clientOrderId.optional(),
      strategyId: z.number().int().optional(),
      strategyType: z.number().int().min(1_000_000).optional(),
      stopPrice: decimal.optional(),
      /** In basis points. */
      trailingDelta: z.number().int().positive().optional(),
      icebergQty: decimal.optional(),
      newOrderRespType: z.enum(["ACK", "RESULT", "FULL"]).optional(),
      /** Unconfirmed: `DECREMENT` and `TRANSFER`. */
      selfTradePreventionMode: z
        .enum(["NONE", "EXPIRE_TAKER", "EXPIRE_MAKER", "EXPIRE_BOTH", "DECREMENT", "TRANSFER"])
        .optional(),
      /** Unconfirmed, as are the two below: pegged orders. */
      pegPriceType: z.enum(["PRIMARY_PEG", "MARKET_PEG"]).optional(),
      pegOffsetValue: z.number().int().optional(),
      pegOffsetType: z.enum(["PRICE_LEVEL"]).optional(),
      recvWindow,
    }),
    answer: z.looseObject({
      symbol: z.string(),
      orderId: z.number(),
      /** -1 where the order belongs to no list. */
      orderListId: z.number(),
      clientOrderId: z.string(),
      transactTime: z.number(),
      ...orderState,
      fills: z.array(fill).optional(),
    }),
    auth: "signed",
    clientId: "newClientOrderId",
    weight: { requestWeight: unlessAccepted, orders10s: ifAccepted, orders1d: ifAccepted },
  }),

  /**
   * Cancels an open order by `orderId` or by the `origClientOrderId` it was placed with.
   *
   * Weight 0 where it is accepted, else 1; it takes nothing from the order counts and gives nothing back.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#cancel-order-trade, read 2026-11.
   */
  cancelOrder: del("/api/v3/order", {
    params: z
      .strictObject({
        symbol,
        orderId: z.number().int().optional(),
        origClientOrderId: clientOrderId.optional(),
        /** A name for this cancel; the exchange makes one where it is left out. */
        newClientOrderId: clientOrderId.optional(),
        cancelRestrictions: z.enum(["ONLY_NEW", "ONLY_PARTIALLY_FILLED"]).optional(),
        recvWindow,
      })
      .refine(
        (params) => params.orderId !== undefined || params.origClientOrderId !== undefined,
        "orderId or origClientOrderId is needed.",
      ),
    answer: z.looseObject({
      symbol: z.string(),
      origClientOrderId: z.string(),
      orderId: z.number(),
      orderListId: z.number(),
      clientOrderId: z.string(),
      ...orderState,
    }),
    auth: "signed",
    priority: "urgent",
    idempotent: true,
    clientId: "origClientOrderId",
    withdraws: true,
    weight: { requestWeight: unlessAccepted },
  }),
};
