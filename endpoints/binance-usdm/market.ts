/**
 * Public endpoints that Binance USD-M alone has, or weighs in its own way.
 * https://github.com/binance/binance-connector-js/tree/a9de9a9/clients/derivatives-trading-usds-futures (2026-07-24),
 * read 2026-11.
 */
import { get } from "headgate";
import { z } from "zod";
import { entries, period, rows, symbol } from "./schemas.ts";
import { anything, bySymbol, weighs } from "./weights.ts";

const statistics = { ...anything, weight: { futuresData: 1 } };

export const usdmMarket = {
  rpiDepth: get("/fapi/v1/rpiDepth", { ...anything, ...weighs(20) }),

  premiumIndex: get("/fapi/v1/premiumIndex", {
    params: z.strictObject({ symbol: symbol.optional() }),
    answer: entries(
      z.looseObject({ symbol: z.string(), markPrice: z.string(), lastFundingRate: z.string() }),
    ),
    ...bySymbol(1, 10),
  }),

  fundingRate: get("/fapi/v1/fundingRate", {
    params: z.strictObject({ symbol: symbol.optional(), ...period, limit: rows }),
    answer: z.array(
      z.looseObject({ symbol: z.string(), fundingRate: z.string(), fundingTime: z.number() }),
    ),
    weight: { funding: 1 },
  }),
  fundingInfo: get("/fapi/v1/fundingInfo", { ...anything, weight: { funding: 1 } }),

  /** Its used weight "is not accurate". */
  tickerPriceV2: get("/fapi/v2/ticker/price", {
    params: z.strictObject({ symbol: symbol.optional() }),
    answer: entries(z.looseObject({ symbol: z.string(), price: z.string() })),
    ...bySymbol(1, 2),
  }),

  assetIndex: get("/fapi/v1/assetIndex", { ...anything, ...bySymbol(1, 10) }),
  constituents: get("/fapi/v1/constituents", { ...anything, ...weighs(2) }),
  insuranceBalance: get("/fapi/v1/insuranceBalance", { ...anything, ...weighs(1) }),

  openInterestHist: get("/futures/data/openInterestHist", statistics),
  globalLongShortAccountRatio: get("/futures/data/globalLongShortAccountRatio", statistics),
  takerlongshortRatio: get("/futures/data/takerlongshortRatio", statistics),
  topLongShortPositionRatio: get("/futures/data/topLongShortPositionRatio", statistics),
};
