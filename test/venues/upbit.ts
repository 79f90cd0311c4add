/** The proof of Upbit: an account of Korea that places orders as fast as it may. */
import { upbit } from "headgate/endpoints/upbit";
import { refusals, serverSide } from "headgate/endpoints/upbit/server";
import type { Proof } from "./proof.ts";

const order = { market: "KRW-BTC", side: "bid", ord_type: "limit", volume: "1", price: "60000" };

export const proof: Proof = {
  venue: upbit(),
  serverSide,
  refusals,
  accounts: { maker: { apiKey: "upbit-key", secret: "upbit-secret" } },
  load: [{ endpoint: "createOrder", params: order, as: "maker" }],
  binds: "order",
  refused: { tooManyQuotations: { endpoint: "ticker", params: { markets: "KRW-BTC" } } },
};
