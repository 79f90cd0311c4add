/**
 * What Binance counts a request as, written a second time from its documentation and not from `index.ts`:
 * the emulator must be able to prove the declarations wrong.
 * https://github.com/binance/binance-spot-api-docs/blob/master/rest-api.md, read 2026-07-21.
 */
import type { Parameters } from "./server-signing.ts";

/** These weigh nothing when they succeed and 1 when they fail (since 2026-04-02). */
const freeOnSuccess = new Set([
  "POST /api/v3/order",
  "DELETE /api/v3/order",
  "DELETE /api/v3/openOrders",
]);

export function isFreeOnSuccess(endpoint: string): boolean {
  return freeOnSuccess.has(endpoint);
}

type Weight = number | ((parameters: Parameters) => number);

const weights: Readonly<Record<string, Weight>> = {
  "GET /api/v3/exchangeInfo": 20,
  "GET /api/v3/depth": depthWeight,
  "GET /api/v3/trades": 25,
  "GET /api/v3/historicalTrades": 25,
  "GET /api/v3/aggTrades": 4,
  "GET /api/v3/klines": 2,
  "GET /api/v3/uiKlines": 2,
  "GET /api/v3/ticker/24hr": tickerWeight,
  "GET /api/v3/ticker/price": (parameters) => (parameters.has("symbol") ? 2 : 4),
  "GET /api/v3/ticker/bookTicker": (parameters) => (parameters.has("symbol") ? 2 : 4),
  "GET /api/v3/account": 20,
  "GET /api/v3/order": 4,
  "GET /api/v3/openOrders": (parameters) => (parameters.has("symbol") ? 6 : 80),
  "GET /api/v3/allOrders": 20,
  "GET /api/v3/myTrades": (parameters) => (parameters.has("orderId") ? 5 : 20),
  "GET /api/v3/rateLimit/order": 40,
  // Unconfirmed: what "false" weighs.
  "POST /api/v3/order/test": (parameters) => (parameters.has("computeCommissionRates") ? 20 : 1),
};

/** The weight that is counted before the request is looked at. What is unknown weighs 1. */
export function weightOf(endpoint: string, parameters: Parameters): number {
  if (isFreeOnSuccess(endpoint)) return 0;
  const weight = weights[endpoint] ?? 1;
  return typeof weight === "number" ? weight : weight(parameters);
}

function depthWeight(parameters: Parameters): number {
  const limit = Number(parameters.get("limit") ?? 100);
  if (limit > 1_000) return 250;
  if (limit > 500) return 50;
  return limit > 100 ? 25 : 5;
}

function tickerWeight(parameters: Parameters): number {
  if (parameters.has("symbol")) return 2;
  const symbols = parameters.get("symbols");
  if (symbols === undefined) return 80;
  const count = symbols.split(",").length;
  if (count > 100) return 80;
  return count > 20 ? 40 : 2;
}
