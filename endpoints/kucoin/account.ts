/**
 * Accounts, deposits, withdrawals, transfers, fees, sub-accounts of KuCoin.
 *
 * https://github.com/Kucoin/kucoin-universal-sdk/tree/78c90c7, where each endpoint states its pool and
 * weight (2025-11-04), read 2026-11.
 */
import { del, get, post } from "headgate";
import { z } from "zod";
import { futures, management, managementFutures, spot } from "./pools.ts";
import { answerOf } from "./schemas.ts";

export const account = {
  accountSummaryInfo: get("/api/v2/user-info", management(20)),
  apiKeyInfo: get("/api/v1/user/api-key", management(20)),
  accountTypeSpot: get("/api/v1/hf/accounts/opened", spot(30)),
  accountListSpot: get("/api/v1/accounts", {
    ...management(5),
    params: z.strictObject({ currency: z.string().optional(), type: z.string().optional() }),
    answer: answerOf(
      z.array(z.looseObject({ currency: z.string(), balance: z.string(), available: z.string() })),
    ),
  }),
  accountDetailSpot: get("/api/v1/accounts/{accountId}", management(5)),
  accountCrossMargin: get("/api/v3/margin/accounts", spot(15)),
  accountIsolatedMargin: get("/api/v3/isolated/accounts", spot(15)),
  accountFutures: get("/api/v1/account-overview", {
    ...futures(5),
    params: z.strictObject({ currency: z.string().optional() }),
    answer: answerOf(z.looseObject({ accountEquity: z.number(), currency: z.string() })),
  }),
  accountLedgersSpotMargin: get("/api/v1/accounts/ledgers", management(2)),
  accountLedgersSpotHf: get("/api/v1/hf/accounts/ledgers", spot(2)),
  accountLedgersMarginHf: get("/api/v3/hf/margin/account/ledgers", spot(2)),
  accountLedgersFutures: get("/api/v1/transaction-history", futures(2)),
  accountDetailMargin: get("/api/v1/margin/account", spot(40)),
  accountListIsolatedMarginV1: get("/api/v1/isolated/accounts", spot(50)),
  accountDetailIsolatedMarginV1: get("/api/v1/isolated/account/{symbol}", spot(50)),
  addDepositAddressV3: post("/api/v3/deposit-address/create", management(20)),
  depositAddressV3: get("/api/v3/deposit-addresses", management(5)),
  depositHistory: get("/api/v1/deposits", management(5)),
  depositAddressesV2: get("/api/v2/deposit-addresses", management(5)),
  depositAddressesV1: get("/api/v1/deposit-addresses", management(5)),
  depositHistoryOld: get("/api/v1/hist-deposits", management(5)),
  addDepositAddressV1: post("/api/v1/deposit-addresses", management(20)),
  basicFeeSpotMargin: get("/api/v1/base-fee", spot(3)),
  actualFeeSpotMargin: get("/api/v1/trade-fees", spot(3)),
  actualFeeFutures: get("/api/v1/trade-fees", futures(3)),
  addSubAccount: post("/api/v2/sub/user/created", management(15)),
  addSubAccountMarginPermission: post("/api/v3/sub/user/margin/enable", management(15)),
  addSubAccountFuturesPermission: post("/api/v3/sub/user/futures/enable", management(15)),
  subAccountListSummaryInfo: get("/api/v2/sub/user", management(20)),
  subAccountDetailBalance: get("/api/v1/sub-accounts/{subUserId}", management(15)),
  subAccountListSpotBalanceV2: get("/api/v2/sub-accounts", management(20)),
  subAccountListFuturesBalanceV2: get("/api/v1/account-overview-all", futures(6)),
  addSubAccountApi: post("/api/v1/sub/api-key", management(20)),
  modifySubAccountApi: post("/api/v1/sub/api-key/update", management(30)),
  subAccountApiList: get("/api/v1/sub/api-key", management(20)),
  deleteSubAccountApi: del("/api/v1/sub/api-key", management(30)),
  subAccountListSummaryInfoV1: get("/api/v1/sub/user", management(20)),
  subAccountListSpotBalanceV1: get("/api/v1/sub-accounts", management(20)),
  transferQuotas: get("/api/v1/accounts/transferable", management(20)),
  flexTransfer: post("/api/v3/accounts/universal-transfer", management(4)),
  subAccountTransfer: post("/api/v2/accounts/sub-transfer", management(30)),
  internalTransfer: post("/api/v2/accounts/inner-transfer", management(10)),
  futuresAccountTransferOutLedger: get("/api/v1/transfer-list", managementFutures(20)),
  futuresAccountTransferOut: post("/api/v3/transfer-out", managementFutures(20)),
  futuresAccountTransferIn: post("/api/v1/transfer-in", managementFutures(20)),
  withdrawalQuotas: get("/api/v1/withdrawals/quotas", management(20)),
  withdrawV3: post("/api/v3/withdrawals", management(5)),
  cancelWithdrawal: del("/api/v1/withdrawals/{withdrawalId}", management(20)),
  withdrawalHistory: get("/api/v1/withdrawals", management(20)),
  withdrawalHistoryById: get("/api/v1/withdrawals/{withdrawalId}", management(20)),
  withdrawalHistoryOld: get("/api/v1/hist-withdrawals", management(20)),
  withdrawV1: post("/api/v1/withdrawals", management(5)),
  affiliateStatistics: get("/api/v2/affiliate/inviter/statistics", management(30)),
  brokerRebate: get("/api/v1/broker/api/rebase/download", management(3)),
};
