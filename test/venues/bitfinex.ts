/** The proof of Bitfinex: an address that asks for books as often as that endpoint lets it. */
import { bitfinex } from "headgate/endpoints/bitfinex";
import { refusals, serverSide } from "headgate/endpoints/bitfinex/server";
import type { Proof } from "./proof.ts";

const order = { endpoint: "submit", as: "maker" };

export const proof: Proof = {
  venue: bitfinex,
  serverSide,
  refusals,
  accounts: { maker: { apiKey: "bitfinex-key", secret: "bitfinex-secret" } },
  load: [{ endpoint: "book", params: { symbol: "tBTCUSD", precision: "P0" } }],
  binds: "book.own",
  refused: {
    orderRefused: {
      ...order,
      params: { type: "EXCHANGE LIMIT", symbol: "tBTCUSD", amount: "1", price: "60000" },
    },
  },
};
