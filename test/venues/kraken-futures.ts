/** The proof of Kraken Futures: an account that sends batches and looks at its orders as fast as it may. */
import { krakenFutures } from "headgate/endpoints/kraken-futures";
import { refusals, serverSide } from "headgate/endpoints/kraken-futures/server";
import type { Proof } from "./proof.ts";

const order = { orderType: "lmt", symbol: "PF_XBTUSD", side: "buy", size: 1, limitPrice: 60_000 };
const batchOrder = Array.from({ length: 3 }, () => ({ order: "send", ...order }));

export const proof: Proof = {
  venue: krakenFutures,
  serverSide,
  refusals,
  accounts: { maker: { apiKey: "kraken-key", secret: "a3Jha2VuLWZ1dHVyZXM=" } },
  load: [
    { endpoint: "sendOrder", params: order, as: "maker" },
    { endpoint: "batchOrder", params: { json: { batchOrder } }, as: "maker" },
    { endpoint: "openOrders", as: "maker" },
  ],
  binds: "budget",
};
