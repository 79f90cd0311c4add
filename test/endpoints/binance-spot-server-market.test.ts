import { serverSide } from "headgate/endpoints/binance-spot/server";
import { expect, test } from "vitest";
import { ask, bodyOf, startMs } from "../emulator/binance-spot-desk.ts";

type Book = Readonly<{ lastUpdateId: number; bids: [string, string][]; asks: [string, string][] }>;

function book(options: Readonly<{ limit?: string; nowMs?: number; seed?: number }> = {}): Book {
  const { limit = "100", nowMs = startMs, seed = 1 } = options;
  const target = `GET /api/v3/depth?symbol=BTCUSDT&limit=${limit}`;
  return JSON.parse(ask(serverSide({ seed }), target, { nowMs }).body);
}

test("a book has as many levels as were asked for, best first, and never crosses", () => {
  for (const [limit, levels] of [
    ["5", 5],
    ["100", 100],
    ["5000", 5_000],
    ["9999", 5_000],
  ] as const) {
    const { bids, asks } = book({ limit });
    expect([bids.length, asks.length]).toEqual([levels, levels]);
    const prices = [...bids.toReversed(), ...asks].map(([price]) => Number(price));
    expect(prices.every((price, index) => index === 0 || price > (prices[index - 1] ?? 0))).toBe(
      true,
    );
  }
});

test("prices and quantities have eight decimals and keep to the symbol's steps", () => {
  for (const [price, quantity] of book().bids) {
    expect(price).toMatch(/^\d+\.\d{2}000000$/);
    expect(quantity).toMatch(/^\d+\.\d{5}000$/);
    expect(Number(quantity)).toBeGreaterThan(0);
  }
});

test("the market moves with time and is the same for the same seed", () => {
  expect(book()).toEqual(book());
  expect(book({ nowMs: startMs + 1_000 }).bids).not.toEqual(book().bids);
  expect(book({ seed: 2 }).bids).not.toEqual(book().bids);
  const [now, later] = [book(), book({ nowMs: startMs + 1_000 })].map(({ bids }) =>
    Number(bids[0]?.[0]),
  );
  expect(Math.abs((later ?? 0) / (now ?? 0) - 1)).toBeLessThan(0.01);
});

test("a ticker has every field of Binance's and agrees with itself", () => {
  const ticker = bodyOf(ask(serverSide(), "GET /api/v3/ticker/24hr?symbol=BTCUSDT"));
  expect(ticker).toEqual({
    symbol: "BTCUSDT",
    ...Object.fromEntries(
      "priceChange weightedAvgPrice prevClosePrice lastPrice lastQty bidPrice bidQty askPrice askQty openPrice highPrice lowPrice volume quoteVolume"
        .split(" ")
        .map((name) => [name, expect.stringMatching(/^-?\d+\.\d{8}$/)]),
    ),
    priceChangePercent: expect.stringMatching(/^-?\d+\.\d{3}$/),
    openTime: startMs - 86_400_000,
    closeTime: startMs,
    firstId: expect.any(Number),
    lastId: expect.any(Number),
    count: expect.any(Number),
  });
});

test("one symbol is an object, several and all are lists, MINI has fewer fields", () => {
  const path = "GET /api/v3/ticker/24hr";
  expect(bodyOf(ask(serverSide(), `${path}?symbols=["LTCBTC","BTCUSDT"]`))).toMatchObject([
    { symbol: "LTCBTC" },
    { symbol: "BTCUSDT" },
  ]);
  expect(bodyOf(ask(serverSide(), path))).toHaveLength(7);
  const mini = ask(serverSide(), `${path}?symbol=BTCUSDT&type=MINI`);
  expect(Object.keys(JSON.parse(mini.body))).toHaveLength(12);
});

test.each([
  [
    "GET /api/v3/depth",
    -1102,
    "Mandatory parameter 'symbol' was not sent, was empty/null, or malformed.",
  ],
  ["GET /api/v3/depth?symbol=NOSUCH", -1121, "Invalid symbol."],
  [
    "GET /api/v3/depth?symbol=BTCUSDT&limit=ten",
    -1100,
    "Illegal characters found in parameter 'limit'; legal range is '^[0-9]{1,20}$'.",
  ],
  [
    "GET /api/v3/ticker/24hr?symbol=BTCUSDT&symbols=[]",
    -1128,
    "Combination of optional parameters invalid.",
  ],
  ['GET /api/v3/ticker/24hr?symbols=["NOSUCH"]', -1121, "Invalid symbol."],
])("%s is refused with %i", (target, code, msg) => {
  const answer = ask(serverSide(), target);
  expect(answer.status).toBe(400);
  expect(bodyOf(answer)).toEqual({ code, msg });
});

test("time is the server's own, and ping says nothing", () => {
  const server = serverSide();
  expect(bodyOf(ask(server, "GET /api/v3/time", { nowMs: startMs + 7 }))).toEqual({
    serverTime: startMs + 7,
  });
  expect(ask(server, "GET /api/v3/ping").body).toBe("{}");
});
