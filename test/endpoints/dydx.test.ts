/** dYdX's indexer: its answers, and its headers in ms. */
import { dydx } from "headgate/endpoints/dydx";
import { expect, test } from "vitest";
import { classify } from "../../src/venue/refusals.ts";
import { readReports } from "../../src/venue/reports.ts";
import { proof } from "../venues/dydx.ts";
import { wrongAnswers } from "./called-once.ts";

test("every endpoint answers in the shape that is declared", async () => {
  const ticker = "BTC-USD";
  const whose = { address: "dydx1", subaccountNumber: 0 };
  const params = {
    orderbook: { ticker },
    trades: { ticker },
    candles: { ticker, resolution: "1MIN" },
    historicalFunding: { ticker },
    sparklines: { timePeriod: "ONE_DAY" },
    addresses: { address: "dydx1" },
    subaccount: whose,
    perpetualPositions: whose,
    assetPositions: whose,
    orders: whose,
    order: { orderId: "1" },
    fills: whose,
    transfers: whose,
    historicalPnl: whose,
    pnl: whose,
    fundingPayments: whose,
  };
  expect(await wrongAnswers(proof, params)).toEqual([]);
});

const answerOf = (status: number, headers: Readonly<Record<string, string>>) => ({
  status,
  header: (name: string) => headers[name.toLowerCase()],
  body: undefined,
});

test("the wait after a 429 is read in ms", () => {
  const told = classify(dydx, answerOf(429, { "retry-after": "7500" }), 0);
  expect(told).toMatchObject({ kind: "quota", executed: "no", waitMs: 7_500 });
});

test("the end of a window is an instant in ms", () => {
  const nowMs = Date.UTC(2026, 10, 1);
  const answer = answerOf(200, {
    date: new Date(nowMs).toUTCString(),
    "ratelimit-limit": "100",
    "ratelimit-remaining": "40",
    "ratelimit-reset": String(nowMs + 6_500),
  });
  expect(readReports(dydx, answer)["own"]).toMatchObject({ max: 100, endsInMs: 6_500 });
});
