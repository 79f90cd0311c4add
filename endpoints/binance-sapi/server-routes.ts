/**
 * The routes of SAPI with what each takes of its own limit, written a second time.
 * https://github.com/binance/binance-connector-js/tree/a9de9a9/clients, read 2026-11.
 */
import type { Visit } from "headgate/emulator";

type Weights = Readonly<Record<string, number | ((visit: Visit) => number)>>;

function ofOrder({ params }: Visit): number {
  const { sideEffectType } = params;
  return sideEffectType === "MARGIN_BUY" || sideEffectType === "AUTO_BORROW_REPAY" ? 1_500 : 6;
}

export const byIp: Weights = {
  "DELETE /sapi/v1/margin/order": 10,
  "DELETE /sapi/v1/margin/openOrders": 1,
  "GET /sapi/v1/margin/order": 10,
  "GET /sapi/v1/margin/openOrders": 10,
  "GET /sapi/v1/margin/allOrders": 200,
  "GET /sapi/v1/margin/myTrades": 10,
  "GET /sapi/v1/margin/orderList": 10,
  "GET /sapi/v1/margin/openOrderList": 10,
  "GET /sapi/v1/margin/allOrderList": 200,
  "GET /sapi/v1/margin/account": 10,
  "GET /sapi/v1/margin/isolated/account": 10,
  "GET /sapi/v1/margin/maxBorrowable": 50,
  "GET /sapi/v1/margin/maxTransferable": 50,
  "GET /sapi/v1/margin/borrow-repay": 10,
  "GET /sapi/v1/margin/rateLimit/order": 20,
  "GET /sapi/v1/margin/interestHistory": 1,
  "GET /sapi/v1/margin/capital-flow": 100,
  "GET /sapi/v1/margin/forceLiquidationRec": 1,
  "GET /sapi/v1/margin/transfer": 1,
  "GET /sapi/v1/margin/allPairs": 1,
  "GET /sapi/v1/margin/isolated/allPairs": 10,
  "GET /sapi/v1/margin/allAssets": 1,
  "GET /sapi/v1/margin/priceIndex": 10,
  "GET /sapi/v1/margin/crossMarginData": ({ params }) => ("coin" in params ? 1 : 5),
  "GET /sapi/v1/accountSnapshot": 2_400,
  "GET /sapi/v1/capital/config/getall": 10,
  "GET /sapi/v1/capital/deposit/hisrec": 1,
  "GET /sapi/v1/capital/deposit/address": 10,
  "GET /sapi/v1/asset/transfer": 1,
  "POST /sapi/v3/asset/getUserAsset": 5,
  "POST /sapi/v1/asset/get-funding-asset": 1,
  "GET /sapi/v1/asset/wallet/balance": 60,
  "GET /sapi/v1/asset/tradeFee": 1,
  "GET /sapi/v1/account/apiRestrictions": 1,
  "GET /sapi/v1/system/status": 1,
  "GET /sapi/v1/sub-account/list": 1,
};

export const byAccount: Weights = {
  "POST /sapi/v1/margin/order": ofOrder,
  "POST /sapi/v1/margin/order/oco": ofOrder,
  "POST /sapi/v1/margin/order/oto": ofOrder,
  "POST /sapi/v1/margin/order/otoco": ofOrder,
  "DELETE /sapi/v1/margin/orderList": 1,
  "POST /sapi/v1/margin/borrow-repay": 1_500,
  "POST /sapi/v1/margin/max-leverage": 3_000,
  "GET /sapi/v1/margin/available-inventory": 50,
  "POST /sapi/v1/margin/listen-key": 1,
  "PUT /sapi/v1/margin/listen-key": 1,
  "DELETE /sapi/v1/margin/listen-key": 3_000,
  "POST /sapi/v1/capital/withdraw/apply": 900,
  "POST /sapi/v1/asset/transfer": 900,
  "GET /sapi/v3/sub-account/assets": 60,
};

export const byAccountInASecond: Weights = { "GET /sapi/v1/capital/withdraw/history": 18_000 };

/** Once a minute for an IP, beside its own limit. */
export const onceAMinute = "POST /sapi/v1/margin/max-leverage";

/** Not signed: open to all, or with a key alone. */
export const unsigned: ReadonlySet<string> = new Set([
  "GET /sapi/v1/system/status",
  "GET /sapi/v1/margin/allPairs",
  "GET /sapi/v1/margin/isolated/allPairs",
  "GET /sapi/v1/margin/allAssets",
  "GET /sapi/v1/margin/priceIndex",
  "POST /sapi/v1/margin/listen-key",
  "PUT /sapi/v1/margin/listen-key",
  "DELETE /sapi/v1/margin/listen-key",
]);
