import { randomBytes } from "node:crypto";
import { coinbaseAdvanced } from "headgate/endpoints/coinbase-advanced";
import { expect, test } from "vitest";
import { proof } from "../venues/coinbase-advanced.ts";
import { wrongAnswers } from "./called-once.ts";

const product_id = "BTC-USD";
const period = { start: "1793491200", end: "1793494800", granularity: "ONE_MINUTE" };
const order = {
  product_id,
  side: "BUY",
  order_configuration: { limit_limit_gtc: { base_size: "1", limit_price: "60000" } },
};
const samples = {
  time: {},
  marketProducts: { product_ids: [product_id, "ETH-USD"] },
  marketProduct: { product_id },
  marketCandles: { product_id, ...period },
  marketTrades: { product_id, limit: 10 },
  marketBook: { product_id },
  products: {},
  candles: { product_id, ...period },
  bestBidAsk: { product_ids: [product_id] },
  book: { product_id },
  createOrder: { client_order_id: "mine", ...order },
  cancelOrders: { order_ids: ["0000-000000"] },
  editOrder: { order_id: "0000-000000", price: "60001" },
  preview: order,
  listOrders: { order_status: ["OPEN", "PENDING"] },
  order: { order_id: "0000-000000" },
  fills: { product_ids: [product_id] },
  accounts: {},
  account: { account_uuid: "8bfc20d7" },
  transactionSummary: {},
  portfolios: {},
  cfmPositions: {},
};

test("every typed endpoint of Coinbase Advanced Trade is answered as it declares", async () => {
  expect(await wrongAnswers(proof, samples)).toEqual([]);
});

test.each([32, 64])("a key of %i bytes in base64 signs by EdDSA", async (length) => {
  const secret = randomBytes(length).toString("base64");
  const accounts = { maker: { apiKey: "organizations/1/apiKeys/2", secret } };
  expect(await wrongAnswers({ ...proof, accounts }, samples)).toEqual([]);
});

test("what remains is read for the limit that the call drew from, and no limit is learned", () => {
  const headers: Readonly<Record<string, string>> = {
    "x-ratelimit-limit": "10",
    "x-ratelimit-remaining": "7",
    "x-ratelimit-reset": "1",
  };
  const answer = { status: 200, header: (name: string) => headers[name], body: {} };
  const read = coinbaseAdvanced.reports?.map((reader) => reader(answer));
  expect(read).toEqual([{ private: { remaining: 7 }, public: { remaining: 7 } }]);
});
