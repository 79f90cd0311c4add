import { coinbaseExchange } from "headgate/endpoints/coinbase-exchange";
import { expect, test } from "vitest";
import { proof } from "../venues/coinbase-exchange.ts";
import { wrongAnswers } from "./called-once.ts";
import { priceOf } from "./price-of.ts";

const product_id = "BTC-USD";
const order = { product_id, side: "buy", price: "60000", size: "1" };
const client_oid = "5c6a4a9e-3f0e-4b3e-9d0a-1f2f0a7f9b11";

test("every typed endpoint of Coinbase Exchange is answered as it declares", async () => {
  const samples = {
    time: {},
    products: {},
    product: { product_id },
    book: { product_id, level: 2 },
    ticker: { product_id },
    trades: { product_id },
    candles: { product_id, granularity: 60 },
    stats: { product_id },
    createOrder: { ...order, client_oid },
    orders: { product_id, status: ["open", "pending"] },
    order: { order_id: "d0c5340b" },
    orderByClientOid: { client_oid },
    cancelOrder: { order_id: "d0c5340b", product_id },
    cancelClientOrder: { client_oid, product_id },
    cancelAll: { product_id },
    accounts: {},
    fees: {},
    profiles: {},
    fills: { product_id },
  };
  expect(await wrongAnswers(proof, samples)).toEqual([]);
});

test.each([
  [{}, 1],
  [{ time_in_force: "GTT" }, 1],
  [{ time_in_force: "IOC" }, undefined],
  [{ time_in_force: "FOK" }, undefined],
  [{ type: "market" }, undefined],
])("an order is counted as open where it rests in the book: %j", (more, open) => {
  const priced = priceOf(coinbaseExchange, "createOrder", { ...order, ...more });
  expect(priced).toEqual({ private: 1, ...(open !== undefined && { openOrders: open }) });
});
