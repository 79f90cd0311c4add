/** What the proofs of Binance's futures share: order books of an address, and orders of an account among them. */
import type { Proof } from "./proof.ts";

export function provenBy(
  of: Pick<Proof, "venue" | "serverSide" | "refusals">,
  symbol: string,
): Proof {
  const order = {
    endpoint: "newOrder",
    params: { symbol, side: "BUY", type: "MARKET", quantity: "1" },
    as: "maker",
  };
  return {
    ...of,
    accounts: { maker: { apiKey: "binance-key", secret: "binance-secret" } },
    load: [
      { endpoint: "depth", params: { symbol, limit: 500 } },
      order,
      { endpoint: "queryOrder", params: { symbol, orderId: 1 }, as: "maker" },
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
}
