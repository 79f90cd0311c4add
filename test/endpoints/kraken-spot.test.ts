import { krakenSpot } from "headgate/endpoints/kraken-spot";
import { describe, expect, test } from "vitest";
import { proof } from "../venues/kraken-spot.ts";
import { wrongAnswers } from "./called-once.ts";
import { priceOf } from "./price-of.ts";

const pair = "XBTUSD";
const order = { pair, ordertype: "limit", type: "buy", volume: "1", price: "60000" } as const;
const { pair: _, ...ofBatch } = order;

test("every typed endpoint of Kraken is answered as it declares", async () => {
  const samples = {
    time: {},
    systemStatus: {},
    assetPairs: {},
    ticker: { pair },
    depth: { pair, count: 10 },
    spread: { pair },
    ohlc: { pair, interval: 1 },
    trades: { pair },
    balance: {},
    balanceEx: {},
    tradeBalance: {},
    openOrders: {},
    closedOrders: {},
    tradeVolume: {},
    getWebSocketsToken: {},
    tradesHistory: {},
    addOrder: { ...order, cl_ord_id: "mine" },
    queryOrders: { txid: "O00001-AAAAA-AAAAAA" },
    addOrderBatch: { pair, orders: [ofBatch, ofBatch] },
    amendOrder: { pair, cl_ord_id: "mine", order_qty: "2" },
    editOrder: { pair, txid: "O2" },
    cancelOrder: { pair, cl_ord_id: "mine" },
    cancelOrderBatch: { orders: ["O2", "O3"], targets: [{ pair }, { pair }] },
    cancelAll: {},
    cancelAllOrdersAfter: { timeout: 60 },
  };
  expect(await wrongAnswers(proof, samples)).toEqual([]);
});

describe("the engine's price of a call", () => {
  const venue = krakenSpot({ tier: "starter" });
  const engine = (endpoint: string, params: object): unknown =>
    priceOf(venue, endpoint, params)["engine"];

  test.each([
    [0, 8, 4, 7],
    [4_999, 8, 4, 7],
    [5_000, 6, 3, 6],
    [10_000, 5, 2, 5],
    [15_000, 4, 1, 3],
    [45_000, 2, 1, 2],
    [90_000, 1, 1, 1],
    [300_000, 0, 1, 1],
  ])("falls with the order's age: %i ms", (ageMs, cancel, amend, edit) => {
    expect(engine("cancelOrder", { pair, txid: "O1", ageMs }) ?? 0).toBe(cancel);
    expect(engine("amendOrder", { pair, txid: "O1", ageMs })).toBe(amend);
    expect(engine("editOrder", { pair, txid: "O1", ageMs })).toBe(edit);
  });

  test("is that of a new order where its age is not said", () => {
    expect(engine("cancelOrder", { pair, txid: "O1" })).toBe(8);
  });

  test("is half an order for each of a batch", () => {
    expect(engine("addOrderBatch", { pair, orders: [ofBatch, ofBatch, ofBatch] })).toBe(1.5);
  });

  test("adds up over the orders of a pair that a call cancels, as far as the counter goes", () => {
    const all = Array.from({ length: 20 }, () => ({ pair }));
    const orders = ["O1", "O2"];
    expect(engine("cancelOrderBatch", { orders, targets: all.slice(0, 2) })).toBe(16);
    expect(engine("cancelOrderBatch", { orders, targets: all })).toBe(54);
  });
});

test("an order that never rests in the book is not counted as open", () => {
  const openOrders = (more: object): unknown =>
    priceOf(krakenSpot(), "addOrder", { ...order, ...more })["openOrders"];
  expect(openOrders({})).toBe(1);
  expect(openOrders({ ordertype: "market" })).toBeUndefined();
  expect(openOrders({ timeinforce: "IOC" })).toBeUndefined();
});

test.each([
  ["starter", 15, 60, 60],
  ["intermediate", 20, 125, 80],
  ["pro", 20, 180, 225],
] as const)("the tier %s has counters of its own", (tier, counter, engine, openOrders) => {
  const { limits } = krakenSpot({ tier });
  expect([limits.counter.max, limits.engine.max, limits.openOrders.max]).toEqual([
    counter,
    engine,
    openOrders,
  ]);
});

test("a tier that does not exist is refused", () => {
  const tier: string = "gold";
  expect(() => Reflect.apply(krakenSpot, undefined, [{ tier }])).toThrow(TypeError);
});

test("a request is signed as in Kraken's own example", async () => {
  const { sign } = krakenSpot();
  const secret =
    "kQH5HW/8p1uGOVjbgWA7FunAmGO8lsSUXNsu3eow76sz84Q18fWxnyRzBHCd3pd5nE9qa99HAZtuZuj6F1huXg==";
  const url = new URL("https://api.kraken.com/0/private/AddOrder");
  const body = "ordertype=limit&pair=XBTUSD&price=37500&type=buy&volume=1.25";
  const signed = await sign?.(
    { method: "POST", url, headers: {}, body, auth: "signed" },
    { apiKey: "key", secret },
    1_616_492_376.5945,
  );
  expect(signed?.body).toBe(`nonce=1616492376594&${body}`);
  expect(signed?.headers["API-Sign"]).toBe(
    "4/dpxb3iT4tp/ZCVEwSnEsLxx0bqyhLpdfOpc6fn7OR8+UClSV5n9E6aSS8MPtnRfp32bAb0nmbRn6H8ndwLUQ==",
  );
});

test("too many at a time waits until the second that the message names", () => {
  const row = krakenSpot().refusals.find(({ waitMs }) => typeof waitMs === "function");
  const answer = {
    status: 200,
    header: () => undefined,
    body: { error: ["EService: Throttled: 1700000005"] },
  };
  expect(row?.when?.(answer)).toBe(true);
  const { waitMs } = row ?? {};
  expect(typeof waitMs === "function" ? waitMs(answer, 1_700_000_000_000) : waitMs).toBe(5_000);
});
