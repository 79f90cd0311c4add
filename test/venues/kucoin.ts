/** The proof of KuCoin: an account that places, and looks at, spot orders as fast as it may. */
import { kucoin } from "headgate/endpoints/kucoin";
import { refusals, serverSide } from "headgate/endpoints/kucoin/server";
import type { Proof } from "./proof.ts";

const symbol = "BTC-USDT";

export const proof: Proof = {
  venue: kucoin(),
  serverSide,
  refusals,
  accounts: { maker: { apiKey: "kucoin-key", secret: "kucoin-secret", passphrase: "kucoin-pass" } },
  load: [
    {
      endpoint: "addOrder",
      params: { symbol, side: "buy", type: "market", funds: "10" },
      as: "maker",
    },
    { endpoint: "openOrders", params: { symbol }, as: "maker" },
  ],
  binds: "spot",
};
