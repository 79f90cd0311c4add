/** One budget for two ways in: what goes over a socket takes from the same buckets as REST. */
import { MemoryLedger, VirtualClock, createClient, defineVenue, get, post, put } from "headgate";
import type { Client } from "headgate";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { fixedWindow } from "../../src/emulator/models/fixed-window.ts";
import { rollingLog } from "../../src/emulator/models/sliding.ts";
import { account, sign } from "../support/client-venue.ts";
import { levelOf, rejection, scripted } from "../support/client-wire.ts";
import type { Reply, Seen } from "../support/client-wire.ts";
import { SocketExchange, mostInAny } from "./exchange.ts";

const anything = z.looseObject({});
const nothing = z.strictObject({});

/** An exchange that counts orders per account and weight per address, whatever they come by. */
const venue = defineVenue({
  name: "two-ways",
  origin: "https://two-ways.example",
  limits: {
    weight: {
      counted: "rolling-window",
      windowMs: 60_000,
      max: 6_000,
      per: ["ip"],
      headroom: 0.05,
    },
    orders: {
      counted: "fixed-window",
      windowMs: 10_000,
      starts: "utc",
      max: 100,
      per: ["account"],
      headroom: 0.05,
    },
  },
  refusals: [{ status: 429, kind: "quota", limits: ["weight"], executed: "no" }],
  sign,
  endpoints: {
    account: get("/account", {
      params: nothing,
      answer: anything,
      auth: "signed",
      weight: { weight: 20 },
    }),
    snapshot: get("/depth", {
      params: z.strictObject({ symbol: z.string() }),
      answer: anything,
      priority: "low",
      weight: { weight: 50 },
    }),
    order: post("/order", {
      params: nothing,
      answer: anything,
      auth: "signed",
      weight: { weight: 1, orders: 1 },
    }),
    keepAlive: put("/stream", {
      params: nothing,
      answer: anything,
      auth: "key",
      idempotent: true,
      priority: "high",
      weight: { weight: 1 },
    }),
  },
});

/** The same methods over a socket weigh something else. */
const overSocket = {
  logon: { weight: 20 },
  account: { weight: 2 },
  order: { orders: 1 },
} as const;

type Desk = Readonly<{
  clock: VirtualClock;
  client: Client<typeof venue, "maker">;
  sent: readonly Seen[];
}>;

function desk(script: (path: string, index: number) => Reply, weightMax = 6_000): Desk {
  const clock = new VirtualClock();
  const { transport, seen } = scripted(clock, ({ url }, index) => script(url.pathname, index));
  const ledger = new MemoryLedger({ clock, random: () => 0.5 });
  const limits = { weight: { max: weightMax } };
  const accounts = { maker: account };
  const wire = { clock, transport, ledger, coldStart: false };
  const client = createClient(venue, { accounts, limits, ...wire }).as("maker");
  return { clock, client, sent: seen };
}

const open: SocketExchange[] = [];
afterEach(async () => {
  for (const exchange of open.splice(0)) await exchange.shut();
});

test("orders by REST and by socket take from one counter of their account (C10)", async () => {
  const counted = fixedWindow({ max: 100, windowMs: 10_000, starts: "aligned" });
  const takenMs: number[] = [];
  let refused = 0;
  const take = (): boolean => {
    const { accepted } = counted.offer("maker", 1, clock.wallMs());
    if (accepted) takenMs.push(clock.nowMs());
    else refused += 1;
    return accepted;
  };
  const { clock, client } = desk(() => (take() ? {} : { status: 429 }));
  const exchange = await SocketExchange.open(clock, {
    answers: () => (take() ? "acknowledge" : "drop"),
  });
  open.push(exchange);
  const socket = await exchange.run(exchange.connect());
  const draws = client.gate.price(overSocket.order, { account: "maker" });
  const bySocket = Array.from({ length: 60 }, () =>
    client.gate.run(draws, async (permit) => {
      await socket.request("order.place");
      permit.settle();
    }),
  );
  const byRest = Array.from({ length: 60 }, () => client.order({}, { maxWaitMs: 60_000 }));
  await exchange.run(Promise.all([...bySocket, ...byRest]));
  expect(refused).toBe(0);
  expect(takenMs).toHaveLength(120);
  expect(takenMs.filter((atMs) => atMs < 10_000)).toHaveLength(95);
  expect(exchange.messages).toHaveLength(60);
});

test("one method weighs what it weighs over the way that it takes (C20)", async () => {
  const { clock, client } = desk(() => ({ afterMs: 1_000 }));
  const { gate } = client;
  const permits = await clock.run(
    Promise.all(
      Array.from({ length: 10 }, async () => [
        await gate.acquire(gate.price(overSocket.logon, { ip: "default" })),
        await gate.acquire(gate.price(overSocket.account, { ip: "default" })),
      ]),
    ),
  );
  const calls = Promise.all(Array.from({ length: 10 }, () => client.account()));
  await clock.advance(500);
  expect(levelOf(gate, "weight").inFlight).toBe(420);
  await clock.run(calls);
  for (const permit of permits.flat()) permit.settle();
  expect(levelOf(gate, "weight").inFlight).toBe(0);
});

test("an order passes the snapshots that a hundred and thirty books need (C89)", async () => {
  const counted = rollingLog({ max: 2_400, windowMs: 60_000 });
  let refused = 0;
  const weights: Readonly<Record<string, number>> = { "/depth": 50, "/order": 1 };
  const { clock, client, sent } = desk((path) => {
    const { accepted } = counted.offer("ip", weights[path] ?? 0, clock.nowMs());
    if (!accepted) refused += 1;
    return accepted ? { afterMs: 20 } : { status: 429 };
  }, 2_400);
  const books = Promise.all(
    Array.from({ length: 130 }, (_, index) => client.snapshot({ symbol: `COIN${index}` })),
  );
  await clock.advance(1_000);
  await clock.run(client.order());
  const order = sent.find(({ url }) => url.pathname === "/order");
  expect(order?.atMs).toBeLessThanOrEqual(1_100);
  await clock.run(books);
  const snapshotsMs = sent.filter(({ url }) => url.pathname === "/depth").map(({ atMs }) => atMs);
  expect(snapshotsMs).toHaveLength(130);
  expect(mostInAny(60_000, snapshotsMs)).toBeLessThanOrEqual(45);
  expect(refused).toBe(0);
});

const halfAnHourMs = 1_800_000;

test("a keep-alive goes before five hundred calls that wait, in the next slot (C90)", async () => {
  const { clock, client, sent } = desk(() => ({ afterMs: 20 }), 60);
  await clock.advance(halfAnHourMs - 60_000);
  const calls = Array.from({ length: 500 }, () => client.order({}, { maxWaitMs: Infinity }));
  await clock.advance(60_000);
  const keptAlive = client.keepAlive();
  await clock.run(keptAlive);
  const kept = sent.findIndex(({ url }) => url.pathname === "/stream");
  const before = sent.slice(0, kept).filter(({ atMs }) => atMs >= halfAnHourMs);
  expect(before.length).toBeLessThanOrEqual(1);
  await clock.run(Promise.all(calls));
});

test("a keep-alive that is refused is sent again before its stream ends (C90)", async () => {
  const { clock, client, sent } = desk((_, index) =>
    index === 0 ? { status: 429, headers: { "retry-after": "60" } } : {},
  );
  await clock.advance(halfAnHourMs);
  await clock.run(client.keepAlive({}, { maxWaitMs: halfAnHourMs }));
  expect(sent.map(({ atMs }) => atMs)).toEqual([
    halfAnHourMs,
    expect.toSatisfy((atMs: number) => atMs >= halfAnHourMs + 60_000 && atMs < 2 * halfAnHourMs),
  ]);
});

test("a keep-alive that fails for good says so to its caller (C90)", async () => {
  const { clock, client, sent } = desk(() => ({ status: 429, headers: { "retry-after": "60" } }));
  const failed = rejection(client.keepAlive({}, { maxWaitMs: halfAnHourMs }));
  expect(await clock.run(failed)).toMatchObject({ code: "HEADGATE_REFUSED", status: 429 });
  expect(sent.length).toBeGreaterThan(1);
});
