/** Bitstamp: its answers, and requests without a body. */
import { bitstamp } from "headgate/endpoints/bitstamp";
import { expect, test } from "vitest";
import { proof } from "../venues/bitstamp.ts";
import { wrongAnswers } from "./called-once.ts";

const account = { apiKey: "key", secret: "secret" };

test("every endpoint answers in the shape that is declared", async () => {
  const pair = "btcusd";
  const order = { pair, amount: "1", price: "60000" };
  const params = {
    ticker: { pair },
    orderBook: { pair },
    ohlc: { pair, step: 60, limit: 1 },
    transactions: { pair },
    buyLimit: order,
    sellLimit: order,
    buyMarket: { pair, amount: "1" },
    replaceOrder: { id: "1", amount: "1", price: "60000" },
    cancelOrder: { id: "1" },
    orderStatus: { id: "1" },
  };
  expect(await wrongAnswers(proof, params)).toEqual([]);
});

test("a request without parameters has neither a body nor a type of one", async () => {
  const signed = await bitstamp.sign?.(
    {
      method: "POST",
      url: new URL("https://www.bitstamp.net/api/v2/account_balances/"),
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "",
      auth: "signed",
    },
    account,
    1_793_491_200_000,
  );
  expect(signed?.body).toBeUndefined();
  expect(signed?.headers).not.toHaveProperty("content-type");
});
