/**
 * What is traded at Bybit's server side, and how its public answers show it.
 * https://github.com/bybit-exchange/docs/tree/072c197/docs/v5/market, read 2026-11.
 */
import type { Visit } from "headgate/emulator";

type Instrument = Readonly<{ symbol: string; baseCoin: string; quoteCoin: string }>;

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const btc = { baseCoin: "BTC", status: "Trading" } as const;

/** One of each kind. The option expires at 2026-12-25 08:00 UTC. */
const instruments: Readonly<Record<string, Instrument & Readonly<Record<string, unknown>>>> = {
  spot: {
    ...btc,
    symbol: "BTCUSDT",
    quoteCoin: "USDT",
    innovation: "0",
    marginTrading: "utaOnly",
    lotSizeFilter: {
      basePrecision: "0.000001",
      quotePrecision: "0.0000001",
      minOrderQty: "0.000011",
      maxOrderQty: "83",
      minOrderAmt: "5",
      maxOrderAmt: "8000000",
    },
    priceFilter: { tickSize: "0.1" },
  },
  linear: { ...btc, ...contract("LinearPerpetual", "USDT"), symbol: "BTCUSDT", quoteCoin: "USDT" },
  inverse: { ...btc, ...contract("InversePerpetual", "BTC"), symbol: "BTCUSD", quoteCoin: "USD" },
  option: {
    ...btc,
    symbol: "BTC-25DEC26-80000-C",
    quoteCoin: "USD",
    settleCoin: "USDC",
    optionsType: "Call",
    launchTime: "1790000000000",
    deliveryTime: "1798185600000",
    deliveryFeeRate: "0.00015",
    priceFilter: { minPrice: "5", maxPrice: "10000000", tickSize: "5" },
    lotSizeFilter: { minOrderQty: "0.01", maxOrderQty: "500", qtyStep: "0.01" },
  },
};

function contract(contractType: string, settleCoin: string) {
  return {
    contractType,
    settleCoin,
    launchTime: "1585526400000",
    deliveryTime: "0",
    deliveryFeeRate: "",
    priceScale: "1",
    leverageFilter: { minLeverage: "1", maxLeverage: "100.00", leverageStep: "0.01" },
    priceFilter: { minPrice: "0.10", maxPrice: "1999999.80", tickSize: "0.10" },
    lotSizeFilter: {
      minOrderQty: "0.001",
      maxOrderQty: "1190.000",
      qtyStep: "0.001",
      minNotionalValue: "5",
    },
    unifiedMarginTrade: true,
    fundingInterval: 480,
  };
}

export function instrumentsInfo({ params }: Visit): unknown {
  const category = textOf(params["category"]);
  const { symbol, status = "Trading", baseCoin } = params;
  const list = [instruments[category]].filter(
    (one) =>
      one !== undefined &&
      status === "Trading" &&
      (symbol === undefined || symbol === one.symbol) &&
      (baseCoin === undefined || baseCoin === one.baseCoin),
  );
  return { category, list, nextPageCursor: "" };
}

export function tickers({ params }: Visit): unknown {
  const category = textOf(params["category"]);
  const list = [
    {
      symbol: textOf(params["symbol"]) || (instruments[category]?.symbol ?? ""),
      bid1Price: "60000",
      bid1Size: "0.5",
      ask1Price: "60000.1",
      ask1Size: "0.5",
      lastPrice: "60000",
      prevPrice24h: "59000",
      price24hPcnt: "0.0169",
      highPrice24h: "60500",
      lowPrice24h: "58900",
      turnover24h: "720000000",
      volume24h: "12000",
    },
  ];
  return { category, list };
}

export function book({ params, nowMs }: Visit): unknown {
  const levels = Math.min(Number(params["limit"] ?? 25), 1_000);
  const side = (step: number) =>
    Array.from({ length: levels }, (_, index) => [(60_000 + step * (index + 1)).toFixed(1), "0.5"]);
  const [b, a] = [side(-0.1), side(0.1)];
  return { s: textOf(params["symbol"]), b, a, ts: nowMs, u: nowMs, seq: 1, cts: nowMs };
}

export function recentTrades({ params, nowMs }: Visit): unknown {
  const [symbol, category] = [textOf(params["symbol"]), textOf(params["category"])];
  const trade = { execId: "2100000000007764263", price: "60000", size: "1", side: "Buy" };
  const list = [{ ...trade, symbol, time: String(nowMs), isBlockTrade: false, isRPITrade: false }];
  return { category, list };
}

/** The newest first. */
export function klines({ params, nowMs }: Visit): unknown {
  const count = Math.min(Number(params["limit"] ?? 200), 1_000);
  const minute = Math.floor(nowMs / 60_000);
  const list = Array.from({ length: count }, (_, index) => {
    return [String((minute - index) * 60_000), "60000", "60010", "59990", "60005", "12", "720000"];
  });
  return { category: textOf(params["category"]), symbol: textOf(params["symbol"]), list };
}

/** https://github.com/bybit-exchange/docs/blob/072c197/docs/v5/asset/coin-info.mdx, read 2026-11. */
export function coins(): unknown {
  const chain = {
    chain: "BTC",
    chainType: "BTC",
    confirmation: "1",
    withdrawFee: "0.0001",
    depositMin: "0",
    withdrawMin: "0.001",
    chainDeposit: "1",
    chainWithdraw: "1",
    minAccuracy: "8",
    withdrawPercentageFee: "0",
  };
  const usdt = { ...chain, chain: "TRX", chainType: "TRC20", withdrawFee: "1", withdrawMin: "2" };
  return {
    rows: [
      { name: "BTC", coin: "BTC", remainAmount: "150", chains: [chain] },
      { name: "USDT", coin: "USDT", remainAmount: "10000000", chains: [usdt] },
    ],
  };
}
