/** The proof of Coinbase Advanced Trade: a user that looks at orders as fast as it may. */
import { generateKeyPairSync } from "node:crypto";
import { coinbaseAdvanced } from "headgate/endpoints/coinbase-advanced";
import { refusals, serverSide } from "headgate/endpoints/coinbase-advanced/server";
import type { Proof } from "./proof.ts";

const { privateKey } = generateKeyPairSync("ec", {
  namedCurve: "P-256",
  privateKeyEncoding: { type: "sec1", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});

export const proof: Proof = {
  venue: coinbaseAdvanced,
  serverSide,
  refusals,
  accounts: { maker: { apiKey: "organizations/1/apiKeys/1", secret: privateKey } },
  load: [
    { endpoint: "listOrders", params: { order_status: ["OPEN", "PENDING"] }, as: "maker" },
    { endpoint: "cancelOrders", params: { order_ids: ["0000-000000"] }, as: "maker" },
  ],
  binds: "private",
};
