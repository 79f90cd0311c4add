/**
 * Positions and margin of KuCoin futures.
 *
 * https://github.com/Kucoin/kucoin-universal-sdk/tree/78c90c7, where each endpoint states its pool and
 * weight (2025-11-04), read 2026-11.
 */
import { get, post } from "headgate";
import { z } from "zod";
import { futures, openFutures } from "./pools.ts";
import { answerOf, bySymbol, ofSymbol } from "./schemas.ts";

export const futuresPositions = {
  futuresPrivateFundingHistory: get("/api/v1/funding-history", futures(5)),
  futuresMarginMode: get("/api/v2/position/getMarginMode", futures(2)),
  futuresSwitchMarginMode: post("/api/v2/position/changeMarginMode", futures(2)),
  futuresBatchSwitchMarginMode: post("/api/v2/position/batchChangeMarginMode", futures(2)),
  futuresMaxOpenSize: get("/api/v2/getMaxOpenSize", futures(2)),
  futuresPositionDetails: get("/api/v1/position", {
    ...futures(2),
    params: bySymbol,
    answer: answerOf(ofSymbol),
  }),
  futuresPositionList: get("/api/v1/positions", {
    ...futures(2),
    params: z.strictObject({ currency: z.string().optional() }),
    answer: answerOf(z.array(ofSymbol)),
  }),
  futuresPositionsHistory: get("/api/v1/history-positions", futures(2)),
  futuresMaxWithdrawMargin: get("/api/v1/margin/maxWithdrawMargin", futures(10)),
  futuresCrossMarginLeverage: get("/api/v2/getCrossUserLeverage", futures(2)),
  futuresModifyCrossMarginLeverage: post("/api/v2/changeCrossUserLeverage", futures(2)),
  futuresAddIsolatedMargin: post("/api/v1/position/margin/deposit-margin", futures(4)),
  futuresRemoveIsolatedMargin: post("/api/v1/margin/withdrawMargin", futures(10)),
  futuresCrossMarginRiskLimit: get("/api/v2/batchGetCrossOrderLimit", futures(2)),
  futuresIsolatedMarginRiskLimit: get("/api/v1/contracts/risk-limit/{symbol}", {
    ...openFutures(5),
    auth: "signed",
  }),
  futuresModifyIsolatedMarginRiskLimit: post(
    "/api/v1/position/risk-limit-level/change",
    futures(5),
  ),
  futuresModifyIsolatedMarginAutoDepositStatus: post(
    "/api/v1/position/margin/auto-deposit-status",
    futures(4),
  ),
};
