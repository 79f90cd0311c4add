/** The proof of Finnhub: a free key asks for quotes. */
import { finnhub } from "headgate/endpoints/finnhub";
import { refusals, serverSide } from "headgate/endpoints/finnhub/server";
import type { Proof } from "./proof.ts";

export const proof: Proof = {
  venue: finnhub,
  serverSide,
  refusals,
  accounts: { collector: { apiKey: "finnhub-key", secret: "unused" } },
  load: [{ endpoint: "quote", params: { symbol: "AAPL" }, as: "collector" }],
  binds: "minute",
};
