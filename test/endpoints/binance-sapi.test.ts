/** Binance's SAPI as declared: whose each limit is, weights, figures in headers. */
import { binanceSapi } from "headgate/endpoints/binance-sapi";
import { describe, expect, test } from "vitest";
import { readReports } from "../../src/venue/reports.ts";
import { proof } from "../venues/binance-sapi.ts";
import { answer } from "./binance-spot-samples.ts";
import { wrongAnswers } from "./called-once.ts";
import { costOf } from "./endpoints-met.ts";

const symbol = "BTCUSDT";
const order = { symbol, side: "BUY", type: "MARKET", quantity: "1" };
const list = { symbol, listClientOrderId: "a" };

test("it answers its endpoints as they are declared", async () => {
  const calls = {
    marginOrder: order,
    marginOco: list,
    marginOto: list,
    marginOtoco: list,
    cancelMarginOrder: { symbol, origClientOrderId: "a" },
    cancelAllMargin: { symbol },
    cancelMarginOrderList: list,
    queryMarginOrder: { symbol, orderId: 1 },
    marginOpenOrders: {},
    marginAllOrders: { symbol },
    marginMyTrades: { symbol },
    marginAccount: {},
    isolatedMarginAccount: {},
    marginMaxBorrowable: { asset: "BTC" },
    marginMaxTransferable: { asset: "BTC" },
    borrowRepay: { asset: "BTC", isIsolated: "FALSE", symbol, amount: "1", type: "BORROW" },
    borrowRepayRecords: { type: "BORROW" },
    marginPriceIndex: { symbol },
    marginMaxLeverage: { maxLeverage: 3 },
    coins: {},
    depositHistory: {},
    depositAddress: { coin: "BTC" },
    withdrawHistory: {},
    withdraw: { coin: "BTC", address: "1HPn8R", amount: "0.1" },
    transfer: { type: "MAIN_UMFUTURE", asset: "USDT", amount: "1" },
    transferHistory: { type: "MAIN_UMFUTURE" },
    userAsset: {},
    fundingAsset: {},
    tradeFee: {},
    systemStatus: {},
  };
  expect(await wrongAnswers(proof, calls)).toEqual([]);
});

describe("weights", () => {
  test.each<[string, object, number]>([
    ["marginOrder", order, 6],
    ["marginOrder", { ...order, sideEffectType: "NO_SIDE_EFFECT" }, 6],
    ["marginOrder", { ...order, sideEffectType: "AUTO_REPAY" }, 6],
    ["marginOrder", { ...order, sideEffectType: "MARGIN_BUY" }, 1_500],
    ["marginOco", { ...list, sideEffectType: "AUTO_BORROW_REPAY" }, 1_500],
    ["crossMarginData", {}, 5],
    ["crossMarginData", { coin: "BTC" }, 1],
  ])("%s %j weighs %i", (name, params, own) => {
    expect(costOf(proof, name, params)).toEqual({ own });
  });

  test("max-leverage takes one of its address beside its own limit", () => {
    expect(costOf(proof, "marginMaxLeverage", {})).toEqual({ own: 3_000, maxLeverage: 1 });
  });
});

test("each endpoint has a limit of its own, by IP or by account, one of them by the second", () => {
  const own = Object.entries(binanceSapi.endpoints).map(([name, { own: limit }]) => {
    const size = [
      JSON.stringify(limit?.max),
      limit?.per[0],
      limit !== undefined && "windowMs" in limit && limit.windowMs,
    ];
    return [name, size.join(" ")] as const;
  });
  const sizes = new Set(own.map(([, size]) => size));
  expect(sizes).toEqual(new Set(["180000 account 60000", "12000 ip 60000", "180000 account 1000"]));
  expect(own.filter(([, size]) => size.endsWith(" 1000")).map(([name]) => name)).toEqual([
    "withdrawHistory",
  ]);
});

test.each(["ip-weight-1m", "uid-weight-1m", "uid-weight-1s", "ip-weight-1s"])(
  "the used weight is read from x-sapi-used-%s",
  (name) => {
    const read = readReports(binanceSapi, answer({ headers: { [`x-sapi-used-${name}`]: "12" } }));
    expect(read).toEqual({ own: { used: 12 } });
  },
);
