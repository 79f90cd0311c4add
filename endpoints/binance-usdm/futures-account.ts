/**
 * Accounts and positions of both of Binance's futures APIs, as far as their weights are the same.
 * https://github.com/binance/binance-connector-js/tree/a9de9a9/clients/derivatives-trading-usds-futures (2026-07-24),
 * read 2026-11.
 */
import { del, get, post, put } from "headgate";
import { z } from "zod";
import { recvWindow, symbol } from "./schemas.ts";
import { anything, bySymbol, key, signed, weighs } from "./weights.ts";

/** What holds assets and positions. */
export const wallet = z.looseObject({
  assets: z.array(z.looseObject({ asset: z.string() })),
  positions: z.array(z.looseObject({ symbol: z.string() })),
});
export const balances = z.array(z.looseObject({ asset: z.string(), balance: z.string() }));
export const positions = z.array(z.looseObject({ symbol: z.string(), positionAmt: z.string() }));

const listenKey = { ...key, params: z.strictObject({}), ...weighs(1) };
const any = { ...anything, ...signed };

export const accountEndpoints = (root: string) => ({
  commissionRate: get(`${root}/v1/commissionRate`, { ...any, ...weighs(20) }),
  adlQuantile: get(`${root}/v1/adlQuantile`, { ...any, ...weighs(5) }),
  forceOrders: get(`${root}/v1/forceOrders`, { ...any, ...bySymbol(20, 50) }),
  positionMode: get(`${root}/v1/positionSide/dual`, { ...any, ...weighs(30) }),

  changeLeverage: post(`${root}/v1/leverage`, {
    ...signed,
    params: z.strictObject({ symbol, leverage: z.number().int().min(1).max(125), recvWindow }),
    answer: z.looseObject({ symbol: z.string(), leverage: z.number() }),
    idempotent: true,
    ...weighs(1),
  }),
  changeMarginType: post(`${root}/v1/marginType`, { ...any, ...weighs(1) }),
  modifyPositionMargin: post(`${root}/v1/positionMargin`, { ...any, ...weighs(1) }),
  changePositionMode: post(`${root}/v1/positionSide/dual`, { ...any, ...weighs(1) }),

  /** Makes the key of a user data stream, or answers the one there is; good for 60 minutes. */
  createListenKey: post(`${root}/v1/listenKey`, {
    ...listenKey,
    answer: z.looseObject({ listenKey: z.string() }),
    idempotent: true,
  }),
  keepAliveListenKey: put(`${root}/v1/listenKey`, {
    ...listenKey,
    answer: z.looseObject({}),
    idempotent: true,
  }),
  closeListenKey: del(`${root}/v1/listenKey`, {
    ...listenKey,
    answer: z.looseObject({}),
    idempotent: true,
  }),
});
