import type { Counted } from "headgate/emulator";
import { serverSide } from "headgate/endpoints/binance-spot/server";
import { expect, test } from "vitest";
import { accounts, ask, askSigned, bodyOf, startMs } from "../emulator/binance-spot-desk.ts";

const used = "X-MBX-USED-WEIGHT-1M";
const depth = "GET /api/v3/depth?symbol=BTCUSDT";

test.each([
  ["GET /api/v3/ping", 1],
  ["GET /api/v3/time", 1],
  ["GET /api/v3/exchangeInfo", 20],
  [depth, 5],
  [`${depth}&limit=100`, 5],
  [`${depth}&limit=101`, 25],
  [`${depth}&limit=500`, 25],
  [`${depth}&limit=501`, 50],
  [`${depth}&limit=1000`, 50],
  [`${depth}&limit=1001`, 250],
  [`${depth}&limit=5000`, 250],
  ["GET /api/v3/ticker/24hr?symbol=BTCUSDT", 2],
  ['GET /api/v3/ticker/24hr?symbols=["BTCUSDT","ETHUSDT"]', 2],
  [`GET /api/v3/ticker/24hr?symbols=[${'"BTCUSDT",'.repeat(20)}"ETHUSDT"]`, 40],
  [`GET /api/v3/ticker/24hr?symbols=[${'"BTCUSDT",'.repeat(100)}"ETHUSDT"]`, 80],
  ["GET /api/v3/ticker/24hr", 80],
])("%s weighs %i", (target, weight) => {
  const answer = ask(serverSide(), target);
  expect(answer.status).toBe(200);
  expect(answer.headers).toEqual({
    "Content-Type": "application/json;charset=UTF-8",
    "X-MBX-USED-WEIGHT": String(weight),
    "X-MBX-USED-WEIGHT-1M": String(weight),
  });
});

test.each([
  ["GET /api/v3/account", 20, 200],
  ["GET /api/v3/openOrders", 80, 200],
  ["GET /api/v3/openOrders?symbol=BTCUSDT", 6, 200],
  ["GET /api/v3/order?symbol=BTCUSDT&orderId=9", 4, 400],
  ["DELETE /api/v3/order?symbol=BTCUSDT&orderId=9", 1, 400],
  ["POST /api/v3/order?symbol=BTCUSDT&side=BUY&type=MARKET&quantity=1", 0, 200],
  ["POST /api/v3/order?symbol=BTCUSDT&side=BUY&type=MARKET", 1, 400],
])("%s, signed, weighs %i and answers %i", (target, weight, status) => {
  const answer = askSigned(serverSide({ accounts }), target);
  expect(answer.status).toBe(status);
  expect(answer.headers[used]).toBe(String(weight));
});

test("an error costs what the request costs", () => {
  const server = serverSide();
  const answer = ask(server, "GET /api/v3/depth?symbol=NOSUCH&limit=5000");
  expect(answer).toMatchObject({ status: 400, headers: { [used]: "250" } });
  expect(bodyOf(answer)).toEqual({ code: -1121, msg: "Invalid symbol." });
  expect(ask(server, "GET /api/v3/nothing")).toMatchObject({
    status: 404,
    headers: { [used]: "251" },
  });
});

test("what fits the limit exactly passes, and one more is refused with the published text", () => {
  const server = serverSide();
  for (let sent = 1; sent <= 24; sent++) {
    const answer = ask(server, `${depth}&limit=5000`, { nowMs: startMs + sent });
    expect(answer).toMatchObject({ status: 200, headers: { [used]: String(sent * 250) } });
  }
  const refused = ask(server, "GET /api/v3/ping", { nowMs: startMs + 30_001 });
  expect(refused.status).toBe(429);
  expect(refused.headers).toEqual({
    "Content-Type": "application/json;charset=UTF-8",
    "X-MBX-USED-WEIGHT": "6001",
    "X-MBX-USED-WEIGHT-1M": "6001",
    "Retry-After": "30",
  });
  expect(bodyOf(refused)).toEqual({
    code: -1003,
    msg: "Too much request weight used; current limit is 6000 request weight per 1 MINUTE. Please use WebSocket Streams for live updates to avoid polling the API.",
  });
});

test("Retry-After is rounded up to whole seconds", () => {
  for (const [elapsedMs, seconds] of [
    [0, "60"],
    [1, "60"],
    [59_000, "1"],
    [59_999, "1"],
  ] as const) {
    const server = serverSide({ limits: { requestWeight: { max: 1 } } });
    const answer = ask(server, depth, { nowMs: startMs + elapsedMs });
    expect(answer).toMatchObject({ status: 429, headers: { "Retry-After": seconds } });
  }
});

test("the window turns exactly at the minute of UTC, whenever the first request came", () => {
  const server = serverSide({ limits: { requestWeight: { max: 5 } } });
  const at = (elapsedMs: number): number =>
    ask(server, depth, { nowMs: startMs + elapsedMs }).status;
  expect([at(59_000), at(59_999), at(60_000), at(60_001), at(120_000)]).toEqual([
    200, 429, 200, 429, 200,
  ]);
});

test("each address has a window of its own", () => {
  const server = serverSide({ limits: { requestWeight: { max: 5 } } });
  const from = (ip: string): number => ask(server, depth, { ip }).status;
  expect([from("a"), from("a"), from("b"), from("b")]).toEqual([200, 429, 200, 429]);
});

test("raw requests are a limit of their own, over five minutes", () => {
  const server = serverSide({ limits: { rawRequests: { max: 2 } } });
  const answers = [1, 2, 3].map(() => ask(server, "GET /api/v3/ping", { nowMs: startMs + 1 }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  // 1 790 000 040 s is 240 s into its five minutes.
  expect(answers[2]?.headers["Retry-After"]).toBe("60");
});

test("others' use counts like one's own", () => {
  const server = serverSide({ limits: { requestWeight: { max: 100 } } });
  server.useByOthers("10.0.0.1", 95, startMs);
  expect(ask(server, depth)).toMatchObject({ status: 200, headers: { [used]: "100" } });
  expect(ask(server, depth)).toMatchObject({ status: 429, headers: { [used]: "105" } });
  expect(ask(server, depth, { ip: "b" }).headers[used]).toBe("5");
});

test("who goes on after 429 is banned, from everything, and counted no more", () => {
  const server = serverSide({ limits: { requestWeight: { max: 5 } }, banAfter: 3 });
  const statuses = Array.from({ length: 6 }, () => ask(server, depth).status);
  expect(statuses).toEqual([200, 429, 429, 429, 418, 418]);
  const banned = ask(server, "GET /api/v3/ping", { nowMs: startMs + 119_999 });
  expect(banned).toMatchObject({ status: 418, headers: { "Retry-After": "1", [used]: "0" } });
  expect(bodyOf(banned)).toEqual({
    code: -1003,
    msg: `Way too much request weight used; IP banned until ${startMs + 120_000}. Please use WebSocket Streams for live updates to avoid bans.`,
  });
  expect(ask(server, depth, { ip: "b" }).status).toBe(200);
  expect(ask(server, depth, { nowMs: startMs + 120_000 }).status).toBe(200);
});

test("each later ban is twice as long, up to three days", () => {
  const limits = { requestWeight: { max: 1 } };
  const server = serverSide({ limits, banAfter: 0 });
  let nowMs = startMs;
  const lengths = Array.from({ length: 14 }, () => {
    const seconds = Number(ask(server, depth, { nowMs }).headers["Retry-After"]);
    nowMs += seconds * 1_000;
    return seconds;
  });
  expect(lengths.slice(0, 4)).toEqual([120, 240, 480, 960]);
  expect(lengths.slice(-2)).toEqual([259_200, 259_200]);
});

test("refusals of an earlier window do not count towards a ban", () => {
  const server = serverSide({ limits: { requestWeight: { max: 1 } }, banAfter: 1 });
  for (let minute = 0; minute < 5; minute++) {
    expect(ask(server, depth, { nowMs: startMs + minute * 60_000 }).status).toBe(429);
  }
});

test("every request is told with what it was counted as", () => {
  const server = serverSide({ limits: { requestWeight: { max: 8 } }, banAfter: 1 });
  const told: Counted[] = [];
  const stop = server.onCounted((counted) => told.push(counted));
  for (let sent = 0; sent < 4; sent++) ask(server, depth, { nowMs: startMs + sent });
  stop();
  ask(server, depth);
  const common = { method: "GET", path: "/api/v3/depth", ip: "10.0.0.1", windowStartMs: startMs };
  const ban = { bannedUntilMs: startMs + 120_002 };
  expect(told).toEqual([
    { ...common, weight: 5, used: 5, outcome: "accepted", atMs: startMs },
    { ...common, weight: 5, used: 10, outcome: "refused", atMs: startMs + 1 },
    { ...common, weight: 5, used: 15, outcome: "banned", atMs: startMs + 2, ...ban },
    { ...common, weight: 0, used: 15, outcome: "banned", atMs: startMs + 3, ...ban },
  ]);
});

test("exchangeInfo shows the limits in force", () => {
  const server = serverSide({ limits: { requestWeight: { max: 100, windowMs: 2_000 } } });
  expect(server.limit).toEqual({ max: 100, windowMs: 2_000 });
  expect(bodyOf(ask(server, "GET /api/v3/exchangeInfo?symbol=BTCUSDT"))).toMatchObject({
    timezone: "UTC",
    serverTime: startMs,
    rateLimits: [
      { rateLimitType: "REQUEST_WEIGHT", interval: "SECOND", intervalNum: 2, limit: 100 },
      { rateLimitType: "ORDERS", interval: "SECOND", intervalNum: 10, limit: 50 },
      { rateLimitType: "ORDERS", interval: "DAY", intervalNum: 1, limit: 160_000 },
      { rateLimitType: "RAW_REQUESTS", interval: "MINUTE", intervalNum: 5, limit: 300_000 },
    ],
    symbols: [{ symbol: "BTCUSDT", status: "TRADING", baseAsset: "BTC", quoteAsset: "USDT" }],
  });
});

test("a window that has no length is refused", () => {
  expect(() => serverSide({ limits: { orders10s: { windowMs: 0 } } })).toThrow(RangeError);
});
