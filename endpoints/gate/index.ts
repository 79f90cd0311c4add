/**
 * Gate, API version 4: https://www.gate.com/docs/developers/apiv4
 *
 *     limits.ts          how much, how it is reported and refused     sign.ts      the signature
 *     spot-market.ts, futures-market.ts      public data              wallet.ts    withdrawals, transfers, loans
 *     spot-orders.ts, futures-orders.ts      orders and accounts      schemas.ts   what they share
 */
import { defineVenue } from "headgate";
import { futuresMarket } from "./futures-market.ts";
import { futuresAccount, futuresOrders } from "./futures-orders.ts";
import { code, limits, pairsOf, refusals, reports, serverTimeMs } from "./limits.ts";
import { sign } from "./sign.ts";
import { spotMarket } from "./spot-market.ts";
import { spotAccount, spotOrders } from "./spot-orders.ts";
import { wallet } from "./wallet.ts";

/** Gate as published on 2026-05-27. */
export const gate = defineVenue({
  name: "gate",
  // Futures answer at https://fx-api.gateio.ws as well.
  origin: "https://api.gateio.ws",
  limits,
  dimensions: { currencyPair: pairsOf },
  code,
  reports,
  refusals,
  serverTimeMs,
  timeEndpoint: "time",
  sign,
  nameOrder: (hex) => `t-${hex.slice(0, 28)}`,
  endpoints: {
    ...spotMarket,
    ...spotOrders,
    ...spotAccount,
    ...futuresMarket,
    ...futuresOrders,
    ...futuresAccount,
    ...wallet,
  },
});
