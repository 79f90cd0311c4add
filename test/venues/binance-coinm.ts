/** The proof of Binance COIN-M. */
import { binanceCoinm } from "headgate/endpoints/binance-coinm";
import { refusals, serverSide } from "headgate/endpoints/binance-coinm/server";
import { provenBy } from "./binance-futures.ts";

export const proof = provenBy({ venue: binanceCoinm, serverSide, refusals }, "BTCUSD_PERP");
