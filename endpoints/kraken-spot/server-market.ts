/**
 * What is traded at Kraken's server side, and how its public answers show it.
 * https://docs.kraken.com/api/docs/rest-api/get-tradable-asset-pairs, read 2026-11.
 */
import type { Visit } from "headgate/emulator";
import { textOf } from "./server-desk.ts";

export type Result = (visit: Visit) => unknown;

/** Where it does not matter. */
export const timestamp = "2026-11-01T00:00:00Z";

const currency = { aclass: "currency", decimals: 10, display_decimals: 5, status: "enabled" };

const assets = {
  XXBT: { ...currency, altname: "XBT" },
  XETH: { ...currency, altname: "ETH" },
  ZUSD: { ...currency, altname: "USD", decimals: 4, display_decimals: 2 },
};

const pair = {
  aclass_base: "currency",
  aclass_quote: "currency",
  quote: "ZUSD",
  lot: "unit",
  lot_decimals: 8,
  lot_multiplier: 1,
  cost_decimals: 5,
  leverage_buy: [2, 3],
  leverage_sell: [2, 3],
  fees: [[0, 0.4]],
  fees_maker: [[0, 0.25]],
  fee_volume_currency: "ZUSD",
  margin_call: 80,
  margin_stop: 40,
  costmin: "0.5",
  status: "online",
};

const pairs = {
  XXBTZUSD: {
    ...pair,
    altname: "XBTUSD",
    wsname: "XBT/USD",
    base: "XXBT",
    pair_decimals: 1,
    tick_size: "0.1",
    ordermin: "0.00005",
  },
  XETHZUSD: {
    ...pair,
    altname: "ETHUSD",
    wsname: "ETH/USD",
    base: "XETH",
    pair_decimals: 2,
    tick_size: "0.01",
    ordermin: "0.001",
  },
};

/** A pair is asked for by any of its names, and answered by its own. */
function nameOf({ params }: Visit): string {
  const asked = textOf(params["pair"]);
  const known = Object.entries(pairs).find(
    ([name, { altname, wsname }]) => name === asked || altname === asked || wsname === asked,
  );
  return known?.[0] ?? "XXBTZUSD";
}

const ofPair =
  (entry: Result): Result =>
  (visit) => ({ [nameOf(visit)]: entry(visit) });

const seconds = ({ nowMs }: Visit): number => Math.floor(nowMs / 1_000);

export const open: Readonly<Record<string, Result>> = {
  Time: (visit) => ({ unixtime: seconds(visit), rfc1123: "Sun, 01 Nov 26 00:00:00 +0000" }),
  SystemStatus: () => ({ status: "online", timestamp }),
  Assets: () => assets,
  AssetPairs: () => pairs,
  Ticker: ofPair(() => ({
    a: ["60001.0", "1", "1.000"],
    b: ["60000.0", "1", "1.000"],
    c: ["60000.5", "0.1"],
    v: ["1200.0", "2400.0"],
    p: ["59900.0", "59800.0"],
    t: [1_200, 2_400],
    l: ["58900.0", "58800.0"],
    h: ["60500.0", "60600.0"],
    o: "59000.0",
  })),
  Depth: ofPair((visit) => ({
    bids: [["60000.0", "0.5", seconds(visit)]],
    asks: [["60001.0", "0.5", seconds(visit)]],
  })),
  Spread: (visit) => ({
    [nameOf(visit)]: [[seconds(visit), "60000.0", "60001.0"]],
    last: seconds(visit),
  }),
};

export const openByPair: Readonly<Record<string, Result>> = {
  OHLC: (visit) => ({
    [nameOf(visit)]: [[seconds(visit), "1", "2", "1", "2", "1.5", "3", 4]],
    last: seconds(visit),
  }),
  Trades: (visit) => ({
    [nameOf(visit)]: [["60000.0", "0.1", visit.nowMs / 1_000, "b", "l", "", 1]],
    last: String(visit.nowMs * 1_000_000),
  }),
};
