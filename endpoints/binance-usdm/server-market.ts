/**
 * What is traded at the futures' server side, and how its public answers show it: the shapes of the
 * documentation's examples, for whatever is asked.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures, read 2026-11.
 */
import type { Visit } from "headgate/emulator";

export type Body = (visit: Visit) => unknown;

export const textOf = (value: unknown, otherwise = "BTCUSDT"): string =>
  typeof value === "string" ? value : otherwise;

/** The contract of an API, as its `exchangeInfo` has it. */
export type Traded = Readonly<{ symbol: string; quoteAsset: string; marginAsset: string }> &
  Readonly<Record<string, string | number>>;

/** What both APIs say of a contract; what differs says the API. */
const contract = {
  pair: "BTCUSDT",
  contractType: "PERPETUAL",
  deliveryDate: 4_133_404_800_000,
  onboardDate: 1_569_398_400_000,
  baseAsset: "BTC",
  pricePrecision: 2,
  quantityPrecision: 3,
  baseAssetPrecision: 8,
  quotePrecision: 8,
  underlyingType: "COIN",
  triggerProtect: "0.0500",
  filters: [
    { filterType: "PRICE_FILTER", minPrice: "0.10", maxPrice: "4529764", tickSize: "0.10" },
    { filterType: "LOT_SIZE", minQty: "0.001", maxQty: "1000", stepSize: "0.001" },
    { filterType: "MARKET_LOT_SIZE", minQty: "0.001", maxQty: "120", stepSize: "0.001" },
    { filterType: "MIN_NOTIONAL", notional: "100" },
  ],
  orderTypes: ["LIMIT", "MARKET", "STOP", "STOP_MARKET"],
  timeInForce: ["GTC", "IOC", "FOK", "GTX"],
};

export const rateLimits = [
  { rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1, limit: 2_400 },
  { rateLimitType: "ORDERS", interval: "MINUTE", intervalNum: 1, limit: 1_200 },
  { rateLimitType: "ORDERS", interval: "SECOND", intervalNum: 10, limit: 300 },
];

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

/** The entry of one symbol, and a list where none is given; of COIN-M always a list. */
const entry =
  (fields: object): Body =>
  ({ params, request }) => {
    const one = { symbol: textOf(params["symbol"]), ...fields };
    return "symbol" in params && !request.path.startsWith("/dapi") ? one : [one];
  };

const list =
  (fields: object): Body =>
  ({ params }) => [{ symbol: textOf(params["symbol"]), ...fields }];

const price = { price: "60000", time: 1_589_437_530_011 };

const trade: Body = ({ nowMs }) => [
  { ...price, id: 1, qty: "1", quoteQty: "60000", time: nowMs, isBuyerMaker: true },
];

const ticker: Body = (visit) =>
  entry({
    priceChange: "1000",
    priceChangePercent: "1.695",
    weightedAvgPrice: "59500",
    lastPrice: "60000",
    lastQty: "0.1",
    openPrice: "59000",
    highPrice: "60500",
    lowPrice: "58900",
    volume: "12000",
    quoteVolume: "714000000",
    openTime: visit.nowMs - 86_400_000,
    closeTime: visit.nowMs,
    firstId: 1,
    lastId: 2,
    count: 2,
  })(visit);

/** By what follows the API's own root; `traded` is what an API trades. */
export const market = (traded: Traded): Readonly<Record<string, Body>> => ({
  "GET /v1/time": ({ nowMs }) => ({ serverTime: nowMs }),
  "GET /v1/exchangeInfo": ({ nowMs }) => ({
    timezone: "UTC",
    serverTime: nowMs,
    exchangeFilters: [],
    rateLimits,
    symbols: [{ ...contract, ...traded }],
  }),
  "GET /v1/depth": depth,
  "GET /v1/trades": trade,
  "GET /v1/historicalTrades": trade,
  "GET /v1/aggTrades": ({ nowMs }) => [{ a: 1, p: "60000", q: "1", f: 1, l: 1, T: nowMs, m: true }],
  "GET /v1/klines": candles,
  "GET /v1/continuousKlines": candles,
  "GET /v1/indexPriceKlines": candles,
  "GET /v1/markPriceKlines": candles,
  "GET /v1/premiumIndexKlines": candles,
  "GET /v1/ticker/24hr": ticker,
  "GET /v1/ticker/price": entry(price),
  "GET /v2/ticker/price": entry(price),
  "GET /v1/ticker/bookTicker": entry({
    bidPrice: "59999",
    bidQty: "1",
    askPrice: "60001",
    askQty: "1",
  }),
  "GET /v1/premiumIndex": entry({ markPrice: "60000", lastFundingRate: "0.0001" }),
  "GET /v1/fundingRate": list({ fundingRate: "0.0001", fundingTime: 1_570_608_000_000 }),
  "GET /v1/openInterest": ({ params }) => ({
    symbol: textOf(params["symbol"]),
    openInterest: "10",
  }),
});
