/** What Binance Spot takes: documented parameters pass as they are, and all others are refused. */
import { binanceSpot } from "headgate/endpoints/binance-spot";
import { describe, expect, test } from "vitest";
import { list, order, sorOrder, symbols } from "./binance-spot-samples.ts";

const { endpoints } = binanceSpot;
type Name = keyof typeof endpoints;

describe("parameters", () => {
  const accepted: [name: Name, params: Record<string, unknown>][] = [
    ["time", {}],
    ["exchangeInfo", { permissions: "SPOT", showPermissionSets: false, symbolStatus: "TRADING" }],
    ["exchangeInfo", { permissions: ["SPOT", "MARGIN"] }],
    ["depth", { symbol: "BTCUSDT", limit: 5_000 }],
    ["ticker24hr", { symbols: ["BTCUSDT"], type: "MINI" }],
    ["account", { omitZeroBalances: true, recvWindow: 4_999.123 }],
    ["openOrders", { symbol: "BTCUSDT", recvWindow: 60_000 }],
    [
      "newOrder",
      {
        ...order,
        newClientOrderId: "a-Z_0.9:/",
        icebergQty: "0.1",
        selfTradePreventionMode: "EXPIRE_MAKER",
      },
    ],
    [
      "newOrder",
      {
        symbol: "BTCUSDT",
        side: "SELL",
        type: "STOP_LOSS",
        quantity: "1",
        stopPrice: "9",
        trailingDelta: 10,
      },
    ],
    [
      "newOrder",
      {
        symbol: "BTCUSDT",
        side: "BUY",
        type: "MARKET",
        quoteOrderQty: "100",
        newOrderRespType: "FULL",
      },
    ],
    ["cancelOrder", { symbol: "BTCUSDT", orderId: 1 }],
    [
      "cancelOrder",
      { symbol: "BTCUSDT", origClientOrderId: "mine", cancelRestrictions: "ONLY_NEW" },
    ],
    ["executionRules", { symbols: symbols(2), symbolStatus: "BREAK" }],
    ["depth", { symbol: "１２３４５６", symbolStatus: "CANCEL_ONLY" }],
    ["trades", { symbol: "BTCUSDT", limit: 1_000 }],
    ["historicalTrades", { symbol: "BTCUSDT", fromId: 0 }],
    ["historicalBlockTrades", { symbol: "BTCUSDT", fromId: 0, limit: 1 }],
    ["aggTrades", { symbol: "BTCUSDT", fromId: 1, startTime: 0, endTime: 1_790_000_040_000_000 }],
    ["klines", { symbol: "BTCUSDT", interval: "1M", timeZone: "-1:00" }],
    ["uiKlines", { symbol: "BTCUSDT", interval: "1s", timeZone: "14:00", limit: 1 }],
    ["tickerTradingDay", { symbols: symbols(100), timeZone: "8", type: "FULL" }],
    ["tickerRollingWindow", { symbol: "BTCUSDT", windowSize: "59m", symbolStatus: "HALT" }],
    ["tickerRollingWindow", { symbol: "BTCUSDT", windowSize: "23h" }],
    ["tickerRollingWindow", { symbol: "BTCUSDT", windowSize: "7d" }],
    ["tickerPrice", {}],
    ["bookTicker", { symbols: ["BTCUSDT"] }],
    [
      "newOrder",
      { ...order, pegPriceType: "MARKET_PEG", pegOffsetType: "PRICE_LEVEL", pegOffsetValue: 100 },
    ],
    ["testOrder", { ...order, computeCommissionRates: true }],
    ["sorOrder", { ...sorOrder, icebergQty: "0.1", strategyId: 1 }],
    ["sorTestOrder", { ...sorOrder, computeCommissionRates: false }],
    ["cancelAllOpenOrders", { symbol: "BTCUSDT", recvWindow: 1 }],
    [
      "cancelReplace",
      {
        ...order,
        cancelReplaceMode: "ALLOW_FAILURE",
        cancelOrigClientOrderId: "mine",
        cancelNewClientOrderId: "cancel",
        newClientOrderId: "new",
        cancelRestrictions: "ONLY_PARTIALLY_FILLED",
        orderRateLimitExceededMode: "CANCEL_ONLY",
      },
    ],
    [
      "amendKeepPriority",
      { symbol: "BTCUSDT", origClientOrderId: "a", newClientOrderId: "a", newQty: "1" },
    ],
    ["oco", list.oco],
    ["orderListOco", list.orderListOco],
    ["orderListOto", list.orderListOto],
    ["orderListOtoco", list.orderListOtoco],
    ["orderListOpo", list.orderListOpo],
    ["orderListOpoco", list.orderListOpoco],
    [
      "cancelOrderList",
      { symbol: "BTCUSDT", listClientOrderId: "mine", newClientOrderId: "cancel" },
    ],
    ["queryOrder", { symbol: "BTCUSDT", orderId: 1, origClientOrderId: "mine" }],
    ["allOrders", { symbol: "BTCUSDT", startTime: 1, endTime: 2, limit: 1_000, recvWindow: 1 }],
    ["orderList", { origClientOrderId: "mine" }],
    ["allOrderList", { fromId: 1, limit: 1_000 }],
    ["allOrderList", { startTime: 1, endTime: 2 }],
    ["openOrderList", { recvWindow: 5_000 }],
    ["myTrades", { symbol: "BTCUSDT", orderId: 1, fromId: 2 }],
    ["myTrades", { symbol: "BTCUSDT", startTime: 1, endTime: 2 }],
    ["rateLimitOrder", {}],
    ["myPreventedMatches", { symbol: "BTCUSDT", orderId: 1, fromPreventedMatchId: 2, limit: 500 }],
    ["myAllocations", { symbol: "BTCUSDT", orderId: 1, fromAllocationId: 2 }],
    ["accountCommission", { symbol: "BTCUSDT" }],
    ["orderAmendments", { symbol: "BTCUSDT", orderId: 1, fromExecutionId: 2 }],
    ["myFilters", { symbol: "BTCUSDT" }],
    ["keepAliveListenKey", { listenKey: "key" }],
  ];

  test.each(accepted)("%s takes %o", (name, params) => {
    expect(endpoints[name].params.parse(params)).toEqual(params);
  });

  test.each(accepted)("%s with %o refuses one more that is unknown", (name, params) => {
    expect(endpoints[name].params.safeParse({ ...params, symbl: "BTCUSDT" }).success).toBe(false);
  });

  test.each<[name: Name, params: Record<string, unknown>]>([
    ["depth", {}],
    ["depth", { symbol: "" }],
    ["depth", { symbol: "BTCUSDT", limit: 0 }],
    ["depth", { symbol: "BTCUSDT", limit: 5_001 }],
    ["depth", { symbol: "BTCUSDT", limit: 2.5 }],
    ["ticker24hr", { symbol: "BTCUSDT", symbols: ["ETHUSDT"] }],
    ["ticker24hr", { symbols: [] }],
    ["ticker24hr", { type: "LONG" }],
    ["exchangeInfo", { symbol: "BTCUSDT", permissions: "SPOT" }],
    ["exchangeInfo", { symbol: "BTCUSDT", symbolStatus: "TRADING" }],
    ["account", { recvWindow: 60_001 }],
    ["cancelOrder", { symbol: "BTCUSDT" }],
    ["newOrder", { ...order, quantity: 1 }],
    ["newOrder", { ...order, price: "1e-8" }],
    ["newOrder", { ...order, side: "buy" }],
    ["newOrder", { ...order, newClientOrderId: "" }],
    ["newOrder", { ...order, newClientOrderId: "x".repeat(37) }],
    ["newOrder", { ...order, newClientOrderId: "a b" }],
    ["newOrder", { ...order, timestamp: 1 }],
    ["executionRules", { symbol: "BTCUSDT", symbols: ["ETHUSDT"] }],
    ["trades", { symbol: "BTCUSDT", limit: 1_001 }],
    ["historicalBlockTrades", { symbol: "BTCUSDT" }],
    ["aggTrades", { symbol: "BTCUSDT", fromId: -1 }],
    ["klines", { symbol: "BTCUSDT", interval: "7m" }],
    ["klines", { symbol: "BTCUSDT", interval: "1m", timeZone: "UTC" }],
    ["tickerTradingDay", {}],
    ["tickerTradingDay", { symbols: symbols(101) }],
    ["tickerRollingWindow", { type: "MINI" }],
    ["tickerRollingWindow", { symbol: "BTCUSDT", windowSize: "60m" }],
    ["tickerRollingWindow", { symbol: "BTCUSDT", windowSize: "24h" }],
    ["tickerRollingWindow", { symbol: "BTCUSDT", windowSize: "1d2h" }],
    ["tickerPrice", { symbol: "BTCUSDT", symbols: ["ETHUSDT"] }],
    ["bookTicker", { symbol: "BTCUSDT", symbols: ["ETHUSDT"] }],
    ["newOrder", { ...order, pegOffsetValue: 101 }],
    ["newOrder", { ...order, computeCommissionRates: true }],
    ["sorOrder", { ...sorOrder, quoteOrderQty: "1" }],
    ["sorOrder", { ...sorOrder, type: "LIMIT_MAKER" }],
    ["cancelAllOpenOrders", {}],
    ["cancelReplace", { ...order, cancelReplaceMode: "STOP_ON_FAILURE" }],
    ["cancelReplace", { ...order, cancelOrderId: 1 }],
    ["amendKeepPriority", { symbol: "BTCUSDT", newQty: "1" }],
    ["amendKeepPriority", { symbol: "BTCUSDT", orderId: 1 }],
    ["orderListOco", { ...list.orderListOco, aboveType: "LIMIT" }],
    ["orderListOco", { ...list.orderListOco, belowStrategyType: 999_999 }],
    ["orderListOto", { ...list.orderListOto, workingType: "MARKET" }],
    ["orderListOpo", { ...list.orderListOpo, pendingQuantity: "1" }],
    ["orderListOtoco", { ...list.orderListOpoco }],
    ["orderListOpoco", { ...list.orderListOtoco }],
    ["cancelOrderList", { symbol: "BTCUSDT" }],
    ["queryOrder", { symbol: "BTCUSDT" }],
    ["orderList", {}],
    ["allOrderList", { fromId: 1, startTime: 2 }],
    ["myTrades", { symbol: "BTCUSDT", fromId: 1, endTime: 2 }],
    ["myTrades", { symbol: "BTCUSDT", orderId: 1, startTime: 2 }],
    ["myPreventedMatches", { symbol: "BTCUSDT" }],
    ["myPreventedMatches", { symbol: "BTCUSDT", orderId: 1, preventedMatchId: 2 }],
    ["orderAmendments", { symbol: "BTCUSDT" }],
    ["keepAliveListenKey", {}],
  ])("%s refuses %o", (name, params) => {
    expect(endpoints[name].params.safeParse(params).success).toBe(false);
  });

  test("what is wrong is said by name", () => {
    const said = (name: Name, params: Record<string, unknown>): unknown =>
      endpoints[name].params.safeParse(params).error?.issues.map(({ message }) => message);
    expect(said("queryOrder", { symbol: "BTCUSDT" })).toEqual([
      "orderId or origClientOrderId is needed.",
    ]);
    expect(said("ticker24hr", { symbol: "BTCUSDT", symbols: ["ETHUSDT"] })).toEqual([
      "symbol and symbols exclude each other.",
    ]);
  });
});
