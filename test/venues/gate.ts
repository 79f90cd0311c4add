/** The proof of Gate: an account that places spot orders of two pairs as fast as it may. */
import { gate } from "headgate/endpoints/gate";
import { refusals, serverSide } from "headgate/endpoints/gate/server";
import type { Proof } from "./proof.ts";

const order = { side: "buy", amount: "1", price: "1", text: "t-1" } as const;
const bitcoin = { ...order, currency_pair: "BTC_USDT" };
const ether = { ...order, currency_pair: "ETH_USDT" };

export const proof: Proof = {
  venue: gate,
  serverSide,
  refusals,
  accounts: { maker: { apiKey: "gate-key", secret: "gate-secret" } },
  load: [
    { endpoint: "placeOrder", params: bitcoin, as: "maker" },
    { endpoint: "placeOrder", params: ether, as: "maker" },
  ],
  binds: "spotOrders",
  refused: {
    tooManyOfBatch: { endpoint: "batchOrders", params: { orders: [bitcoin, ether] }, as: "maker" },
    tooFast: { endpoint: "withdraw", as: "maker" },
    tooManyCandles: { endpoint: "candlesticks", params: { currency_pair: "BTC_USDT" } },
  },
};
