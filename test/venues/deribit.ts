/** The proof of Deribit: a sub-account that looks at books and its positions as fast as its credits allow. */
import { deribit } from "headgate/endpoints/deribit";
import { refusals, serverSide } from "headgate/endpoints/deribit/server";
import type { Proof } from "./proof.ts";

export const proof: Proof = {
  venue: deribit(),
  serverSide,
  refusals,
  accounts: { maker: { apiKey: "deribit-key", secret: "deribit-secret" } },
  load: [
    { endpoint: "getOrderBook", params: { instrument_name: "BTC-PERPETUAL" }, as: "maker" },
    { endpoint: "getPositions", params: { currency: "BTC" }, as: "maker" },
  ],
  binds: "credits",
  refused: {
    movePositionsOverLimit: { endpoint: "movePositions", params: { trades: [] }, as: "maker" },
  },
};
