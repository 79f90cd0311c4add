/**
 * Binance COIN-M futures: https://developers.binance.com/docs/derivatives/coin-margined-futures
 *
 * All that it shares with USD-M stands in `../binance-usdm`; here is the rest.
 */
import { defineVenue } from "headgate";
import { code, serverTimeMs } from "../binance-spot/answers.ts";
import { sign } from "../binance-spot/sign.ts";
import { accountEndpoints } from "../binance-usdm/futures-account.ts";
import { market } from "../binance-usdm/futures-market.ts";
import { orderEndpoints } from "../binance-usdm/futures-orders.ts";
import { pool, refusalsOf, usage } from "../binance-usdm/pool.ts";
import { coinm } from "./endpoints.ts";

const root = "/dapi";

/**
 * As published on 2026-07-24; it draws from one pool with `binance-usdm`. The limits that its `exchangeInfo`
 * tells are not taken over: the documented example still has the 6 000 from before there was one pool.
 */
export const binanceCoinm = defineVenue({
  name: "binance-coinm",
  origin: "https://dapi.binance.com",
  limits: pool,
  code,
  reports: [usage],
  refusals: refusalsOf(["requestWeight"]),
  serverTimeMs,
  sign,
  nameOrder: (hex) => hex,
  sends: "query",
  endpoints: {
    ...market(root),
    ...coinm,
    ...orderEndpoints(root, 1),
    ...accountEndpoints(root),
  },
});
