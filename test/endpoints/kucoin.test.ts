/** KuCoin: its pools and levels, its headers, its two hosts, and answers in the shapes that are documented. */
import { MemoryLedger, VirtualClock, createClient } from "headgate";
import type { Answer, WireRequest } from "headgate";
import { kucoin } from "headgate/endpoints/kucoin";
import { refusals, serverSide } from "headgate/endpoints/kucoin/server";
import { emulate, refusing, seededRandom } from "headgate/emulator";
import type { ServerRefusal } from "headgate/emulator";
import { describe, expect, test } from "vitest";
import { classify } from "../../src/venue/refusals.ts";
import { readReports } from "../../src/venue/reports.ts";

const account = { apiKey: "kucoin-key", secret: "kucoin-secret", passphrase: "kucoin-pass" };
const symbol = "BTC-USDT";

/** A client at the server side, and what it has sent. */
function bench(no?: ServerRefusal) {
  const clock = new VirtualClock({ wallMs: Date.UTC(2026, 10, 1) });
  const random = seededRandom(1);
  const yes = serverSide({ accounts: { [account.apiKey]: { name: "maker", ...account } } });
  const server = emulate(no === undefined ? yes : refusing(yes, no), { clock });
  const sent: WireRequest[] = [];
  const client = createClient(kucoin(), {
    accounts: { maker: account },
    clock,
    ledger: new MemoryLedger({ clock, random }),
    maxAttempts: 1,
    transport: async (request, ...rest) => {
      sent.push(request);
      return server(request, ...rest);
    },
  });
  return { clock, client, caller: client.as("maker"), sent };
}

describe("the pools of a VIP level", () => {
  test.each([
    [0, 4_000, 2_000],
    [1, 6_000, 2_000],
    [2, 8_000, 4_000],
    [7, 23_000, 10_000],
    [12, 40_000, 20_000],
  ] as const)("%d are %d and %d", (vip, spot, others) => {
    expect(kucoin({ vip }).limits).toMatchObject({
      spot: { max: spot },
      futures: { max: others },
      management: { max: others },
      earn: { max: 2_000 },
      copyTrading: { max: 2_000 },
      broker: { max: 2_000 },
      open: { max: 2_000 },
    });
  });

  test("a level that there is not is refused", () => {
    // @ts-expect-error -- Not a level; settings come from files as well.
    expect(() => kucoin({ vip: 13 })).toThrow(new TypeError("kucoin: there is no VIP level 13."));
  });
});

describe("a call takes from one pool alone", () => {
  const { client } = bench();
  const { cost: ofAll } = client.as("maker").cancelAllOrders.estimate({});

  test.each([
    ["a cancel of all", ofAll, { spot: 30 }],
    ["the account", client.as("maker").accountSummaryInfo.estimate({}).cost, { management: 20 }],
    ["positions", client.as("maker").futuresPositionList.estimate({}).cost, { futures: 2 }],
    [
      "all orders, v1",
      client.as("maker").futuresCancelAllOrdersV1.estimate({}).cost,
      { futures: 800 },
    ],
    ["savings", client.as("maker").earnSavingsProducts.estimate({}).cost, { earn: 5 }],
    ["leading", client.as("maker").copyMaxOpenSize.estimate({}).cost, { copyTrading: 4 }],
    ["a broker", client.as("maker").brokerDepositList.estimate({}).cost, { broker: 10 }],
    ["all tickers", client.allTickers.estimate({}).cost, { open: 15 }],
    ["the own address, which is free", client.clientIpAddress.estimate({}).cost, {}],
  ])("%s", (_, cost, expected) => {
    expect(cost).toEqual(expected);
  });
});

test("headers tell the size, what is left, and in how many ms it is whole again", () => {
  const said: Readonly<Record<string, string>> = {
    "gw-ratelimit-limit": "16000",
    "gw-ratelimit-remaining": "15998",
    "gw-ratelimit-reset": "21500",
  };
  const answer: Answer = { status: 200, header: (name) => said[name], body: undefined };
  expect(readReports(kucoin(), answer)).toEqual({
    own: { remaining: 15_998, max: 16_000, endsInMs: 21_500 },
  });
  const silent: Answer = { status: 200, header: () => undefined, body: undefined };
  expect(readReports(kucoin(), silent)).toEqual({});
});

test.each([
  ["1800", "20000", { kind: "overload", executed: "no" }],
  [undefined, undefined, { kind: "overload", executed: "no" }],
  ["0", "1489", { kind: "quota", executed: "no", waitMs: 1_489 }],
] as const)("429000 with %s left and a reset of %s is read as %j", (left, reset, meaning) => {
  const said: Readonly<Record<string, string | undefined>> = {
    "gw-ratelimit-remaining": left,
    "gw-ratelimit-reset": reset,
  };
  const answer = { status: 429, header: (name: string) => said[name], body: { code: "429000" } };
  expect(classify(kucoin(), answer, 0)).toEqual(meaning);
});

test("an overload shuts no pool", async () => {
  const { clock, client, caller } = bench(refusals.overloadedWithRoom);
  const asked = caller.openOrders({ symbol }).catch((error: unknown) => error);
  expect(await clock.run(asked)).toMatchObject({ kind: "overload" });
  expect(client.gate.levels().every(({ blockedMs }) => blockedMs === 0)).toBe(true);
});

test("equal paths go to the host of their market, and take from its pool", async () => {
  const { clock, caller, sent } = bench();
  const order = { symbol, side: "buy", type: "market", clientOid: "a" } as const;
  const placed = [
    await clock.run(caller.futuresAddOrder({ ...order, size: 1 }).withResponse()),
    await clock.run(caller.addOrderOld({ ...order, size: "1" }).withResponse()),
  ];
  expect(sent.map(({ url }) => url.toString())).toEqual([
    "https://api-futures.kucoin.com/api/v1/orders",
    "https://api.kucoin.com/api/v1/orders",
  ]);
  expect(caller.futuresAddOrder.estimate({ ...order }).cost).toEqual({ futures: 2 });
  expect(caller.addOrderOld.estimate({ ...order }).cost).toEqual({ spot: 2 });
  const left = placed.map(({ headers }) => headers.get("gw-ratelimit-remaining"));
  expect(left).toEqual(["1998", "3998"]);
});

test("the server side's answers are those that are declared", async () => {
  const { clock, client, caller } = bench();
  const notices: string[] = [];
  client.gate.on("notice", ({ message }) => void notices.push(message));
  const order = { symbol, side: "sell", type: "limit", price: "1" } as const;
  const placed = ["1", "3"].map((clientOid) => caller.addOrder({ ...order, size: "1", clientOid }));
  const [orderId = ""] = (await clock.run(Promise.all(placed))).map(({ data }) => data.orderId);
  const futures = ["1", "4", "5"].map((clientOid) =>
    caller.futuresAddOrder({ ...order, size: 1, clientOid }),
  );
  const [, futuresId = ""] = (await clock.run(Promise.all(futures))).map(
    ({ data }) => data.orderId,
  );
  const answers = Promise.all([
    client.allSymbols({}),
    client.ticker({ symbol }),
    client.allTickers({}),
    client.marketTrades({ symbol }),
    client.klines({ symbol, type: "1min" }),
    client.partOrderBook({ symbol, size: 20 }),
    caller.fullOrderBook({ symbol }),
    client.serverTime({}),
    caller.accountListSpot({}),
    caller.accountFutures({ currency: "USDT" }),
    caller.addOrderSync({ ...order, size: "1", clientOid: "2" }),
    caller.batchAddOrders({ orderList: [{ ...order, size: "1" }] }),
    caller.cancelOrderByOrderId({ symbol, orderId }),
    caller.cancelOrderByClientOid({ symbol, clientOid: "3" }),
    caller.orderByOrderId({ symbol, orderId }),
    caller.orderByClientOid({ symbol, clientOid: "1" }),
    caller.openOrders({ symbol }),
    caller.tradeHistory({ symbol }),
    client.futuresCurrentFundingRate({ symbol }),
    client.futuresAllSymbols({}),
    client.futuresTicker({ symbol }),
    client.futuresPartOrderBook({ symbol, size: 100 }),
    client.futuresKlines({ symbol, granularity: 1 }),
    client.futuresServerTime({}),
    caller.futuresAddOrder({ ...order, size: 1, clientOid: "6" }),
    caller.futuresCancelOrderByOrderId({ orderId: futuresId }),
    caller.futuresCancelOrderByClientOid({ symbol, clientOid: "5" }),
    caller.futuresOrderByOrderId({ orderId: futuresId }),
    caller.futuresOrderByClientOid({ clientOid: "1" }),
    caller.futuresOrderList({ status: "active" }),
    caller.futuresPositionDetails({ symbol }),
    caller.futuresPositionList({}),
    caller.futuresBatchCancelOrders({ orderIdsList: ["1"] }),
  ]);
  await clock.run(answers);
  await clock.run(caller.cancelAllOrdersBySymbol({ symbol }));
  await clock.run(caller.futuresCancelAllOrders({ symbol }));
  expect(notices).toEqual([]);
});
