/** MEXC: its two signatures, its weights, and answers in the shapes that are documented. */
import { MemoryLedger, VirtualClock, createClient } from "headgate";
import type { WireRequest } from "headgate";
import { mexc } from "headgate/endpoints/mexc";
import { serverSide } from "headgate/endpoints/mexc/server";
import { emulate, seededRandom } from "headgate/emulator";
import { describe, expect, test } from "vitest";

const apiKey = "mx0aBYs33eIilxBWC5";
const secret = "45d0b3c26f2644f19bfb98b07741b2f5";
const symbol = "BTCUSDT";

/** A client at the server side, and what it has sent. */
function bench(wallMs = 1_644_489_390_087, venue: typeof mexc = mexc) {
  const clock = new VirtualClock({ wallMs });
  const random = seededRandom(1);
  const server = emulate(serverSide({ accounts: { [apiKey]: { name: "maker", secret } } }), {
    clock,
  });
  const sent: WireRequest[] = [];
  const client = createClient(venue, {
    accounts: { maker: { apiKey, secret } },
    clock,
    ledger: new MemoryLedger({ clock, random }),
    transport: async (request, ...rest) => {
      sent.push(request);
      return server(request, ...rest);
    },
  });
  return { clock, client, caller: client.as("maker"), sent };
}

test("an order is signed as in the published example", async () => {
  // The example has no name, and headgate would give it one.
  const { nameOrder: _, ...unnamed } = mexc;
  const { clock, caller, sent } = bench(undefined, unnamed);
  const order = { symbol, side: "BUY", type: "LIMIT", quantity: "1", price: "11" } as const;
  await clock.run(caller.newOrder({ ...order, recvWindow: 5_000 }));
  expect(sent[0]?.url.toString()).toBe(
    "https://api.mexc.com/api/v3/order?symbol=BTCUSDT&side=BUY&type=LIMIT&quantity=1&price=11" +
      "&recvWindow=5000&timestamp=1644489390087" +
      "&signature=fd3e4e8543c5188531eb7279d68ae7d26a573d0fc5ab0d18eb692451654d837a",
  );
});

test("contracts have a host of their own, and a list of orders is the body", async () => {
  const { clock, caller, sent } = bench();
  await clock.run(caller.contractCancel({ orderIds: ["1", "2"] }));
  expect(sent[0]?.url.toString()).toBe("https://contract.mexc.com/api/v1/private/order/cancel");
  expect(sent[0]?.body).toBe('["1","2"]');
});

test("a query of contracts is signed in alphabetical order", async () => {
  const { clock, caller } = bench();
  const asked = { symbol: "BTC_USDT", page_size: 5, page_num: 1 };
  await expect(clock.run(caller.contractOpenOrders(asked))).resolves.toHaveProperty("data");
});

describe("the weight in the endpoint's own limit", () => {
  const { client } = bench();

  test.each([
    ["tickerPrice", {}, 2],
    ["tickerPrice", { symbol }, 1],
    ["ticker24hr", {}, 40],
    ["ticker24hr", { symbol }, 1],
    ["exchangeInfo", {}, 10],
  ] as const)("of %s with %j is %d", (name, params, own) => {
    expect(client[name].estimate(params).cost).toEqual({ own, requests: 1 });
  });
});

test("an order takes from the address and from the account at once", () => {
  const { cost } = bench().caller.newOrder.estimate({ symbol, side: "BUY", type: "MARKET" });
  expect(cost).toEqual({ requests: 1, own: 1, uid: 1, orders: 1 });
});

test("the server side's answers are those that are declared", async () => {
  const { clock, client, caller } = bench();
  const order = { symbol, side: "SELL", type: "MARKET", quantity: "1" } as const;
  const position = { symbol, vol: 1, side: 1, type: 5, openType: 1 } as const;
  const notices: string[] = [];
  client.gate.on("notice", ({ message }) => void notices.push(message));
  const answers = Promise.all([
    client.ping({}),
    client.time({}),
    client.exchangeInfo({}),
    client.depth({ symbol }),
    client.trades({ symbol }),
    client.aggTrades({ symbol }),
    client.klines({ symbol, interval: "1m" }),
    client.avgPrice({ symbol }),
    client.bookTicker({}),
    client.ticker24hr({ symbol }),
    client.tickerPrice({}),
    caller.testOrder(order),
    caller.batchOrders({ batchOrders: [order, order] }),
    caller.cancelOrder({ symbol, orderId: "1" }),
    caller.cancelAll({ symbol }),
    caller.queryOrder({ symbol, orderId: "1" }),
    caller.openOrders({ symbol }),
    caller.allOrders({ symbol }),
    caller.account({}),
    caller.myTrades({ symbol }),
    client.contractPing({}),
    client.contractDetail({}),
    client.contractTicker({ symbol }),
    client.contractDepth({ symbol }),
    client.contractKline({ symbol }),
    client.contractDeals({ symbol }),
    caller.contractAssets({}),
    caller.contractPositions({}),
    caller.contractSubmit(position),
    caller.contractSubmitBatch({ orders: [position] }),
    caller.contractBatchQuery({ order_ids: "1,2" }),
  ]);
  await clock.run(answers);
  expect(notices).toEqual([]);
});
