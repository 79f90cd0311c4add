/** Batches of every venue that were accepted in part: each item is told of, and none is sent again. */
import { MemoryLedger, RefusedError, VirtualClock, createClient } from "headgate";
import type { Item } from "headgate";
import { seededRandom } from "headgate/emulator";
import { expect, test } from "vitest";
import { proof as binanceCoinm } from "../venues/binance-coinm.ts";
import { proof as binanceUsdm } from "../venues/binance-usdm.ts";
import { proof as bitfinex } from "../venues/bitfinex.ts";
import { proof as bitget } from "../venues/bitget.ts";
import { proof as bybit } from "../venues/bybit.ts";
import { proof as coinbaseAdvanced } from "../venues/coinbase-advanced.ts";
import { proof as cryptoCom } from "../venues/crypto-com.ts";
import { proof as hyperliquid } from "../venues/hyperliquid.ts";
import { proof as krakenFutures } from "../venues/kraken-futures.ts";
import { proof as krakenSpot } from "../venues/kraken-spot.ts";
import { proof as kucoin } from "../venues/kucoin.ts";
import { proof as mexc } from "../venues/mexc.ts";
import { proof as okx } from "../venues/okx.ts";
import type { Proof } from "../venues/proof.ts";

/** What is asked, what comes back, and what is said of each item. */
type Row = readonly [
  proof: Proof,
  endpoint: string,
  params: object,
  body: unknown,
  items: readonly Item[],
];

const yes = { executed: "yes" } as const;
const no = (code: string | number): Item => ({ executed: "no", code });

const futuresOrder = { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "1" };
const margin = { code: -2019, msg: "Margin is insufficient." };
const bybitOrder = { symbol: "BTCUSDT", side: "Buy", orderType: "Market", qty: "1" };
const okxOrder = { instId: "BTC-USDT", tdMode: "cash", side: "buy", ordType: "limit", sz: "1" };
const bitgetOrder = { side: "buy", orderType: "limit", size: "1", price: "1" };
const kucoinOrder = { symbol: "BTC-USDT", side: "buy", type: "limit", size: "1", price: "1" };
const krakenOrder = { ordertype: "limit", type: "buy", volume: "1", price: "1" };
const mexcOrder = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", quantity: "1", price: "1" };
const contractOrder = { symbol: "BTC_USDT", price: 1, vol: 1, side: 1, type: 1, openType: 2 };
const cryptoComOrder = { instrument_name: "BTC_USD", side: "BUY", type: "LIMIT", price: "1" };
const actionOrder = { a: 0, b: true, p: "1", s: "1", r: false, t: { limit: { tif: "Gtc" } } };
const bybitAnswer = (codes: readonly number[]) => ({
  retCode: 0,
  retMsg: "OK",
  result: { list: codes.map(() => ({ orderId: "1", orderLinkId: "" })) },
  retExtInfo: { list: codes.map((code) => ({ code, msg: "" })) },
  time: 1,
});
const okxAnswer = (code: string, sCodes: readonly string[]) => {
  return { code, msg: "", data: sCodes.map((sCode) => ({ ordId: "", clOrdId: "", sCode })) };
};

const rows: readonly Row[] = [
  [
    binanceUsdm,
    "batchOrders",
    { batchOrders: [futuresOrder, futuresOrder] },
    [{ orderId: 1, symbol: "BTCUSDT" }, margin],
    [yes, no(-2019)],
  ],
  [
    binanceCoinm,
    "cancelBatch",
    { symbol: "BTCUSD_PERP", orderIdList: [1, 2, 3] },
    [{ code: -2011, msg: "" }, { orderId: 2 }, { code: -1007, msg: "" }],
    [no(-2011), yes, { executed: "unknown", code: -1007 }],
  ],
  [
    bitfinex,
    "orderMulti",
    {
      ops: [
        ["on", {}],
        ["oc", {}],
      ],
    },
    [
      1,
      "ox_multi-req",
      null,
      null,
      [
        [1, "on-req", null, null, [], null, "SUCCESS", ""],
        [1, "oc-req", null, null, [], 10_001, "ERROR", "Order not found."],
      ],
      null,
      "SUCCESS",
      "",
    ],
    [yes, no(10_001)],
  ],
  [
    bitget,
    "batchOrders",
    {
      symbol: "BTCUSDT",
      orderList: ["a", "b", "c"].map((clientOid) => ({ ...bitgetOrder, clientOid })),
    },
    {
      code: "00000",
      msg: "success",
      requestTime: 1,
      data: {
        successList: [{ orderId: "1", clientOid: "b" }],
        failureList: [{ orderId: null, clientOid: "a", errorCode: "43012", errorMsg: "" }],
      },
    },
    [no("43012"), yes, { executed: "unknown" }],
  ],
  [
    bybit,
    "createBatch",
    { category: "linear", request: [bybitOrder, bybitOrder, bybitOrder] },
    bybitAnswer([0, 110_007, 10_016]),
    [yes, no(110_007), { executed: "unknown", code: 10_016 }],
  ],
  [
    coinbaseAdvanced,
    "cancelOrders",
    { order_ids: ["1", "2"] },
    {
      results: [
        { success: true, order_id: "1" },
        { success: false, order_id: "2" },
      ],
    },
    [yes, { executed: "no" }],
  ],
  [
    cryptoCom,
    "createOrderList",
    { contingency_type: "LIST", order_list: [cryptoComOrder, cryptoComOrder] },
    {
      code: 10_001,
      result: {
        result_list: [
          { index: 0, code: 0 },
          { index: 1, code: 20_007 },
        ],
      },
    },
    [yes, no(20_007)],
  ],
  [
    cryptoCom,
    "createOrderList",
    { contingency_type: "LIST", order_list: [cryptoComOrder, cryptoComOrder] },
    {
      code: 0,
      result: [
        { index: 0, code: 306 },
        { index: 1, code: 0 },
      ],
    },
    [no(306), yes],
  ],
  [
    hyperliquid,
    "order",
    { orders: [actionOrder, actionOrder], grouping: "na" },
    {
      status: "ok",
      response: { type: "order", data: { statuses: [{ resting: { oid: 1 } }, { error: "Tick" }] } },
    },
    [yes, no("Tick")],
  ],
  [
    hyperliquid,
    "cancel",
    {
      cancels: [
        { a: 0, o: 1 },
        { a: 0, o: 2 },
      ],
    },
    {
      status: "ok",
      response: { type: "cancel", data: { statuses: ["success", { error: "Gone" }] } },
    },
    [yes, no("Gone")],
  ],
  [
    krakenFutures,
    "batchOrder",
    { json: { batchOrder: [{ order: "send" }, { order: "send" }, { order: "cancel" }] } },
    {
      result: "success",
      batchStatus: [
        { status: "placed" },
        { status: "insufficientAvailableFunds" },
        { status: "cancelled" },
      ],
    },
    [yes, no("insufficientAvailableFunds"), yes],
  ],
  [
    krakenSpot,
    "addOrderBatch",
    { pair: "XBTUSD", orders: [krakenOrder, krakenOrder] },
    { error: [], result: { orders: [{ error: "EOrder:Insufficient funds" }, { txid: "O1" }] } },
    [no("EOrder:Insufficient funds"), yes],
  ],
  [
    kucoin,
    "batchAddOrders",
    { orderList: [kucoinOrder, kucoinOrder] },
    {
      code: "200000",
      data: [
        { orderId: "1", success: true },
        { success: false, failMsg: "" },
      ],
    },
    [yes, { executed: "no" }],
  ],
  [
    kucoin,
    "futuresBatchAddOrders",
    {
      orders: [
        { ...kucoinOrder, size: 1 },
        { ...kucoinOrder, size: 1 },
      ],
    },
    {
      code: "200000",
      data: [
        { code: "200000", msg: "success" },
        { code: "300003", msg: "" },
      ],
    },
    [yes, no("300003")],
  ],
  [
    mexc,
    "batchOrders",
    { batchOrders: [mexcOrder, mexcOrder] },
    [
      { symbol: "BTCUSDT", orderId: "1" },
      { msg: "too small", code: 30_002 },
    ],
    [yes, no(30_002)],
  ],
  [
    mexc,
    "contractSubmitBatch",
    { orders: [contractOrder, contractOrder] },
    { success: true, code: 0, data: [{ orderId: 1, errorCode: 0 }, { errorCode: 2_005 }] },
    [yes, no(2_005)],
  ],
  [
    okx,
    "placeBatch",
    { orders: [okxOrder, okxOrder, okxOrder] },
    okxAnswer("2", ["0", "51008", "51149"]),
    [yes, no("51008"), { executed: "unknown", code: "51149" }],
  ],
  [
    okx,
    "amendBatch",
    {
      orders: [
        { instId: "BTC-USDT", ordId: "1" },
        { instId: "BTC-USDT", ordId: "2" },
      ],
    },
    okxAnswer("2", ["51503", "0"]),
    [no("51503"), yes],
  ],
];

type Full = { withResponse(): Promise<unknown> };

test.each(rows.map((row) => [`${row[0].venue.name} ${row[1]}`, row] as const))(
  "%s tells of each item, and is sent once",
  async (_, [{ venue, accounts = {} }, endpoint, params, body, items]) => {
    const clock = new VirtualClock();
    const [name = ""] = Object.keys(accounts);
    let sent = 0;
    const random = seededRandom(1);
    const client = createClient(venue, {
      accounts,
      clock,
      random,
      coldStart: false,
      ledger: new MemoryLedger({ clock, random }),
      transport: async () => {
        sent += 1;
        return { status: 200, headers: {}, body: JSON.stringify(body) };
      },
    });
    const method: unknown = Reflect.get(client.as(name), endpoint);
    if (!isMethod(method)) throw new TypeError(`${venue.name} has no endpoint "${endpoint}".`);
    const told = await clock.run(
      method(params)
        .withResponse()
        .catch((error: unknown) => error),
    );
    expect(told).toMatchObject({ items });
    // Refused as a whole, or answered.
    const executed = told instanceof RefusedError ? told.executed : "partly";
    expect(executed).toBe("partly");
    expect(sent).toBe(1);
  },
);

function isMethod(value: unknown): value is (params: object) => Full {
  return typeof value === "function";
}
