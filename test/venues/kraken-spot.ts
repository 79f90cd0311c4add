/** The proof of Kraken Spot: an account that places orders on two pairs as fast as the engine counts. */
import { krakenSpot } from "headgate/endpoints/kraken-spot";
import { refusals, serverSide } from "headgate/endpoints/kraken-spot/server";
import type { Proof } from "./proof.ts";

const order = { ordertype: "market", type: "buy", volume: "1" } as const;
const balance = { endpoint: "balance", as: "maker" };
const limitOrder = {
  endpoint: "addOrder",
  params: { pair: "XBTUSD", ...order, ordertype: "limit", price: "60000" },
  as: "maker",
};

export const proof: Proof = {
  venue: krakenSpot({ tier: "pro" }),
  serverSide: (options) => serverSide({ ...options, tier: "pro" }),
  refusals,
  accounts: { maker: { apiKey: "kraken-key", secret: "a3Jha2VuLXNlY3JldA==" } },
  load: [
    { endpoint: "addOrder", params: { pair: "XBTUSD", ...order }, as: "maker" },
    { endpoint: "addOrder", params: { pair: "ETHUSD", ...order }, as: "maker" },
  ],
  binds: "engine",
  refused: {
    counter: balance,
    authentication: balance,
    authentications: balance,
    openOrders: limitOrder,
    public: { endpoint: "depth", params: { pair: "XBTUSD" } },
  },
};
