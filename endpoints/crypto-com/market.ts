/**
 * Public data of Crypto.com: a limit for each method and address.
 * https://exchange-developer.crypto.com/exchange/v1/docs/api/rest-common-api-reference, read 2026-11.
 *
 * Unconfirmed: the limit of get-instruments and get-tickers, which the list of limits leaves out.
 */
import { get } from "headgate";
import { z } from "zod";
import { ofAddress } from "./limits.ts";
import { instrument_name, listOf, nothing } from "./schemas.ts";

const open = { own: ofAddress(), weight: { own: 1 } } as const;

const instant = z.union([z.string(), z.number().int()]).optional();
const count = z.number().int().min(1).optional();
const range = { count, start_ts: instant, end_ts: instant };

/** Price, quantity, number of orders. */
const level = z.array(z.string());

export const market = {
  getInstruments: get("/exchange/v1/public/get-instruments", {
    ...open,
    params: nothing,
    answer: listOf(z.looseObject({ symbol: z.string(), inst_type: z.string() })),
  }),
  getBook: get("/exchange/v1/public/get-book", {
    ...open,
    params: z.strictObject({ instrument_name, depth: z.number().int().min(1).max(50).optional() }),
    answer: listOf(z.looseObject({ bids: z.array(level), asks: z.array(level) })),
  }),
  getCandlestick: get("/exchange/v1/public/get-candlestick", {
    ...open,
    params: z.strictObject({ instrument_name, timeframe: z.string().optional(), ...range }),
    answer: listOf(z.looseObject({ t: z.number(), o: z.string(), c: z.string() })),
  }),
  getPublicTrades: get("/exchange/v1/public/get-trades", {
    ...open,
    params: z.strictObject({ instrument_name, ...range }),
    answer: listOf(z.looseObject({ d: z.string(), p: z.string(), q: z.string() })),
  }),
  getTickers: get("/exchange/v1/public/get-tickers", {
    ...open,
    params: z.strictObject({ instrument_name: instrument_name.optional() }),
    answer: listOf(z.looseObject({ i: z.string(), a: z.string().nullable() })),
  }),
  getValuations: get("/exchange/v1/public/get-valuations", {
    ...open,
    params: z.strictObject({ instrument_name, valuation_type: z.string(), ...range }),
    answer: listOf(z.looseObject({ v: z.string(), t: z.number() })),
  }),
};
