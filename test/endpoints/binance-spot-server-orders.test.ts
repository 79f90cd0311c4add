import { serverSide } from "headgate/endpoints/binance-spot/server";
import { expect, test } from "vitest";
import { accounts, ask, askSigned, bodyOf, startMs } from "../emulator/binance-spot-desk.ts";
import type { Ask } from "../emulator/binance-spot-desk.ts";

const path = "/api/v3/order";
/** Far below the market: it rests. */
const resting = "symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTC&quantity=0.01&price=20000";
const market = "symbol=BTCUSDT&side=BUY&type=MARKET&quantity=0.01";

const place = (server: Server, query: string, options?: Ask) =>
  askSigned(server, `POST ${path}?${query}`, options);
const query = (server: Server, name: string, options?: Ask) =>
  askSigned(server, `GET ${path}?symbol=BTCUSDT&${name}`, options);
const cancel = (server: Server, name: string, options?: Ask) =>
  askSigned(server, `DELETE ${path}?symbol=BTCUSDT&${name}`, options);

type Server = ReturnType<typeof serverSide>;

function used(answer: ReturnType<typeof ask>): string | undefined {
  return answer.headers["X-MBX-USED-WEIGHT-1M"];
}

function counts(answer: ReturnType<typeof ask>): readonly [string | undefined, string | undefined] {
  return [answer.headers["X-MBX-ORDER-COUNT-10S"], answer.headers["X-MBX-ORDER-COUNT-1D"]];
}

/** The best prices of the book. */
function best(server: Server): Readonly<{ bid: string; ask: string }> {
  const { body } = ask(server, "GET /api/v3/depth?symbol=BTCUSDT&limit=1");
  const { bids, asks }: Readonly<Record<string, [[string, string]]>> = JSON.parse(body);
  return { bid: bids?.[0][0] ?? "", ask: asks?.[0][0] ?? "" };
}

function status(server: Server, orderId: number, nowMs: number): string {
  return JSON.parse(query(server, `orderId=${orderId}`, { nowMs }).body).status;
}

test("an order that rests is acknowledged in full, found, listed and cancelled", () => {
  const server = serverSide({ accounts });
  const placed = place(server, `${resting}&newClientOrderId=mine-1`);
  expect(placed.status).toBe(200);
  expect(bodyOf(placed)).toEqual({
    symbol: "BTCUSDT",
    orderId: 1,
    orderListId: -1,
    clientOrderId: "mine-1",
    transactTime: startMs,
    price: "20000.00000000",
    origQty: "0.01000000",
    executedQty: "0.00000000",
    origQuoteOrderQty: "0.00000000",
    cummulativeQuoteQty: "0.00000000",
    status: "NEW",
    timeInForce: "GTC",
    type: "LIMIT",
    side: "BUY",
    workingTime: startMs,
    selfTradePreventionMode: "EXPIRE_MAKER",
    fills: [],
  });
  const found = bodyOf(query(server, "origClientOrderId=mine-1"));
  expect(found).toMatchObject({ orderId: 1, status: "NEW", time: startMs, isWorking: true });
  expect(bodyOf(query(server, "orderId=1"))).toEqual(found);
  expect(bodyOf(askSigned(server, "GET /api/v3/openOrders"))).toEqual([found]);
  expect(bodyOf(askSigned(server, "GET /api/v3/openOrders?symbol=ETHUSDT"))).toEqual([]);
  expect(bodyOf(askSigned(server, "GET /api/v3/account"))).toHaveProperty(
    "balances",
    expect.arrayContaining([{ asset: "USDT", free: "999800.00000000", locked: "200.00000000" }]),
  );

  const cancelled = cancel(server, "origClientOrderId=mine-1", { nowMs: startMs + 50 });
  expect(cancelled.status).toBe(200);
  expect(bodyOf(cancelled)).toMatchObject({
    origClientOrderId: "mine-1",
    clientOrderId: expect.stringMatching(/^\w{22}$/),
    status: "CANCELED",
    transactTime: startMs + 50,
  });
  expect(bodyOf(query(server, "orderId=1"))).toMatchObject({
    status: "CANCELED",
    updateTime: startMs + 50,
  });
  expect(bodyOf(askSigned(server, "GET /api/v3/openOrders"))).toEqual([]);
});

test("placing and cancelling weigh nothing, and their failures 1", () => {
  const server = serverSide({ accounts });
  expect(used(place(server, resting))).toBe("0");
  expect(used(cancel(server, "orderId=1"))).toBe("0");
  expect(used(cancel(server, "orderId=1"))).toBe("1");
  expect(used(place(server, resting.replace("BTCUSDT", "NOSUCH")))).toBe("2");
  expect(used(ask(server, `POST ${path}?${resting}`))).toBe("3");
});

test("a client order id is taken while its order is open, and free again afterwards", () => {
  const server = serverSide({ accounts });
  const named = `${resting}&newClientOrderId=mine`;
  expect(place(server, named).status).toBe(200);
  const duplicate = place(server, named);
  expect(duplicate.status).toBe(400);
  expect(bodyOf(duplicate)).toEqual({ code: -2010, msg: "Duplicate order sent." });
  expect(counts(duplicate)).toEqual([undefined, undefined]);
  expect(cancel(server, "origClientOrderId=mine").status).toBe(200);
  expect(counts(place(server, named))).toEqual(["2", "2"]);
  expect(bodyOf(query(server, "origClientOrderId=mine"))).toMatchObject({
    orderId: 2,
    status: "NEW",
  });
  expect(place(server, named, { apiKey: "taker" }).status).toBe(200);
});

test("what is not there cannot be cancelled or found", () => {
  const server = serverSide({ accounts });
  expect(bodyOf(cancel(server, "orderId=7"))).toEqual({ code: -2011, msg: "Unknown order sent." });
  expect(bodyOf(query(server, "orderId=7"))).toEqual({ code: -2013, msg: "Order does not exist." });
  expect(bodyOf(cancel(server, "recvWindow=5000"))).toEqual({
    code: -1102,
    msg: "Param 'origClientOrderId' or 'orderId' must be sent, but both were empty/null!",
  });
  place(server, `${resting}&newClientOrderId=mine`);
  expect(bodyOf(query(server, "origClientOrderId=mine", { apiKey: "taker" }))).toMatchObject({
    code: -2013,
  });
});

test("a market order fills at once at the book's price, and leaves the order counts", () => {
  const server = serverSide({ accounts });
  expect(counts(place(server, resting))).toEqual(["1", "1"]);
  const { ask: price } = best(server);
  const filled = place(server, market);
  expect(counts(filled)).toEqual(["1", "1"]);
  const body = bodyOf(filled);
  expect(body).toMatchObject({
    status: "FILLED",
    executedQty: "0.01000000",
    fills: [{ commissionAsset: "BTC" }],
  });
  expect(body).toHaveProperty("fills.0.price", price);
});

test("a limit order that crosses fills, and one that may not rest expires", () => {
  const server = serverSide({ accounts });
  expect(bodyOf(place(server, resting.replace("20000", "90000")))).toMatchObject({
    status: "FILLED",
  });
  for (const timeInForce of ["IOC", "FOK"]) {
    expect(bodyOf(place(server, resting.replace("GTC", timeInForce)))).toMatchObject({
      status: "EXPIRED",
      fills: [],
    });
  }
});

test("an order fills when the market comes to it, and the order counts go down", () => {
  const server = serverSide({ accounts });
  const placed = place(server, resting.replace("20000", best(server).bid));
  expect(counts(placed)).toEqual(["1", "1"]);
  let nowMs = startMs;
  // A walk crosses its own starting point many times an hour.
  while (status(server, 1, nowMs) === "NEW" && nowMs < startMs + 3_600_000) nowMs += 1_000;
  expect(nowMs).toBeGreaterThan(startMs);
  expect(status(server, 1, nowMs)).toBe("FILLED");
  expect(counts(place(server, resting, { nowMs }))[1]).toBe("1");
});

test("the order limit is the account's, from every key and address, and turns with its window", () => {
  const server = serverSide({ accounts, limits: { orders10s: { max: 3 } } });
  expect(counts(place(server, resting))).toEqual(["1", "1"]);
  expect(counts(place(server, resting, { apiKey: "second" }))).toEqual(["2", "2"]);
  expect(counts(place(server, resting, { ip: "10.0.0.2" }))).toEqual(["3", "3"]);
  const refused = place(server, resting, { nowMs: startMs + 6_500 });
  expect(refused).toMatchObject({
    status: 429,
    headers: { "Retry-After": "4", "X-MBX-USED-WEIGHT-1M": "1" },
  });
  expect(bodyOf(refused)).toEqual({
    code: -1015,
    msg: "Too many new orders; current limit is 3 orders per 10 SECOND.",
  });
  expect(place(server, resting, { apiKey: "taker" }).status).toBe(200);
  expect(place(server, resting, { nowMs: startMs + 9_999 }).status).toBe(429);
  expect(counts(place(server, resting, { nowMs: startMs + 10_000 }))).toEqual(["1", "4"]);
});

test("orders that fill are not limited, for only what is unfilled counts", () => {
  const server = serverSide({ accounts, limits: { orders10s: { max: 1 } } });
  for (let sent = 0; sent < 5; sent++) expect(counts(place(server, market))).toEqual(["0", "0"]);
});

test("the day's order limit says so, and ends at 00:00 UTC", () => {
  const server = serverSide({ accounts, limits: { orders1d: { max: 1 } } });
  place(server, resting);
  const refused = place(server, resting);
  expect(bodyOf(refused)).toMatchObject({
    msg: "Too many new orders; current limit is 1 orders per 1 DAY.",
  });
  const untilMidnight = 86_400 - ((startMs / 1_000) % 86_400);
  expect(refused.headers["Retry-After"]).toBe(String(untilMidnight));
});

test("an address whose weight is spent places no orders either", () => {
  const server = serverSide({ accounts, limits: { requestWeight: { max: 4 } } });
  ask(server, "GET /api/v3/depth?symbol=BTCUSDT");
  expect(place(server, resting)).toMatchObject({
    status: 429,
    headers: { "X-MBX-USED-WEIGHT-1M": "6" },
  });
  expect(place(server, resting, { ip: "b" }).status).toBe(200);
});

test("the answer is as long as newOrderRespType asks", () => {
  const server = serverSide({ accounts });
  const keys = (type: string): number =>
    Object.keys(JSON.parse(place(server, `${market}&newOrderRespType=${type}`).body)).length;
  expect([keys("ACK"), keys("RESULT"), keys("FULL")]).toEqual([5, 16, 17]);
});

test("a market order by value buys what the value pays, in whole steps", () => {
  const server = serverSide({ accounts });
  const { body } = place(server, "symbol=BTCUSDT&side=BUY&type=MARKET&quoteOrderQty=100");
  const order: Readonly<Record<string, string>> = JSON.parse(body);
  expect(order).toMatchObject({ status: "FILLED", origQuoteOrderQty: "100.00000000" });
  const paid = Number(order["cummulativeQuoteQty"]);
  expect(paid).toBeGreaterThan(99);
  expect(paid).toBeLessThanOrEqual(100);
});

test.each([
  [resting.replace("&timeInForce=GTC", ""), -1102],
  [resting.replace("GTC", "GTX"), -1115],
  [resting.replace("LIMIT", "ICEBERG"), -1116],
  [resting.replace("BUY", "HOLD"), -1117],
  [resting.replace("=0.01", "=0.000001"), -1013],
  [resting.replace("=0.01", "=much"), -1100],
  [resting.replace("20000", "20000.001"), -1013],
  [resting.replace("=0.01", "=0.00001"), -1013],
  [`${resting}&newClientOrderId=${"x".repeat(37)}`, -1100],
  [market.replace("&quantity=0.01", ""), -1102],
])("the order %s is refused with %i and counts as no order", (order, code) => {
  const server = serverSide({ accounts });
  const answer = place(server, order);
  expect(answer.status).toBe(400);
  expect(bodyOf(answer)).toMatchObject({ code });
  expect(counts(place(server, resting))).toEqual(["1", "1"]);
});
