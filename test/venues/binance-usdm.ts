/** The proof of Binance USD-M: order books of an address as fast as it may, and orders of an account among them. */
import { binanceUsdm } from "headgate/endpoints/binance-usdm";
import { refusals, serverSide } from "headgate/endpoints/binance-usdm/server";
import type { Proof } from "./proof.ts";

const order = {
  endpoint: "newOrder",
  params: { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "1" },
  as: "maker",
};

export const proof: Proof = {
  venue: binanceUsdm,
  serverSide,
  refusals,
  accounts: { maker: { apiKey: "binance-key", secret: "binance-secret" } },
  load: [
    { endpoint: "depth", params: { symbol: "BTCUSDT", limit: 500 } },
    order,
    { endpoint: "queryOrder", params: { symbol: "BTCUSDT", orderId: 1 }, as: "maker" },
  ],
  binds: "requestWeight",
  refused: {
    tooManyOrders: order,
    tooManyOrdersAMinute: order,
    messageBus: order,
    backendTimeout: order,
    unknownOutcome: order,
    unavailable: order,
  },
};
