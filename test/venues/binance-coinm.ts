/** The proof of Binance COIN-M: order books of an address as fast as it may, and orders of an account among them. */
import { binanceCoinm } from "headgate/endpoints/binance-coinm";
import { refusals, serverSide } from "headgate/endpoints/binance-coinm/server";
import type { Proof } from "./proof.ts";

const order = {
  endpoint: "newOrder",
  params: { symbol: "BTCUSD_PERP", side: "BUY", type: "MARKET", quantity: "1" },
  as: "maker",
};

export const proof: Proof = {
  venue: binanceCoinm,
  serverSide,
  refusals,
  accounts: { maker: { apiKey: "binance-key", secret: "binance-secret" } },
  load: [
    { endpoint: "depth", params: { symbol: "BTCUSD_PERP", limit: 500 } },
    order,
    { endpoint: "queryOrder", params: { symbol: "BTCUSD_PERP", orderId: 1 }, as: "maker" },
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
