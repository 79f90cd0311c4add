/**
 * Balances, positions, transfers of OKX, each with a limit of its own for an account.
 * https://www.okx.com/docs-v5/en/#trading-account-rest-api and #funding-account-rest-api, read 2026-11.
 */
import { get, post } from "headgate";
import { z } from "zod";
import { ofAccount, paced } from "./limits.ts";
import { anything, instId, instType, listOf } from "./schemas.ts";

const signed = { auth: "signed", weight: { own: 1 } } as const;
const rare = { ...anything, ...signed };

export const account = {
  balance: get("/api/v5/account/balance", {
    ...signed,
    params: z.strictObject({ ccy: z.string().optional() }),
    answer: listOf(z.looseObject({ totalEq: z.string(), details: z.array(z.unknown()) })),
    own: paced(10, ofAccount),
  }),
  positions: get("/api/v5/account/positions", {
    ...signed,
    params: z.strictObject({ instType: instType.optional(), instId: instId.optional() }),
    answer: listOf(z.looseObject({ instId: z.string(), pos: z.string() })),
    own: paced(10, ofAccount),
  }),
  accountConfig: get("/api/v5/account/config", {
    ...signed,
    params: z.strictObject({}),
    answer: listOf(z.looseObject({ uid: z.string(), posMode: z.string() })),
    own: paced(5, ofAccount),
  }),
  bills: get("/api/v5/account/bills", { ...rare, own: paced(5, ofAccount, 1_000) }),
  maxSize: get("/api/v5/account/max-size", { ...rare, own: paced(20, ofAccount) }),
  leverageInfo: get("/api/v5/account/leverage-info", { ...rare, own: paced(20, ofAccount) }),
  tradeFee: get("/api/v5/account/trade-fee", {
    ...signed,
    params: z.looseObject({ instType, instId: instId.optional() }),
    answer: listOf(z.looseObject({ maker: z.string(), taker: z.string() })),
    own: paced(5, ofAccount),
  }),
  accountInstruments: get("/api/v5/account/instruments", {
    ...rare,
    params: z.looseObject({ instType }),
    own: paced(20, [...ofAccount, "instType"]),
  }),
  setLeverage: post("/api/v5/account/set-leverage", {
    ...signed,
    params: z.looseObject({ lever: z.string(), mgnMode: z.enum(["cross", "isolated"]) }),
    answer: listOf(z.looseObject({ lever: z.string() })),
    idempotent: true,
    own: paced(20, ofAccount),
  }),
  fundingBalances: get("/api/v5/asset/balances", { ...rare, own: paced(6, ofAccount, 1_000) }),
  transfer: post("/api/v5/asset/transfer", {
    ...rare,
    params: z.looseObject({ ccy: z.string() }),
    own: paced(2, [...ofAccount, "ccy"], 1_000),
  }),
  withdrawal: post("/api/v5/asset/withdrawal", { ...rare, own: paced(6, ofAccount, 1_000) }),
};
