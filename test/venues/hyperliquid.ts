/** The proof of Hyperliquid: an address that asks for books and for what is traded. */
import { connectionId, hyperliquid } from "headgate/endpoints/hyperliquid";
import { refusals, serverSide } from "headgate/endpoints/hyperliquid/server";
import type { Proof } from "./proof.ts";

// Loads the packages that sign: no clock of ours waits for files.
await connectionId({ action: {}, nonce: 0 });

const cancel = {
  endpoint: "cancel",
  params: { cancels: [{ a: 0, o: 1 }] },
  as: "maker",
};

export const proof: Proof = {
  venue: hyperliquid(),
  serverSide,
  refusals,
  accounts: {
    maker: {
      apiKey: "0x1719884eb866cb12b2287399b15f7db5e7d775ea",
      secret: "0x0123456789012345678901234567890123456789012345678901234567890123",
    },
  },
  load: [{ endpoint: "l2Book", params: { coin: "BTC" } }, { endpoint: "meta" }],
  binds: "weight",
  refused: {
    spent: {
      ...cancel,
      endpoint: "updateLeverage",
      params: { asset: 0, isCross: true, leverage: 2 },
    },
    refused: cancel,
  },
};
