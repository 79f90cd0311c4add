/**
 * What the routes that both futures APIs have take from the pool, written a second time.
 * https://github.com/binance/binance-connector-js/tree/a9de9a9/clients, read 2026-11.
 */
import type { Visit } from "headgate/emulator";

export type Cost = number | ((visit: Visit) => number);

/** Weight, orders in ten seconds, orders in a minute. */
export type Taken = readonly [weight: Cost, orders10s?: number, orders1m?: number];

export const bySymbol =
  (one: number, all: number): Cost =>
  ({ params }: Visit) =>
    "symbol" in params ? one : all;

const rowsOf = ({ params }: Visit): number => Number(params["limit"] ?? 500);

function ofDepth(visit: Visit): number {
  const levels = rowsOf(visit);
  if (levels > 500) return 20;
  if (levels > 100) return 10;
  return levels > 50 ? 5 : 2;
}

function ofCandles(visit: Visit): number {
  const candles = rowsOf(visit);
  if (candles > 1_000) return 10;
  if (candles >= 500) return 5;
  return candles >= 100 ? 2 : 1;
}

/** Those that need no key. */
export const open: Readonly<Record<string, Taken>> = {
  "GET /v1/ping": [1],
  "GET /v1/time": [1],
  "GET /v1/exchangeInfo": [1],
  "GET /v1/depth": [ofDepth],
  "GET /v1/trades": [5],
  "GET /v1/aggTrades": [20],
  "GET /v1/klines": [ofCandles],
  "GET /v1/continuousKlines": [ofCandles],
  "GET /v1/indexPriceKlines": [ofCandles],
  "GET /v1/markPriceKlines": [ofCandles],
  "GET /v1/premiumIndexKlines": [ofCandles],
  "GET /v1/ticker/24hr": [bySymbol(1, 40)],
  "GET /v1/ticker/price": [bySymbol(1, 2)],
  "GET /v1/ticker/bookTicker": [bySymbol(2, 5)],
  "GET /v1/openInterest": [1],
  // These need a key and no signature.
  "GET /v1/historicalTrades": [20],
  "POST /v1/listenKey": [1],
  "PUT /v1/listenKey": [1],
  "DELETE /v1/listenKey": [1],
};

export const signed: Readonly<Record<string, Taken>> = {
  "POST /v1/order": [0, 1, 1],
  "POST /v1/batchOrders": [5, 5, 1],
  "PUT /v1/batchOrders": [5, 5, 1],
  "DELETE /v1/order": [1],
  "DELETE /v1/batchOrders": [1],
  "DELETE /v1/allOpenOrders": [1],
  "POST /v1/countdownCancelAll": [10],
  "GET /v1/order": [1],
  "GET /v1/openOrder": [1],
  "GET /v1/openOrders": [bySymbol(1, 40)],
  "GET /v1/allOrders": [5],
  "GET /v1/userTrades": [5],
  "GET /v1/commissionRate": [20],
  "GET /v1/adlQuantile": [5],
  "GET /v1/forceOrders": [bySymbol(20, 50)],
  "GET /v1/positionSide/dual": [30],
  "POST /v1/leverage": [1],
  "POST /v1/marginType": [1],
  "POST /v1/positionMargin": [1],
  "POST /v1/positionSide/dual": [1],
};
