/**
 * What is traded at KuCoin's server side, and how its public answers show it.
 * https://github.com/Kucoin/kucoin-universal-sdk/tree/78c90c7, read 2026-11.
 */
import type { Visit } from "headgate/emulator";

export type Data = (visit: Visit) => unknown;

const chain = {
  chainName: "BTC",
  chainId: "btc",
  withdrawalMinSize: "0.001",
  depositMinSize: "0.0002",
  withdrawalMinFee: "0.0005",
  isWithdrawEnabled: true,
  isDepositEnabled: true,
  confirms: 3,
  preConfirms: 1,
  contractAddress: "",
  withdrawPrecision: 8,
};

const currency = { isMarginEnabled: true, isDebitEnabled: true, precision: 8 };

const currencies = [
  { ...currency, currency: "BTC", name: "BTC", fullName: "Bitcoin", chains: [chain] },
  {
    ...currency,
    currency: "USDT",
    name: "USDT",
    fullName: "Tether",
    chains: [{ ...chain, chainName: "TRC20", chainId: "trx" }],
  },
];

const pair = {
  symbol: "BTC-USDT",
  name: "BTC-USDT",
  baseCurrency: "BTC",
  quoteCurrency: "USDT",
  feeCurrency: "USDT",
  market: "USDS",
  baseMinSize: "0.00001",
  quoteMinSize: "0.1",
  baseMaxSize: "10000000000",
  quoteMaxSize: "99999999",
  baseIncrement: "0.00000001",
  quoteIncrement: "0.000001",
  priceIncrement: "0.1",
  priceLimitRate: "0.1",
  minFunds: "0.1",
  isMarginEnabled: true,
  enableTrading: true,
};

const contract = {
  symbol: "XBTUSDTM",
  rootSymbol: "USDT",
  type: "FFWCSX",
  firstOpenDate: 1_585_555_200_000,
  expireDate: null,
  settleDate: null,
  baseCurrency: "XBT",
  quoteCurrency: "USDT",
  settleCurrency: "USDT",
  maxOrderQty: 1_000_000,
  maxPrice: 1_000_000,
  lotSize: 1,
  tickSize: 0.1,
  multiplier: 0.001,
  makerFeeRate: 0.0002,
  takerFeeRate: 0.0006,
  isInverse: false,
  status: "Open",
  fundingFeeRate: 0.0001,
  nextFundingRateTime: 10_000_000,
  maxLeverage: 125,
};

const symbolOf = ({ params }: Visit): unknown => params["symbol"] ?? "BTC-USDT";
export const ofSymbol = (visit: Visit) => ({ symbol: symbolOf(visit) });

const ticker = {
  symbol: "BTC-USDT",
  symbolName: "BTC-USDT",
  buy: "59999.9",
  bestBidSize: "0.5",
  sell: "60000",
  bestAskSize: "0.5",
  changeRate: "0.0169",
  changePrice: "1000",
  high: "60500",
  low: "58900",
  vol: "12000",
  volValue: "720000000",
  last: "60000",
  averagePrice: "59500",
  takerFeeRate: "0.001",
  makerFeeRate: "0.001",
  takerCoefficient: "1",
  makerCoefficient: "1",
};

const spotBook: Data = ({ nowMs }) => ({
  time: nowMs,
  sequence: "1",
  bids: [["59999.9", "0.5"]],
  asks: [["60000", "0.5"]],
});
const futuresBook: Data = (visit) => ({
  ...ofSymbol(visit),
  sequence: 1,
  bids: [[59_999, 5]],
  asks: [[60_000, 5]],
  ts: visit.nowMs,
});

export const spotMarket: Readonly<Record<string, Data>> = {
  "GET /api/v3/currencies": () => currencies,
  "GET /api/v2/symbols": () => [pair],
  "GET /api/v3/margin/symbols": ({ nowMs }) => ({ timestamp: nowMs, items: [pair] }),
  "GET /api/v1/isolated/symbols": () => [pair],
  "GET /api/v1/market/orderbook/level1": ({ nowMs }) => ({ price: "60000", time: nowMs }),
  "GET /api/v1/market/allTickers": ({ nowMs }) => ({ time: nowMs, ticker: [ticker] }),
  "GET /api/v1/market/stats": ({ nowMs }) => ({ ...ticker, time: nowMs }),
  "GET /api/v1/market/histories": ({ nowMs }) => [
    { sequence: "1", price: "60000", size: "1", side: "buy", time: nowMs * 1_000_000 },
  ],
  "GET /api/v1/market/candles": () => [["1566789720", "1", "1", "1", "1", "1", "1"]],
  "GET /api/v1/market/orderbook/level2_{size}": spotBook,
  "GET /api/v3/market/orderbook/level2": spotBook,
  "GET /api/v1/timestamp": ({ nowMs }) => nowMs,
};

export const futuresMarket: Readonly<Record<string, Data>> = {
  "GET /api/v1/timestamp": ({ nowMs }) => nowMs,
  "GET /api/v1/funding-rate/{symbol}/current": (visit) => ({ ...ofSymbol(visit), value: 0.0001 }),
  "GET /api/v1/contracts/active": () => [contract],
  "GET /api/v1/ticker": (visit) => ({ ...ofSymbol(visit), price: "60000" }),
  "GET /api/v1/level2/depth{size}": futuresBook,
  "GET /api/v1/kline/query": ({ nowMs }) => [[nowMs, 1, 1, 1, 1, 1]],
};
