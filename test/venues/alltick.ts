/** The proof of AllTick: one token of the Premium plan asks for prices of two kinds. */
import { alltick } from "headgate/endpoints/alltick";
import { refusals, serverSide } from "headgate/endpoints/alltick/server";
import type { Proof } from "./proof.ts";

const params = { symbol_list: [{ code: "BTCUSDT" }] };

export const proof: Proof = {
  venue: alltick({ plan: "premium" }),
  serverSide: (options) => serverSide({ ...options, plan: "premium" }),
  refusals,
  accounts: { collector: { apiKey: "alltick-token", secret: "unused" } },
  load: [
    { endpoint: "tradeTick", params, as: "collector" },
    { endpoint: "depthTick", params, as: "collector" },
  ],
  binds: "together",
};
