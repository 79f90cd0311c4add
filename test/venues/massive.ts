/** The proof of Massive: a free key asks for the day before. */
import { massive } from "headgate/endpoints/massive";
import { refusals, serverSide } from "headgate/endpoints/massive/server";
import type { Proof } from "./proof.ts";

export const proof: Proof = {
  venue: massive(),
  serverSide,
  refusals,
  accounts: { collector: { apiKey: "massive-key", secret: "unused" } },
  load: [{ endpoint: "previousClose", params: { ticker: "AAPL" }, as: "collector" }],
  binds: "calls",
};
