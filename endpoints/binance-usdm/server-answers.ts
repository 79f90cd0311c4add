/**
 * What the futures' server side answers: the shapes of the documentation's examples, for whatever is asked.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures, read 2026-11.
 */
import type { Visit } from "headgate/emulator";
import { market, rateLimits, textOf } from "./server-market.ts";
import type { Body, Traded } from "./server-market.ts";
import { orderBodies } from "./server-orders.ts";

const one =
  (fields: object): Body =>
  ({ params }) => ({ symbol: textOf(params["symbol"]), ...fields });
const list =
  (fields: object): Body =>
  (visit) => [one(fields)(visit)];

const held = {
  walletBalance: "1000",
  marginBalance: "1000",
  availableBalance: "1000",
  initialMargin: "0",
  maintMargin: "0",
  crossWalletBalance: "1000",
};
const positions = list({ positionAmt: "1", entryPrice: "60000" });

/** By what follows the API's own root; `asset` is what its contract is paid with. */
const account = (asset: string): Readonly<Record<string, Body>> => ({
  ...wallets(
    () => ({ assets: [{ ...held, asset }], positions: [{ symbol: "BTCUSDT" }] }),
    () => [{ ...held, asset, balance: "1000" }],
  ),
  "POST /v1/countdownCancelAll": one({ countdownTime: "100000" }),
  "GET /v1/userTrades": list({ id: 1, orderId: 1, qty: "1", price: "60000" }),
  "GET /v1/positionRisk": positions,
  "GET /v2/positionRisk": positions,
  "GET /v3/positionRisk": positions,
  "GET /v1/rateLimit/order": () => rateLimits.slice(1),
  "POST /v1/leverage": one({ leverage: 20, maxNotionalValue: "1000000" }),
  "POST /v1/listenKey": () => ({
    listenKey: "pqia91ma19a5s61cv6a81va65sdf19v8a65a1a5s61cv6a81va65sdf1",
  }),
});

/** The same in every version. */
function wallets(wallet: Body, balances: Body): Readonly<Record<string, Body>> {
  const versions = ["v1", "v2", "v3"].flatMap((version) => [
    [`GET /${version}/account`, wallet] as const,
    [`GET /${version}/balance`, balances] as const,
  ]);
  return Object.fromEntries(versions);
}

/** The answers of one server side, by route; `traded` is what it trades. */
export function answersOf(traded: Traded): (route: string, visit: Visit) => unknown {
  const all = { ...market(traded), ...account(traded.marginAsset), ...orderBodies() };
  return (route, visit) => all[route]?.(visit) ?? {};
}
