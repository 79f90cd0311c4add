/** The proof of Bybit: an account that places, and looks at, orders as fast as it may. */
import { bybit } from "headgate/endpoints/bybit";
import { refusals, serverSide } from "headgate/endpoints/bybit/server";
import type { Proof } from "./proof.ts";

const order = {
  category: "linear",
  symbol: "BTCUSDT",
  side: "Buy",
  orderType: "Market",
  qty: "1",
} as const;
const book = { endpoint: "orderbook", params: { category: "spot", symbol: "BTCUSDT" } };

export const proof: Proof = {
  venue: bybit(),
  serverSide,
  refusals,
  accounts: { maker: { apiKey: "bybit-key", secret: "bybit-secret" } },
  load: [{ endpoint: "createOrder", params: order, as: "maker" }],
  binds: "createOrder.own",
  refused: { tooManyVisitsOfAll: book, tooFrequent: book },
};
