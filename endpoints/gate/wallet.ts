/**
 * Withdrawals, transfers, balances and loans of Gate: for each endpoint and account a limit of its own.
 * https://www.gate.com/docs/developers/apiv4, "Frequency limit rule" (copy of 2026-05-27), read 2026-11.
 */
import { get, post } from "headgate";
import { z } from "zod";
import { signed } from "./limits.ts";
import { anything, contract, figure, offset, range } from "./schemas.ts";

const moved = { currency: z.string(), amount: z.string() };

export const wallet = {
  withdraw: post("/api/v4/withdrawals", { ...anything, ...signed(1, 3_000) }),
  /** To another user of Gate. */
  withdrawPush: post("/api/v4/withdrawals/push", { ...anything, ...signed(1, 10_000) }),

  /** Between accounts of one user, such as "spot", "futures", "margin". */
  walletTransfer: post("/api/v4/wallet/transfers", {
    ...signed(80),
    params: z.strictObject({
      ...moved,
      from: z.string(),
      to: z.string(),
      currency_pair: contract.optional(),
      settle: z.string().optional(),
    }),
    answer: z.looseObject({ tx_id: figure }),
  }),
  subTransfers: post("/api/v4/wallet/sub_account_transfers", { ...anything, ...signed(80) }),
  totalBalance: get("/api/v4/wallet/total_balance", {
    ...signed(80),
    params: z.strictObject({ currency: z.string().optional() }),
    answer: z.looseObject({ total: z.looseObject({ currency: z.string(), amount: z.string() }) }),
  }),
  deposits: get("/api/v4/wallet/deposits", {
    ...signed(),
    params: z.strictObject({ currency: z.string().optional(), ...offset, ...range }),
    answer: z.array(z.looseObject({ currency: z.string(), amount: z.string() })),
  }),

  /** Unconfirmed: that it is one of "the others", and not of the wallet's. */
  unifiedAccounts: get("/api/v4/unified/accounts", {
    ...signed(150),
    params: z.strictObject({ currency: z.string().optional() }),
    answer: z.looseObject({ balances: z.looseObject({}) }),
  }),
  /** To borrow or to repay. */
  unifiedLoans: post("/api/v4/unified/loans", { ...anything, ...signed(15) }),
};
