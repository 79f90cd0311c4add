import { krakenFutures } from "headgate/endpoints/kraken-futures";
import { describe, expect, test } from "vitest";
import { proof } from "../venues/kraken-futures.ts";
import { wrongAnswers } from "./called-once.ts";
import { priceOf } from "./price-of.ts";

const symbol = "PF_XBTUSD";
const order = { orderType: "lmt", symbol, side: "buy", size: 1, limitPrice: 60_000 };
const batchOf = (length: number) => ({
  json: { batchOrder: Array.from({ length }, () => ({ order: "send", ...order })) },
});

test("every typed endpoint of Kraken Futures is answered as it declares", async () => {
  const samples = {
    instruments: {},
    tickers: {},
    orderbook: { symbol },
    history: { symbol },
    sendOrder: { ...order, cliOrdId: "mine" },
    editOrder: { cliOrdId: "mine", size: 2 },
    cancelOrder: { cliOrdId: "mine" },
    batchOrder: batchOf(3),
    cancelAllOrders: { symbol },
    cancelAllOrdersAfter: { timeout: 60 },
    openOrders: {},
    ordersStatus: { cliOrdIds: ["mine"] },
    fills: {},
    accounts: {},
    openPositions: {},
    leveragePreferences: {},
    setLeveragePreferences: { symbol, maxLeverage: 5 },
    historyOrders: {},
    historyExecutions: { count: 10 },
    historyTriggers: {},
    accountLog: { count: 25 },
    transfer: {},
    tradingEnabled: { subaccountUid: "7f1c" },
    unwindQueue: {},
    accountLogCsv: {},
  };
  expect(await wrongAnswers(proof, samples)).toEqual([]);
});

describe("what a call costs", () => {
  test.each([
    ["tickers", {}, {}],
    ["sendOrder", order, { budget: 10 }],
    ["batchOrder", batchOf(1), { budget: 10 }],
    ["batchOrder", batchOf(20), { budget: 29 }],
    ["fills", {}, { budget: 2 }],
    ["fills", { lastFillTime: "2026-11-01T00:00:00Z" }, { budget: 25 }],
    ["unwindQueue", {}, { budget: 200 }],
    ["withdrawalToSpotWallet", {}, { budget: 100 }],
    ["accountLog", {}, { history: 3 }],
    ["accountLog", { count: 25 }, { history: 1 }],
    ["accountLog", { count: 26 }, { history: 2 }],
    ["accountLog", { count: 51 }, { history: 3 }],
    ["accountLog", { count: 1_001 }, { history: 6 }],
    ["accountLog", { count: 5_001 }, { history: 10 }],
    ["accountLogCsv", {}, { history: 6 }],
  ])("%s %j", (endpoint, params, costs) => {
    expect(priceOf(krakenFutures, endpoint, params)).toEqual(costs);
  });
});
