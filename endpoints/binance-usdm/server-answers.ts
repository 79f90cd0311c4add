/**
 * What the futures' server side answers: the shapes of the documentation's examples, for whatever is asked.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures, read 2026-11.
 */
import type { Visit } from "headgate/emulator";

type Body = (visit: Visit) => unknown;

const text = (value: unknown, otherwise = "BTCUSDT"): string =>
  typeof value === "string" ? value : otherwise;

function depth({ params, nowMs }: Visit): unknown {
  const levels = Number(params["limit"] ?? 500);
  const side = (step: number) =>
    Array.from({ length: levels }, (_, index) => [(60_000 + step * (index + 1)).toFixed(1), "0.5"]);
  return { lastUpdateId: nowMs, E: nowMs, T: nowMs, bids: side(-0.1), asks: side(0.1) };
}

function candles({ params, nowMs }: Visit): unknown {
  const count = Number(params["limit"] ?? 500);
  const minute = Math.floor(nowMs / 60_000) - count;
  return Array.from({ length: count }, (_, index) => {
    const startMs = (minute + index) * 60_000;
    const prices = ["60000", "60010", "59990", "60005", "12"];
    return [startMs, ...prices, startMs + 59_999, "720000", 40, "6", "360000", "0"];
  });
}

/** The entry of one symbol, and a list where none is given. */
const entry =
  (fields: object): Body =>
  ({ params }) => {
    const one = { symbol: text(params["symbol"]), ...fields };
    return "symbol" in params ? one : [one];
  };

const list =
  (fields: object): Body =>
  ({ params }) => [{ symbol: text(params["symbol"]), ...fields }];

const one =
  (fields: object): Body =>
  ({ params }) => ({ symbol: text(params["symbol"]), ...fields });

const state = { status: "NEW", price: "60000", origQty: "1", executedQty: "0" };
const order = one({ orderId: 1, clientOrderId: "a", side: "BUY", type: "LIMIT", ...state });
const orders: Body = (visit) => [order(visit)];

const rateLimits = [
  { rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1, limit: 2_400 },
  { rateLimitType: "ORDERS", interval: "MINUTE", intervalNum: 1, limit: 1_200 },
  { rateLimitType: "ORDERS", interval: "SECOND", intervalNum: 10, limit: 300 },
];

const price = { price: "60000", time: 1_589_437_530_011 };
const wallet: Body = () => ({ assets: [{ asset: "USDT" }], positions: [{ symbol: "BTCUSDT" }] });
const positions = list({ positionAmt: "1", entryPrice: "60000" });
const balances: Body = () => [{ asset: "USDT", balance: "100" }];

/** By what follows the API's own root. */
const bodies: Readonly<Record<string, Body>> = {
  "GET /v1/time": ({ nowMs }) => ({ serverTime: nowMs }),
  "GET /v1/exchangeInfo": () => ({ rateLimits, symbols: [{ symbol: "BTCUSDT" }] }),
  "GET /v1/depth": depth,
  "GET /v1/trades": () => [{ id: 1, qty: "1", ...price }],
  "GET /v1/aggTrades": ({ nowMs }) => [{ a: 1, p: "60000", q: "1", T: nowMs, m: true }],
  "GET /v1/klines": candles,
  "GET /v1/continuousKlines": candles,
  "GET /v1/indexPriceKlines": candles,
  "GET /v1/markPriceKlines": candles,
  "GET /v1/premiumIndexKlines": candles,
  "GET /v1/ticker/24hr": entry({ lastPrice: "60000" }),
  "GET /v1/ticker/price": entry(price),
  "GET /v2/ticker/price": entry(price),
  "GET /v1/ticker/bookTicker": entry({ bidPrice: "59999", askPrice: "60001" }),
  "GET /v1/premiumIndex": entry({ markPrice: "60000", lastFundingRate: "0.0001" }),
  "GET /v1/fundingRate": list({ fundingRate: "0.0001", fundingTime: 1_570_608_000_000 }),
  "GET /v1/openInterest": one({ openInterest: "10" }),
  "POST /v1/order": order,
  "PUT /v1/order": order,
  "DELETE /v1/order": order,
  "POST /v1/batchOrders": orders,
  "PUT /v1/batchOrders": orders,
  "DELETE /v1/batchOrders": orders,
  "DELETE /v1/allOpenOrders": () => ({ code: 200, msg: "The operation of cancel all is done." }),
  "POST /v1/countdownCancelAll": one({ countdownTime: "100000" }),
  "GET /v1/order": order,
  "GET /v1/openOrder": order,
  "GET /v1/openOrders": orders,
  "GET /v1/allOrders": orders,
  "GET /v1/userTrades": list({ id: 1, orderId: 1, qty: "1", ...price }),
  "GET /v1/account": wallet,
  "GET /v2/account": wallet,
  "GET /v3/account": wallet,
  "GET /v1/balance": balances,
  "GET /v2/balance": balances,
  "GET /v3/balance": balances,
  "GET /v1/positionRisk": positions,
  "GET /v2/positionRisk": positions,
  "GET /v3/positionRisk": positions,
  "GET /v1/rateLimit/order": () => rateLimits.slice(1),
  "POST /v1/leverage": one({ leverage: 20, maxNotionalValue: "1000000" }),
  "POST /v1/listenKey": () => ({
    listenKey: "pqia91ma19a5s61cv6a81va65sdf19v8a65a1a5s61cv6a81va65sdf1",
  }),
};

export function answers(route: string, visit: Visit): unknown {
  return bodies[route]?.(visit) ?? {};
}
