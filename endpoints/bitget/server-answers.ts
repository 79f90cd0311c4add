/** What Bitget's server side answers, in the shapes of https://www.bitget.com/api-doc/common/intro, read 2026-11. */
import { market, textOf } from "./server-market.ts";
import type { Result } from "./server-market.ts";
import { orderResults } from "./server-orders.ts";

const one =
  (entry: object): Result =>
  ({ params }) => ({ symbol: textOf(params["symbol"]), ...entry });
const list =
  (entry: object): Result =>
  (visit) => [one(entry)(visit)];

const held = (coin: string, available: string) => {
  return { coin, available, frozen: "0", locked: "0", limitAvailable: "0" };
};
const margin = { marginCoin: "USDT", available: "1000" };
const position = list({ total: "1", available: "1" });

const account: Readonly<Record<string, Result>> = {
  "GET /api/v2/spot/trade/fills": list({ tradeId: "1", priceAvg: "60000" }),
  "GET /api/v2/spot/account/assets": () => [held("BTC", "1"), held("USDT", "1000")],
  "POST /api/v2/mix/order/close-positions": () => ({ successList: [], failureList: [] }),
  "GET /api/v2/mix/position/all-position": position,
  "GET /api/v2/mix/position/single-position": position,
  "GET /api/v2/mix/account/account": one(margin),
  "GET /api/v2/mix/account/accounts": list(margin),
};

/** The answers of one server side, by route. */
export const resultsOf = (): Readonly<Record<string, Result>> => ({
  ...market,
  ...account,
  ...orderResults(),
});
