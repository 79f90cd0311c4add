/** The proof of Alpaca's trading API: one account looks at its orders. */
import { alpacaTrading } from "headgate/endpoints/alpaca-trading";
import { refusals, serverSide } from "headgate/endpoints/alpaca-trading/server";
import type { Proof } from "./proof.ts";

export const proof: Proof = {
  venue: alpacaTrading,
  serverSide,
  refusals,
  accounts: { trader: { apiKey: "alpaca-key", secret: "alpaca-secret" } },
  load: [{ endpoint: "orders", as: "trader" }],
  binds: "trading",
};
