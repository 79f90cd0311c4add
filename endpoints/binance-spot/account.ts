/**
 * Endpoints of Binance Spot that read an account: its balances, orders, trades and terms.
 *
 * Weights: https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md (2026-07-21), read 2026-11.
 */
import { get } from "headgate";
import type { Answer } from "headgate";
import { z } from "zod";
import { code } from "./answers.ts";
import { order, whichOrder } from "./orders.ts";
import {
  atLeastOne,
  atMostOne,
  period,
  rateLimit,
  recvWindow,
  rows,
  symbol,
  whole,
} from "./schemas.ts";

const myTrade = z.looseObject({
  symbol: z.string(),
  id: z.number(),
  orderId: z.number(),
  /** -1 where the order belongs to no list. */
  orderListId: z.number(),
  price: z.string(),
  qty: z.string(),
  quoteQty: z.string(),
  commission: z.string(),
  commissionAsset: z.string(),
  time: z.number(),
  isBuyer: z.boolean(),
  isMaker: z.boolean(),
});

const rates = z.looseObject({
  maker: z.string(),
  taker: z.string(),
  buyer: z.string(),
  seller: z.string(),
});

const weightOfPrevented = (params: Readonly<{ orderId?: number | undefined }>): number =>
  params.orderId === undefined ? 2 : 20;

const invalidSymbol = -1121;

export const account = {
  /**
   * Balances and commissions of the account.
   *
   * Weight 20. https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#account-information-user_data,
   * read 2026-11.
   */
  account: get("/api/v3/account", {
    params: z.strictObject({
      /** @default false */
      omitZeroBalances: z.boolean().optional(),
      recvWindow,
    }),
    answer: z.looseObject({
      canTrade: z.boolean(),
      updateTime: z.number(),
      accountType: z.string(),
      balances: z.array(z.looseObject({ asset: z.string(), free: z.string(), locked: z.string() })),
    }),
    auth: "signed",
    weight: { requestWeight: 20 },
  }),

  /**
   * One order, by `orderId` or by the `origClientOrderId` it was placed with: how an unknown outcome is found out.
   *
   * Weight 4. https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#query-order-user_data,
   * read 2026-11.
   */
  queryOrder: get("/api/v3/order", {
    params: z
      .strictObject({ ...whichOrder, recvWindow })
      .refine(...atLeastOne("orderId", "origClientOrderId")),
    answer: order,
    auth: "signed",
    weight: { requestWeight: 4 },
  }),

  /**
   * Open orders of one `symbol`, or of all.
   *
   * Weight 6 for a symbol, 80 for all.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#current-open-orders-user_data,
   * read 2026-11.
   */
  openOrders: get("/api/v3/openOrders", {
    params: z.strictObject({ symbol: symbol.optional(), recvWindow }),
    answer: z.array(order),
    auth: "signed",
    weight: { requestWeight: (params) => (params.symbol === undefined ? 80 : 6) },
  }),

  /**
   * All orders of a symbol, open or done: from `orderId` on, or within at most 24 hours, or the latest.
   *
   * Weight 20. https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#all-orders-user_data,
   * read 2026-11.
   */
  allOrders: get("/api/v3/allOrders", {
    params: z.strictObject({
      symbol,
      orderId: whole.optional(),
      ...period,
      limit: rows,
      recvWindow,
    }),
    answer: z.array(order),
    auth: "signed",
    weight: { requestWeight: 20 },
  }),

  /**
   * The account's trades of a symbol: of one order, from a trade on, within at most 24 hours, or the latest.
   *
   * Weight 5 for an order, else 20.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#account-trade-list-user_data,
   * read 2026-11.
   */
  myTrades: get("/api/v3/myTrades", {
    params: z
      .strictObject({
        symbol,
        orderId: whole.optional(),
        ...period,
        fromId: whole.optional(),
        limit: rows,
        recvWindow,
      })
      .refine(...atMostOne("fromId", "startTime"))
      .refine(...atMostOne("fromId", "endTime"))
      .refine(...atMostOne("orderId", "startTime"))
      .refine(...atMostOne("orderId", "endTime")),
    answer: z.array(myTrade),
    auth: "signed",
    weight: { requestWeight: (params) => (params.orderId === undefined ? 20 : 5) },
  }),

  /**
   * How many unfilled orders the account has, and how many it may have, in each interval.
   *
   * Weight 40.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#query-unfilled-order-count-user_data,
   * read 2026-11.
   */
  rateLimitOrder: get("/api/v3/rateLimit/order", {
    params: z.strictObject({ recvWindow }),
    answer: z.array(rateLimit.extend({ count: z.number() })),
    auth: "signed",
    weight: { requestWeight: 40 },
  }),

  /**
   * Orders that expired before they could trade with the account's own.
   *
   * Weight 2 for a `preventedMatchId`, 20 for an order; 2 where the symbol is invalid.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#query-prevented-matches-user_data,
   * read 2026-11.
   */
  myPreventedMatches: get("/api/v3/myPreventedMatches", {
    params: z
      .strictObject({
        symbol,
        preventedMatchId: whole.optional(),
        orderId: whole.optional(),
        fromPreventedMatchId: whole.optional(),
        limit: rows,
        recvWindow,
      })
      .refine(...atMostOne("preventedMatchId", "orderId"))
      .refine(...atLeastOne("preventedMatchId", "orderId")),
    answer: z.unknown(),
    auth: "signed",
    weight: {
      requestWeight: {
        reserve: weightOfPrevented,
        actual: (answer: Answer, params) =>
          code(answer) === invalidSymbol ? 2 : weightOfPrevented(params),
      },
    },
  }),

  /**
   * What orders by smart order routing were filled with.
   *
   * Weight 20.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#query-allocations-user_data,
   * read 2026-11.
   */
  myAllocations: get("/api/v3/myAllocations", {
    params: z.strictObject({
      symbol,
      ...period,
      fromAllocationId: whole.optional(),
      limit: rows,
      orderId: whole.optional(),
      recvWindow,
    }),
    answer: z.unknown(),
    auth: "signed",
    weight: { requestWeight: 20 },
  }),

  /**
   * What the account pays for trades of a symbol.
   *
   * Weight 20. Unconfirmed: that it takes a `recvWindow`, as other signed calls do.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#query-commission-rates-user_data,
   * read 2026-11.
   */
  accountCommission: get("/api/v3/account/commission", {
    params: z.strictObject({ symbol, recvWindow }),
    answer: z.looseObject({
      symbol: z.string(),
      standardCommission: rates,
      specialCommission: rates.optional(),
      taxCommission: rates,
    }),
    auth: "signed",
    weight: { requestWeight: 20 },
  }),

  /**
   * The filters that hold for the account's orders of a symbol.
   *
   * Weight 40.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#query-relevant-filters-user_data,
   * read 2026-11.
   */
  myFilters: get("/api/v3/myFilters", {
    params: z.strictObject({ symbol, recvWindow }),
    answer: z.unknown(),
    auth: "signed",
    weight: { requestWeight: 40 },
  }),
};
