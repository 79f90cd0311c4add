/**
 * Latest prices and order books of AllTick, and what a stock is. The price and the book exist twice: stocks
 * are a service of their own.
 *
 * https://github.com/alltick/alltick-realtime-forex-crypto-stock-tick-finance-websocket-api/blob/d17f54b/http_interface/latest_transaction_price_query.md
 * https://github.com/alltick/alltick-realtime-forex-crypto-stock-tick-finance-websocket-api/blob/d17f54b/http_interface/latest_order_book_price_query.md
 * https://github.com/alltick/alltick-realtime-forex-crypto-stock-tick-finance-websocket-api/blob/d17f54b/http_interface/static_query.md
 * all read 2026-11.
 */
import { get } from "headgate";
import { z } from "zod";
import { ownOf } from "./limits.ts";
import type { Figures } from "./plans.ts";
import { answerOf, inQuery, trace } from "./request.ts";

/** Times are epoch ms; prices and volumes are decimals. All of them are strings. */
const tick = z.looseObject({
  code: z.string(),
  seq: z.string(),
  tick_time: z.string(),
  price: z.string(),
  volume: z.string().optional(),
  turnover: z.string().optional(),
  /** 0 unknown, 1 a buy, 2 a sale. */
  trade_direction: z.number().optional(),
});

const levels = z.array(z.looseObject({ price: z.string(), volume: z.string() }));

const book = z.looseObject({
  code: z.string(),
  seq: z.string(),
  tick_time: z.string(),
  /** A side may be empty: at a price limit nobody is there. */
  bids: levels.optional(),
  asks: levels.optional(),
});

const stock = z.looseObject({
  symbol: z.string(),
  name_cn: z.string().optional(),
  name_en: z.string().optional(),
  name_hk: z.string().optional(),
  exchange: z.string().optional(),
  board: z.string().optional(),
  currency: z.string().optional(),
  lot_size: z.string().optional(),
  total_shares: z.string().optional(),
  circulating_shares: z.string().optional(),
  hk_shares: z.string().optional(),
  eps: z.string().optional(),
  eps_ttm: z.string().optional(),
  bps: z.string().optional(),
  dividend_yield: z.string().optional(),
});

const ticksAnswer = answerOf(z.looseObject({ tick_list: z.array(tick) }));
const booksAnswer = answerOf(z.looseObject({ tick_list: z.array(book) }));
const stocksAnswer = answerOf(z.looseObject({ static_info_list: z.array(stock) }));

export function ticks(figures: Figures) {
  const { plan, codesMax } = figures;
  const own = ownOf(figures);
  const params = z
    .strictObject({
      /** AllTick would answer for the first codes, and say nothing about the rest. */
      symbol_list: z
        .array(z.strictObject({ code: z.string().min(1) }))
        .min(1)
        .max(codesMax, `The ${plan} plan takes at most ${codesMax} codes in a call.`),
      trace,
    })
    .transform(inQuery);

  return {
    /**
     * The latest trade of each currency pair, metal, commodity or cryptocurrency. More codes than the plan
     * takes are refused here; AllTick would leave them out of its answer.
     *
     * Takes 1 from its own limit and from each of the common ones, however many codes.
     */
    tradeTick: get("/quote-b-api/trade-tick", {
      params,
      answer: ticksAnswer,
      auth: "key",
      own,
      weight: { own: 1 },
    }),

    /**
     * The latest trade of each stock or index. More codes than the plan takes are refused here; AllTick
     * would leave them out of its answer.
     *
     * Takes 1 from its own limit and from each of the common ones, however many codes.
     */
    stockTradeTick: get("/quote-stock-b-api/trade-tick", {
      params,
      answer: ticksAnswer,
      auth: "key",
      own,
      weight: { own: 1 },
    }),

    /**
     * The book of each currency pair, metal, commodity or cryptocurrency, as deep as AllTick has it. More
     * codes than the plan takes are refused here; AllTick would leave them out of its answer.
     *
     * Takes 1 from its own limit and from each of the common ones, however many codes.
     */
    depthTick: get("/quote-b-api/depth-tick", {
      params,
      answer: booksAnswer,
      auth: "key",
      own,
      weight: { own: 1 },
    }),

    /**
     * The book of each stock: one level in the US, five in China, ten in Hong Kong. More codes than the
     * plan takes are refused here; AllTick would leave them out of its answer.
     *
     * Takes 1 from its own limit and from each of the common ones, however many codes.
     */
    stockDepthTick: get("/quote-stock-b-api/depth-tick", {
      params,
      answer: booksAnswer,
      auth: "key",
      own,
      weight: { own: 1 },
    }),

    /**
     * Names, shares and figures of stocks. More codes than the plan takes are refused here; AllTick would
     * leave them out of its answer.
     *
     * Takes 1 from its own limit and from each of the common ones, however many codes.
     */
    staticInfo: get("/quote-stock-b-api/static_info", {
      params,
      answer: stocksAnswer,
      auth: "key",
      own,
      weight: { own: 1 },
    }),
  };
}
