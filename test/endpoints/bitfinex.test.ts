/** Bitfinex: its answers, its nonces, and its codes in arrays. */
import { bitfinex } from "headgate/endpoints/bitfinex";
import { expect, test } from "vitest";
import { proof } from "../venues/bitfinex.ts";
import { wrongAnswers } from "./called-once.ts";

const account = {
  apiKey: "key",
  secret: "mheO6dR8ovSsxZQCOYEFCtelpuxcWGTfHw7te326y6jOwq5WpvFQ9JNljoTwBXZGv5It07m9RXSPpDQEK2w",
};
const order = { type: "LIMIT", symbol: "tBTCUSD", price: "15", amount: "0.1" };

test("every endpoint answers in the shape that is declared", async () => {
  const symbol = "tBTCUSD";
  const params = {
    tickers: { symbols: "ALL" },
    ticker: { symbol },
    trades: { symbol },
    book: { symbol, precision: "P0" },
    candles: { timeframe: "1m", symbol, section: "hist" },
    conf: { keys: "pub:list:pair:exchange" },
    stats: { key: "pos.size:1m:tBTCUSD:long", section: "hist" },
    derivStatus: { keys: "ALL" },
    submit: order,
    orderMulti: { ops: [] },
    depositAddress: { wallet: "exchange", method: "bitcoin" },
  };
  expect(await wrongAnswers(proof, params)).toEqual([]);
});

const request = {
  method: "POST",
  url: new URL("https://api.bitfinex.com/v2/auth/w/order/submit"),
  headers: {},
  body: '{"type":"LIMIT","symbol":"tBTCUSD","price":15,"amount":"0.1"}',
  auth: "signed",
} as const;

test("a nonce is the exchange's time in us, and grows though the time does not", async () => {
  const sentAt = async () =>
    (await bitfinex.sign?.(request, { ...account, apiKey: "again" }, 1_696_751_141_337))?.headers;
  const [first, second] = [await sentAt(), await sentAt()];
  expect(first?.["bfx-nonce"]).toBe("1696751141337000");
  expect(second?.["bfx-nonce"]).toBe("1696751141337001");
  expect(first?.["bfx-signature"]).not.toBe(second?.["bfx-signature"]);
});
