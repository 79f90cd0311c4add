/** Binance's two futures APIs as declared: weights, figures in headers, a published signature, one pool. */
import { MemoryLedger, VirtualClock, createClient } from "headgate";
import { emulate, seededRandom } from "headgate/emulator";
import type { ServerSide } from "headgate/emulator";
import { binanceCoinm } from "headgate/endpoints/binance-coinm";
import { serverSide as coinmServer } from "headgate/endpoints/binance-coinm/server";
import { binanceUsdm } from "headgate/endpoints/binance-usdm";
import { serverSide } from "headgate/endpoints/binance-usdm/server";
import { describe, expect, test } from "vitest";
import { readReports } from "../../src/venue/reports.ts";
import { proof as coinm } from "../venues/binance-coinm.ts";
import { proof as usdm } from "../venues/binance-usdm.ts";
import { answer } from "./binance-spot-samples.ts";
import { wrongAnswers } from "./called-once.ts";
import { costOf } from "./endpoints-met.ts";

const symbol = "BTCUSDT";
const pair = "BTCUSD";
const order = { symbol, side: "BUY", type: "LIMIT", quantity: "1", price: "9000" };
const change = { symbol, orderId: 1, side: "BUY", quantity: "1", price: "9001" };
const candles = { interval: "1m", limit: 10 };

const both = {
  ping: {},
  time: {},
  exchangeInfo: {},
  depth: { symbol },
  trades: { symbol },
  aggTrades: { symbol },
  klines: { symbol, ...candles },
  markPriceKlines: { symbol, ...candles },
  premiumIndexKlines: { symbol, ...candles },
  indexPriceKlines: { pair, ...candles },
  continuousKlines: { pair, contractType: "PERPETUAL", ...candles },
  ticker24hr: {},
  tickerPrice: { symbol },
  bookTicker: {},
  openInterest: { symbol },
  premiumIndex: {},
  fundingRate: { symbol },
  newOrder: { ...order, timeInForce: "GTC", newClientOrderId: "a" },
  modifyOrder: change,
  batchOrders: { batchOrders: [order, order] },
  modifyBatch: { batchOrders: [change] },
  cancelOrder: { symbol, origClientOrderId: "a" },
  cancelBatch: { symbol, orderIdList: [2, 3] },
  cancelAll: { symbol },
  countdownCancelAll: { symbol, countdownTime: 100_000 },
  queryOrder: { symbol, orderId: 1 },
  openOrder: { symbol, orderId: 1 },
  openOrders: {},
  allOrders: { symbol },
  userTrades: { symbol },
  changeLeverage: { symbol, leverage: 20 },
  createListenKey: {},
  keepAliveListenKey: {},
  closeListenKey: {},
};
const usdmAlone = {
  tickerPriceV2: {},
  testOrder: order,
  accountV2: {},
  accountV3: {},
  balanceV2: {},
  balanceV3: {},
  positionRiskV2: {},
  positionRiskV3: {},
  rateLimitOrder: {},
  orderAsyn: {},
  fundingInfo: {},
  openInterestHist: { symbol, period: "5m" },
};

test("each API answers its endpoints as they are declared", async () => {
  expect(await wrongAnswers(usdm, { ...both, ...usdmAlone })).toEqual([]);
  expect(
    await wrongAnswers(coinm, { ...both, account: {}, balance: {}, positionRisk: {} }),
  ).toEqual([]);
});

describe("weights", () => {
  test.each<[string, object, number, number?]>([
    ["depth", { symbol, limit: 50 }, 2],
    ["depth", { symbol, limit: 100 }, 5],
    ["depth", { symbol, limit: 500 }, 10],
    ["depth", { symbol }, 10],
    ["depth", { symbol, limit: 1_000 }, 20],
    ["klines", { symbol, interval: "1m", limit: 99 }, 1],
    ["klines", { symbol, interval: "1m", limit: 100 }, 2],
    ["klines", { symbol, interval: "1m", limit: 499 }, 2],
    ["klines", { symbol, interval: "1m" }, 5],
    ["klines", { symbol, interval: "1m", limit: 1_000 }, 5],
    ["klines", { symbol, interval: "1m", limit: 1_001 }, 10],
    ["premiumIndex", {}, 10],
    ["premiumIndex", { symbol }, 1, 10],
    ["ticker24hr", { symbol }, 1],
    ["ticker24hr", {}, 40],
    ["tickerPrice", { symbol }, 1],
    ["tickerPrice", {}, 2],
    ["bookTicker", { symbol }, 2],
    ["bookTicker", {}, 5],
    ["openOrders", { symbol }, 1],
    ["openOrders", {}, 40],
    ["forceOrders", { symbol }, 20],
    ["forceOrders", {}, 50],
  ])("%s %j weighs %i", (name, params, ofUsdm, ofCoinm = ofUsdm) => {
    expect(costOf(usdm, name, params)).toEqual({ requestWeight: ofUsdm });
    expect(costOf(coinm, name, params)).toEqual({ requestWeight: ofCoinm });
  });

  test("orders count in both of their limits, and a batch as five and as one", () => {
    for (const proof of [usdm, coinm]) {
      expect(costOf(proof, "newOrder", order)).toMatchObject({ orders10s: 1, orders1m: 1 });
      expect(costOf(proof, "batchOrders", { batchOrders: [order] })).toEqual({
        requestWeight: 5,
        orders10s: 5,
        orders1m: 1,
      });
      expect(costOf(proof, "cancelOrder", { symbol, orderId: 1 })).toEqual({ requestWeight: 1 });
    }
    expect(costOf(usdm, "modifyOrder", change)).not.toHaveProperty("requestWeight", 1);
    expect(costOf(coinm, "modifyOrder", change)).toHaveProperty("requestWeight", 1);
  });

  test("funding and statistics weigh nothing and have limits of their own at USD-M", () => {
    expect(costOf(usdm, "fundingRate", { symbol })).toEqual({ funding: 1 });
    expect(costOf(usdm, "openInterestHist", { symbol })).toEqual({ futuresData: 1 });
    expect(costOf(coinm, "fundingRate", { symbol })).toEqual({ requestWeight: 1 });
  });
});

describe("reports", () => {
  const headers = {
    "x-mbx-used-weight-1m": "40",
    "x-mbx-order-count-10s": "3",
    "x-mbx-order-count-1m": "4",
  };
  const orders = { orders10s: { used: 3 }, orders1m: { used: 4 } };

  test("used weight and order counts are read from their headers", () => {
    for (const venue of [binanceUsdm, binanceCoinm]) {
      const read = readReports(venue, answer({ headers, body: { symbol, orderId: 1 } }));
      expect(read).toEqual({ requestWeight: { used: 40 }, ...orders });
    }
  });

  test.each([
    ["a book ticker", { symbol, bidPrice: "1", askPrice: "2" }],
    ["book tickers", [{ symbol, bidPrice: "1", askPrice: "2" }]],
    ["a price", { symbol, price: "1", time: 1 }],
    ["prices", [{ symbol, price: "1", time: 1 }]],
  ])("the weight that comes with %s is not believed", (_, body) => {
    expect(readReports(binanceUsdm, answer({ headers, body }))).toEqual(orders);
  });

  test("exchangeInfo tells USD-M the limits in force, and COIN-M nothing", () => {
    const rateLimits = [
      { rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1, limit: 6_000 },
      { rateLimitType: "ORDERS", interval: "SECOND", intervalNum: 10, limit: 400 },
    ];
    const told = answer({ body: { rateLimits } });
    expect(readReports(binanceUsdm, told)).toEqual({
      requestWeight: { max: 6_000 },
      orders10s: { max: 400 },
    });
    expect(readReports(binanceCoinm, told)).toEqual({});
  });
});

test("a published signature comes out, in the bytes that are sent", async () => {
  // https://developers.binance.com/docs/derivatives/usds-margined-futures/general-info, read 2026-11.
  const account = {
    apiKey: "dbefbc809e3e83c283a984c3a1459732ea7db1360ca80c5c2c8867408d28cc83",
    secret: "2b5eb11e18796d12d88f13dc27dbbd02c2cc51ff7059765ed9821957d82bb4d9",
  };
  const query =
    "symbol=BTCUSDT&side=BUY&type=LIMIT&quantity=1&price=9000&timeInForce=GTC&recvWindow=5000";
  const url = new URL(`https://fapi.binance.com/fapi/v1/order?${query}`);
  const request = { method: "POST", url, headers: {}, auth: "signed" } as const;
  const sent = await binanceUsdm.sign?.(request, account, 1_591_702_613_943);
  expect(sent?.url.search).toBe(
    `?${query}&timestamp=1591702613943&signature=3c661234138461fcc7a7d8746c6558c9842d4e10870d2ecbedf7777cad694af9`,
  );
});

test("USD-M and COIN-M draw from one pool", async () => {
  const clock = new VirtualClock({ wallMs: Date.UTC(2026, 10, 1) });
  const ledger = new MemoryLedger({ clock, random: seededRandom(1) });
  const serverOf = (server: ServerSide) => emulate(server, { clock, latencyMs: 20 });
  const first = createClient(binanceUsdm, { clock, ledger, transport: serverOf(serverSide()) });
  const second = createClient(binanceCoinm, { clock, ledger, transport: serverOf(coinmServer()) });
  await clock.run(first.ping({}));
  await clock.run(second.ping({}));
  const keyOf = ({ gate }: Pick<typeof first | typeof second, "gate">) =>
    gate.levels().find(({ limit }) => limit === "requestWeight")?.key;
  expect(keyOf(first)).toMatch(/^binance-futures\/requestWeight/);
  expect(keyOf(second)).toBe(keyOf(first));
});
