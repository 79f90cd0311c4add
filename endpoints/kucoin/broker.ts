/**
 * What brokers of KuCoin call, on a host and with a pool of their own.
 *
 * https://github.com/Kucoin/kucoin-universal-sdk/tree/78c90c7, where each endpoint states its pool and
 * weight (2025-11-04), read 2026-11.
 */
import { del, get, post } from "headgate";
import { broker } from "./pools.ts";

/** Unconfirmed: KuCoin's SDK names no weight; here it is the greatest of the others. */
const unstated = broker(10);

export const brokers = {
  brokerSubmitKyc: post("/api/kyc/ndBroker/proxyClient/submit", unstated),
  brokerKycStatus: get("/api/kyc/ndBroker/proxyClient/status/list", unstated),
  brokerKycStatusList: get("/api/kyc/ndBroker/proxyClient/status/page", unstated),
  brokerInfo: get("/api/v1/broker/nd/info", broker(2)),
  brokerAddSubAccount: post("/api/v1/broker/nd/account", broker(3)),
  brokerSubAccount: get("/api/v1/broker/nd/account", broker(2)),
  brokerAddSubAccountApi: post("/api/v1/broker/nd/account/apikey", broker(3)),
  brokerSubAccountApi: get("/api/v1/broker/nd/account/apikey", broker(2)),
  brokerModifySubAccountApi: post("/api/v1/broker/nd/account/update-apikey", broker(3)),
  brokerDeleteSubAccountApi: del("/api/v1/broker/nd/account/apikey", broker(3)),
  brokerTransfer: post("/api/v1/broker/nd/transfer", broker(1)),
  brokerTransferHistory: get("/api/v3/broker/nd/transfer/detail", broker(1)),
  brokerDepositList: get("/api/v1/asset/ndbroker/deposit/list", broker(10)),
  brokerDepositDetail: get("/api/v3/broker/nd/deposit/detail", broker(1)),
  brokerWithdrawDetail: get("/api/v3/broker/nd/withdraw/detail", broker(1)),
  brokerRebateOfBrokers: get("/api/v1/broker/nd/rebase/download", broker(3)),
};
