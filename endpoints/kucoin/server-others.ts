/**
 * What the other routes take from their pools, written a second time: those of the host of futures, of the
 * broker's, and public ones.
 *
 * https://github.com/Kucoin/kucoin-universal-sdk/tree/78c90c7, where each endpoint states its pool and
 * weight (2025-11-04), read 2026-11.
 */
type Weights = Readonly<Record<string, number>>;

export const futures: Weights = {
  "GET /api/v1/account-overview": 5,
  "GET /api/v1/transaction-history": 2,
  "GET /api/v1/trade-fees": 3,
  "GET /api/v1/account-overview-all": 6,
  "GET /api/v1/funding-history": 5,
  "POST /api/v1/bullet-private": 10,
  "POST /api/v1/orders": 2,
  "POST /api/v1/orders/test": 2,
  "POST /api/v1/orders/multi": 20,
  "POST /api/v1/st-orders": 2,
  "DELETE /api/v1/orders/{orderId}": 1,
  "DELETE /api/v1/orders/client-order/{clientOid}": 1,
  "DELETE /api/v1/orders/multi-cancel": 20,
  "DELETE /api/v3/orders": 10,
  "DELETE /api/v1/stopOrders": 15,
  "GET /api/v1/orders/{orderId}": 5,
  "GET /api/v1/orders/byClientOid": 5,
  "GET /api/v1/orders": 2,
  "GET /api/v1/recentDoneOrders": 5,
  "GET /api/v1/stopOrders": 6,
  "GET /api/v1/openOrderStatistics": 10,
  "GET /api/v1/recentFills": 20,
  "GET /api/v1/fills": 5,
  "DELETE /api/v1/orders": 800,
  "GET /api/v2/position/getMarginMode": 2,
  "POST /api/v2/position/changeMarginMode": 2,
  "POST /api/v2/position/batchChangeMarginMode": 2,
  "GET /api/v2/getMaxOpenSize": 2,
  "GET /api/v1/position": 2,
  "GET /api/v1/positions": 2,
  "GET /api/v1/history-positions": 2,
  "GET /api/v1/margin/maxWithdrawMargin": 10,
  "GET /api/v2/getCrossUserLeverage": 2,
  "POST /api/v2/changeCrossUserLeverage": 2,
  "POST /api/v1/position/margin/deposit-margin": 4,
  "POST /api/v1/margin/withdrawMargin": 10,
  "GET /api/v2/batchGetCrossOrderLimit": 2,
  "POST /api/v1/position/risk-limit-level/change": 5,
  "POST /api/v1/position/margin/auto-deposit-status": 4,
};

export const copyTrading: Weights = {
  "POST /api/v1/copy-trade/futures/orders": 2,
  "POST /api/v1/copy-trade/futures/orders/test": 2,
  "POST /api/v1/copy-trade/futures/st-orders": 2,
  "DELETE /api/v1/copy-trade/futures/orders": 1,
  "DELETE /api/v1/copy-trade/futures/orders/client-order": 1,
  "GET /api/v1/copy-trade/futures/get-max-open-size": 4,
  "GET /api/v1/copy-trade/futures/position/margin/max-withdraw-margin": 10,
  "POST /api/v1/copy-trade/futures/position/margin/deposit-margin": 4,
  "POST /api/v1/copy-trade/futures/position/margin/withdraw-margin": 10,
  "POST /api/v1/copy-trade/futures/position/risk-limit-level/change": 2,
  "POST /api/v1/copy-trade/futures/position/margin/auto-deposit-status": 4,
};

export const earn: Weights = {
  "POST /api/v1/earn/orders": 5,
  "GET /api/v1/earn/redeem-preview": 5,
  "DELETE /api/v1/earn/orders": 5,
  "GET /api/v1/earn/saving/products": 5,
  "GET /api/v1/earn/promotion/products": 5,
  "GET /api/v1/earn/staking/products": 5,
  "GET /api/v1/earn/kcs-staking/products": 5,
  "GET /api/v1/earn/eth-staking/products": 5,
  "GET /api/v1/earn/hold-assets": 5,
};

/** On the host of futures, and still of accounts. */
export const managementFutures: Weights = {
  "GET /api/v1/transfer-list": 20,
  "POST /api/v3/transfer-out": 20,
  "POST /api/v1/transfer-in": 20,
};

/** Of those without a weight in the SDK the greatest of the others. */
export const broker: Weights = {
  "POST /api/kyc/ndBroker/proxyClient/submit": 10,
  "GET /api/kyc/ndBroker/proxyClient/status/list": 10,
  "GET /api/kyc/ndBroker/proxyClient/status/page": 10,
  "GET /api/v1/broker/nd/info": 2,
  "POST /api/v1/broker/nd/account": 3,
  "GET /api/v1/broker/nd/account": 2,
  "POST /api/v1/broker/nd/account/apikey": 3,
  "GET /api/v1/broker/nd/account/apikey": 2,
  "POST /api/v1/broker/nd/account/update-apikey": 3,
  "DELETE /api/v1/broker/nd/account/apikey": 3,
  "POST /api/v1/broker/nd/transfer": 1,
  "GET /api/v3/broker/nd/transfer/detail": 1,
  "GET /api/v1/asset/ndbroker/deposit/list": 10,
  "GET /api/v3/broker/nd/deposit/detail": 1,
  "GET /api/v3/broker/nd/withdraw/detail": 1,
  "GET /api/v1/broker/nd/rebase/download": 3,
};

/** Of futures, without an account. */
export const openFutures: Weights = {
  "GET /api/v1/funding-rate/{symbol}/current": 2,
  "GET /api/v1/contract/funding-rates": 5,
  "GET /api/v1/contracts/{symbol}": 3,
  "GET /api/v1/contracts/active": 3,
  "GET /api/v1/ticker": 2,
  "GET /api/v1/allTickers": 5,
  "GET /api/v1/level2/snapshot": 3,
  "GET /api/v1/level2/depth{size}": 5,
  "GET /api/v1/trade/history": 5,
  "GET /api/v1/kline/query": 3,
  "GET /api/v1/mark-price/{symbol}/current": 3,
  "GET /api/v1/index/query": 2,
  "GET /api/v1/interest/query": 5,
  "GET /api/v1/premium/query": 3,
  "GET /api/v1/trade-statistics": 3,
  "GET /api/v1/timestamp": 2,
  "GET /api/v1/status": 4,
  "POST /api/v1/bullet-public": 10,
};

/** Of spot, without an account. */
export const open: Weights = {
  "GET /api/v3/project/marketInterestRate": 5,
  "GET /api/v3/margin/symbols": 3,
  "GET /api/v3/etf/info": 3,
  "GET /api/v1/margin/config": 25,
  "GET /api/v3/mark-price/all-symbols": 10,
  "GET /api/v1/isolated/symbols": 3,
  "GET /api/v3/announcements": 20,
  "GET /api/v3/currencies/{currency}": 3,
  "GET /api/v3/currencies": 3,
  "GET /api/v2/symbols/{symbol}": 4,
  "GET /api/v2/symbols": 4,
  "GET /api/v1/market/orderbook/level1": 2,
  "GET /api/v1/market/allTickers": 15,
  "GET /api/v1/market/histories": 3,
  "GET /api/v1/market/candles": 3,
  "GET /api/v1/market/orderbook/level2_{size}": 2,
  "GET /api/v1/market/orderbook/callauction/level2_{size}": 2,
  "GET /api/v1/market/callauctionData": 2,
  "GET /api/v1/prices": 3,
  "GET /api/v1/market/stats": 15,
  "GET /api/v1/markets": 3,
  "GET /api/v1/my-ip": 0,
  "GET /api/v1/mark-price/{symbol}/current": 2,
  "GET /api/v1/timestamp": 3,
  "GET /api/v1/status": 3,
  "POST /api/v1/bullet-public": 10,
};

/** With an account, and still counted by address. */
export const openSigned: Weights = { "GET /api/v1/otc-loan/discount-rate-configs": 10 };
export const openFuturesSigned: Weights = { "GET /api/v1/contracts/risk-limit/{symbol}": 5 };
