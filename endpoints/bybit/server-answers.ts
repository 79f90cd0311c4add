/**
 * What Bybit's server side answers: the shapes of the documentation's examples, for whatever is asked.
 * https://github.com/bybit-exchange/docs/tree/072c197/docs/v5, read 2026-11.
 */
import type { Visit } from "headgate/emulator";
import {
  book,
  coins,
  instrumentsInfo,
  klines,
  recentTrades,
  textOf,
  tickers,
} from "./server-market.ts";
import { orderResults } from "./server-orders.ts";

type Result = (visit: Visit) => unknown;

const listOf =
  (entry: object): Result =>
  ({ params }) => ({ list: [{ symbol: textOf(params["symbol"]), ...entry }], nextPageCursor: "" });

const coin = (name: string, held: string) => ({
  coin: name,
  equity: held,
  walletBalance: held,
  usdValue: held,
  locked: "0",
  availableToWithdraw: held,
  borrowAmount: "0",
  accruedInterest: "0",
});

const wallet = {
  accountType: "UNIFIED",
  totalEquity: "61000",
  totalWalletBalance: "61000",
  coin: [coin("BTC", "1"), coin("USDT", "1000")],
};

/** An account of the unified kind, as all new ones are. */
const results: Readonly<Record<string, Result>> = {
  "GET /v5/market/time": ({ nowMs }) => ({
    timeSecond: String(Math.floor(nowMs / 1_000)),
    timeNano: `${nowMs}000000`,
  }),
  "GET /v5/market/orderbook": book,
  "GET /v5/market/kline": klines,
  "GET /v5/market/mark-price-kline": klines,
  "GET /v5/market/instruments-info": instrumentsInfo,
  "GET /v5/market/tickers": tickers,
  "GET /v5/market/funding/history": listOf({ fundingRate: "0.0001" }),
  "GET /v5/market/recent-trade": recentTrades,
  "GET /v5/execution/list": listOf({ execId: "e-1", execPrice: "60000" }),
  "GET /v5/position/list": listOf({ side: "Buy", size: "1" }),
  "GET /v5/position/closed-pnl": listOf({ closedPnl: "1" }),
  "GET /v5/account/wallet-balance": () => ({ list: [wallet] }),
  "GET /v5/account/info": () => ({ marginMode: "REGULAR_MARGIN", unifiedMarginStatus: 6 }),
  "GET /v5/account/fee-rate": listOf({ takerFeeRate: "0.0006", makerFeeRate: "0.0001" }),
  "GET /v5/asset/coin/query-info": coins,
  "GET /v5/user/query-api": ({ caller }) => ({
    id: "13770661",
    apiKey: caller?.apiKey,
    readOnly: 0,
    unified: 0,
    uta: 1,
    userID: 24_600_000,
    vipLevel: "No VIP",
    isMaster: true,
  }),
};

/** The answers of one server side, by route. */
export function answersOf(): (route: string, visit: Visit) => unknown {
  const all = { ...results, ...orderResults() };
  return (route, visit) => {
    const result = all[route]?.(visit) ?? {};
    return { retCode: 0, retMsg: "OK", result, retExtInfo: {}, time: visit.nowMs };
  };
}
