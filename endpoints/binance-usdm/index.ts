/**
 * Binance USD-M futures: https://developers.binance.com/docs/derivatives/usds-margined-futures
 *
 *     pool.ts       the limits that USD-M and COIN-M share     limits.ts     those of USD-M alone
 *     futures-*.ts  endpoints that both have                   market.ts, account.ts   those of USD-M alone
 *     schemas.ts    parameters and answers                     weights.ts    how weights are written
 */
import { defineVenue } from "headgate";
import { code, serverTimeMs } from "../binance-spot/answers.ts";
import { sign } from "../binance-spot/sign.ts";
import { usdmAccount } from "./account.ts";
import { accountEndpoints } from "./futures-account.ts";
import { market } from "./futures-market.ts";
import { orderEndpoints } from "./futures-orders.ts";
import { limits, refusals, reports } from "./limits.ts";
import { usdmMarket } from "./market.ts";

const root = "/fapi";

/** As published on 2026-07-24; it draws from one pool with `binance-coinm`. */
export const binanceUsdm = defineVenue({
  name: "binance-usdm",
  origin: "https://fapi.binance.com",
  limits,
  code,
  reports,
  refusals,
  serverTimeMs,
  sign,
  nameOrder: (hex) => hex,
  sends: "query",
  endpoints: {
    ...market(root),
    ...usdmMarket,
    ...orderEndpoints(root, 0),
    ...usdmAccount,
    ...accountEndpoints(root),
  },
});
