/** The proof of Gemini: an account that places orders and looks at them as fast as it may. */
import { gemini } from "headgate/endpoints/gemini";
import { refusals, serverSide } from "headgate/endpoints/gemini/server";
import type { Proof } from "./proof.ts";

const order = {
  symbol: "btcusd",
  amount: "1",
  price: "60000",
  side: "buy",
  type: "exchange limit",
};

export const proof: Proof = {
  venue: gemini,
  serverSide,
  refusals,
  accounts: { maker: { apiKey: "account-key", secret: "gemini-secret" } },
  load: [
    { endpoint: "newOrder", params: order, as: "maker" },
    { endpoint: "activeOrders", as: "maker" },
  ],
  binds: "private",
};
