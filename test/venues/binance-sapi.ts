/** The proof of Binance's SAPI: an address looks at margin orders as fast as that endpoint may be asked. */
import { binanceSapi } from "headgate/endpoints/binance-sapi";
import { refusals, serverSide } from "headgate/endpoints/binance-sapi/server";
import type { Proof } from "./proof.ts";

export const proof: Proof = {
  venue: binanceSapi,
  serverSide,
  refusals,
  accounts: { maker: { apiKey: "binance-key", secret: "binance-secret" } },
  load: [{ endpoint: "marginOpenOrders", params: { symbol: "BTCUSDT" }, as: "maker" }],
  binds: "marginOpenOrders.own",
};
