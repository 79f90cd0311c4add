/** The proof of Alpaca's market data: one account of the free plan asks for bars. */
import { alpacaData } from "headgate/endpoints/alpaca-data";
import { refusals, serverSide } from "headgate/endpoints/alpaca-data/server";
import type { Proof } from "./proof.ts";

export const proof: Proof = {
  venue: alpacaData(),
  serverSide,
  refusals,
  accounts: { collector: { apiKey: "alpaca-key", secret: "alpaca-secret" } },
  load: [
    { endpoint: "stockBars", params: { symbols: "AAPL", timeframe: "1Min" }, as: "collector" },
  ],
  binds: "data",
};
