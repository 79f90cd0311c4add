/** All venues that there are. */
import { proof as alltick } from "./alltick.ts";
import { proof as alpacaData } from "./alpaca-data.ts";
import { proof as alpacaTrading } from "./alpaca-trading.ts";
import { proof as binanceCoinm } from "./binance-coinm.ts";
import { proof as binanceSapi } from "./binance-sapi.ts";
import { proof as binanceSpot } from "./binance-spot.ts";
import { proof as binanceUsdm } from "./binance-usdm.ts";
import { proof as bitfinex } from "./bitfinex.ts";
import { proof as bitget } from "./bitget.ts";
import { proof as bitstamp } from "./bitstamp.ts";
import { proof as bybit } from "./bybit.ts";
import { proof as coinbaseAdvanced } from "./coinbase-advanced.ts";
import { proof as coinbaseExchange } from "./coinbase-exchange.ts";
import { proof as coingecko } from "./coingecko.ts";
import { proof as cryptoCom } from "./crypto-com.ts";
import { proof as deribit } from "./deribit.ts";
import { proof as dydx } from "./dydx.ts";
import { proof as finnhub } from "./finnhub.ts";
import { proof as gate } from "./gate.ts";
import { proof as gemini } from "./gemini.ts";
import { proof as hyperliquid } from "./hyperliquid.ts";
import { proof as krakenFutures } from "./kraken-futures.ts";
import { proof as krakenSpot } from "./kraken-spot.ts";
import { proof as kucoin } from "./kucoin.ts";
import { proof as massive } from "./massive.ts";
import { proof as mexc } from "./mexc.ts";
import { proof as okx } from "./okx.ts";
import { proof as twelvedata } from "./twelvedata.ts";
import { proof as upbit } from "./upbit.ts";
import type { Proof } from "./proof.ts";

export const proofs: readonly Proof[] = [
  alltick,
  alpacaData,
  alpacaTrading,
  binanceCoinm,
  binanceSapi,
  binanceSpot,
  binanceUsdm,
  bitfinex,
  bitget,
  bitstamp,
  bybit,
  coinbaseAdvanced,
  coinbaseExchange,
  coingecko,
  cryptoCom,
  deribit,
  dydx,
  finnhub,
  gate,
  gemini,
  hyperliquid,
  krakenFutures,
  krakenSpot,
  kucoin,
  massive,
  mexc,
  okx,
  twelvedata,
  upbit,
];
