/** All venues that there are. */
import { proof as alltick } from "./alltick.ts";
import { proof as alpacaData } from "./alpaca-data.ts";
import { proof as alpacaTrading } from "./alpaca-trading.ts";
import { proof as binanceSpot } from "./binance-spot.ts";
import { proof as bybit } from "./bybit.ts";
import { proof as coingecko } from "./coingecko.ts";
import { proof as finnhub } from "./finnhub.ts";
import { proof as massive } from "./massive.ts";
import { proof as twelvedata } from "./twelvedata.ts";
import type { Proof } from "./proof.ts";

export const proofs: readonly Proof[] = [
  alltick,
  alpacaData,
  alpacaTrading,
  binanceSpot,
  bybit,
  coingecko,
  finnhub,
  massive,
  twelvedata,
];
