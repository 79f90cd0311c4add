/**
 * What a user of Coinbase has.
 * https://docs.cdp.coinbase.com/coinbase-app/advanced-trade-apis/rest-api, read 2026-11.
 */
import { get } from "headgate";
import { z } from "zod";
import { nothing, whole } from "./schemas.ts";

const signed = { auth: "signed", weight: { private: 1 } } as const;

const held = z.looseObject({ uuid: z.string(), currency: z.string() });

export const account = {
  accounts: get("/api/v3/brokerage/accounts", {
    ...signed,
    params: z.strictObject({ limit: whole, cursor: z.string().optional() }),
    answer: z.looseObject({ accounts: z.array(held), has_next: z.boolean() }),
  }),
  account: get("/api/v3/brokerage/accounts/{account_uuid}", {
    ...signed,
    params: z.strictObject({ account_uuid: z.string() }),
    answer: z.looseObject({ account: held }),
  }),
  transactionSummary: get("/api/v3/brokerage/transaction_summary", {
    ...signed,
    params: z.strictObject({ product_type: z.string().optional() }),
    answer: z.looseObject({ total_volume: z.number(), fee_tier: z.looseObject({}) }),
  }),
  portfolios: get("/api/v3/brokerage/portfolios", {
    ...signed,
    params: z.strictObject({ portfolio_type: z.string().optional() }),
    answer: z.looseObject({ portfolios: z.array(z.looseObject({ uuid: z.string() })) }),
  }),
  cfmPositions: get("/api/v3/brokerage/cfm/positions", {
    ...signed,
    params: nothing,
    answer: z.looseObject({ positions: z.array(z.looseObject({ product_id: z.string() })) }),
  }),
};
