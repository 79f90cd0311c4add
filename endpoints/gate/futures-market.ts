/**
 * Public data of Gate futures: 200 in 10 s for each endpoint and address.
 * https://www.gate.com/docs/developers/apiv4/en/futures (copy of 2026-05-27), read 2026-11.
 */
import { get } from "headgate";
import { z } from "zod";
import { open } from "./limits.ts";
import { contract, figure, limitOf, offset, range, settle } from "./schemas.ts";

const side = z.array(z.looseObject({ p: z.string(), s: figure }));

export const futuresMarket = {
  futuresContracts: get("/api/v4/futures/{settle}/contracts", {
    ...open,
    params: z.strictObject({ settle, ...offset }),
    answer: z.array(z.looseObject({ name: z.string(), quanto_multiplier: z.string() })),
  }),
  futuresOrderBook: get("/api/v4/futures/{settle}/order_book", {
    ...open,
    params: z.strictObject({
      settle,
      contract,
      interval: z.string().optional(),
      limit: limitOf(),
      with_id: z.boolean().optional(),
    }),
    answer: z.looseObject({ id: z.number().optional(), bids: side, asks: side }),
  }),
  futuresTrades: get("/api/v4/futures/{settle}/trades", {
    ...open,
    params: z.strictObject({
      settle,
      contract,
      last_id: z.string().optional(),
      ...offset,
      ...range,
    }),
    answer: z.array(z.looseObject({ id: z.number(), price: z.string(), size: figure })),
  }),
  futuresCandlesticks: get("/api/v4/futures/{settle}/candlesticks", {
    ...open,
    params: z.strictObject({
      settle,
      contract,
      interval: z.string().optional(),
      limit: limitOf(2_000),
      ...range,
    }),
    /** `t` in s. */
    answer: z.array(z.looseObject({ t: z.number(), o: z.string(), c: z.string() })),
  }),
  futuresTickers: get("/api/v4/futures/{settle}/tickers", {
    ...open,
    params: z.strictObject({ settle, contract: contract.optional() }),
    answer: z.array(z.looseObject({ contract: z.string(), last: z.string() })),
  }),
  futuresFundingRate: get("/api/v4/futures/{settle}/funding_rate", {
    ...open,
    params: z.strictObject({ settle, contract, limit: limitOf(), ...range }),
    answer: z.array(z.looseObject({ t: z.number(), r: z.string() })),
  }),
};
