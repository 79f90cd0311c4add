/** The proof of Twelve Data: a key of the free plan asks for one symbol and for two. */
import { twelvedata } from "headgate/endpoints/twelvedata";
import { refusals, serverSide } from "headgate/endpoints/twelvedata/server";
import type { Proof } from "./proof.ts";

export const proof: Proof = {
  venue: twelvedata(),
  serverSide,
  refusals,
  accounts: { collector: { apiKey: "twelvedata-key", secret: "unused" } },
  load: [
    { endpoint: "price", params: { symbol: "AAPL" }, as: "collector" },
    { endpoint: "quote", params: { symbol: "AAPL" }, as: "collector" },
  ],
  binds: "minute",
};
