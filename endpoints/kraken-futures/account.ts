/**
 * Positions, settings and transfers of Kraken Futures.
 * https://docs.kraken.com/exchange/guides/futures/ratelimits.md, read 2026-11.
 *
 * Paths and parameters: https://docs.kraken.com/api/docs/futures-api/trading/get-accounts, read 2026-11.
 */
import { get, post, put } from "headgate";
import { z } from "zod";
import { answerOf, anything, nothing, read, symbol } from "./schemas.ts";

const change = { auth: "signed", weight: { budget: 10 } } as const;

/** Settings are set by the query, and as often as one likes. */
const setting = { ...change, sends: "query", idempotent: true } as const;

export const account = {
  accounts: get("/derivatives/api/v3/accounts", {
    ...read,
    params: nothing,
    answer: answerOf({ accounts: z.looseObject({}) }),
  }),
  openPositions: get("/derivatives/api/v3/openpositions", {
    ...read,
    params: nothing,
    answer: answerOf({
      openPositions: z.array(z.looseObject({ symbol: z.string(), side: z.string() })),
    }),
  }),
  unwindQueue: get("/derivatives/api/v3/unwindqueue", {
    ...anything,
    auth: "signed",
    weight: { budget: 200 },
  }),
  leveragePreferences: get("/derivatives/api/v3/leveragepreferences", {
    ...read,
    params: nothing,
    answer: answerOf({ leveragePreferences: z.array(z.looseObject({ symbol: z.string() })) }),
  }),
  setLeveragePreferences: put("/derivatives/api/v3/leveragepreferences", {
    ...setting,
    params: z.strictObject({ symbol, maxLeverage: z.number().positive().optional() }),
    answer: answerOf({}),
  }),
  pnlPreferences: get("/derivatives/api/v3/pnlpreferences", { ...anything, ...read }),
  setPnlPreferences: put("/derivatives/api/v3/pnlpreferences", { ...anything, ...setting }),
  selfTradeStrategy: get("/derivatives/api/v3/self-trade-strategy", { ...anything, ...read }),
  tradingEnabled: get("/derivatives/api/v3/subaccount/{subaccountUid}/trading-enabled", {
    ...anything,
    ...read,
  }),

  transfer: post("/derivatives/api/v3/transfer", { ...anything, ...change }),
  transferSubaccount: post("/derivatives/api/v3/transfer/subaccount", { ...anything, ...change }),
  withdrawalToSpotWallet: post("/derivatives/api/v3/withdrawal", {
    ...anything,
    auth: "signed",
    weight: { budget: 100 },
  }),
};
