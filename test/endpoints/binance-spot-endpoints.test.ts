/** Every REST endpoint that Binance Spot publishes, written out a second time: none is missing, and none is odd. */
import { binanceSpot } from "headgate/endpoints/binance-spot";
import { describe, expect, test } from "vitest";

const { endpoints } = binanceSpot;
type Name = keyof typeof endpoints;

type Auth = "none" | "key" | "signed";

const published: readonly (readonly [name: Name, methodAndPath: string, auth: Auth])[] = [
  ["ping", "GET /api/v3/ping", "none"],
  ["time", "GET /api/v3/time", "none"],
  ["exchangeInfo", "GET /api/v3/exchangeInfo", "none"],
  ["executionRules", "GET /api/v3/executionRules", "none"],
  ["depth", "GET /api/v3/depth", "none"],
  ["trades", "GET /api/v3/trades", "none"],
  ["historicalTrades", "GET /api/v3/historicalTrades", "none"],
  ["historicalBlockTrades", "GET /api/v3/historicalBlockTrades", "none"],
  ["aggTrades", "GET /api/v3/aggTrades", "none"],
  ["klines", "GET /api/v3/klines", "none"],
  ["uiKlines", "GET /api/v3/uiKlines", "none"],
  ["avgPrice", "GET /api/v3/avgPrice", "none"],
  ["ticker24hr", "GET /api/v3/ticker/24hr", "none"],
  ["tickerTradingDay", "GET /api/v3/ticker/tradingDay", "none"],
  ["tickerPrice", "GET /api/v3/ticker/price", "none"],
  ["bookTicker", "GET /api/v3/ticker/bookTicker", "none"],
  ["tickerRollingWindow", "GET /api/v3/ticker", "none"],
  ["referencePrice", "GET /api/v3/referencePrice", "none"],
  ["newOrder", "POST /api/v3/order", "signed"],
  ["testOrder", "POST /api/v3/order/test", "signed"],
  ["cancelOrder", "DELETE /api/v3/order", "signed"],
  ["cancelAllOpenOrders", "DELETE /api/v3/openOrders", "signed"],
  ["cancelReplace", "POST /api/v3/order/cancelReplace", "signed"],
  ["amendKeepPriority", "PUT /api/v3/order/amend/keepPriority", "signed"],
  ["oco", "POST /api/v3/order/oco", "signed"],
  ["orderListOco", "POST /api/v3/orderList/oco", "signed"],
  ["orderListOto", "POST /api/v3/orderList/oto", "signed"],
  ["orderListOtoco", "POST /api/v3/orderList/otoco", "signed"],
  ["orderListOpo", "POST /api/v3/orderList/opo", "signed"],
  ["orderListOpoco", "POST /api/v3/orderList/opoco", "signed"],
  ["cancelOrderList", "DELETE /api/v3/orderList", "signed"],
  ["sorOrder", "POST /api/v3/sor/order", "signed"],
  ["sorTestOrder", "POST /api/v3/sor/order/test", "signed"],
  ["account", "GET /api/v3/account", "signed"],
  ["queryOrder", "GET /api/v3/order", "signed"],
  ["openOrders", "GET /api/v3/openOrders", "signed"],
  ["allOrders", "GET /api/v3/allOrders", "signed"],
  ["orderList", "GET /api/v3/orderList", "signed"],
  ["allOrderList", "GET /api/v3/allOrderList", "signed"],
  ["openOrderList", "GET /api/v3/openOrderList", "signed"],
  ["myTrades", "GET /api/v3/myTrades", "signed"],
  ["rateLimitOrder", "GET /api/v3/rateLimit/order", "signed"],
  ["myPreventedMatches", "GET /api/v3/myPreventedMatches", "signed"],
  ["myAllocations", "GET /api/v3/myAllocations", "signed"],
  ["accountCommission", "GET /api/v3/account/commission", "signed"],
  ["orderAmendments", "GET /api/v3/order/amendments", "signed"],
  ["myFilters", "GET /api/v3/myFilters", "signed"],
  ["createListenKey", "POST /api/v3/userDataStream", "key"],
  ["keepAliveListenKey", "PUT /api/v3/userDataStream", "key"],
  ["closeListenKey", "DELETE /api/v3/userDataStream", "key"],
];

const cancels = new Set<Name>(["cancelOrder", "cancelAllOpenOrders", "cancelOrderList"]);
const tests = new Set<Name>(["testOrder", "sorTestOrder"]);

/** The parameter that names an order, or a list of them, before the exchange knows it. */
const namedBy: Readonly<Partial<Record<Name, string>>> = {
  newOrder: "newClientOrderId",
  sorOrder: "newClientOrderId",
  cancelReplace: "newClientOrderId",
  amendKeepPriority: "newClientOrderId",
  cancelOrder: "origClientOrderId",
  oco: "listClientOrderId",
  orderListOco: "listClientOrderId",
  orderListOto: "listClientOrderId",
  orderListOtoco: "listClientOrderId",
  orderListOpo: "listClientOrderId",
  orderListOpoco: "listClientOrderId",
  cancelOrderList: "listClientOrderId",
};

describe("endpoints", () => {
  test("the declared ones are the published ones, none forgotten and none made up", () => {
    const declared = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
    expect(declared.toSorted()).toEqual(published.map(([, target]) => target).toSorted());
    expect(new Set(declared).size).toBe(50);
  });

  test.each(published)("%s is %s, %s", (name, target, auth) => {
    const { method, path, auth: declared } = endpoints[name];
    expect([`${method} ${path}`, declared]).toEqual([target, auth]);
  });

  test.each(published)("%s goes in its place in line, and again where that is safe", (name) => {
    const { method, priority, idempotent } = endpoints[name];
    const cancel = cancels.has(name);
    const first = name === "cancelReplace" ? "high" : "normal";
    expect(priority).toBe(cancel ? "urgent" : first);
    expect(idempotent).toBe(method === "GET" || cancel || tests.has(name));
  });

  test.each(published)("%s says how its order is named", (name) => {
    const { clientId, withdraws, hints, params } = endpoints[name];
    expect(clientId).toBe(namedBy[name]);
    expect(withdraws).toBe(name === "cancelOrder" || name === "cancelOrderList");
    expect(hints).toEqual([]);
    const names = Object.keys(params.shape);
    expect(names).toEqual(expect.arrayContaining(clientId === undefined ? [] : [clientId]));
  });
});
