/** What Binance Spot takes and what it answers: realistic bodies pass whole, unknown parameters do not. */
import { binanceSpot } from "headgate/endpoints/binance-spot";
import { describe, expect, test } from "vitest";

const { endpoints } = binanceSpot;
type Name = keyof typeof endpoints;

const order = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  quantity: "1",
  price: "0.1",
};

const orderIds = {
  symbol: "BTCUSDT",
  orderId: 28,
  orderListId: -1,
  clientOrderId: "6gCrw2kRUAF9CvJDGP16IP",
};
const orderState = {
  price: "0.00000000",
  origQty: "10.00000000",
  executedQty: "10.00000000",
  origQuoteOrderQty: "0.000000",
  cummulativeQuoteQty: "10.00000000",
  status: "FILLED",
  timeInForce: "GTC",
  type: "MARKET",
  side: "SELL",
  workingTime: 1_507_725_176_595,
  selfTradePreventionMode: "NONE",
};
const mini = {
  symbol: "BNBBTC",
  openPrice: "99.00000000",
  highPrice: "100.00000000",
  lowPrice: "0.10000000",
  lastPrice: "4.00000200",
  volume: "8913.30000000",
  quoteVolume: "15.30000000",
  openTime: 1_499_783_499_040,
  closeTime: 1_499_869_899_040,
  firstId: 28_385,
  lastId: 28_460,
  count: 76,
};
const full = {
  ...mini,
  priceChange: "-94.99999800",
  priceChangePercent: "-95.960",
  weightedAvgPrice: "0.29628482",
  prevClosePrice: "0.10002000",
  lastQty: "200.00000000",
  bidPrice: "4.00000000",
  bidQty: "100.00000000",
  askPrice: "4.00000200",
  askQty: "100.00000000",
};
const fill = {
  price: "4000.00000000",
  qty: "1.00000000",
  commission: "4.00000000",
  commissionAsset: "USDT",
  tradeId: 56,
};
const lot = {
  filterType: "LOT_SIZE",
  minQty: "0.00100000",
  maxQty: "100000.00000000",
  stepSize: "0.00100000",
};
const ethbtc = {
  symbol: "ETHBTC",
  status: "TRADING",
  baseAsset: "ETH",
  baseAssetPrecision: 8,
  quoteAsset: "BTC",
  quotePrecision: 8,
  quoteAssetPrecision: 8,
  orderTypes: ["LIMIT", "LIMIT_MAKER", "MARKET"],
  icebergAllowed: true,
  filters: [lot],
  permissions: [],
  permissionSets: [["SPOT", "MARGIN"]],
  allowedSelfTradePreventionModes: ["NONE"],
};

describe("answers", () => {
  test.each<[name: Name, what: string, body: unknown]>([
    ["time", "", { serverTime: 1_499_827_319_559 }],
    [
      "exchangeInfo",
      "",
      {
        timezone: "UTC",
        serverTime: 1_565_246_363_776,
        rateLimits: [
          { rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1, limit: 6_000 },
        ],
        exchangeFilters: [],
        symbols: [ethbtc],
        sors: [{ baseAsset: "BTC", symbols: ["BTCUSDT", "BTCUSDC"] }],
      },
    ],
    [
      "depth",
      "",
      {
        lastUpdateId: 1_027_024,
        bids: [["4.00000000", "431.00000000"]],
        asks: [["4.00000200", "12.00000000"]],
      },
    ],
    ["depth", "of an empty book", { lastUpdateId: 1, bids: [], asks: [] }],
    ["ticker24hr", "of one symbol", full],
    ["ticker24hr", "of several", [full, full]],
    ["ticker24hr", "in short", mini],
    ["ticker24hr", "of several in short", [mini]],
    ["newOrder", "as ACK", { ...orderIds, transactTime: 1_507_725_176_595 }],
    ["newOrder", "as RESULT", { ...orderIds, transactTime: 1_507_725_176_595, ...orderState }],
    [
      "newOrder",
      "as FULL",
      { ...orderIds, transactTime: 1_507_725_176_595, ...orderState, fills: [fill] },
    ],
    [
      "cancelOrder",
      "",
      {
        ...orderIds,
        origClientOrderId: "myOrder1",
        transactTime: 1_684_804_350_068,
        ...orderState,
      },
    ],
    [
      "account",
      "",
      {
        makerCommission: 15,
        commissionRates: { maker: "0.00150000", taker: "0.00150000" },
        canTrade: true,
        brokered: false,
        updateTime: 123_456_789,
        accountType: "SPOT",
        balances: [{ asset: "BTC", free: "4723846.89208129", locked: "0.00000000" }],
        permissions: ["SPOT"],
        uid: 354_937_868,
      },
    ],
    [
      "openOrders",
      "",
      [
        {
          ...orderIds,
          ...orderState,
          stopPrice: "0.0",
          icebergQty: "0.0",
          time: 1,
          updateTime: 2,
          isWorking: true,
        },
      ],
    ],
    ["openOrders", "where there are none", []],
  ])(
    "an answer of %s %s passes and keeps every field, also those that nobody declared",
    (name, _, body) => {
      expect(endpoints[name].answer.parse(body)).toEqual(body);
      if (Array.isArray(body)) return;
      const later = Object.assign({ addedLater: 1 }, body);
      expect(endpoints[name].answer.parse(later)).toEqual(later);
    },
  );

  test.each<[bids: unknown]>([
    ["text"],
    [{}],
    [["4.0", "431.0"]],
    [[["4.0"]]],
    [[[4, 431]]],
    [[null]],
    [undefined],
  ])("a book whose bids are %j is refused", (bids) => {
    expect(endpoints.depth.answer.safeParse({ lastUpdateId: 1, bids, asks: [] }).success).toBe(
      false,
    );
  });
});

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
  ])("%s refuses %o", (name, params) => {
    expect(endpoints[name].params.safeParse(params).success).toBe(false);
  });
});
