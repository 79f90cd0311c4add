/** What a bot asks the emulated Binance Spot beside orders: it weighs and answers as declared. */
import { binanceSpot } from "headgate/endpoints/binance-spot";
import { serverSide } from "headgate/endpoints/binance-spot/server";
import type { ServerAnswer } from "headgate/emulator";
import { describe, expect, test } from "vitest";
import { accounts, ask, askSigned, bodyOf, startMs } from "../emulator/binance-spot-desk.ts";

const { endpoints } = binanceSpot;
type Name = keyof typeof endpoints;
type Server = ReturnType<typeof serverSide>;

const resting = "symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTC&quantity=0.01&price=20000";
const market = "symbol=BTCUSDT&side=SELL&type=MARKET&quantity=0.01";

function used(answer: ServerAnswer): number {
  return Number(answer.headers["X-MBX-USED-WEIGHT-1M"]);
}

/** Asks for an endpoint as it is declared, with the parameters of `query`. */
function call(server: Server, name: Name, query: string, nowMs = startMs): ServerAnswer {
  const { method, path, auth } = endpoints[name];
  const target = `${method} ${path}${query === "" ? "" : `?${query}`}`;
  return auth === "none" ? ask(server, target, { nowMs }) : askSigned(server, target, { nowMs });
}

/** The parameters of a query as a caller would have given them. */
function given(query: string): Record<string, unknown> {
  const pairs = [...new URLSearchParams(query)];
  return Object.fromEntries(
    pairs.map(([name, value]) => [
      name,
      /^(?:\d+|true|false|\[.*)$/.test(value) && name !== "price" ? JSON.parse(value) : value,
    ]),
  );
}

const symbol = "symbol=BTCUSDT";

const calls: [name: Name, query: string, weight: number][] = [
  ["ping", "", 1],
  ["time", "", 1],
  ["exchangeInfo", "", 20],
  ["depth", `${symbol}&limit=101`, 25],
  ["trades", symbol, 25],
  ["historicalTrades", `${symbol}&fromId=1&limit=2`, 25],
  ["klines", `${symbol}&interval=1m&limit=1000`, 2],
  ["uiKlines", `${symbol}&interval=1w&limit=3`, 2],
  ["ticker24hr", symbol, 2],
  ["tickerPrice", symbol, 2],
  ["tickerPrice", 'symbols=["BTCUSDT"]', 4],
  ["tickerPrice", "", 4],
  ["bookTicker", symbol, 2],
  ["bookTicker", 'symbols=["BTCUSDT"]', 4],
  ["bookTicker", "", 4],
  ["account", "", 20],
  ["queryOrder", `${symbol}&orderId=1`, 4],
  ["openOrders", symbol, 6],
  ["openOrders", "", 80],
  ["allOrders", symbol, 20],
  ["myTrades", symbol, 20],
  ["myTrades", `${symbol}&orderId=2`, 5],
  ["rateLimitOrder", "", 40],
  ["testOrder", resting, 1],
  ["testOrder", `${resting}&computeCommissionRates=true`, 20],
  ["testOrder", `${resting}&computeCommissionRates=false`, 20],
  ["newOrder", resting, 0],
  ["cancelOrder", `${symbol}&orderId=1`, 0],
  ["cancelAllOpenOrders", symbol, 0],
];

describe("what is asked", () => {
  test.each(calls)(
    "%s with %s is weighed as declared, and its answer fits",
    (name, query, weight) => {
      const server = serverSide({ accounts });
      call(server, "newOrder", resting);
      call(server, "newOrder", market);
      const answer = call(server, name, query);
      expect([answer.status, used(answer)]).toEqual([200, weight]);
      const body = bodyOf(answer);
      expect(endpoints[name].answer.parse(body)).toEqual(body);
      const { weight: declared, params } = endpoints[name];
      const reserved = declared["requestWeight"]?.reserve(params.parse(given(query)), {});
      // What is free where it succeeds is reserved as if it failed.
      expect(reserved).toBe(weight === 0 ? 1 : weight);
    },
  );
});

describe("prices", () => {
  test("those of tickers are those of the book and of the last candle", () => {
    const server = serverSide();
    const { price } = bodyOf(call(server, "tickerPrice", symbol)) as Record<string, string>;
    const { bids, asks } = bodyOf(call(server, "depth", `${symbol}&limit=1`)) as Record<
      string,
      [string, string][]
    >;
    expect(bodyOf(call(server, "bookTicker", symbol))).toEqual({
      symbol: "BTCUSDT",
      bidPrice: bids?.[0]?.[0],
      bidQty: bids?.[0]?.[1],
      askPrice: asks?.[0]?.[0],
      askQty: asks?.[0]?.[1],
    });
    expect(bodyOf(call(server, "klines", `${symbol}&interval=1m&limit=1`))).toMatchObject([
      { 0: startMs, 4: price, 6: startMs + 59_999 },
    ]);
  });

  test("trades go up by one to the ticker's last, and none is from tomorrow", () => {
    const server = serverSide();
    const { lastId } = bodyOf(call(server, "ticker24hr", symbol)) as Record<string, number>;
    const trades = bodyOf(call(server, "trades", `${symbol}&limit=3`)) as {
      id: number;
      time: number;
    }[];
    expect(trades.map(({ id }) => (lastId ?? 0) - id)).toEqual([2, 1, 0]);
    expect(trades.every(({ time }) => time <= startMs)).toBe(true);
    expect(bodyOf(call(server, "trades", `${symbol}&limit=5000`))).toHaveLength(1_000);
    expect(bodyOf(call(server, "historicalTrades", `${symbol}&fromId=${lastId}`))).toHaveLength(1);
    expect(bodyOf(call(server, "historicalTrades", `${symbol}&fromId=9999999999999`))).toEqual([]);
  });

  test.each([
    ["interval=1m&limit=2", [startMs - 60_000, startMs]],
    ["interval=5m&limit=1", [startMs - 240_000]],
    [`interval=1m&startTime=${startMs - 120_001}&limit=2`, [startMs - 120_000, startMs - 60_000]],
    [`interval=1m&startTime=${startMs - 60_000}`, [startMs - 60_000, startMs]],
    [`interval=1m&endTime=${startMs - 1}&limit=1`, [startMs - 60_000]],
    [`interval=1m&startTime=${startMs + 60_000}`, []],
    ["interval=1w&limit=1", [Date.parse("2026-09-21T00:00:00Z")]],
  ])("candles with %s begin where they should", (query, openTimes) => {
    const klines = bodyOf(call(serverSide(), "klines", `${symbol}&${query}`)) as unknown[][];
    expect(klines.map(([openTime]) => openTime)).toEqual(openTimes);
  });

  test.each(["1x", "7m", "1M", "m"])("an interval of %s is refused", (interval) => {
    const answer = call(serverSide(), "klines", `${symbol}&interval=${interval}`);
    expect(answer.status).toBe(400);
    expect(bodyOf(answer)).toEqual({ code: -1120, msg: "Invalid interval." });
  });
});

describe("an account", () => {
  const orderIds = (answer: ServerAnswer): unknown[] =>
    (bodyOf(answer) as { orderId: number }[]).map(({ orderId }) => orderId);

  test("lists its orders by id, open and done, from one on or of a time", () => {
    const server = serverSide({ accounts });
    for (let placed = 0; placed < 4; placed++) {
      call(server, "newOrder", placed === 1 ? market : resting, startMs + placed);
    }
    call(server, "cancelOrder", `${symbol}&orderId=1`, startMs + 4);
    const all = (query: string): unknown[] =>
      orderIds(call(server, "allOrders", `${symbol}${query}`, startMs + 5));
    expect(all("")).toEqual([1, 2, 3, 4]);
    expect(all("&limit=2")).toEqual([3, 4]);
    expect(all("&orderId=2&limit=2")).toEqual([2, 3]);
    expect(all(`&startTime=${startMs + 1}&endTime=${startMs + 2}`)).toEqual([2, 3]);
    expect(orderIds(call(server, "allOrders", "symbol=ETHUSDT"))).toEqual([]);
  });

  test("has a trade for each order that filled, at its price and its commission", () => {
    const server = serverSide({ accounts });
    call(server, "newOrder", resting);
    const { fills } = bodyOf(call(server, "newOrder", market)) as {
      fills: Record<string, unknown>[];
    };
    const { tradeId, ...fill } = fills[0] ?? {};
    const mine = bodyOf(call(server, "myTrades", symbol));
    expect(mine).toMatchObject([{ ...fill, id: tradeId, isBuyer: false, isMaker: false }]);
    expect(bodyOf(call(server, "myTrades", `${symbol}&orderId=2`))).toEqual(mine);
    expect(bodyOf(call(server, "myTrades", `${symbol}&orderId=1`))).toEqual([]);
    expect(bodyOf(call(server, "myTrades", `${symbol}&fromId=3`))).toEqual([]);
  });

  test("cancels all that is open of a symbol under one name, and nothing twice", () => {
    const server = serverSide({ accounts });
    for (const name of ["a", "b"]) call(server, "newOrder", `${resting}&newClientOrderId=${name}`);
    const cancelled = bodyOf(call(server, "cancelAllOpenOrders", symbol)) as Record<
      string,
      string
    >[];
    expect(cancelled).toMatchObject([
      { origClientOrderId: "a", status: "CANCELED" },
      { origClientOrderId: "b", status: "CANCELED" },
    ]);
    expect(cancelled[0]?.["clientOrderId"]).toBe(cancelled[1]?.["clientOrderId"]);
    const again = call(server, "cancelAllOpenOrders", symbol);
    expect([again.status, used(again)]).toEqual([400, 1]);
    expect(bodyOf(again)).toMatchObject({ code: -2011 });
  });

  test("is told how many of its orders are unfilled", () => {
    const server = serverSide({ accounts, limits: { orders10s: { max: 7 } } });
    call(server, "newOrder", resting);
    call(server, "newOrder", market);
    const at = (nowMs: number): unknown => bodyOf(call(server, "rateLimitOrder", "", nowMs));
    const orders = { rateLimitType: "ORDERS" };
    const day = { ...orders, interval: "DAY", intervalNum: 1, limit: 160_000, count: 1 };
    const short = { ...orders, interval: "SECOND", intervalNum: 10, limit: 7 };
    expect(at(startMs)).toEqual([{ ...short, count: 1 }, day]);
    expect(at(startMs + 10_000)).toEqual([{ ...short, count: 0 }, day]);
  });

  test("may test orders, which are checked, never placed, and never counted", () => {
    const server = serverSide({ accounts, limits: { orders10s: { max: 1 } } });
    for (let tested = 0; tested < 3; tested++) {
      expect(call(server, "testOrder", resting).status).toBe(200);
    }
    expect(bodyOf(call(server, "openOrders", ""))).toEqual([]);
    const wrong = call(server, "testOrder", resting.replace("20000", "20000.001"));
    expect(bodyOf(wrong)).toMatchObject({ code: -1013 });
    expect(call(server, "newOrder", resting).status).toBe(200);
  });

  test.each<[Name, string]>([
    ["allOrders", symbol],
    ["myTrades", symbol],
    ["rateLimitOrder", ""],
    ["cancelAllOpenOrders", symbol],
    ["testOrder", resting],
  ])("nobody else calls %s", (name, query) => {
    const { method, path } = endpoints[name];
    expect(bodyOf(ask(serverSide({ accounts }), `${method} ${path}?${query}`))).toMatchObject({
      code: -2014,
    });
  });
});
