/**
 * What of orders and accounts Binance USD-M alone has, or weighs in its own way.
 * https://github.com/binance/binance-connector-js/tree/a9de9a9/clients/derivatives-trading-usds-futures (2026-07-24),
 * read 2026-11.
 */
import { del, get, post } from "headgate";
import { z } from "zod";
import { balances, positions, wallet } from "./futures-account.ts";
import { newOrder, rateLimit, recvWindow, symbol, timed } from "./schemas.ts";
import { anything, bySymbol, placing, signed, weighs } from "./weights.ts";

const any = { ...anything, ...signed };
const five = { ...signed, ...weighs(5) };
const ofPositions = {
  ...five,
  params: z.strictObject({ symbol: symbol.optional(), recvWindow }),
  answer: positions,
};

export const usdmAccount = {
  /** Unconfirmed: no weight is published, so that it counts as an order and weighs 1. */
  testOrder: post("/fapi/v1/order/test", {
    ...signed,
    params: newOrder,
    answer: z.looseObject({}),
    idempotent: true,
    ...placing(1),
  }),

  newAlgoOrder: post("/fapi/v1/algoOrder", { ...any, ...placing(0) }),
  cancelAlgoOrder: del("/fapi/v1/algoOrder", {
    ...any,
    priority: "urgent",
    idempotent: true,
    ...weighs(1),
  }),
  cancelAllAlgo: del("/fapi/v1/algoOpenOrders", {
    ...any,
    priority: "urgent",
    idempotent: true,
    ...weighs(1),
  }),
  openAlgoOrders: get("/fapi/v1/openAlgoOrders", { ...any, ...bySymbol(1, 40) }),
  orderAmendment: get("/fapi/v1/orderAmendment", { ...any, ...weighs(1) }),

  accountV2: get("/fapi/v2/account", { ...five, params: timed, answer: wallet }),
  accountV3: get("/fapi/v3/account", { ...five, params: timed, answer: wallet }),
  balanceV2: get("/fapi/v2/balance", { ...five, params: timed, answer: balances }),
  balanceV3: get("/fapi/v3/balance", { ...five, params: timed, answer: balances }),
  positionRiskV2: get("/fapi/v2/positionRisk", ofPositions),
  positionRiskV3: get("/fapi/v3/positionRisk", ofPositions),
  accountConfig: get("/fapi/v1/accountConfig", { ...any, ...weighs(5) }),
  symbolConfig: get("/fapi/v1/symbolConfig", { ...any, ...weighs(5) }),
  income: get("/fapi/v1/income", { ...any, ...weighs(30) }),
  leverageBracket: get("/fapi/v1/leverageBracket", { ...any, ...weighs(1) }),
  apiTradingStatus: get("/fapi/v1/apiTradingStatus", { ...any, ...bySymbol(1, 10) }),

  /** How many orders the account may send. */
  rateLimitOrder: get("/fapi/v1/rateLimit/order", {
    ...signed,
    params: timed,
    answer: z.array(rateLimit),
    ...weighs(1),
  }),

  multiAssetsMode: get("/fapi/v1/multiAssetsMargin", { ...any, ...weighs(30) }),
  changeMultiAssetsMode: post("/fapi/v1/multiAssetsMargin", { ...any, ...weighs(1) }),
  feeBurn: get("/fapi/v1/feeBurn", { ...any, ...weighs(30) }),

  /** Ids of downloads. */
  orderAsyn: get("/fapi/v1/order/asyn", { ...any, ...weighs(1_000) }),
  tradeAsyn: get("/fapi/v1/trade/asyn", { ...any, ...weighs(1_000) }),
  incomeAsyn: get("/fapi/v1/income/asyn", { ...any, ...weighs(1_000) }),
};
