/** What users write, and what must not compile. */
import { MemoryLedger, createClient, createGate, fetchTransport } from "headgate";
import type { Call, Client, FullAnswer, Ledger, LocalGate, Permit, Replies } from "headgate";
import { binanceSpot } from "headgate/endpoints/binance-spot";
import type { Dispatcher } from "undici";
import { describe, expectTypeOf, test } from "vitest";

declare const dispatcher: Dispatcher;
declare const farLedger: Ledger<Promise<Replies>>;

const secret = "s";
const apiKey = "k";

describe("one account", () => {
  const binance = createClient(binanceSpot, { account: { apiKey, secret } });

  test("a call is typed by its declaration", async () => {
    const book = await binance.depth({ symbol: "BTCUSDT", limit: 500 });
    expectTypeOf(book.bids[0]?.[0]).toEqualTypeOf<string | undefined>();
    expectTypeOf(book.lastUpdateId).toBeNumber();
    expectTypeOf((await binance.account()).balances.length).toBeNumber();
  });

  test("a full answer holds what came with it", async () => {
    const order = { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "1" } as const;
    const call = binance.newOrder(order);
    expectTypeOf(call).toExtend<Call<unknown>>();
    const full = await call.withResponse();
    expectTypeOf(full).toExtend<FullAnswer<unknown>>();
    expectTypeOf(full.data.orderId).toBeNumber();
    expectTypeOf(full.headers).toEqualTypeOf<Headers>();
    expectTypeOf([full.status, full.cost, full.waitedMs, full.attempts]).toEqualTypeOf<number[]>();
  });

  test("an estimate has a cost by limit and a wait", () => {
    const estimated = binance.depth.estimate({ symbol: "BTCUSDT" });
    expectTypeOf(estimated.waitMs).toBeNumber();
    expectTypeOf(estimated.cost["requestWeight"]).toEqualTypeOf<number | undefined>();
  });

  test("parameters may be left out where all of them may", () => {
    expectTypeOf(binance.time).toBeCallableWith();
    expectTypeOf(binance.time).toBeCallableWith({}, { maxWaitMs: 5, onLimited: "reject" });
    expectTypeOf(binance.account.estimate()).toBeObject();
    // @ts-expect-error: a book is of a symbol
    void binance.depth();
    // @ts-expect-error: also for an estimate
    binance.depth.estimate();
  });

  test("an unknown or wrong parameter does not compile", () => {
    // @ts-expect-error: an unknown symbol for a parameter
    expectTypeOf(binance.depth({ symbl: "BTCUSDT" })).toBeObject();
    // @ts-expect-error: a parameter too many
    void binance.depth({ symbol: "BTCUSDT", depth: 5 });
    // @ts-expect-error: a text is no number
    void binance.depth({ symbol: "BTCUSDT", limit: "5" });
    // @ts-expect-error: there is no such side
    void binance.newOrder({ symbol: "BTCUSDT", side: "HOLD", type: "MARKET" });
  });

  test("an unknown endpoint, option or priority does not compile", () => {
    // @ts-expect-error: no such endpoint
    expectTypeOf(binance.klines).toBeAny();
    // @ts-expect-error: no such option
    void binance.time({}, { maxWait: 5 });
    // @ts-expect-error: no such priority
    void binance.time({}, { priority: "asap" });
  });

  test("an answer's field that is not declared is unknown", async () => {
    const book = await binance.depth({ symbol: "BTCUSDT" });
    expectTypeOf(book["whatComesNextMonth"]).toBeUnknown();
  });
});

describe("many accounts over two addresses", () => {
  const desk = createClient(binanceSpot, {
    accounts: {
      maker: { apiKey, secret, egress: "a" },
      taker: { apiKey, secret: async (payload) => String(payload), egress: "b" },
    },
    egress: { a: dispatcher, b: dispatcher },
    limits: { requestWeight: { headroom: 0.05 }, orders10s: { max: 100 } },
    transport: fetchTransport(),
  });

  test("an account is called by its name, and is the same client", () => {
    expectTypeOf(desk.as("maker")).toEqualTypeOf(desk);
    expectTypeOf(desk).toExtend<Client<typeof binanceSpot, "maker" | "taker">>();
    expectTypeOf(desk.as("maker").cancelOrder).toBeCallableWith({ symbol: "BTCUSDT", orderId: 1 });
    // @ts-expect-error: an account nobody configured
    void desk.as("nobody");
  });

  test("a limit that the venue does not have does not compile", () => {
    // @ts-expect-error: no such limit
    void createClient(binanceSpot, { limits: { requestWeigth: { max: 1 } } });
    // @ts-expect-error: nor in its gate
    desk.gate.price({ requestWeigth: 1 });
    expectTypeOf(desk.gate.price({ requestWeight: 1 }, { ip: "a" })).toBeObject();
  });

  test("an account without a secret does not compile", () => {
    // @ts-expect-error: it could sign nothing
    expectTypeOf(createClient(binanceSpot, { account: { apiKey } })).toBeObject();
  });

  test("what a gate emits is typed by its name", () => {
    desk.gate.on("shrink", (level) => expectTypeOf(level.shrunkTo).toBeNumber());
    desk.gate.on("send", (event) => expectTypeOf(event.attempt).toBeNumber());
    desk.gate.on("notice", (event) => expectTypeOf(event.message).toBeString());
    // @ts-expect-error: no such event
    desk.gate.on("shrunk", () => {});
  });
});

describe("a collector", () => {
  test("waits for a place in the line of its priority", () => {
    const binance = createClient(binanceSpot);
    expectTypeOf(binance.gate.ready("low")).resolves.toEqualTypeOf<void>();
    const options = { priority: "low", maxWaitMs: 60_000 } as const;
    expectTypeOf(binance.depth).toBeCallableWith({ symbol: "BTCUSDT" }, options);
    expectTypeOf(binance.close()).resolves.toEqualTypeOf<void>();
  });
});

describe("the bare gate", () => {
  const gate = createGate({
    orders: { counted: "rolling-window", windowMs: 1_000, max: 10, per: ["account"] },
  });
  const priced = gate.price({ orders: 1 }, { account: "maker" });

  test("knows its limits by name", async () => {
    expectTypeOf(gate).toEqualTypeOf<LocalGate<"orders">>();
    using permit = await gate.acquire(priced, { priority: "urgent", maxWaitMs: 500 });
    expectTypeOf(permit).toEqualTypeOf<Permit<"orders">>();
    permit.settle({ orders: { used: 3 } });
    // @ts-expect-error: a report of a limit that it does not have
    permit.settle({ order: { used: 3 } });
    expectTypeOf(gate.tryAcquire(priced)).toEqualTypeOf<Permit<"orders"> | undefined>();
    // @ts-expect-error: no such limit
    gate.price({ order: 1 });
  });

  test("runs a function and returns what it returns", () => {
    expectTypeOf(gate.run(priced, async () => 5)).resolves.toBeNumber();
    // @ts-expect-error: what is sent is waited for
    void gate.run(priced, () => 5);
  });

  test("counts as the exchange does, or does not compile", () => {
    const rest = { max: 10, per: [] } as const;
    // @ts-expect-error: a window has a length
    expectTypeOf(createGate({ orders: { counted: "rolling-window", ...rest } })).toBeObject();
    // @ts-expect-error: no such counting
    expectTypeOf(createGate({ orders: { counted: "leaky", ...rest } })).toBeObject();
  });
});

describe("a far ledger", () => {
  test("cannot be taken for a near one", () => {
    expectTypeOf(new MemoryLedger()).toExtend<Ledger<Replies>>();
    expectTypeOf(farLedger).toExtend<Ledger>();
    expectTypeOf(farLedger).not.toExtend<Ledger<Replies>>();
    // @ts-expect-error: it cannot answer at once
    void createGate({ orders: { counted: "open", max: 1, per: [] } }, { ledger: farLedger });
  });
});
