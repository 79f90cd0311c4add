/** Bitget: who leads copy traders, what its header says, whose a 429 is, and what its server side answers. */
import { expect, test } from "vitest";
import { bitget } from "headgate/endpoints/bitget";
import { reports } from "../../endpoints/bitget/limits.ts";
import { classify } from "../../src/venue/refusals.ts";
import { readReports } from "../../src/venue/reports.ts";
import { proof } from "../venues/bitget.ts";
import { wrongAnswers } from "./called-once.ts";

const answer = (status: number, left?: string) => ({
  status,
  header: (name: string) => (name === "x-mbx-used-remain-limit" ? left : undefined),
  body: { code: "429", msg: "Too Many Requests" },
});

test("who leads copy traders places one order in a second", () => {
  expect(bitget().endpoints.placeOrder.own?.max).toBe(10);
  expect(bitget({ isLead: true }).endpoints.placeOrder.own?.max).toBe(1);
});

test.each([
  ["19", { own: { remaining: 19 } }],
  ["0", { own: { remaining: 0 } }],
  [undefined, {}],
])("a header of %s is what remains", (left, report) => {
  expect(readReports({ reports }, answer(200, left))).toEqual(report);
});

test.each([
  [undefined, { limits: ["own"] }],
  ["0", { limits: ["own"] }],
  ["3", { limits: ["ip"], waitMs: 300_000 }],
])("a 429 with %s left of the endpoint's own limit is told whose it is", (left, meant) => {
  expect(classify(bitget(), answer(429, left), 0)).toEqual({
    kind: "quota",
    executed: "no",
    ...meant,
  });
});

test("its server side answers all that is typed in the declared shapes", async () => {
  const symbol = "BTCUSDT";
  const spot = { symbol };
  const candles = { symbol, granularity: "1min" };
  const order = { side: "buy", orderType: "limit", size: "1", price: "1000" };
  const own = { clientOid: "mine" };
  const product = { productType: "USDT-FUTURES" };
  const mix = { ...product, symbol };
  const margin = { marginMode: "crossed", marginCoin: "USDT" };
  const calls = {
    time: {},
    spotSymbols: {},
    spotTickers: spot,
    spotOrderbook: spot,
    spotCandles: candles,
    spotHistoryCandles: candles,
    spotFills: spot,
    placeOrder: { symbol, ...order, ...own },
    batchOrders: { symbol, orderList: [order] },
    cancelOrder: { symbol, ...own },
    batchCancel: { symbol, orderList: [{ orderId: "1" }] },
    cancelSymbolOrders: spot,
    orderInfo: own,
    openOrders: {},
    historyOrders: {},
    fills: spot,
    assets: {},
    mixContracts: product,
    mixTicker: mix,
    mixTickers: product,
    mixMergeDepth: mix,
    mixCandles: { ...mix, granularity: "1m" },
    mixFills: mix,
    mixPlaceOrder: { ...mix, ...margin, ...order, ...own },
    mixModify: { ...mix, ...own, newClientOid: "2" },
    mixBatch: { ...mix, ...margin, orderList: [order] },
    mixCancel: { ...mix, ...own },
    mixBatchCancel: mix,
    mixCancelAll: product,
    mixClosePositions: mix,
    mixOrderDetail: { ...mix, ...own },
    mixOpenOrders: product,
    mixHistory: product,
    mixAllPositions: product,
    mixSinglePosition: { ...mix, marginCoin: "USDT" },
    mixAccount: { ...mix, marginCoin: "USDT" },
    mixAccounts: product,
  };
  expect(await wrongAnswers(proof, calls)).toEqual([]);
});
