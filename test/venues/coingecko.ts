/** The proof of CoinGecko: a demo key asks for a price. */
import { coingecko } from "headgate/endpoints/coingecko";
import { refusals, serverSide } from "headgate/endpoints/coingecko/server";
import type { Proof } from "./proof.ts";

export const proof: Proof = {
  venue: coingecko(),
  serverSide,
  refusals,
  accounts: { collector: { apiKey: "coingecko-key", secret: "unused" } },
  load: [
    {
      endpoint: "simplePrice",
      params: { ids: "bitcoin", vs_currencies: "usd" },
      as: "collector",
    },
  ],
  binds: "minute",
};
