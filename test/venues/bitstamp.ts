/** The proof of Bitstamp: books of an address, as many in ten minutes as it may ask for. */
import { bitstamp } from "headgate/endpoints/bitstamp";
import { refusals, serverSide } from "headgate/endpoints/bitstamp/server";
import type { Proof } from "./proof.ts";

export const proof: Proof = {
  venue: bitstamp,
  serverSide,
  refusals,
  accounts: { maker: { apiKey: "bitstamp-key", secret: "bitstamp-secret" } },
  load: [{ endpoint: "orderBook", params: { pair: "btcusd" } }],
  binds: "perTenMinutes",
  refused: {
    orderRefused: {
      endpoint: "buyLimit",
      params: { pair: "btcusd", amount: "1", price: "60000" },
      as: "maker",
    },
  },
};
