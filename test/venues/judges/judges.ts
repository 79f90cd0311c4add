/**
 * Who judges whom. `differs` names every no for which ccxt has no name, or another one: its tables are its
 * own affair, and the codes and words are those that the exchange documents. An entry that has become
 * needless is reported.
 */
import { binance, binanceSpot } from "./binance-clients.ts";
import { bybitApi, okxApi } from "./bybit-okx-clients.ts";
import { ccxt } from "./ccxt.ts";
import type { Judge } from "./desk.ts";
import { proof as coinm } from "../binance-coinm.ts";
import { proof as sapi } from "../binance-sapi.ts";
import { proof as spot } from "../binance-spot.ts";
import { proof as usdm } from "../binance-usdm.ts";
import { proof as bitget } from "../bitget.ts";
import { proof as bybit } from "../bybit.ts";
import { proof as gate } from "../gate.ts";
import { proof as krakenSpot } from "../kraken-spot.ts";
import { proof as kucoin } from "../kucoin.ts";
import { proof as okx } from "../okx.ts";

/** A code that ccxt does not list. */
const unlisted = "ExchangeError";

function unlistedAre(...names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, unlisted]));
}

/** Of Binance, ccxt lists these by the exchange's host, which is not where it is sent to here. */
const byHost = unlistedAre("throttled", "overloaded");

/** Needs what is installed in test/venues/clients. */
export const judges = (): readonly Judge[] => [
  ccxt({
    exchange: "binance",
    symbol: "BTC/USDT",
    proof: spot,
    beside: [usdm, coinm, sapi],
    differs: unlistedAre("overloaded", "internal"),
  }),
  ccxt({
    exchange: "binance",
    symbol: "BTC/USDT:USDT",
    holding: { type: "swap" },
    proof: usdm,
    beside: [spot, coinm, sapi],
    differs: byHost,
  }),
  ccxt({
    exchange: "binance",
    symbol: "BTC/USD:BTC",
    holding: { type: "delivery" },
    proof: coinm,
    beside: [spot, usdm, sapi],
    differs: byHost,
  }),
  ccxt({
    exchange: "bybit",
    symbol: "BTC/USDT",
    // Without the second it does not see what is closed.
    finding: { acknowledged: true, openOnly: 1 },
    proof: bybit,
    differs: {
      ...unlistedAre("highLoad", "systemProtection", "serverTimeout", "serverError"),
      ...unlistedAre("modificationTimeout", "networkError"),
      tooManyOrders: "InvalidOrder",
      creationTimeout: "InvalidOrder",
      cancellationTimeout: "InvalidOrder",
    },
  }),
  ccxt({
    exchange: "okx",
    symbol: "BTC/USDT",
    proof: okx,
    differs: {
      ...unlistedAre("orderRate", "tooFrequent", "changesInProgress"),
      ...unlistedAre("orderTimeout", "requestTimeout", "cancelTimeout"),
    },
  }),
  ccxt({
    exchange: "gate",
    symbol: "BTC/USDT",
    proof: gate,
    differs: { ...unlistedAre("serverTimeout"), expired: "AuthenticationError" },
  }),
  ccxt({
    exchange: "kraken",
    symbol: "BTC/USD",
    proof: krakenSpot,
    wrongSecret: unlisted,
    differs: unlistedAre("throttled", "openOrders", "domain", "authentications", "signature"),
  }),
  ccxt({
    exchange: "kucoin",
    symbol: "BTC/USDT",
    proof: kucoin,
    differs: {
      // It lists 429 and not 429000, and the status is not asked where there is a code.
      ...unlistedAre("tooMany", "overloaded", "overloadedWithRoom", "endpointShut"),
      cloudflare: "ExchangeNotAvailable",
    },
  }),
  ccxt({
    exchange: "bitget",
    symbol: "BTC/USDT",
    proof: bitget,
    differs: {
      ...unlistedAre("abnormal", "serviceError", "unknownError", "operationTimedOut"),
      ...unlistedAre("cancelledTooOften"),
      // It has the words of 40009 at 40010.
      timedOut: "AuthenticationError",
    },
  }),
  binance(),
  binanceSpot(),
  bybitApi(),
  okxApi(),
];
