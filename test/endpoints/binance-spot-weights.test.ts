/** What each call of Binance Spot takes from each limit: at every border, and after every kind of answer. */
import { binanceSpot } from "headgate/endpoints/binance-spot";
import type { Answer } from "headgate";
import { describe, expect, test } from "vitest";
import { answer, list, order, sorOrder, symbols } from "./binance-spot-samples.ts";
import type { Sent } from "./binance-spot-samples.ts";

const { endpoints } = binanceSpot;
type Name = keyof typeof endpoints;
type Params = Readonly<Record<string, unknown>>;

/** What `limit` is charged before the call, and after the answer where that decides. */
function weigh(name: Name, limit: string, params: Params, after?: Answer): unknown {
  const { weight, params: schema } = endpoints[name];
  const declared: (typeof weight)[string] | undefined = weight[limit];
  if (declared === undefined) throw new Error(`${name} has no weight of ${limit}.`);
  const checked = schema.parse(params);
  if (after === undefined) return declared.reserve(checked, {});
  return declared.actual?.(after, checked, {});
}

const symbol = "BTCUSDT";
const replace = { ...order, cancelReplaceMode: "STOP_ON_FAILURE", cancelOrderId: 1 };
const amend = { symbol, orderId: 1, newQty: "0.5" };

const weights: readonly (readonly [name: Name, params: Params, weight: number])[] = [
  ["ping", {}, 1],
  ["time", {}, 1],
  ["exchangeInfo", {}, 20],
  ["exchangeInfo", { symbol }, 20],
  ["exchangeInfo", { symbols: symbols(200) }, 20],
  ["exchangeInfo", { permissions: "SPOT", symbolStatus: "HALT" }, 20],
  ["executionRules", {}, 40],
  ["executionRules", { symbol }, 2],
  ["executionRules", { symbols: symbols(1) }, 2],
  ["executionRules", { symbols: symbols(2) }, 4],
  ["executionRules", { symbols: symbols(19) }, 38],
  ["executionRules", { symbols: symbols(20) }, 40],
  ["executionRules", { symbols: symbols(21) }, 40],
  ["executionRules", { symbolStatus: "TRADING" }, 40],
  ["executionRules", { symbol, symbolStatus: "TRADING" }, 40],
  ["depth", { symbol, symbolStatus: "TRADING" }, 5],
  ["trades", { symbol }, 25],
  ["trades", { symbol, limit: 1_000 }, 25],
  ["historicalTrades", { symbol }, 25],
  ["historicalTrades", { symbol, fromId: 0, limit: 1_000 }, 25],
  ["historicalBlockTrades", { symbol, fromId: 0 }, 25],
  ["aggTrades", { symbol }, 4],
  ["aggTrades", { symbol, startTime: 1, endTime: 2, limit: 1_000 }, 4],
  ["klines", { symbol, interval: "1m" }, 2],
  ["klines", { symbol, interval: "1m", limit: 1 }, 2],
  ["klines", { symbol, interval: "1M", limit: 1_000 }, 2],
  ["uiKlines", { symbol, interval: "1s" }, 2],
  ["uiKlines", { symbol, interval: "1s", limit: 1_000 }, 2],
  ["avgPrice", { symbol }, 2],
  ["ticker24hr", { symbol }, 2],
  ["ticker24hr", { symbols: symbols(1) }, 2],
  ["ticker24hr", { symbols: symbols(20) }, 2],
  ["ticker24hr", { symbols: symbols(21) }, 40],
  ["ticker24hr", { symbols: symbols(100) }, 40],
  ["ticker24hr", { symbols: symbols(101) }, 80],
  ["ticker24hr", { type: "MINI" }, 80],
  ["ticker24hr", { symbolStatus: "TRADING" }, 80],
  ["ticker24hr", {}, 80],
  ["tickerTradingDay", { symbol }, 4],
  ["tickerTradingDay", { symbols: symbols(1) }, 4],
  ["tickerTradingDay", { symbols: symbols(49) }, 196],
  ["tickerTradingDay", { symbols: symbols(50) }, 200],
  ["tickerTradingDay", { symbols: symbols(51) }, 200],
  ["tickerTradingDay", { symbols: symbols(100) }, 200],
  ["tickerPrice", { symbol }, 2],
  ["tickerPrice", { symbols: symbols(1) }, 4],
  ["tickerPrice", { symbols: symbols(200) }, 4],
  ["tickerPrice", {}, 4],
  ["bookTicker", { symbol }, 2],
  ["bookTicker", { symbols: symbols(1) }, 4],
  ["bookTicker", { symbols: symbols(200) }, 4],
  ["bookTicker", {}, 4],
  ["tickerRollingWindow", { symbol, windowSize: "7d" }, 4],
  ["tickerRollingWindow", { symbols: symbols(1) }, 4],
  ["tickerRollingWindow", { symbols: symbols(49) }, 196],
  ["tickerRollingWindow", { symbols: symbols(50) }, 200],
  ["tickerRollingWindow", { symbols: symbols(51) }, 200],
  ["tickerRollingWindow", { symbols: symbols(100) }, 200],
  ["referencePrice", { symbol }, 2],
  ["newOrder", order, 1],
  ["testOrder", order, 1],
  ["testOrder", { ...order, computeCommissionRates: true }, 20],
  ["testOrder", { ...order, computeCommissionRates: false }, 20],
  ["cancelOrder", { symbol, orderId: 1 }, 1],
  ["cancelAllOpenOrders", { symbol }, 1],
  ["cancelReplace", replace, 1],
  ["amendKeepPriority", amend, 4],
  ["oco", list.oco, 1],
  ["orderListOco", list.orderListOco, 1],
  ["orderListOto", list.orderListOto, 1],
  ["orderListOtoco", list.orderListOtoco, 1],
  ["orderListOpo", list.orderListOpo, 1],
  ["orderListOpoco", list.orderListOpoco, 1],
  ["cancelOrderList", { symbol, orderListId: 1 }, 1],
  ["sorOrder", sorOrder, 1],
  ["sorTestOrder", sorOrder, 1],
  ["sorTestOrder", { ...sorOrder, computeCommissionRates: true }, 20],
  ["account", {}, 20],
  ["account", { omitZeroBalances: true }, 20],
  ["queryOrder", { symbol, orderId: 1 }, 4],
  ["queryOrder", { symbol, origClientOrderId: "mine" }, 4],
  ["openOrders", { symbol }, 6],
  ["openOrders", {}, 80],
  ["allOrders", { symbol }, 20],
  ["allOrders", { symbol, orderId: 1, limit: 1_000 }, 20],
  ["orderList", { orderListId: 1 }, 4],
  ["allOrderList", {}, 20],
  ["openOrderList", {}, 6],
  ["myTrades", { symbol }, 20],
  ["myTrades", { symbol, fromId: 0 }, 20],
  ["myTrades", { symbol, orderId: 1 }, 5],
  ["myTrades", { symbol, orderId: 0, fromId: 0 }, 5],
  ["rateLimitOrder", {}, 40],
  ["myPreventedMatches", { symbol, preventedMatchId: 0 }, 2],
  ["myPreventedMatches", { symbol, orderId: 0 }, 20],
  ["myPreventedMatches", { symbol, orderId: 1, fromPreventedMatchId: 2, limit: 1_000 }, 20],
  ["myAllocations", { symbol }, 20],
  ["myAllocations", { symbol, orderId: 1 }, 20],
  ["accountCommission", { symbol }, 20],
  ["orderAmendments", { symbol, orderId: 1 }, 4],
  ["myFilters", { symbol }, 40],
  ["createListenKey", {}, 2],
  ["keepAliveListenKey", { listenKey: "key" }, 2],
  ["closeListenKey", { listenKey: "key" }, 2],
];

/** How many orders a call places at once. */
const orders: Readonly<Partial<Record<Name, number>>> = {
  newOrder: 1,
  sorOrder: 1,
  cancelReplace: 1,
  oco: 2,
  orderListOco: 2,
  orderListOto: 2,
  orderListOtoco: 3,
  orderListOpo: 2,
  orderListOpoco: 3,
};

const placing = Object.entries(orders) as [Name, number][];

/** The table's parameters of each endpoint. */
const sample: Readonly<Record<string, Params>> = Object.fromEntries(
  weights.map(([name, params]) => [name, params]),
);

describe("request weight", () => {
  test.each(weights)("%s with %o weighs %d", (name, params, weight) => {
    expect(weigh(name, "requestWeight", params)).toBe(weight);
  });

  test.each([
    [1, 5],
    [5, 5],
    [99, 5],
    [100, 5],
    [101, 25],
    [500, 25],
    [501, 50],
    [1_000, 50],
    [1_001, 250],
    [5_000, 250],
    [undefined, 5],
  ])(
    "the tier of a book's weight changes exactly at its borders: %s levels weigh %d (C15)",
    (limit, weight) => {
      expect(weigh("depth", "requestWeight", { symbol, limit })).toBe(weight);
    },
  );

  test("no endpoint is left out", () => {
    expect(Object.keys(sample).toSorted()).toEqual(Object.keys(endpoints).toSorted());
  });
});

describe("draws", () => {
  test("a raw request is counted with every call", () => {
    expect(binanceSpot.everyCall).toEqual({ rawRequests: 1 });
  });

  test.each(Object.keys(endpoints) as Name[])(
    "%s draws from the order counts if it places orders",
    (name) => {
      const { drawsFrom } = endpoints[name];
      const counts = name in orders ? ["orders10s", "orders1d"] : [];
      expect(drawsFrom).toEqual(["requestWeight", ...counts]);
    },
  );

  test.each(placing)("%s draws %d from each order count", (name, count) => {
    const params = sample[name] ?? {};
    expect(weigh(name, "orders10s", params)).toBe(count);
    expect(weigh(name, "orders1d", params)).toBe(count);
  });
});

const said = (status: number, code: number): Sent => ({ status, body: { code, msg: "" } });

/** What is known only from the answer: the weight, and whether the orders counted. */
const outcomes: readonly (readonly [what: string, sent: Sent, weight: number, counted: boolean])[] =
  [
    ["accepted", { status: 200, body: { orderId: 1 } }, 0, true],
    ["refused", said(400, -2010), 1, false],
    ["over the limit", said(429, -1015), 1, false],
    ["over the weight", said(429, -1003), 1, false],
    ["under a ban", said(418, -1003), 1, false],
    ["stopped by the firewall", { status: 403, body: "<html>" }, 1, false],
    ["refused by the second check of its time", said(400, -1021), 1, true],
    ["timed out there", said(400, -1007), 1, true],
    ["lost in a gateway", { status: 502, body: "<html>" }, 1, true],
    ["refused for overload", said(503, -1008), 1, false],
  ];

describe("outcomes", () => {
  describe.each(outcomes)("%s", (_, sent, weight, counted) => {
    const after = answer(sent);

    test.each(placing)("%s is charged with what it took", (name, count) => {
      const params = sample[name] ?? {};
      expect(weigh(name, "requestWeight", params, after)).toBe(weight);
      expect(weigh(name, "orders10s", params, after)).toBe(counted ? count : 0);
      expect(weigh(name, "orders1d", params, after)).toBe(counted ? count : 0);
    });

    test.each<[Name]>([["cancelOrder"], ["cancelAllOpenOrders"], ["cancelOrderList"]])(
      "%s is charged with its weight alone",
      (name) => {
        expect(weigh(name, "requestWeight", sample[name] ?? {}, after)).toBe(weight);
      },
    );
  });

  const halves = (
    status: number,
    code: number,
    newOrderResponse: unknown,
    more: Params = {},
  ): Sent => ({ status, body: { code, msg: "", data: { ...more, newOrderResponse } } });
  const refused = { code: -2010, msg: "Order would immediately match and take." };
  const tooMany = { code: -1015, msg: "Too many new orders." };

  test.each<[what: string, sent: Sent, count: number]>([
    ["whose new order failed has counted", halves(409, -2021, refused), 1],
    ["whose cancel failed has counted", halves(409, -2021, { symbol, orderId: 11 }), 1],
    ["whose new order was not attempted has counted", halves(400, -2022, null), 1],
    ["that failed in both halves has counted", halves(400, -2022, refused), 1],
    ["that only cancelled, over the limit, has not counted", halves(429, -2021, tooMany), 0],
    ["that says nothing more than its code may have counted", said(409, -2021), 1],
    ["whose parameters were wrong has not counted", said(400, -1102), 0],
  ])("a cancelReplace %s, and weighs 1", (_, sent, count) => {
    const after = answer(sent);
    expect(weigh("cancelReplace", "orders10s", replace, after)).toBe(count);
    expect(weigh("cancelReplace", "orders1d", replace, after)).toBe(count);
    expect(weigh("cancelReplace", "requestWeight", replace, after)).toBe(1);
  });

  test.each<[what: string, sent: Sent, weight: number]>([
    ["that went through", { body: { amendedOrder: { status: "NEW" } } }, 4],
    ["that made the order expire", { body: { amendedOrder: { status: "EXPIRED" } } }, 0],
    ["whose answer cannot be read", { body: "<html>" }, 4],
    ["without an answer's body", {}, 4],
    ["that was refused", said(400, -2038), 4],
    ["that was lost", { status: 502, body: { amendedOrder: { status: "EXPIRED" } } }, 4],
  ])("an amend %s weighs what it should", (_, sent, weight) => {
    expect(weigh("amendKeepPriority", "requestWeight", amend, answer(sent))).toBe(weight);
  });

  test("prevented matches of an invalid symbol weigh 2, whatever they were asked by", () => {
    const params = { symbol, orderId: 1 };
    const weightAfter = (sent: Sent): unknown =>
      weigh("myPreventedMatches", "requestWeight", params, answer(sent));
    expect(weightAfter(said(400, -1121))).toBe(2);
    expect(weightAfter({ body: [] })).toBe(20);
    expect(weightAfter(said(400, -1100))).toBe(20);
  });
});
