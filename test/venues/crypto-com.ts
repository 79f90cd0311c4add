/**
 * The proof of Crypto.com: an address that looks at a book as fast as it may, and at each look places an order.
 * Orders alone are not what binds: of a window of 100 ms the uncertainty of the way takes a fifth.
 */
import { cryptoCom } from "headgate/endpoints/crypto-com";
import { refusals, serverSide } from "headgate/endpoints/crypto-com/server";
import type { Proof } from "./proof.ts";

const order = { instrument_name: "BTC_USD", side: "BUY", type: "MARKET", quantity: "1" } as const;

export const proof: Proof = {
  venue: cryptoCom,
  serverSide,
  refusals,
  accounts: { maker: { apiKey: "crypto-key", secret: "crypto-secret" } },
  load: [
    { endpoint: "getBook", params: { instrument_name: "BTC_USD" } },
    { endpoint: "createOrder", params: order, as: "maker" },
  ],
  binds: "getBook.own",
};
