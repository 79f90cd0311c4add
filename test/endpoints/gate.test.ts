/** Gate: what a batch takes of which pair, what its headers say, which no is which, its signature, its answers. */
import { expect, test } from "vitest";
import { gate } from "headgate/endpoints/gate";
import { sign } from "../../endpoints/gate/sign.ts";
import { priceCall, tariffOf } from "../../src/venue/price.ts";
import { classify } from "../../src/venue/refusals.ts";
import { readReports, stampOf } from "../../src/venue/reports.ts";
import { proof } from "../venues/gate.ts";
import { wrongAnswers } from "./called-once.ts";

const order = { side: "buy", amount: "1", price: "1", text: "t-1" };
const [bitcoin, ether] = [{ currency_pair: "BTC_USDT" }, { currency_pair: "ETH_USDT" }];

function taken(name: keyof typeof gate.endpoints, params: object): object {
  const tariff = tariffOf(gate, gate.endpoints[name]);
  const priced = priceCall(gate, tariff, { params: { ...params }, caller: { account: "maker" } });
  return Object.fromEntries(
    priced.map(({ name: limit, weight, scope }) => [
      `${limit} ${scope["currencyPair"] ?? ""}`.trim(),
      weight,
    ]),
  );
}

test.each([
  ["placeOrder", bitcoin, { "spotOrders BTC_USDT": 1 }],
  ["amendOrder", { ...bitcoin, order_id: "1" }, { "spotOrders BTC_USDT": 1 }],
  [
    "batchOrders",
    { orders: [bitcoin, ether, ether] },
    { "spotOrders BTC_USDT": 1, "spotOrders ETH_USDT": 2 },
  ],
  ["amendBatch", { orders: [ether, ether] }, { "spotOrders ETH_USDT": 2 }],
  ["cancelBatch", { orders: [bitcoin, ether] }, { spotCancels: 2 }],
  ["futuresBatchOrders", { settle: "usdt", orders: [{}, {}, {}] }, { futuresOrders: 3 }],
  ["futuresCancelBatch", { settle: "usdt", orders: ["1", "2"] }, { futuresCancels: 2 }],
  ["queryOrder", { ...bitcoin, order_id: "1" }, { own: 1 }],
] as const)("%s of %j takes %j", (name, params, takes) => {
  expect(taken(name, params)).toEqual(takes);
});

const nowMs = 1_779_900_000_250;

const answer = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string | undefined>> = {},
) => ({
  status,
  header: (name: string) =>
    name === "x-out-time" ? `${nowMs}000` : headers[name.replace("x-gate-ratelimit-", "")],
  body,
});

test("the headers tell of the limit that the call took from, and the time in microseconds", () => {
  const told = answer(200, {}, { "requests-remain": "9", limit: "10" });
  expect(readReports(gate, told)).toEqual({ own: { remaining: 9, max: 10 } });
  expect(stampOf(gate, told)).toEqual({ serverMs: nowMs, stepMs: 1 });
});

const tooMany = (number: number) => ({
  label: "TOO_MANY_REQUESTS",
  message: `Request Rate limit Exceeded (${number})`,
});
const quota = { kind: "quota", executed: "no" };

test.each([
  ["in seconds", 211, "1779900001", { ...quota, waitMs: 750 }],
  ["in ms", 311, "1779900001000", { ...quota, waitMs: 750 }],
  ["in the past", 211, "1779900000", quota],
  ["that is not there", 3, undefined, quota],
])("a reset %s is waited for", (_, number, reset, meant) => {
  const told = answer(429, tooMany(number), { "reset-timestamp": reset });
  expect(classify(gate, told, 0)).toEqual(meant);
});

test.each([212, 312])("(%i) is of few fills: the next second does not help", (number) => {
  const told = answer(429, tooMany(number), { "reset-timestamp": "1779900001" });
  expect(classify(gate, told, 0)).toEqual({
    ...quota,
    limits: ["spotOrders", "futuresOrders"],
    waitMs: 10_000,
  });
});

test("(100) is overload, and no limit of ours", () => {
  expect(classify(gate, answer(429, tooMany(100)), 0)).toEqual({
    kind: "overload",
    executed: "no",
  });
});

const ok = { order_id: "1", succeeded: true };
const failed = (label: string) => ({ succeeded: false, label });

test.each([
  ["all taken", [ok, ok], undefined, ["yes", "yes"]],
  ["one that fails", [ok, failed("BALANCE_NOT_ENOUGH")], undefined, ["yes", "no"]],
  ["one too many", [ok, failed("TOO_MANY_REQUESTS")], quota, ["yes", "no"]],
  ["one timed out", [ok, failed("SERVER_TIMEOUT")], undefined, ["yes", "unknown"]],
])("a batch with %s says what became of each", (_, body, meant, executed) => {
  const told = answer(200, body);
  expect(classify(gate, told, 0)).toEqual(meant);
  const items = gate.endpoints.batchOrders.items?.(told, { orders: [] });
  expect(items?.map((item) => item.executed)).toEqual(executed);
});

test("an order without a name gets one that Gate takes", () => {
  const name = gate.nameOrder?.("0123456789abcdef0123456789abcdef");
  expect(gate.endpoints.placeOrder.params.safeParse({ ...order, ...bitcoin, text: name })).toEqual(
    expect.objectContaining({ success: true }),
  );
});

// The published vectors: https://www.gate.com/docs/developers/apiv4 (copy of 2026-05-27), read 2026-11.
test.each([
  [
    "GET",
    "?contract=BTC_USD&status=finished&limit=50",
    undefined,
    "55f84ea195d6fe57ce62464daaa7c3c02fa9d1dde954e4c898289c9a2407a3d6fb3faf24deff16790d726b66ac9f74526668b13bd01029199cc4fcc522418b8a",
  ],
  [
    "POST",
    "",
    '{"contract":"BTC_USD","type":"limit","size":100,"price":6800,"time_in_force":"gtc"}',
    "eae42da914a590ddf727473aff25fc87d50b64783941061f47a3fdb92742541fc4c2c14017581b4199a1418d54471c269c03a38d788d802e2c306c37636389f0",
  ],
])("signs a %s as published", async (method, query, body, signed) => {
  const url = new URL(`https://api.gateio.ws/api/v4/futures/orders${query}`);
  const by = { apiKey: "key", secret: "secret" };
  const request = await sign(
    { method, url, headers: {}, body, auth: "signed" },
    by,
    1_541_993_715_900,
  );
  expect(request.headers).toEqual({ KEY: "key", Timestamp: "1541993715", SIGN: signed });
});

test("its server side answers all that is typed in the declared shapes", async () => {
  const ofOrder = { ...bitcoin, order_id: "t-1" };
  const futures = { settle: "usdt", contract: "BTC_USDT" };
  const settle = { settle: "usdt" };
  const ofFutures = { ...settle, order_id: "t-1" };
  const calls = {
    time: {},
    currencyPairs: {},
    tickers: {},
    orderBook: bitcoin,
    trades: bitcoin,
    candlesticks: bitcoin,
    placeOrder: { ...order, ...bitcoin },
    batchOrders: { orders: [{ ...order, ...bitcoin }] },
    amendOrder: { ...ofOrder, price: "2" },
    amendBatch: { orders: [{ ...ofOrder, price: "2" }] },
    cancelOrder: ofOrder,
    cancelAll: bitcoin,
    cancelBatch: { orders: [{ ...bitcoin, id: "1" }] },
    countdownCancelAll: { timeout: 30 },
    queryOrder: ofOrder,
    listOrders: { ...bitcoin, status: "open" },
    openOrders: {},
    myTrades: {},
    accounts: {},
    // What is not plain in a query is signed as it reads.
    accountBook: { currency: "USDT", type: "spot in/out & fees" },
    fee: {},
    futuresContracts: settle,
    futuresOrderBook: futures,
    futuresTrades: futures,
    futuresCandlesticks: futures,
    futuresTickers: settle,
    futuresFundingRate: futures,
    futuresPlaceOrder: { ...futures, size: 1, price: "1", text: "t-1" },
    futuresBatchOrders: { ...settle, orders: [{ contract: "BTC_USDT", size: 1 }] },
    futuresAmendOrder: { ...ofFutures, size: 2 },
    futuresAmendBatch: { ...settle, orders: [{ order_id: 1, size: 2 }] },
    futuresCancelOrder: ofFutures,
    futuresCancelAll: futures,
    futuresCancelBatch: { ...settle, orders: ["1", "2"] },
    futuresListOrders: { ...settle, status: "open" },
    futuresQueryOrder: ofFutures,
    futuresMyTrades: settle,
    futuresAccounts: settle,
    futuresPositions: settle,
    setLeverage: { ...futures, leverage: "5" },
    walletTransfer: { currency: "USDT", amount: "1", from: "spot", to: "futures", settle: "usdt" },
    totalBalance: {},
    deposits: {},
    unifiedAccounts: {},
  };
  expect(await wrongAnswers(proof, calls)).toEqual([]);
});
