/** Upbit: its answers, regions, the header that names a group, and what its token holds. */
import { createHash } from "node:crypto";
import { upbit } from "headgate/endpoints/upbit";
import { describe, expect, test } from "vitest";
import { classify } from "../../src/venue/refusals.ts";
import { readReports } from "../../src/venue/reports.ts";
import { proof } from "../venues/upbit.ts";
import { wrongAnswers } from "./called-once.ts";

const venue = upbit();
const account = { apiKey: "key", secret: "secret" };
const market = "KRW-BTC";
const order = { market, side: "bid", ord_type: "limit", volume: "1", price: "60000" };

test("every endpoint answers in the shape that is declared", async () => {
  const params = {
    candlesMinutes: { unit: 1, market },
    candlesDays: { market },
    candlesSeconds: { market },
    tradesTicks: { market },
    ticker: { markets: "KRW-BTC,KRW-ETH" },
    tickerAll: { quote_currencies: "KRW" },
    orderbook: { markets: market },
    orderbookInstruments: { markets: market },
    ordersChance: { market },
    createOrder: order,
    testOrder: order,
    cancelAndNew: { prev_order_uuid: "o-1", new_ord_type: "limit" },
    order: { uuid: "o-1" },
    cancelOrder: { uuid: "o-1" },
    ordersByIds: { "uuids[]": ["o-1", "o-2"] },
    cancelOrders: { "identifiers[]": ["mine 1", "mine 2"] },
    openOrders: { "states[]": ["wait", "watch"] },
  };
  expect(await wrongAnswers(proof, params)).toEqual([]);
});

test.each([
  ["kr", "https://api.upbit.com", 12],
  ["sg", "https://sg-api.upbit.com", 8],
] as const)("the region %s is at %s and takes %i orders a second", (region, origin, max) => {
  expect(upbit({ region })).toMatchObject({ origin, limits: { order: { max } } });
});

test("a region that does not exist is refused", () => {
  // @ts-expect-error -- Told from JavaScript.
  expect(() => upbit({ region: "us" })).toThrow(TypeError);
});

describe("Remaining-Req", () => {
  test.each([
    ["group=default; min=1800; sec=29", { default: { remaining: 29 } }],
    ["group=order-cancel-all; min=30; sec=0", { "order-cancel-all": { remaining: 0 } }],
    ["group=somethingNew; min=1; sec=3", {}],
    ["", {}],
  ])("%s", (told, expected) => {
    const answer = { status: 200, header: () => told, body: undefined };
    expect(readReports(venue, answer)).toEqual(expected);
  });
});

test.each([
  [{ error: { name: 418, message: "Blocked for 120 seconds." } }, 120_000],
  [{ error: { name: 418, message: "Blocked." } }, 60_000],
])("of a block is read how long it is: %o", (body, waitMs) => {
  const answer = { status: 418, header: () => undefined, body };
  expect(classify(venue, answer, 0)).toMatchObject({ kind: "ban", whose: "ip", waitMs });
});

test("a token holds the hash of the parameters as a query has them, nothing escaped", async () => {
  const request = {
    method: "POST",
    url: new URL("https://api.upbit.com/v1/orders"),
    headers: {},
    body: JSON.stringify({ market, tags: ["a b", "c"] }),
    auth: "signed",
  } as const;
  const signed = await venue.sign?.(request, account, 0);
  const claims = signed?.headers["Authorization"]?.split(".")[1] ?? "";
  const query_hash = createHash("sha512")
    .update("market=KRW-BTC&tags[]=a b&tags[]=c")
    .digest("hex");
  expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({
    access_key: "key",
    query_hash,
    query_hash_alg: "SHA512",
  });
});
