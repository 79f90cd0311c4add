/** Deribit: its answers, whom a call is counted for, tiers, and waits in seconds. */
import { deribit } from "headgate/endpoints/deribit";
import { describe, expect, test } from "vitest";
import { priceCall, tariffOf } from "../../src/venue/price.ts";
import { classify } from "../../src/venue/refusals.ts";
import { proof } from "../venues/deribit.ts";
import { wrongAnswers } from "./called-once.ts";

const venue = deribit();
const instrument_name = "BTC-PERPETUAL";
const span = { start_timestamp: 0, end_timestamp: 1 };

test("every endpoint answers in the shape that is declared", async () => {
  const of = { instrument_name };
  const order = { instrument_name, amount: 10 };
  const params = {
    ticker: of,
    getOrderBook: of,
    getLastTradesByInstrument: of,
    getTradingviewChartData: { ...of, ...span, resolution: "1" },
    getBookSummaryByCurrency: { currency: "BTC" },
    getInstruments: { currency: "BTC" },
    getAccountSummary: { currency: "BTC" },
    getOpenOrdersByInstrument: of,
    getOrderState: { order_id: "ETH-1" },
    getOrderHistoryByInstrument: of,
    getUserTradesByInstrument: of,
    getTransactionLog: { currency: "BTC", ...span },
    buy: order,
    sell: order,
    edit: { order_id: "ETH-1", amount: 10 },
    closePosition: { ...of, type: "market" },
    cancel: { order_id: "ETH-1" },
    cancelAllByInstrument: of,
    cancelAllByCurrency: { currency: "BTC" },
    cancelByLabel: { label: "mine" },
  };
  expect(await wrongAnswers(proof, params)).toEqual([]);
});

type Name = keyof typeof venue.endpoints;

function weights(name: Name, params: object = {}, by?: string): Readonly<Record<string, number>> {
  const caller = { ip: "here", ...(by !== undefined && { account: by }) };
  const tariff = tariffOf(venue, venue.endpoints[name]);
  const priced = priceCall(venue, tariff, { params: { ...params }, caller });
  return Object.fromEntries(priced.map(({ name: limit, weight }) => [limit, weight]));
}

describe("a call takes from", () => {
  test.each<readonly [Name, object, string | undefined, object]>([
    ["ticker", { instrument_name }, undefined, { publicIp: 1 }],
    ["ticker", { instrument_name }, "maker", { credits: 500 }],
    ["getInstruments", { currency: "BTC" }, "maker", { own: 1, publicIp: 1 }],
    ["getPositions", {}, "maker", { credits: 500 }],
    ["getTransactionLog", {}, "maker", { own: 1 }],
    ["movePositions", {}, "maker", { own: 1, moves: 1 }],
    ["buy", { instrument_name: "BTC-PERPETUAL" }, "maker", { matching: 1 }],
    ["buy", { instrument_name: "BTC_USDC-PERPETUAL" }, "maker", { matching: 1 }],
    ["buy", { instrument_name: "BTC_USDC" }, "maker", { spot: 1 }],
    ["cancel", { order_id: "1" }, "maker", { matching: 1, spot: 1 }],
    ["cancel", { order_id: "1", instrument_name: "BTC_USDC" }, "maker", { spot: 1 }],
    ["cancelAllByCurrency", { currency: "BTC", kind: "option" }, "maker", { matching: 1 }],
    ["cancelAll", {}, "maker", { cancelAll: 1 }],
    ["cancelAllByKindOrType", {}, "maker", { cancelAll: 1 }],
    ["cancelAllByKindOrType", { currency: "BTC", kind: "spot" }, "maker", { spot: 1 }],
    ["cancelByLabel", { label: "a" }, "maker", { cancelAll: 1 }],
    ["cancelByLabel", { label: "a", currency: "BTC" }, "maker", { matching: 1 }],
  ])("%s %o by %s", (name, params, by, expected) => {
    expect(weights(name, params, by)).toEqual(expected);
  });
});

test.each([
  ["tier1", 100, 30],
  ["tier2", 50, 20],
  ["tier3", 30, 10],
  ["tier4", 20, 5],
] as const)("%s may send %i requests at once to the engine, and %i a second", (tier, max, rate) => {
  expect(deribit({ tier }).limits.matching).toMatchObject({ max, refillPerSecond: rate });
});

test("a tier that does not exist is refused", () => {
  // @ts-expect-error -- Told from JavaScript.
  expect(() => deribit({ tier: "tier9" })).toThrow(TypeError);
});

test("a wait in the body is read in seconds", () => {
  const error = { code: 13_780, message: "move_positions_over_limit", data: { wait: 10 } };
  const answer = { status: 400, header: () => undefined, body: { error } };
  expect(classify(venue, answer, 0)).toMatchObject({ kind: "quota", waitMs: 10_000 });
});
