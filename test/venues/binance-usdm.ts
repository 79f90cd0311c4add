/** The proof of Binance USD-M. */
import { binanceUsdm } from "headgate/endpoints/binance-usdm";
import { refusals, serverSide } from "headgate/endpoints/binance-usdm/server";
import { provenBy } from "./binance-futures.ts";

export const proof = provenBy({ venue: binanceUsdm, serverSide, refusals }, "BTCUSDT");
