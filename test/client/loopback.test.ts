/** Through undici over real sockets, against the emulated exchange; and in virtual time against the same. */
import {
  BudgetExhaustedError,
  MemoryLedger,
  UnknownOutcomeError,
  VirtualClock,
  createClient,
} from "headgate";
import type { ClientOptions } from "headgate";
import { emulate, startEmulator } from "headgate/emulator";
import type { Emulator, EmulatorOptions } from "headgate/emulator";
import { binanceSpot } from "headgate/endpoints/binance-spot";
import { serverSide } from "headgate/endpoints/binance-spot/server";
import { Agent } from "undici";
import { afterEach, describe, expect, test } from "vitest";
import { apiKey, secret } from "../emulator/binance-spot-desk.ts";
import { inFlight, levelOf, rejection, until } from "../support/client-wire.ts";

const known = { [apiKey]: { name: "maker", secret } };
const account = { apiKey, secret };
const running: Emulator[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((emulator) => emulator.close()));
});

async function bench(
  options: EmulatorOptions = {},
  clientOptions: Omit<ClientOptions<typeof binanceSpot, never>, "origin"> = {},
) {
  const server = serverSide({ accounts: known });
  const emulator = await startEmulator(server, options);
  running.push(emulator);
  const counted: string[] = [];
  server.onCounted(({ method, path, weight }) => void counted.push(`${method} ${path} ${weight}`));
  const client = createClient(binanceSpot, {
    account,
    // Buckets of its own: the process's are shared by all tests.
    ledger: new MemoryLedger(
      clientOptions.clock === undefined ? {} : { clock: clientOptions.clock },
    ),
    ...clientOptions,
    origin: emulator.origin,
  });
  let sent = 0;
  client.gate.on("send", () => void (sent += 1));
  return { client, counted, emulator, sent: () => sent };
}

const limitOrder = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  quantity: "0.01",
  price: "1000",
  newClientOrderId: "mine",
} as const;

describe("over undici and real sockets", () => {
  test("calls are typed, counted by both sides alike, and all end", async () => {
    const { client, counted, sent } = await bench();
    const book = await client.depth({ symbol: "BTCUSDT", limit: 500 });
    expect(book.bids.length).toBeGreaterThan(0);
    const { data, cost } = await client.account().withResponse();
    expect(data.canTrade).toBe(true);
    expect(cost).toBe(20);
    expect(counted).toEqual(["GET /api/v3/depth 25", "GET /api/v3/account 20"]);
    expect(levelOf(client.gate, "requestWeight").used).toBe(45);
    expect(sent()).toBe(2);
    expect(inFlight(client.gate)).toBe(0);
  });

  test("an accepted order weighs nothing and counts as an order", async () => {
    const { client, counted } = await bench();
    const placed = await client.newOrder(limitOrder);
    expect(placed.clientOrderId).toBe("mine");
    expect(counted).toEqual(["POST /api/v3/order 0"]);
    const cancelled = await client.cancelOrder({ symbol: "BTCUSDT", origClientOrderId: "mine" });
    expect(cancelled.status).toBe("CANCELED");
    await client.newOrder({ ...limitOrder, newClientOrderId: "next" });
    expect(levelOf(client.gate, "requestWeight").used).toBe(0);
    // Ten seconds may be over meanwhile.
    expect(levelOf(client.gate, "orders1d").used).toBe(2);
    expect(inFlight(client.gate)).toBe(0);
  });

  test("a socket that dies after an order was accepted leaves its outcome unknown, and the order once", async () => {
    const { client, counted, sent } = await bench({
      faults: [{ kind: "drop-after-accept", when: ({ method }) => method === "POST" }],
    });
    const error = await rejection(client.newOrder(limitOrder));
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(error).toMatchObject({ endpoint: "newOrder", clientId: "mine" });
    const open = await client.openOrders({ symbol: "BTCUSDT" });
    expect(open.map(({ clientOrderId }) => clientOrderId)).toEqual(["mine"]);
    expect(counted.filter((one) => one.startsWith("POST"))).toHaveLength(1);
    expect(sent()).toBe(2);
    expect(inFlight(client.gate)).toBe(0);
  });

  test("an abort on the wire rejects with its reason and ends the permit", async () => {
    const { client, sent } = await bench({ faults: [{ kind: "hang" }] });
    const controller = new AbortController();
    const call = rejection(client.time({}, { signal: controller.signal }));
    await until(() => sent() === 1);
    controller.abort("stop");
    expect(await call).toBe("stop");
    expect(inFlight(client.gate)).toBe(0);
  });

  test("a refused connection was never sent: it is tried again and charges nothing", async () => {
    const clock = new VirtualClock();
    const { client, emulator, sent } = await bench(
      {},
      { clock, maxAttempts: 2, random: () => 0.5 },
    );
    await emulator.close();
    const call = rejection(client.newOrder(limitOrder));
    await until(() => sent() === 1 && inFlight(client.gate) === 0);
    await clock.advance(500);
    const error = await call;
    expect(error).toBeInstanceOf(BudgetExhaustedError);
    expect(error).toMatchObject({ attempts: 2 });
    expect(sent()).toBe(2);
    expect(levelOf(client.gate, "orders10s").available).toBeGreaterThan(11);
    expect(clock.timers).toBe(0);
  });

  test("an address by name goes out through its own dispatcher", async () => {
    const dispatcher = new Agent();
    let used = 0;
    const counting = dispatcher.compose((dispatch) => (options, handler) => {
      used += 1;
      return dispatch(options, handler);
    });
    const { emulator } = await bench();
    const client = createClient(binanceSpot, {
      accounts: { maker: { ...account, egress: "b" } },
      egress: { b: counting },
      ledger: new MemoryLedger(),
      origin: emulator.origin,
    });
    await client.time();
    expect(used).toBe(1);
    expect(levelOf(client.gate, "requestWeight").whose).toEqual({ ip: "b" });
    await dispatcher.close();
  });
});

describe("in virtual time", () => {
  test("a minute of too many calls keeps the limit and ends, with nothing in flight", async () => {
    const clock = new VirtualClock({ wallMs: 1_790_000_040_000 });
    const server = serverSide({ accounts: known });
    const outcomes: string[] = [];
    server.onCounted(({ outcome }) => void outcomes.push(outcome));
    const transport = emulate(server, { clock, latencyMs: 60, jitterMs: 40 });
    const client = createClient(binanceSpot, { account, clock, transport });
    const calls = Array.from({ length: 150 }, () =>
      client.depth({ symbol: "BTCUSDT", limit: 1_000 }),
    );
    await clock.run(Promise.all(calls));
    expect(new Set(outcomes)).toEqual(new Set(["accepted"]));
    expect(clock.nowMs()).toBeLessThan(130_000);
    expect(inFlight(client.gate)).toBe(0);
    expect(clock.timers).toBe(0);
  });

  test("faults of every kind end every permit", async () => {
    const clock = new VirtualClock({ wallMs: 1_790_000_040_000 });
    const server = serverSide({ accounts: known });
    const kinds = ["error-500", "error-503", "hang", "drop-after-accept"] as const;
    const transport = emulate(server, {
      clock,
      latencyMs: 60,
      faults: kinds.map((kind) => ({ kind, probability: 0.15 })),
    });
    const client = createClient(binanceSpot, { account, clock, transport, timeoutMs: 2_000 });
    const calls = Array.from({ length: 200 }, (_, index) =>
      index % 4 === 0
        ? client.newOrder({ ...limitOrder, newClientOrderId: `n${index}` }, { maxWaitMs: 600_000 })
        : client.depth({ symbol: "BTCUSDT", limit: 500 }),
    );
    const results = await clock.run(Promise.allSettled(calls));
    const codes = results.map((one) =>
      one.status === "fulfilled" ? "ok" : String(Reflect.get(one.reason, "code")),
    );
    expect(new Set(codes)).toEqual(new Set(["ok", "HEADGATE_UNKNOWN_OUTCOME", "HEADGATE_REFUSED"]));
    expect(inFlight(client.gate)).toBe(0);
    expect(clock.timers).toBe(0);
  });
});
