import { gemini } from "headgate/endpoints/gemini";
import { expect, test } from "vitest";
import { proof } from "../venues/gemini.ts";
import { wrongAnswers } from "./called-once.ts";

const symbol = "btcusd";

test("every typed endpoint of Gemini is answered as it declares", async () => {
  const samples = {
    symbols: {},
    symbolDetails: { symbol },
    ticker: { symbol },
    pubticker: { symbol },
    book: { symbol, limit_bids: 10 },
    trades: { symbol },
    candles: { symbol, timeframe: "1m" },
    priceFeed: {},
    newOrder: { symbol, amount: "1", price: "60000", side: "buy", type: "exchange limit" },
    cancelOrder: { order_id: "106817811" },
    cancelAll: {},
    cancelSession: {},
    orderStatus: { order_id: 106_817_811 },
    activeOrders: { account: "primary" },
    myTrades: { symbol },
    balances: {},
    heartbeat: {},
  };
  expect(await wrongAnswers(proof, samples)).toEqual([]);
});

test("parameters stand in the payload behind path and nonce, and the body is empty", async () => {
  const url = new URL("https://api.gemini.com/v1/order/status");
  const signed = await gemini.sign?.(
    { method: "POST", url, headers: {}, body: '{"order_id":18834}', auth: "signed" },
    { apiKey: "mykey", secret: "1234abcd" },
    123_456,
  );
  const payload = Buffer.from(signed?.headers["X-GEMINI-PAYLOAD"] ?? "", "base64").toString();
  expect(payload).toBe('{"request":"/v1/order/status","nonce":123456,"order_id":18834}');
  expect(signed?.body).toBeUndefined();
});
