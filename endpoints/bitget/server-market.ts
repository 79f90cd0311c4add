/**
 * What is traded at Bitget's server side, and how its public answers show it.
 * https://www.bitget.com/api-doc/spot/market/Get-Symbols, read 2026-11.
 */
import type { Visit } from "headgate/emulator";

export type Result = (visit: Visit) => unknown;

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const one =
  (entry: object): Result =>
  ({ params }) => ({ symbol: textOf(params["symbol"]) || "BTCUSDT", ...entry });
const list =
  (entry: object): Result =>
  (visit) => [one(entry)(visit)];

const pair = {
  symbol: "BTCUSDT",
  baseCoin: "BTC",
  quoteCoin: "USDT",
  minTradeAmount: "0",
  maxTradeAmount: "10000000000",
  takerFeeRate: "0.002",
  makerFeeRate: "0.002",
  pricePrecision: "2",
  quantityPrecision: "6",
  quotePrecision: "8",
  status: "online",
  minTradeUSDT: "1",
  buyLimitPriceRatio: "0.05",
  sellLimitPriceRatio: "0.05",
};

const chain = {
  chain: "BTC",
  needTag: "false",
  withdrawable: "true",
  rechargeable: "true",
  withdrawFee: "0.0005",
  extraWithdrawFee: "0",
  depositConfirm: "1",
  withdrawConfirm: "1",
  minDepositAmount: "0.0001",
  minWithdrawAmount: "0.001",
  contractAddress: "",
  withdrawStep: "0",
  withdrawMinScale: "8",
  congestion: "normal",
};

const coins: Result = () => [
  { coinId: "1", coin: "BTC", transfer: "true", chains: [chain], areaCoin: "no" },
  { coinId: "2", coin: "USDT", transfer: "true", chains: [{ ...chain, chain: "TRC20" }] },
];

const contract = {
  baseCoin: "BTC",
  buyLimitPriceRatio: "0.01",
  sellLimitPriceRatio: "0.01",
  makerFeeRate: "0.0002",
  takerFeeRate: "0.0006",
  minTradeNum: "0.001",
  priceEndStep: "1",
  volumePlace: "3",
  pricePlace: "1",
  sizeMultiplier: "0.001",
  symbolType: "perpetual",
  minTradeUSDT: "5",
  symbolStatus: "normal",
  deliveryTime: "",
  fundInterval: "8",
  minLever: "1",
  maxLever: "125",
};

const contracts: Readonly<Record<string, object>> = {
  "USDT-FUTURES": {
    ...contract,
    symbol: "BTCUSDT",
    quoteCoin: "USDT",
    supportMarginCoins: ["USDT"],
  },
  "COIN-FUTURES": { ...contract, symbol: "BTCUSD", quoteCoin: "USD", supportMarginCoins: ["BTC"] },
};

const ticker: Result = (visit) => [
  {
    ...Object(one({})(visit)),
    lastPr: "60000",
    bidPr: "60000",
    bidSz: "0.5",
    askPr: "60001",
    askSz: "0.5",
    open: "59000",
    high24h: "60500",
    low24h: "58900",
    change24h: "0.0169",
    baseVolume: "12000",
    quoteVolume: "720000000",
    ts: String(visit.nowMs),
  },
];
const book: Result = ({ nowMs }) => ({
  asks: [["60001", "1"]],
  bids: [["60000", "1"]],
  ts: String(nowMs),
});
const candles: Result = ({ nowMs }) => [[String(nowMs), "60000", "60010", "59990", "60005", "1"]];
const trades: Result = (visit) =>
  list({ tradeId: "1", price: "60000", size: "1", side: "buy", ts: String(visit.nowMs) })(visit);

export const market: Readonly<Record<string, Result>> = {
  "GET /api/v2/public/time": ({ nowMs }) => ({ serverTime: String(nowMs) }),
  "GET /api/v2/spot/public/coins": coins,
  "GET /api/v2/spot/public/symbols": () => [pair],
  "GET /api/v2/margin/currencies": list({ isBorrowable: true, isCrossBorrowable: true }),
  "GET /api/v2/spot/market/tickers": ticker,
  "GET /api/v2/spot/market/orderbook": book,
  "GET /api/v2/spot/market/candles": candles,
  "GET /api/v2/spot/market/history-candles": candles,
  "GET /api/v2/spot/market/fills": trades,
  "GET /api/v2/spot/market/fills-history": trades,
  "GET /api/v2/mix/market/contracts": ({ params }) => {
    const found = contracts[textOf(params["productType"])];
    return found === undefined ? [] : [found];
  },
  "GET /api/v2/mix/market/ticker": ticker,
  "GET /api/v2/mix/market/tickers": ticker,
  "GET /api/v2/mix/market/merge-depth": book,
  "GET /api/v2/mix/market/candles": candles,
  "GET /api/v2/mix/market/fills": trades,
};
