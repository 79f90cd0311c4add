/** The proof of Coinbase Exchange: a profile that places orders and looks at them as fast as it may. */
import { coinbaseExchange } from "headgate/endpoints/coinbase-exchange";
import { refusals, serverSide } from "headgate/endpoints/coinbase-exchange/server";
import type { Proof } from "./proof.ts";

const params = { product_id: "BTC-USD", side: "buy", type: "market", size: "1" } as const;

export const proof: Proof = {
  venue: coinbaseExchange,
  serverSide,
  refusals,
  accounts: { maker: { apiKey: "cb-key", secret: "Y29pbmJhc2U=", passphrase: "cb-passphrase" } },
  load: [
    { endpoint: "createOrder", params, as: "maker" },
    { endpoint: "orders", params: { status: ["open", "pending"] }, as: "maker" },
  ],
  binds: "private",
  refused: { public: { endpoint: "ticker", params: { product_id: "BTC-USD" } } },
};
