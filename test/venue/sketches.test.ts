/** That the sketched exchanges count what they say: what a call costs, whom it charges, what a no means. */
import type { Client } from "headgate";
import { describe, expect, test } from "vitest";
import { bench, chargedBy, levelOf, refusalOf } from "./sketches-bench.ts";
import type { Reply } from "./sketches-bench.ts";
import { hyperliquid, krakenSpot, kucoin, okx } from "./sketches.ts";

describe("okx", () => {
  const order = (instId: string) => ({ instId, side: "buy", sz: "1" });
  const swap = order("BTC-USDT-SWAP");
  const batch = ["BTC-USDT-SWAP", "ETH-USDT-SWAP", "BTC-USDT-SWAP", "BTC-USD-261225-60000-C"];

  test.each([
    [["BTC-USDT"], { place: 1 }],
    [["BTC-USDT-SWAP"], { place: 1, orders: 1 }],
    [["BTC-USDT-SWAP", "ETH-USDT-SWAP"], { placeBatch: 2, orders: 2 }],
    [["BTC-USDT", "ETH-USDT-SWAP"], { placeBatch: 2, orders: 1 }],
    [batch, { placeBatch: 4, orders: 4 }],
  ])("a batch of %j costs %j", (instruments, cost) => {
    const { client } = bench(okx);
    const orders = instruments.map(order);
    const { placeBatch } = client.as("maker");
    expect(placeBatch.estimate({ orders })).toEqual({ cost, waitMs: 0 });
  });

  test("a batch over three instruments charges three buckets, options by their family", async () => {
    const { client, seen } = bench(okx, { body: { code: "0" } });
    const orders = batch.map(order);
    expect(await chargedBy(client.gate, () => client.as("maker").placeBatch({ orders }))).toEqual({
      "okx/placeBatch|account=maker|instrument=BTC-USDT-SWAP": 2,
      "okx/placeBatch|account=maker|instrument=ETH-USDT-SWAP": 1,
      "okx/placeBatch|account=maker|instrument=BTC-USD": 1,
      "okx/orders|account=maker": 4,
    });
    expect(seen[0]).toMatchObject({ path: "/api/v5/trade/batch-orders", body: orders });
  });

  test("an order waits for one of its own instrument alone, even far below the figure", async () => {
    const { client } = bench(okx, { body: { code: "0" } });
    await client.as("maker").placeOrder(swap);
    // 55 are planned of 60 in 2 s.
    expect(client.as("maker").placeOrder.estimate(swap).waitMs).toBeCloseTo(2_000 / 55);
    expect(client.as("maker").placeOrder.estimate(order("ETH-USDT-SWAP")).waitMs).toBe(0);
    expect(client.as("taker").placeOrder.estimate(swap).waitMs).toBe(0);
  });

  test("public endpoints are counted per address, and per parameter where it is so published", async () => {
    const { client } = bench(okx, { body: { code: "0" } });
    const { books, instruments, gate } = client;
    const book = await chargedBy(gate, () => books({ instId: "BTC-USDT" }));
    expect(book).toEqual({ "okx/books.own|ip=default": 1 });
    const listed = await chargedBy(gate, () => instruments({ instType: "SPOT" }));
    expect(listed).toEqual({ "okx/instruments.own|ip=default|instType=SPOT": 1 });
  });

  test.each([
    ["50061", 200, "quota", ["orders"]],
    ["50011", 200, "quota", ["place"]],
    [50011, 429, "quota", ["place"]],
    ["50013", 429, "overload", []],
    ["50102", 401, "timestamp", []],
    ["1", 200, "request", []],
  ])("%s with HTTP %d is of kind %s and means %j", async (code, status, kind, limits) => {
    const { client } = bench(okx, { status, body: { code } });
    const error = await refusalOf(client.as("maker").placeOrder(swap));
    expect(error).toMatchObject({ kind, limits, status, executed: "no" });
    expect(error.exchangeCode).toBe(String(code));
    const shrunk = client.gate.levels().filter(({ planned, shrunkTo }) => shrunkTo < planned);
    expect(shrunk.map(({ limit }) => limit)).toEqual(limits);
  });

  test("50011 on a public endpoint means its own limit", async () => {
    const { client } = bench(okx, { status: 429, body: { code: "50011" } });
    const error = await refusalOf(client.books({ instId: "BTC-USDT" }));
    expect(error).toMatchObject({ kind: "quota", limits: ["books.own"], whose: { ip: "default" } });
  });

  test("a sub-account's own figure is taken over for it alone", async () => {
    const body = { code: "0", data: [{ accRateLimit: "1250" }] };
    const { client } = bench(okx, { body: { code: "0" } }, { body: { code: "0" } }, { body });
    await client.as("maker").placeOrder(swap);
    await client.as("taker").placeOrder(swap);
    await client.as("maker").accountRateLimit();
    expect(levelOf(client.gate, "okx/orders|account=maker").max).toBe(1_250);
    expect(levelOf(client.gate, "okx/orders|account=taker").max).toBe(1_000);
  });
});

describe("kucoin", () => {
  const headers = {
    "gw-ratelimit-limit": "16000",
    "gw-ratelimit-remaining": "15998",
    "gw-ratelimit-reset": "21500",
  };

  test.each([
    [0, 4_000, 2_000],
    [1, 6_000, 2_000],
    [4, 13_000, 6_000],
  ] as const)("VIP %d has pools of %d and %d", (vip, spot, management) => {
    const { limits } = kucoin({ vip });
    expect(limits).toMatchObject({ spot: { max: spot }, management: { max: management } });
    expect(limits.open.max).toBe(2_000);
  });

  test.each([
    ["allTickers", { open: 15 }],
    ["userInfo", { management: 20 }],
    ["cancelAll", { spot: 30 }],
  ] as const)("%s costs %j", (name, cost) => {
    const caller = bench(kucoin({ vip: 0 })).client.as("maker");
    expect(caller[name].estimate().cost).toEqual(cost);
  });

  test.each([
    ["allTickers", "kucoin/open|ip=default"],
    ["userInfo", "kucoin/management|account=maker"],
    ["cancelAll", "kucoin/spot|account=maker"],
  ] as const)("the headers of %s reach %s and nothing else", async (name, key) => {
    const { client } = bench(kucoin({ vip: 0 }), { headers });
    await client.as("maker").addOrder({ symbol: "BTC-USDT" });
    const other = levelOf(client.gate, "kucoin/spot|account=maker");
    await client.as("maker")[name]();
    expect(levelOf(client.gate, key)).toMatchObject({ max: 16_000, used: 2 });
    const heard = client.gate.levels().filter(({ used }) => used !== undefined);
    expect(new Set(heard.map((one) => one.key))).toEqual(new Set([key, other.key]));
  });

  test("429000 is the pool's until it resets, and the server's where it has no headers", async () => {
    const body = { code: "429000" };
    const quota = bench(kucoin({ vip: 0 }), { status: 429, headers, body });
    expect(await refusalOf(quota.client.as("maker").cancelAll())).toMatchObject({
      kind: "quota",
      limits: ["spot"],
      whose: { account: "maker" },
      retryAfterMs: 21_500,
    });
    expect(levelOf(quota.client.gate, "kucoin/spot|account=maker").blockedMs).toBeGreaterThan(
      21_499,
    );
    const overload = bench(kucoin({ vip: 0 }), { status: 429, body });
    expect(await refusalOf(overload.client.allTickers())).toMatchObject({
      kind: "overload",
      limits: [],
    });
    expect(levelOf(overload.client.gate, "kucoin/open|ip=default").blockedMs).toBe(0);
  });
});

describe("kraken-spot", () => {
  const pro = krakenSpot({ tier: "pro" });
  const pair = "XBTUSD";
  const said = (error: string): Reply => ({ body: { error: [error] } });
  const done: Reply = { body: { error: [], result: {} } };

  test.each([
    [0, { engine: 8 }, 4],
    [4_999, { engine: 8 }, 4],
    [5_000, { engine: 6 }, 3],
    [14_000, { engine: 5 }, 2],
    [44_000, { engine: 4 }, 1],
    [89_000, { engine: 2 }, 1],
    [299_000, { engine: 1 }, 1],
    [300_000, {}, 1],
  ])("to cancel an order that is %d ms old costs %j, to amend it %d", (ageMs, cancel, amend) => {
    const client = bench(pro).client.as("maker");
    const order = { txid: "OABC", pair, ageMs };
    const { engine = 0 } = client.cancelOrder.estimate(order).cost;
    expect({ engine }).toEqual({ engine: 0, ...cancel });
    const amended = client.amendOrder.estimate({ ...order, order_qty: "1" }).cost;
    expect(amended).toEqual({ counter: 1, engine: amend });
  });

  test("hints are not sent, and say whose counter it is", async () => {
    const { client, seen } = bench(pro, done);
    const cancel = { txid: "OABC", pair, ageMs: 7_000 };
    const charged = await chargedBy(client.gate, () => client.as("maker").cancelOrder(cancel));
    expect(charged).toEqual({ "kraken-spot/engine|account=maker|pair=XBTUSD": 6 });
    expect(seen[0]).toMatchObject({ body: { txid: "OABC" }, key: "key-of-maker" });
    expect(seen[0]?.body).not.toHaveProperty("pair");
  });

  test("reading is counted per key, by POST, and candles per address and pair", async () => {
    const { client } = bench(krakenSpot({ tier: "starter" }), done);
    const { balance, ledgers } = client.as("maker");
    expect(await chargedBy(client.gate, balance)).toEqual({
      "kraken-spot/counter|apiKey=maker": 1,
    });
    expect(ledgers.estimate().cost).toEqual({ counter: 4 });
    expect(levelOf(client.gate, "kraken-spot/counter|apiKey=maker").max).toBe(15);
    const ohlc = await chargedBy(client.gate, () => client.ohlc({ pair, interval: 1 }));
    expect(ohlc).toEqual({ "kraken-spot/ohlc.own|ip=default|pair=XBTUSD": 1 });
  });

  test("an order is open until a cancel or a fill closes it, and not where it was refused", async () => {
    const { client, ledger } = bench(pro, done, done, said("EOrder:Insufficient funds"), {
      body: { error: [], result: { count: 1 } },
    });
    const { addOrder, cancelOrder } = client.as("maker");
    const open = () => levelOf(client.gate, "kraken-spot/openOrders|account=maker|pair=XBTUSD");
    const before = bench(pro)
      .client.as("maker")
      .addOrder.estimate({ pair, volume: "1", cl_ord_id: "a" });
    expect(before.cost).toEqual({ engine: 1, openOrders: 1 });
    await addOrder({ pair, volume: "1", cl_ord_id: "a" });
    await addOrder({ pair, volume: "1", cl_ord_id: "b" });
    // 209 of 225 are planned.
    expect(open().available).toBe(207);
    await refusalOf(addOrder({ pair, volume: "1", cl_ord_id: "c" }));
    expect(open().available).toBe(207);
    await cancelOrder({ txid: "OABC", pair, ageMs: 0 });
    expect(open().available).toBe(208);
    for (const draw of client.gate.price({ openOrders: 1 }, { account: "maker", pair })) {
      ledger.report(draw, { credit: 1 });
    }
    expect(open().available).toBe(209);
  });

  test.each([
    ["EAPI:Rate limit exceeded", "quota", ["counter"], undefined],
    ["EOrder:Rate limit exceeded", "quota", ["engine"], undefined],
    ["EGeneral:Temporary lockout", "ban", ["counter"], 900_000],
    ["EService: Throttled: 1796000007", "overload", [], 7_000],
    ["EOrder:Unknown order", "request", [], undefined],
  ])("%s in HTTP 200 is of kind %s and means %j", async (error, kind, limits, retryAfterMs) => {
    const date = new Date(1_796_000_000_000).toUTCString();
    const { client } = bench(pro, { headers: { date }, ...said(error) });
    const amend = { txid: "OABC", pair, ageMs: 0, order_qty: "1" };
    const refused = await refusalOf(client.as("maker").amendOrder(amend));
    expect(refused).toMatchObject({ kind, limits, retryAfterMs, status: 200, exchangeCode: error });
  });
});

describe("hyperliquid", () => {
  const hour = 3_600_000;
  const candles = (count: number) => {
    return { coin: "BTC", interval: "1h", startTime: 0, endTime: (count - 1) * hour } as const;
  };
  const available = (client: Pick<Client<typeof hyperliquid>, "gate">, limit: string): number =>
    client.gate.levels().find((one) => one.limit === limit)?.available ?? NaN;

  test.each([
    [1, 21],
    [60, 21],
    [61, 22],
    [5_000, 104],
    [100_000, 104],
  ])("%d candles are reserved as %d", (count, weight) => {
    const { candleSnapshot } = bench(hyperliquid).client;
    expect(candleSnapshot.estimate(candles(count)).cost).toEqual({ ipWeight: weight });
  });

  test("what the answer holds is what it cost, and the rest is given back", async () => {
    const body = Array.from({ length: 120 }, () => ({}));
    const { client, seen } = bench(hyperliquid, { body });
    // 1 116 are planned of 1 200, and half of that at once.
    const charged = await chargedBy(client.gate, async () => {
      const { cost } = await client.candleSnapshot(candles(5_000)).withResponse();
      expect(cost).toBe(22);
    });
    expect(charged).toEqual({ "hyperliquid/ipWeight|ip=default": 104 });
    expect(available(client, "ipWeight")).toBe(558 - 22);
    expect(seen[0]).toMatchObject({
      method: "POST",
      path: "/info",
      body: { type: "candleSnapshot", req: { coin: "BTC", interval: "1h" } },
    });
  });

  test("reads by POST may be sent again, and orders may not", () => {
    const { l2Book, order, cancel } = hyperliquid.endpoints;
    expect(l2Book).toMatchObject({ changes: false, idempotent: true });
    expect(order).toMatchObject({ changes: true, idempotent: false });
    expect(cancel).toMatchObject({ changes: true, idempotent: true });
  });

  test.each([
    [1, 1],
    [39, 1],
    [40, 2],
    [80, 3],
  ])("%d orders weigh %d, and each is an action", (count, ipWeight) => {
    const orders = Array.from({ length: count }, () => ({}));
    const { cost } = bench(hyperliquid).client.as("maker").order.estimate({ orders });
    expect(cost).toEqual({ ipWeight, actions: count, cancels: count });
  });

  test("the budget is used up by what is sent, and grows by what the exchange reports", async () => {
    const ok = { body: { status: "ok" } };
    const { client, clock } = bench(hyperliquid, ok, ok, {
      body: { nRequestsUsed: 7, nRequestsCap: 10_436 },
    });
    const { order, cancel, userRateLimit } = client.as("maker");
    await order({ orders: [{}, {}] });
    expect([available(client, "actions"), available(client, "cancels")]).toEqual([9_998, 19_998]);
    // A cancel waits for the higher ceiling alone, and counts below both.
    expect(cancel.estimate({ cancels: [{}, {}, {}] }).cost).toEqual({
      ipWeight: 1,
      actions: 0,
      cancels: 3,
    });
    await cancel({ cancels: [{}, {}, {}] });
    expect([available(client, "actions"), available(client, "cancels")]).toEqual([9_995, 19_995]);
    // What was answered before the question is in its answer.
    await clock.advance(1);
    await userRateLimit({ user: "0x0" });
    expect([available(client, "actions"), available(client, "cancels")]).toEqual([
      10_436 - 7,
      20_872 - 7,
    ]);
  });

  test("a used up budget is a refusal inside HTTP 200, and the address's weight is one of 429", async () => {
    const response =
      "Too many cumulative requests sent (37986 > 10436) for cumulative volume traded $437.92.";
    const spent = bench(hyperliquid, { body: { status: "err", response } });
    expect(await refusalOf(spent.client.as("maker").order({ orders: [{}] }))).toMatchObject({
      kind: "quota",
      status: 200,
      limits: ["actions"],
      whose: { account: "maker" },
    });
    const heavy = bench(hyperliquid, { status: 429, body: null });
    expect(await refusalOf(heavy.client.l2Book({ coin: "BTC" }))).toMatchObject({
      kind: "quota",
      limits: ["ipWeight"],
    });
  });
});
