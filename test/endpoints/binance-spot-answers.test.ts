/** What Binance Spot answers: realistic bodies pass whole, and what is no such answer does not. */
import { binanceSpot } from "headgate/endpoints/binance-spot";
import { describe, expect, test } from "vitest";

const { endpoints } = binanceSpot;
type Name = keyof typeof endpoints;

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
const cancelled = {
  ...orderIds,
  origClientOrderId: "myOrder1",
  transactTime: 1_684_804_350_068,
  ...orderState,
};
const now = {
  ...orderIds,
  ...orderState,
  stopPrice: "0.0",
  icebergQty: "0.0",
  time: 1,
  updateTime: 2,
  isWorking: true,
};
const placed = { ...orderIds, transactTime: 1_507_725_176_595, ...orderState, fills: [fill] };
const orders = {
  orderListId: 1_929,
  contingencyType: "OCO",
  listStatusType: "ALL_DONE",
  listOrderStatus: "ALL_DONE",
  listClientOrderId: "2inzWQdDvZLHbbAmAozX2N",
  transactionTime: 1_585_230_948_299,
  symbol: "BTCUSDT",
  orders: [
    { symbol: "BTCUSDT", orderId: 20, clientOrderId: "CwOOIPHSmYywx6jZX77TdL" },
    { symbol: "BTCUSDT", orderId: 21, clientOrderId: "461cPg51vQjV3zIMOXNz39" },
  ],
};
const { origQty: _unknownYet, ...pending } = orderState;
const placedList = {
  ...orders,
  orderReports: [placed, { ...orderIds, transactTime: 1, ...pending, status: "PENDING_NEW" }],
};
const trade = {
  id: 28_457,
  price: "4.00000100",
  qty: "12.00000000",
  quoteQty: "48.000012",
  time: 1_499_865_549_590,
  isBuyerMaker: true,
  isBestMatch: true,
};
const { isBestMatch: _notOfBlocks, ...blockTrade } = trade;
const kline = [
  1_499_040_000_000,
  "0.01634790",
  "0.80000000",
  "0.01575800",
  "0.01577100",
  "148976.11427815",
  1_499_644_799_999,
  "2434.19055334",
  308,
  "1756.87402397",
  "28.46694368",
  "0",
];
const best = {
  symbol: "LTCBTC",
  bidPrice: "4.00000000",
  bidQty: "431.00000000",
  askPrice: "4.00000200",
  askQty: "9.00000000",
};
const price = { symbol: "LTCBTC", price: "4.00000200" };
const { prevClosePrice: _prev, lastQty: _lastQty, ...rolling } = full;
const rates = {
  maker: "0.00000010",
  taker: "0.00000020",
  buyer: "0.00000030",
  seller: "0.00000040",
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
    ["cancelOrder", "", cancelled],
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
    ["openOrders", "", [now]],
    ["openOrders", "where there are none", []],
    ["ping", "", {}],
    ["trades", "", [trade]],
    ["historicalTrades", "", [trade, trade]],
    ["historicalBlockTrades", "", [blockTrade]],
    [
      "aggTrades",
      "",
      [
        {
          a: 26_129,
          p: "0.01633102",
          q: "4.70443515",
          f: 27_781,
          l: 27_781,
          T: 1_498_793_709_153,
          m: true,
          M: true,
        },
      ],
    ],
    ["klines", "", [kline, kline]],
    ["uiKlines", "where there are none", []],
    ["avgPrice", "", { mins: 5, price: "9.35751834", closeTime: 1_694_061_154_503 }],
    ["tickerTradingDay", "of one symbol", rolling],
    ["tickerTradingDay", "of several in short", [mini, mini]],
    ["tickerRollingWindow", "of several", [rolling]],
    ["tickerPrice", "of one symbol", price],
    ["tickerPrice", "of all", [price, price]],
    ["bookTicker", "of one symbol", best],
    ["bookTicker", "of all", [best]],
    ["referencePrice", "", { symbol: "BTCUSDT", referencePrice: null }],
    ["testOrder", "", {}],
    [
      "testOrder",
      "with commissions",
      {
        standardCommissionForOrder: { maker: "0.00000112", taker: "0.00000114" },
        taxCommissionForOrder: { maker: "0.00000112", taker: "0.00000114" },
        discount: { enabledForAccount: true, discountAsset: "BNB", discount: "0.25000000" },
      },
    ],
    ["sorTestOrder", "", {}],
    ["sorOrder", "", { ...placed, workingFloor: "SOR", usedSor: true }],
    [
      "cancelAllOpenOrders",
      "with a list among them",
      [cancelled, { ...orders, orderReports: [cancelled, cancelled] }],
    ],
    [
      "cancelReplace",
      "",
      {
        cancelResult: "SUCCESS",
        newOrderResult: "SUCCESS",
        cancelResponse: cancelled,
        newOrderResponse: placed,
      },
    ],
    [
      "amendKeepPriority",
      "",
      {
        transactTime: 1_741_926_410_255,
        executionId: 75,
        amendedOrder: {
          ...orderIds,
          origClientOrderId: "5xrgbMyg6z36NzBn2pbT8H",
          price: "6.00000000",
          qty: "5.00000000",
          executedQty: "0.00000000",
          status: "NEW",
        },
      },
    ],
    ["oco", "", placedList],
    ["orderListOco", "", placedList],
    ["orderListOto", "", placedList],
    ["orderListOtoco", "", placedList],
    ["orderListOpo", "", placedList],
    ["orderListOpoco", "", placedList],
    ["cancelOrderList", "", { ...orders, orderReports: [cancelled, cancelled] }],
    ["queryOrder", "", now],
    ["allOrders", "", [now, { ...now, cummulativeQuoteQty: "-1.0" }]],
    ["orderList", "", orders],
    ["allOrderList", "", [orders]],
    ["openOrderList", "where there are none", []],
    [
      "myTrades",
      "",
      [
        {
          symbol: "BNBBTC",
          id: 28_457,
          orderId: 100_234,
          orderListId: -1,
          price: "4.00000100",
          qty: "12.00000000",
          quoteQty: "48.000012",
          commission: "10.10000000",
          commissionAsset: "BNB",
          time: 1_499_865_549_590,
          isBuyer: true,
          isMaker: false,
          isBestMatch: true,
        },
      ],
    ],
    [
      "rateLimitOrder",
      "",
      [{ rateLimitType: "ORDERS", interval: "SECOND", intervalNum: 10, limit: 50, count: 0 }],
    ],
    [
      "accountCommission",
      "",
      {
        symbol: "BTCUSDT",
        standardCommission: rates,
        specialCommission: rates,
        taxCommission: rates,
      },
    ],
    ["createListenKey", "", { listenKey: "pqia91ma19a5s61cv6a81va65sdf19v8a65a1" }],
    ["keepAliveListenKey", "", {}],
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

  test.each<[what: string, rows: unknown]>([
    ["text", "text"],
    ["an object", {}],
    ["a row", kline],
    ["a row that is too short", [kline.slice(0, 10)]],
    ["a price that is a number", [kline.with(4, 0.015)]],
    ["a time that is text", [kline.with(0, "1499040000000")]],
    ["a row that is none", [null]],
  ])("klines that are %s are refused", (_, rows) => {
    expect(endpoints.klines.answer.safeParse(rows).success).toBe(false);
  });

  test.each<[name: Name, body: unknown]>([
    ["trades", { code: -1121, msg: "Invalid symbol." }],
    ["tickerPrice", [{ symbol: "LTCBTC" }]],
    ["queryOrder", { ...now, orderId: "28" }],
    ["cancelAllOpenOrders", [orders]],
    ["orderListOco", orders],
    ["rateLimitOrder", [{ rateLimitType: "ORDERS", interval: "DAY", intervalNum: 1, limit: 1 }]],
  ])("an answer of %s that is %j is refused", (name, body) => {
    expect(endpoints[name].answer.safeParse(body).success).toBe(false);
  });
});
