/**
 * How many calls of each endpoint Bitget lets through in a second, written a second time: the public ones
 * for an address, the signed ones for an account.
 * https://www.bitget.com/api-doc/common/intro (copy of 2025-11-30), read 2026-11.
 */
export const callsPerSecond: readonly Readonly<{
  signed: boolean;
  rates: Readonly<Record<string, number>>;
}>[] = [
  {
    signed: false,
    rates: {
      "GET /api/v2/public/time": 20,
      "GET /api/v2/spot/public/symbols": 20,
      "GET /api/v2/spot/public/coins": 3,
      "GET /api/v2/spot/market/tickers": 20,
      "GET /api/v2/spot/market/orderbook": 20,
      "GET /api/v2/spot/market/merge-depth": 20,
      "GET /api/v2/spot/market/candles": 20,
      "GET /api/v2/spot/market/history-candles": 20,
      "GET /api/v2/spot/market/fills": 10,
      "GET /api/v2/spot/market/fills-history": 10,
      "GET /api/v2/mix/market/contracts": 20,
      "GET /api/v2/mix/market/ticker": 20,
      "GET /api/v2/mix/market/tickers": 20,
      "GET /api/v2/mix/market/merge-depth": 20,
      "GET /api/v2/mix/market/candles": 20,
      "GET /api/v2/mix/market/fills": 20,
      "GET /api/v2/mix/market/fills-history": 10,
      "GET /api/v2/mix/market/open-interest": 20,
    },
  },
  {
    signed: true,
    rates: {
      "POST /api/v2/spot/trade/place-order": 10,
      "POST /api/v2/spot/trade/batch-orders": 5,
      "POST /api/v2/spot/trade/cancel-order": 10,
      "POST /api/v2/spot/trade/batch-cancel-order": 10,
      "POST /api/v2/spot/trade/cancel-symbol-order": 5,
      "POST /api/v2/spot/trade/cancel-replace-order": 5,
      "POST /api/v2/mix/order/place-order": 10,
      "POST /api/v2/mix/order/batch-place-order": 5,
      "POST /api/v2/mix/order/cancel-order": 10,
      "POST /api/v2/mix/order/batch-cancel-orders": 10,
      "POST /api/v2/mix/order/cancel-all-orders": 10,
      "POST /api/v2/mix/order/modify-order": 10,
      "POST /api/v2/mix/order/close-positions": 1,
      "POST /api/v2/mix/account/set-leverage": 5,
      "POST /api/v2/mix/account/set-margin-mode": 5,
      "POST /api/v2/mix/account/set-position-mode": 5,
      "POST /api/v2/spot/wallet/withdrawal": 5,
      "POST /api/v2/spot/wallet/transfer": 10,
      "GET /api/v2/spot/trade/orderInfo": 20,
      "GET /api/v2/spot/trade/unfilled-orders": 20,
      "GET /api/v2/spot/trade/history-orders": 20,
      "GET /api/v2/spot/trade/fills": 10,
      "GET /api/v2/spot/account/assets": 10,
      "GET /api/v2/spot/account/info": 1,
      "GET /api/v2/spot/account/bills": 10,
      "GET /api/v2/mix/order/detail": 10,
      "GET /api/v2/mix/order/orders-pending": 10,
      "GET /api/v2/mix/order/orders-history": 10,
      "GET /api/v2/mix/order/fills": 10,
      "GET /api/v2/mix/position/all-position": 5,
      "GET /api/v2/mix/position/single-position": 10,
      "GET /api/v2/mix/account/account": 10,
      "GET /api/v2/mix/account/accounts": 10,
      "GET /api/v2/common/trade-rate": 10,
    },
  },
];
