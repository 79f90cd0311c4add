/** The proof of Bitget: an account that places orders as fast as it may. */
import { bitget } from "headgate/endpoints/bitget";
import { refusals, serverSide } from "headgate/endpoints/bitget/server";
import type { Proof } from "./proof.ts";

const order = { symbol: "BTCUSDT", side: "buy", orderType: "market", size: "1" } as const;

export const proof: Proof = {
  venue: bitget(),
  serverSide,
  refusals,
  accounts: {
    maker: { apiKey: "bitget-key", secret: "bitget-secret", passphrase: "bitget-passphrase" },
  },
  load: [{ endpoint: "placeOrder", params: order, as: "maker" }],
  binds: "placeOrder.own",
};
