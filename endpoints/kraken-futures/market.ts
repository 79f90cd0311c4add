/**
 * Public data of Kraken Futures, which costs nothing.
 * https://docs.kraken.com/exchange/guides/futures/ratelimits.md, read 2026-11.
 *
 * Paths and parameters: https://docs.kraken.com/api/docs/futures-api/trading/get-instruments, read 2026-11.
 */
import { get } from "headgate";
import { z } from "zod";
import { answerOf, nothing, symbol } from "./schemas.ts";

const weight = { budget: 0 } as const;

/** Price and size. */
const level = z.tuple([z.number(), z.number()]);

export const market = {
  instruments: get("/derivatives/api/v3/instruments", {
    params: nothing,
    answer: answerOf({ instruments: z.array(z.looseObject({ symbol: z.string() })) }),
    weight,
  }),
  tickers: get("/derivatives/api/v3/tickers", {
    params: nothing,
    answer: answerOf({ tickers: z.array(z.looseObject({ symbol: z.string() })) }),
    weight,
  }),
  orderbook: get("/derivatives/api/v3/orderbook", {
    params: z.strictObject({ symbol }),
    answer: answerOf({
      orderBook: z.looseObject({ bids: z.array(level), asks: z.array(level) }),
    }),
    weight,
  }),
  history: get("/derivatives/api/v3/history", {
    params: z.strictObject({ symbol, lastTime: z.string().optional() }),
    answer: answerOf({
      history: z.array(z.looseObject({ time: z.string(), price: z.number(), size: z.number() })),
    }),
    weight,
  }),
};
