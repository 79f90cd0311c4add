/** Which exchange of ccxt has the weights of which venue. */
import type { Venue } from "headgate";
import { krakenSpot } from "headgate/endpoints/kraken-spot";

export type Peer = Readonly<{
  venue: string;
  /** ccxt's name for the exchange. */
  exchange: string;
  /** Where the venue that is proved is for another tier than ccxt's costs. */
  compared?: Venue;
  /** Of our limits those that ccxt's costs are about; without it the one that lets the least through. */
  limits?: readonly string[];
  /** What a cost of 1 is meant to be, ms, where that is not ccxt's `rateLimit`. */
  costMs?: number;
}>;

export const peers: readonly Peer[] = [
  { venue: "alpaca-trading", exchange: "alpaca" },
  // A cost of 1 is a weight of 1 of 2 400 a minute; ccxt itself plans with half of them.
  { venue: "binance-coinm", exchange: "binance", limits: ["requestWeight"], costMs: 25 },
  { venue: "binance-sapi", exchange: "binance" },
  { venue: "binance-spot", exchange: "binance", limits: ["requestWeight"] },
  { venue: "binance-usdm", exchange: "binance", limits: ["requestWeight"], costMs: 25 },
  { venue: "bitfinex", exchange: "bitfinex" },
  { venue: "bitget", exchange: "bitget" },
  { venue: "bitstamp", exchange: "bitstamp" },
  { venue: "bybit", exchange: "bybit" },
  { venue: "coinbase-advanced", exchange: "coinbase" },
  { venue: "coinbase-exchange", exchange: "coinbaseexchange" },
  { venue: "crypto-com", exchange: "cryptocom" },
  { venue: "deribit", exchange: "deribit" },
  { venue: "dydx", exchange: "dydx" },
  { venue: "gate", exchange: "gate" },
  { venue: "gemini", exchange: "gemini" },
  { venue: "kraken-futures", exchange: "krakenfutures" },
  { venue: "kraken-spot", exchange: "kraken", compared: krakenSpot({ tier: "starter" }) },
  { venue: "kucoin", exchange: "kucoin" },
  { venue: "mexc", exchange: "mexc" },
  // Its `rateLimit` has a tolerance of 10 %.
  { venue: "okx", exchange: "okx", costMs: 100 },
  { venue: "upbit", exchange: "upbit" },
];
