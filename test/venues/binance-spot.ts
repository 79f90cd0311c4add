/** The proof of Binance Spot: books of an address, as heavy as they are. */
import { binanceSpot } from "headgate/endpoints/binance-spot";
import { refusals, serverSide } from "headgate/endpoints/binance-spot/server";
import type { Proof } from "./proof.ts";

const order = {
  endpoint: "newOrder",
  params: { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "1" },
  as: "maker",
};
const replacement = {
  endpoint: "cancelReplace",
  params: {
    symbol: "BTCUSDT",
    side: "BUY",
    type: "MARKET",
    quantity: "1",
    cancelReplaceMode: "STOP_ON_FAILURE",
    cancelOrderId: 1,
  },
  as: "maker",
};

export const proof: Proof = {
  venue: binanceSpot,
  serverSide,
  refusals,
  accounts: { maker: { apiKey: "binance-key", secret: "binance-secret" } },
  load: [
    { endpoint: "depth", params: { symbol: "BTCUSDT", limit: 100 } },
    { endpoint: "ticker24hr", params: { symbol: "BTCUSDT" } },
  ],
  binds: "requestWeight",
  refused: {
    tooManyOrders: order,
    messageBus: order,
    backendTimeout: order,
    replacedInPart: replacement,
    cancelledOnly: replacement,
    notReplaced: replacement,
  },
};
