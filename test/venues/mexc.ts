/** The proof of MEXC: an account that places spot orders as fast as it may. */
import { mexc } from "headgate/endpoints/mexc";
import { refusals, serverSide } from "headgate/endpoints/mexc/server";
import type { Proof } from "./proof.ts";

const order = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  quantity: "1",
  price: "11",
} as const;

export const proof: Proof = {
  venue: mexc,
  serverSide,
  refusals,
  accounts: { maker: { apiKey: "mexc-key", secret: "mexc-secret" } },
  load: [{ endpoint: "newOrder", params: order, as: "maker" }],
  binds: "orders",
  refused: { tooOften: { endpoint: "contractPing" } },
};
