/**
 * What is traded at OKX's server side, and how its public answers show it.
 * https://www.okx.com/docs-v5/en/#public-data-rest-api-get-instruments, read 2026-11.
 */
import type { Visit } from "headgate/emulator";

export type Data = (visit: Visit) => readonly unknown[];

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** What every instrument has; each kind says what differs. */
const instrument = {
  alias: "",
  baseCcy: "",
  quoteCcy: "",
  settleCcy: "",
  uly: "",
  ctMult: "",
  ctType: "",
  ctVal: "",
  ctValCcy: "",
  expTime: "",
  optType: "",
  stk: "",
  lever: "10",
  listTime: "1606468572000",
  lotSz: "0.01",
  minSz: "0.01",
  maxLmtSz: "10000",
  maxMktSz: "1000000",
  tickSz: "0.1",
  state: "live",
};
const linear = { uly: "BTC-USDT", settleCcy: "USDT", ctMult: "1", ctType: "linear" };
const inverse = { uly: "BTC-USD", settleCcy: "BTC", ctMult: "1", ctType: "inverse" };

/** What expires does so at 2026-12-25 08:00 UTC. */
const expTime = "1798185600000";

const instruments = [
  {
    ...instrument,
    instType: "SPOT",
    instId: "BTC-USDT",
    baseCcy: "BTC",
    quoteCcy: "USDT",
    lotSz: "0.00000001",
    minSz: "0.00001",
  },
  {
    ...instrument,
    ...linear,
    instType: "SWAP",
    instId: "BTC-USDT-SWAP",
    ctVal: "0.01",
    ctValCcy: "BTC",
  },
  {
    ...instrument,
    ...inverse,
    instType: "SWAP",
    instId: "BTC-USD-SWAP",
    ctVal: "100",
    ctValCcy: "USD",
  },
  {
    ...instrument,
    ...linear,
    instType: "FUTURES",
    instId: "BTC-USDT-261225",
    alias: "quarter",
    ctVal: "0.01",
    ctValCcy: "BTC",
    expTime,
  },
  {
    ...instrument,
    ...inverse,
    instType: "OPTION",
    instId: "BTC-USD-261225-80000-C",
    ctMult: "0.01",
    ctType: "",
    ctVal: "1",
    ctValCcy: "BTC",
    expTime,
    optType: "C",
    stk: "80000",
  },
];

const chain = {
  canDep: true,
  canInternal: true,
  canWd: true,
  mainNet: true,
  maxWd: "500",
  minFee: "0.0001",
  maxFee: "0.0002",
  minWd: "0.001",
  wdTickSz: "8",
};

const ofParams =
  (entry: object): Data =>
  ({ params, nowMs }) => [{ instId: textOf(params["instId"]), ts: String(nowMs), ...entry }];

const ticker = ofParams({
  last: "60000",
  lastSz: "0.1",
  askPx: "60000.1",
  askSz: "11",
  bidPx: "60000",
  bidSz: "5",
  open24h: "59000",
  high24h: "60500",
  low24h: "58900",
  vol24h: "12000",
  volCcy24h: "720000000",
  sodUtc0: "59100",
  sodUtc8: "59200",
});
const book = ofParams({ asks: [["60001", "1", "0", "1"]], bids: [["60000", "1", "0", "1"]] });
const candles: Data = ({ nowMs }) => [
  [String(nowMs), "60000", "60010", "59990", "60005", "12", "12", "720000", "0"],
];
const trades = ofParams({ tradeId: "1", px: "60000", sz: "1", side: "buy" });

export const market: Readonly<Record<string, Data>> = {
  "GET /api/v5/public/time": ofParams({}),
  "GET /api/v5/public/instruments": ({ params }) =>
    instruments.filter(
      ({ instType, instId, uly }) =>
        instType === params["instType"] &&
        [undefined, instId].includes(textOf(params["instId"]) || undefined) &&
        [undefined, uly].includes(textOf(params["uly"]) || undefined),
    ),
  "GET /api/v5/market/ticker": ticker,
  "GET /api/v5/market/tickers": ticker,
  "GET /api/v5/market/books": book,
  "GET /api/v5/market/books-full": book,
  "GET /api/v5/market/candles": candles,
  "GET /api/v5/market/history-candles": candles,
  "GET /api/v5/market/trades": trades,
  "GET /api/v5/market/history-trades": trades,
  "GET /api/v5/public/mark-price": ofParams({ markPx: "60000" }),
  "GET /api/v5/public/funding-rate": ofParams({ fundingRate: "0.0001" }),
  "GET /api/v5/public/open-interest": ofParams({ oi: "1000" }),
  "GET /api/v5/asset/currencies": () => [
    { ...chain, ccy: "BTC", chain: "BTC-Bitcoin", name: "Bitcoin" },
    { ...chain, ccy: "USDT", chain: "USDT-TRC20", name: "Tether" },
  ],
};
