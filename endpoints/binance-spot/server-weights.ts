/**
 * What Binance counts a request as, written a second time from its documentation and not from `index.ts`:
 * the emulator must be able to prove the declarations wrong.
 * https://github.com/binance/binance-spot-api-docs/blob/master/rest-api.md, read 2026-07-21.
 */
import type { Parameters } from "./server-signing.ts";

/** These weigh nothing when they succeed and 1 when they fail (since 2026-04-02). */
export function isFreeOnSuccess(endpoint: string): boolean {
  return endpoint === "POST /api/v3/order" || endpoint === "DELETE /api/v3/order";
}

/** The weight that is counted before the request is looked at. What is unknown weighs 1. */
export function weightOf(endpoint: string, parameters: Parameters): number {
  switch (endpoint) {
    case "GET /api/v3/depth":
      return depthWeight(Number(parameters.get("limit") ?? 100));
    case "GET /api/v3/ticker/24hr":
      return tickerWeight(parameters);
    case "GET /api/v3/exchangeInfo":
    case "GET /api/v3/account":
      return 20;
    case "GET /api/v3/openOrders":
      return parameters.has("symbol") ? 6 : 80;
    case "GET /api/v3/order":
      return 4;
    default:
      return isFreeOnSuccess(endpoint) ? 0 : 1;
  }
}

function depthWeight(limit: number): number {
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
