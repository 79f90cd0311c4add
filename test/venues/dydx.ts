/** The proof of dYdX's indexer: an address that asks for books as often as it may. */
import { dydx } from "headgate/endpoints/dydx";
import { refusals, serverSide } from "headgate/endpoints/dydx/server";
import type { Proof } from "./proof.ts";

export const proof: Proof = {
  venue: dydx,
  serverSide,
  refusals,
  load: [{ endpoint: "orderbook", params: { ticker: "BTC-USD" } }],
  binds: "get",
};
