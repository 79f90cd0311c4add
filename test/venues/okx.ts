/** The proof of OKX: an account that places orders of one instrument as fast as it may. */
import { okx } from "headgate/endpoints/okx";
import { refusals, serverSide } from "headgate/endpoints/okx/server";
import type { Proof } from "./proof.ts";

const order = {
  instId: "BTC-USDT-SWAP",
  tdMode: "cross",
  side: "buy",
  ordType: "market",
  sz: "1",
} as const;

export const proof: Proof = {
  venue: okx(),
  serverSide,
  refusals,
  accounts: { maker: { apiKey: "okx-key", secret: "okx-secret", passphrase: "okx-passphrase" } },
  load: [{ endpoint: "placeOrder", params: order, as: "maker" }],
  binds: "place",
};
