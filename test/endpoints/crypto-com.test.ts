import { cryptoCom } from "headgate/endpoints/crypto-com";
import { expect, test } from "vitest";
import { proof } from "../venues/crypto-com.ts";
import { wrongAnswers } from "./called-once.ts";
import { priceOf } from "./price-of.ts";

const instrument_name = "BTC_USD";
const order = { instrument_name, side: "BUY", type: "LIMIT", price: "60000", quantity: "1" };

test("every typed endpoint of Crypto.com is answered as it declares", async () => {
  const samples = {
    getInstruments: {},
    getBook: { instrument_name, depth: 10 },
    getCandlestick: { instrument_name, timeframe: "1m" },
    getPublicTrades: { instrument_name },
    getTickers: {},
    getValuations: { instrument_name, valuation_type: "mark_price" },
    createOrder: { ...order, client_oid: "mine" },
    cancelOrder: { client_oid: "mine" },
    cancelAllOrders: { instrument_name },
    amendOrder: { order_id: "19848525", new_price: "60001", new_quantity: "1" },
    createOrderList: { contingency_type: "LIST", order_list: [order, order] },
    cancelOrderList: { order_list: [{ instrument_name, order_id: "19848525" }] },
    getOrderDetail: { order_id: "19848525" },
    getOpenOrders: {},
    getOrderHistory: {},
    getTrades: { instrument_name, limit: "10" },
    userBalance: {},
    getPositions: {},
    getFeeRate: {},
    getTransactions: {},
    stake: { instrument_name, quantity: "1" },
  };
  expect(await wrongAnswers(proof, samples)).toEqual([]);
});

test.each([
  [{}, { own: 1, openOrders: 1, openOrdersOfPair: 1 }],
  [{ type: "MARKET" }, { own: 1 }],
  [{ time_in_force: "FILL_OR_KILL" }, { own: 1 }],
])("an order is counted as open where it rests in the book: %j", (more, costs) => {
  expect(priceOf(cryptoCom, "createOrder", { ...order, ...more })).toEqual(costs);
});
