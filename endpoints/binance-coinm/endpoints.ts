/**
 * What Binance COIN-M alone has, or weighs in its own way.
 * https://github.com/binance/binance-connector-js/tree/a9de9a9/clients/derivatives-trading-coin-futures (2026-07-24),
 * read 2026-11.
 */
import { get } from "headgate";
import { z } from "zod";
import { balances, positions, wallet } from "../binance-usdm/futures-account.ts";
import {
  entries,
  oneOrAll,
  period,
  recvWindow,
  rows,
  symbol,
  timed,
} from "../binance-usdm/schemas.ts";
import { anything, bySymbol, signed, weighs } from "../binance-usdm/weights.ts";

const any = { ...anything, ...signed };

export const coinm = {
  premiumIndex: get("/dapi/v1/premiumIndex", {
    params: z.strictObject(oneOrAll),
    answer: entries(z.looseObject({ symbol: z.string(), markPrice: z.string() })),
    ...weighs(10),
  }),

  fundingRate: get("/dapi/v1/fundingRate", {
    params: z.strictObject({ symbol, ...period, limit: rows }),
    answer: z.array(
      z.looseObject({ symbol: z.string(), fundingRate: z.string(), fundingTime: z.number() }),
    ),
    ...weighs(1),
  }),

  account: get("/dapi/v1/account", { ...signed, params: timed, answer: wallet, ...weighs(5) }),
  balance: get("/dapi/v1/balance", { ...signed, params: timed, answer: balances, ...weighs(1) }),
  positionRisk: get("/dapi/v1/positionRisk", {
    ...signed,
    params: z.strictObject({
      marginAsset: symbol.optional(),
      pair: symbol.optional(),
      recvWindow,
    }),
    answer: positions,
    ...weighs(1),
  }),
  income: get("/dapi/v1/income", { ...any, ...weighs(20) }),
  leverageBracketV2: get("/dapi/v2/leverageBracket", { ...any, ...bySymbol(1, 2) }),
};
