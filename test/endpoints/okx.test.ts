/** OKX: what a batch takes from whom, and its signature against a published one. */
import { expect, test } from "vitest";
import { okx } from "headgate/endpoints/okx";
import { sign } from "../../endpoints/okx/sign.ts";
import { wrongAnswers } from "./called-once.ts";
import { proof } from "../venues/okx.ts";
import { priceCall, tariffOf } from "../../src/venue/price.ts";

const venue = okx();
const swap = { instId: "BTC-USDT-SWAP" };
const option = { instId: "BTC-USD-260327-90000-C" };
const spot = { instId: "BTC-USDT" };

function taken(name: "placeBatch" | "placeOrder" | "cancelBatch", params: object): object {
  const priced = priceCall(venue, tariffOf(venue, venue.endpoints[name]), {
    params: { ...params },
    caller: { account: "maker", ip: "a" },
  });
  return Object.fromEntries(
    priced.map(({ name: limit, weight, scope }) => [
      limit === "orders" ? limit : `${limit} ${scope["instrument"] ?? ""}`,
      weight,
    ]),
  );
}

test.each([
  ["placeOrder", swap, { "place BTC-USDT-SWAP": 1, orders: 1 }],
  ["placeOrder", spot, { "place BTC-USDT": 1 }],
  ["placeOrder", option, { "place BTC-USD": 1, orders: 1 }],
  [
    "placeBatch",
    { orders: [swap] },
    { "own BTC-USDT-SWAP": 1, "place BTC-USDT-SWAP": 1, orders: 1 },
  ],
  [
    "placeBatch",
    { orders: [swap, option, swap, spot] },
    { "own BTC-USDT-SWAP": 2, "own BTC-USD": 1, "own BTC-USDT": 1, orders: 3 },
  ],
  ["cancelBatch", { orders: [spot, spot] }, { "own BTC-USDT": 2 }],
] as const)("%s of %j takes from the bucket of each instrument", (name, params, takes) => {
  expect(taken(name, params)).toEqual(takes);
});

test("an unknown rate of orders is a TypeError", () => {
  // @ts-expect-error: no such rate
  expect(() => okx({ ordersPer2s: 1 })).toThrow(TypeError);
});

test("signs as a published vector has it", async () => {
  // https://github.com/nautechsystems/nautilus_trader/tree/a95c804/crates/adapters/okx, read 2026-11.
  const signed = await sign(
    {
      method: "GET",
      url: new URL("https://openapi.okx.com/api/v5/account/balance"),
      headers: {},
      auth: "signed",
    },
    {
      apiKey: "985d5b66-57ce-40fb-b714-afc0b9787083",
      secret: "chNOOS4KvNXR_Xq4k4c9qsfoKWvnDecLATCRlcBwyKDYnWgO",
    },
    Date.parse("2020-12-08T09:08:57.715Z"),
  );
  expect(signed.headers["OK-ACCESS-SIGN"]).toBe("PJ61e1nb2F2Qd7D8SPiaIcx2gjdELc+o0ygzre9z33k=");
});

test("its server side answers all that is typed in the declared shapes", async () => {
  const ofOrder = { ...swap, clOrdId: "mine" };
  const past = { instType: "SWAP" };
  const order = { ...swap, tdMode: "cross", side: "buy", ordType: "limit", px: "1", sz: "1" };
  const calls = {
    time: {},
    instruments: past,
    ticker: swap,
    tickers: past,
    books: swap,
    booksFull: swap,
    candles: swap,
    historyCandles: swap,
    trades: swap,
    markPrice: { ...past, ...swap },
    fundingRate: swap,
    openInterest: { ...past, ...swap },
    placeOrder: { ...order, clOrdId: "mine" },
    placeBatch: { orders: [order, order] },
    amendOrder: ofOrder,
    amendBatch: { orders: [ofOrder, ofOrder] },
    cancelOrder: ofOrder,
    cancelBatch: { orders: [ofOrder, ofOrder] },
    closePosition: { ...swap, mgnMode: "cross" },
    cancelAllAfter: { timeOut: "60" },
    algoOrder: swap,
    cancelAlgos: { orders: [{ ...swap, algoId: "1" }] },
    queryOrder: ofOrder,
    openOrders: {},
    ordersHistory7d: past,
    ordersArchive: past,
    fills: {},
    fillsHistory: past,
    accountRateLimit: {},
    balance: {},
    positions: {},
    accountConfig: {},
    tradeFee: past,
    accountInstruments: past,
    setLeverage: { lever: "5", mgnMode: "cross" },
    transfer: { ccy: "USDT" },
  };
  expect(await wrongAnswers(proof, calls)).toEqual([]);
});
