/** Orders of every venue whose answer does not come: asked for by their names, sent again only if they are not there. */
import { MemoryLedger, UnknownOutcomeError, VirtualClock, createClient } from "headgate";
import { emulate, seededRandom } from "headgate/emulator";
import type { Fault, ServerRequest, ServerSide } from "headgate/emulator";
import { describe, expect, test } from "vitest";
import { proof as alpacaTrading } from "../venues/alpaca-trading.ts";
import { proof as binanceCoinm } from "../venues/binance-coinm.ts";
import { proof as binanceSapi } from "../venues/binance-sapi.ts";
import { proof as binanceUsdm } from "../venues/binance-usdm.ts";
import { proof as bitfinex } from "../venues/bitfinex.ts";
import { proof as bitget } from "../venues/bitget.ts";
import { proof as bitstamp } from "../venues/bitstamp.ts";
import { proof as bybit } from "../venues/bybit.ts";
import { proof as coinbaseExchange } from "../venues/coinbase-exchange.ts";
import { proof as cryptoCom } from "../venues/crypto-com.ts";
import { proof as deribit } from "../venues/deribit.ts";
import { proof as gemini } from "../venues/gemini.ts";
import { proof as hyperliquid } from "../venues/hyperliquid.ts";
import { proof as krakenFutures } from "../venues/kraken-futures.ts";
import { proof as krakenSpot } from "../venues/kraken-spot.ts";
import { proof as kucoin } from "../venues/kucoin.ts";
import { proof as mexc } from "../venues/mexc.ts";
import { proof as okx } from "../venues/okx.ts";
import type { Proof } from "../venues/proof.ts";
import { serverAccounts } from "../venues/proof.ts";
import { proofs } from "../venues/proofs.ts";
import { proof as upbit } from "../venues/upbit.ts";

const hex = /^[0-9a-f]{32}$/;

/** One order, or a batch of them, without names; the names that it gets. */
type Row = readonly [proof: Proof, endpoint: string, params: object, name: RegExp];

const futuresOrder = { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "1" };
const bybitOrder = { symbol: "BTCUSDT", side: "Buy", orderType: "Market", qty: "1" };
const okxOrder = { instId: "BTC-USDT", tdMode: "cash", side: "buy", ordType: "limit", sz: "1" };
const bitgetOrder = { side: "buy", orderType: "limit", size: "1", price: "1" };
const ofMix = {
  symbol: "BTCUSDT",
  productType: "USDT-FUTURES",
  marginMode: "crossed",
  marginCoin: "USDT",
};
const mexcOrder = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", quantity: "1", price: "1" };
const contractOrder = { symbol: "BTC_USDT", price: 1, vol: 1, side: 1, type: 1, openType: 2 };
const kucoinOrder = { symbol: "BTC-USDT", side: "buy", type: "limit", size: "1", price: "1" };
const krakenOrder = { ordertype: "limit", type: "buy", volume: "1", price: "1" };
const cryptoComOrder = { instrument_name: "BTC_USD", side: "BUY", type: "LIMIT", price: "1" };
const actionOrder = { a: 0, b: true, p: "1", s: "1", r: false, t: { limit: { tif: "Gtc" } } };

const singles: readonly Row[] = [
  [alpacaTrading, "submitOrder", alpacaOrder("day"), hex],
  [binanceCoinm, "newOrder", { ...futuresOrder, symbol: "BTCUSD_PERP" }, hex],
  [binanceSapi, "marginOrder", futuresOrder, hex],
  [binanceUsdm, "newOrder", futuresOrder, hex],
  [bitfinex, "submit", { type: "EXCHANGE LIMIT", symbol: "tBTCUSD", amount: "1" }, /^\d{1,14}$/],
  [bitfinex, "submit", { type: "EXCHANGE MARKET", symbol: "tBTCUSD", amount: "1" }, /^\d{1,14}$/],
  [bitget, "placeOrder", { symbol: "BTCUSDT", ...bitgetOrder }, hex],
  [bitget, "mixPlaceOrder", { ...ofMix, ...bitgetOrder }, hex],
  [bitstamp, "buyLimit", { pair: "btcusd", amount: "1", price: "1" }, hex],
  [bitstamp, "buyMarket", { pair: "btcusd", amount: "1" }, hex],
  [bybit, "createOrder", { category: "linear", ...bybitOrder }, hex],
  [bybit, "createOrder", { category: "spot", ...bybitOrder, orderType: "Limit" }, hex],
  [
    coinbaseExchange,
    "createOrder",
    { product_id: "BTC-USD", side: "buy", type: "market", size: "1" },
    /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  ],
  [cryptoCom, "createOrder", { ...cryptoComOrder, quantity: "1" }, hex],
  [deribit, "buy", { instrument_name: "BTC-PERPETUAL", amount: 10, type: "limit" }, hex],
  [deribit, "sell", { instrument_name: "BTC-PERPETUAL", amount: 10, type: "market" }, hex],
  [gemini, "newOrder", geminiOrder("buy"), hex],
  [
    krakenFutures,
    "sendOrder",
    { orderType: "mkt", symbol: "PF_XBTUSD", side: "buy", size: 1 },
    hex,
  ],
  [krakenSpot, "addOrder", { pair: "XBTUSD", ...krakenOrder }, hex],
  [krakenSpot, "addOrder", { pair: "XBTUSD", ...krakenOrder, ordertype: "market" }, hex],
  [kucoin, "addOrder", kucoinOrder, hex],
  [kucoin, "futuresAddOrder", { ...kucoinOrder, symbol: "XBTUSDTM", size: 1 }, hex],
  [mexc, "newOrder", mexcOrder, hex],
  [mexc, "contractSubmit", contractOrder, hex],
  [okx, "placeOrder", okxOrder, hex],
  [upbit, "createOrder", { market: "KRW-BTC", side: "bid", ord_type: "price", price: "1" }, hex],
];

const batches: readonly Row[] = [
  [binanceUsdm, "batchOrders", { batchOrders: [futuresOrder, futuresOrder] }, hex],
  [bitget, "batchOrders", { symbol: "BTCUSDT", orderList: [bitgetOrder, bitgetOrder] }, hex],
  [bitget, "mixBatch", { ...ofMix, orderList: [bitgetOrder, bitgetOrder] }, hex],
  [bybit, "createBatch", { category: "linear", request: [bybitOrder, bybitOrder] }, hex],
  [
    cryptoCom,
    "createOrderList",
    { contingency_type: "LIST", order_list: [cryptoComOrder, cryptoComOrder] },
    hex,
  ],
  [
    hyperliquid,
    "order",
    { orders: [actionOrder, actionOrder], grouping: "na" },
    /^0x[0-9a-f]{32}$/,
  ],
  [krakenSpot, "addOrderBatch", { pair: "XBTUSD", orders: [krakenOrder, krakenOrder] }, hex],
  [kucoin, "batchAddOrders", { orderList: [kucoinOrder, kucoinOrder] }, hex],
  [mexc, "batchOrders", { batchOrders: [mexcOrder, mexcOrder] }, hex],
  [mexc, "contractSubmitBatch", { orders: [contractOrder, contractOrder] }, hex],
  [okx, "placeBatch", { orders: [okxOrder, okxOrder] }, hex],
];

function alpacaOrder(time_in_force: string): object {
  return { symbol: "AAPL", qty: "1", side: "buy", type: "market", time_in_force };
}

function geminiOrder(side: string): object {
  return { symbol: "btcusd", amount: "1", price: "1", side, type: "exchange limit" };
}

type Call = (params: object, options?: object) => Promise<unknown>;

/** A client of one account, whose first so many orders meet a fault. */
function deskOf({ venue, serverSide, accounts = {} }: Proof, endpoint: string) {
  const clock = new VirtualClock({ wallMs: Date.UTC(2026, 10, 1) });
  const [name = ""] = Object.keys(accounts);
  const { method, path } = venue.endpoints[endpoint] ?? { method: "", path: "" };
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
  const isOrder = (request: ServerRequest): boolean =>
    request.method === method && pattern.test(request.path);
  const seen = { sent: 0, accepted: 0, others: 0 };
  const server = serverSide({ accounts: serverAccounts(accounts) });
  const counting: ServerSide = {
    ...server,
    handle(request, nowMs) {
      const answer = server.handle(request, nowMs);
      if (isOrder(request) && answer.status === 200) seen.accepted += 1;
      return answer;
    },
  };
  let faults: { fault: Fault; left: number } | undefined;
  const random = seededRandom(1);
  const client = createClient(venue, {
    accounts,
    clock,
    random,
    coldStart: false,
    timeoutMs: 1_000,
    ledger: new MemoryLedger({ clock, random }),
    transport: emulate(counting, {
      clock,
      latencyMs: 40,
      faults: (request) => {
        if (!isOrder(request)) seen.others += 1;
        else seen.sent += 1;
        if (faults === undefined || !isOrder(request) || faults.left === 0) return undefined;
        faults.left -= 1;
        return faults.fault;
      },
    }),
  });
  const notices: string[] = [];
  client.gate.on("notice", ({ message }) => notices.push(message));
  const call: unknown = Reflect.get(client.as(name), endpoint);
  if (!isCall(call)) throw new TypeError(`${venue.name} has no endpoint "${endpoint}".`);
  const meet = (fault: Fault, left = 1): void => {
    faults = { fault, left };
  };
  return { clock, call, seen, meet, notices };
}

function isCall(value: unknown): value is Call {
  return typeof value === "function";
}

async function unknownOf(call: Promise<unknown>): Promise<UnknownOutcomeError> {
  const error = await call.then(
    () => new Error("It was answered."),
    (failure: unknown) => failure,
  );
  if (error instanceof UnknownOutcomeError) return error;
  throw error;
}

const dropped = { kind: "drop-after-accept" } as const;
const lost = { kind: "hang", executed: false } as const;

/** What its answer would have been, by the schema of its endpoint. */
function misfit({ venue }: Proof, endpoint: string, data: unknown): unknown {
  return venue.endpoints[endpoint]?.answer.safeParse(data).error?.issues;
}

const titled = (rows: readonly Row[]) =>
  rows.map((row) => [`${row[0].venue.name} ${row[1]}`, row] as const);

describe.each(titled([...singles, ...batches]))("%s", (_, [proof, endpoint, params, name]) => {
  test("is found where it was accepted and its answer was lost, and is sent once", async () => {
    const { clock, call, seen, meet, notices } = deskOf(proof, endpoint);
    meet(dropped);
    const error = await clock.run(unknownOf(call(params)));
    for (const clientId of error.clientIds) expect(clientId).toMatch(name);
    const resolution = await clock.run(error.resolve());
    expect(resolution).toMatchObject({ outcome: "found" });
    const data = "data" in resolution ? resolution.data : undefined;
    expect(misfit(proof, endpoint, data)).toBeUndefined();
    expect(seen).toMatchObject({ sent: 1, accepted: 1 });
    expect(notices).toEqual([]);
  });

  test("is not found where it never arrived, once it cannot come any more", async () => {
    const { clock, call, seen, meet } = deskOf(proof, endpoint);
    // What the exchange has is another order.
    await clock.run(call(params));
    meet(lost);
    const error = await clock.run(unknownOf(call(params)));
    const atMs = clock.nowMs();
    expect(await clock.run(error.resolve())).toMatchObject({ outcome: "not-found" });
    expect(clock.nowMs() - atMs).toBeGreaterThan(5_000);
    expect(seen).toMatchObject({ sent: 2, accepted: 1 });
  });

  test("is sent again only where it is not there, and placed once", async () => {
    const { clock, call, seen, meet } = deskOf(proof, endpoint);
    meet(lost);
    const resent = await clock.run(call(params, { resend: "when-not-found" }));
    expect(misfit(proof, endpoint, resent)).toBeUndefined();
    expect(seen).toMatchObject({ sent: 2, accepted: 1 });
    meet(dropped);
    const found = await clock.run(call(params, { resend: "when-not-found" }));
    expect(misfit(proof, endpoint, found)).toBeUndefined();
    expect(seen).toMatchObject({ sent: 3, accepted: 2 });
  });
});

describe.each(titled(batches))("the orders of %s", (_, [proof, endpoint, params, name]) => {
  test("each have a name and a fate of their own", async () => {
    const { clock, call, meet } = deskOf(proof, endpoint);
    meet(dropped);
    const error = await clock.run(unknownOf(call(params)));
    expect(new Set(error.clientIds).size).toBe(2);
    for (const clientId of error.clientIds) expect(clientId).toMatch(name);
    expect(await clock.run(error.resolve())).toMatchObject({
      outcome: "found",
      items: [{ outcome: "found" }, { outcome: "found" }],
    });
  });
});

test("only these calls that name an order cannot be asked for", () => {
  const unasked = proofs.flatMap(({ venue }) =>
    Object.entries(venue.endpoints).flatMap(
      ([endpoint, { clientId, changes, withdraws, outcome }]) =>
        clientId !== undefined && changes && !withdraws && outcome === undefined
          ? [`${venue.name} ${endpoint}`]
          : [],
    ),
  );
  expect(unasked).toMatchInlineSnapshot(`
    [
      "alpaca-trading replaceOrder",
      "binance-sapi marginOco",
      "binance-sapi marginOto",
      "binance-sapi marginOtoco",
      "binance-sapi withdraw",
      "binance-spot cancelReplace",
      "binance-spot amendKeepPriority",
      "binance-spot oco",
      "binance-spot orderListOco",
      "binance-spot orderListOto",
      "binance-spot orderListOtoco",
      "binance-spot orderListOpo",
      "binance-spot orderListOpoco",
      "bitstamp replaceOrder",
      "coinbase-advanced createOrder",
      "kucoin copyAddOrder",
      "kucoin copyAddTakeProfitAndStopLossOrder",
      "kucoin futuresAddTakeProfitAndStopLossOrder",
      "kucoin marginAddOrderV1",
      "kucoin addStopOrder",
      "kucoin addOcoOrder",
      "upbit cancelAndNew",
    ]
  `);
});
