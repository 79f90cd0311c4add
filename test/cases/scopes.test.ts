/** Whom a limit counts, and what nobody asked to be sent. */
import { MemoryLedger, VirtualClock, createClient, defineVenue, get, post } from "headgate";
import type { Account, ClientOptions, Limit } from "headgate";
import { emulate } from "headgate/emulator";
import type { Counted } from "headgate/emulator";
import { binanceSpot } from "headgate/endpoints/binance-spot";
import { serverSide } from "headgate/endpoints/binance-spot/server";
import { Agent } from "undici";
import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { account, sign, toy } from "../support/client-venue.ts";
import { scripted } from "../support/client-wire.ts";

const minuteMs = 60_000;
const startMs = 1_790_000_040_000;

/** The wire is virtual: nothing goes out through it. */
const dispatcher = new Agent();

afterEach(() => vi.useRealTimers());

test("four hundred accounts of one address share its weight, evenly, and none is refused (C06)", async () => {
  const names = Array.from({ length: 400 }, (_, index) => `account-${index}`);
  const accounts: Record<string, Account> = {};
  const known: Record<string, { name: string; secret: string }> = {};
  for (const name of names) {
    accounts[name] = { apiKey: `key of ${name}`, secret: "s" };
    known[`key of ${name}`] = { name, secret: "s" };
  }
  const clock = new VirtualClock({ wallMs: startMs });
  const server = serverSide({ accounts: known });
  const counted: Counted[] = [];
  server.onCounted((one) => void counted.push(one));
  const desk = createClient(binanceSpot, {
    accounts,
    clock,
    transport: emulate(server, { clock, latencyMs: 40 }),
    limits: { requestWeight: { headroom: 0.05 } },
  });
  const served = new Map(names.map((name) => [name, 0]));
  const offer = async (name: string): Promise<void> => {
    await desk.as(name).openOrders({ symbol: "BTCUSDT" });
    served.set(name, (served.get(name) ?? 0) + 1);
  };
  const calls: Promise<void>[] = [];
  // Five calls of weight 6 a minute from each of them, evenly: 12 000 a minute where 5 700 may go.
  const gapMs = minuteMs / (5 * names.length);
  for (let atMs = 0; atMs < 4 * minuteMs; atMs += gapMs) {
    calls.push(offer(names[calls.length % names.length] ?? ""));
    await clock.advance(gapMs);
  }
  const closed = Promise.allSettled(calls);
  await desk.close();
  await clock.run(closed);

  expect(counted.filter(({ outcome }) => outcome !== "accepted")).toEqual([]);
  const perWindow = new Map<number, number>();
  for (const { windowStartMs, used } of counted) perWindow.set(windowStartMs, used);
  const windows = [...perWindow.values()];
  expect(Math.max(...windows)).toBeLessThanOrEqual(5_700);
  // The first window is cut by what may go at one instant; the others are full.
  for (const used of windows.slice(1, 4)) expect(used).toBeGreaterThan(0.95 * 5_700);
  const each = [...served.values()];
  const mean = each.reduce((sum, count) => sum + count, 0) / each.length;
  expect(Math.min(...each)).toBeGreaterThanOrEqual(0.9 * mean);
  expect(Math.max(...each)).toBeLessThanOrEqual(1.1 * mean);
});

describe("an account that two clients use from two addresses", () => {
  const perAccount = defineVenue({
    name: "by account",
    origin: "https://uid.example",
    limits: {
      orders: {
        counted: "rolling-window",
        windowMs: 1_000,
        max: 10,
        headroom: 0.05,
        per: ["account"],
      },
    },
    sign,
    refusals: [{ status: 429, kind: "quota", executed: "no" }],
    endpoints: {
      place: post("/place", {
        params: z.strictObject({}),
        answer: z.unknown(),
        auth: "signed",
        weight: { orders: 1 },
      }),
    },
  });

  /** Both offer ten calls a second for ten seconds; the exchange takes ten a second of the account. */
  async function offered(
    optionsOf: (clock: VirtualClock) => Partial<ClientOptions<typeof perAccount, never>>,
  ) {
    const clock = new VirtualClock();
    const takenMs: number[] = [];
    let refused = 0;
    const { transport } = scripted(clock, () => {
      const recent = takenMs.filter((atMs) => atMs > clock.nowMs() - 1_000);
      if (recent.length >= 10) {
        refused += 1;
        return { status: 429 };
      }
      takenMs.push(clock.nowMs());
      return {};
    });
    const notices: string[] = [];
    const clients = ["a", "b"].map((egress) => {
      const client = createClient(perAccount, {
        accounts: { maker: { ...account, egress } },
        egress: { a: dispatcher, b: dispatcher },
        clock,
        transport,
        ...optionsOf(clock),
      });
      client.gate.on("notice", ({ message }) => void notices.push(message));
      return client;
    });
    const calls: Promise<unknown>[] = [];
    for (let count = 0; count < 100; count += 1) {
      calls.push(...clients.map((client) => client.place({}, { maxWaitMs: 60_000 })));
      await clock.advance(100);
    }
    await clock.run(Promise.allSettled(calls));
    // What goes at the first instant is what a window allows, and no rate.
    const [firstMs = 0] = takenMs;
    const later = takenMs.filter((atMs) => atMs > firstMs);
    const perSecond = (1_000 * later.length) / ((later.at(-1) ?? Infinity) - firstMs);
    return { perSecond, refused, notices };
  }

  test("has one bucket where they share a ledger (C07)", async () => {
    const { perSecond, refused, notices } = await offered(() => ({}));
    expect(refused).toBe(0);
    expect(perSecond).toBeLessThanOrEqual(9.5);
    expect(perSecond).toBeGreaterThan(8);
    expect(notices).toEqual([]);
  });

  test("has half of its limit for each where they do not, and say so (C07)", async () => {
    const { perSecond, refused, notices } = await offered((clock) => ({
      ledger: new MemoryLedger({ clock }),
      share: 0.5,
    }));
    expect(refused).toBe(0);
    expect(perSecond).toBeLessThanOrEqual(9.5);
    expect(perSecond).toBeGreaterThan(8);
    expect(notices).toEqual([]);
  });

  test("is refused where they neither share nor say so, which is told once (C07)", async () => {
    const { refused, notices } = await offered((clock) => ({
      ledger: new MemoryLedger({ clock }),
    }));
    expect(refused).toBeGreaterThan(0);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain('"maker" is counted in two ledgers');
  });
});

test("an endpoint with a pool per address and a pool per account keeps both, all or none (C09)", async () => {
  const pool = (per: Limit["per"]): Limit => ({
    counted: "rolling-window",
    windowMs: 10_000,
    max: 500,
    headroom: 0.05,
    per,
  });
  const venue = defineVenue({
    name: "two pools",
    origin: "https://pools.example",
    limits: { ipPool: pool(["ip"]), uidPool: pool(["account"]) },
    sign,
    refusals: [{ status: 429, kind: "quota", executed: "no" }],
    endpoints: {
      e: get("/e", {
        params: z.strictObject({}),
        answer: z.unknown(),
        auth: "signed",
        weight: { ipPool: 1, uidPool: 1 },
      }),
    },
  });
  const clock = new VirtualClock();
  const { transport, seen } = scripted(clock, () => ({}));
  const accounts = { a: { apiKey: "a", secret: "s" }, b: { apiKey: "b", secret: "s" } };
  const desk = createClient(venue, { accounts, clock, transport });
  const offer = async (name: "a" | "b", times: number): Promise<void> => {
    await Promise.all(Array.from({ length: times }, () => desk.as(name).e()));
  };
  const sentIn = (fromMs: number): number =>
    seen.filter(({ atMs }) => atMs >= fromMs && atMs < fromMs + 10_000).length;
  const busiest = (): number => Math.max(...seen.map(({ atMs }) => sentIn(atMs)));

  const both = Promise.all([offer("a", 400), offer("b", 400)]);
  await clock.advance(9_999);
  expect(seen.length).toBeLessThanOrEqual(475);
  expect(seen.length).toBeGreaterThan(400);
  await clock.run(both);
  expect(busiest()).toBeLessThanOrEqual(475);

  // A call that the pool of the address refused has taken nothing from the pool of its account.
  await clock.advance(60_000);
  const fromMs = clock.nowMs();
  const alone = offer("a", 600);
  await clock.advance(9_999);
  expect(sentIn(fromMs)).toBeLessThanOrEqual(475);
  expect(sentIn(fromMs)).toBeGreaterThan(460);
  await clock.run(alone);
  expect(busiest()).toBeLessThanOrEqual(475);
});

test("fifty clients that are made for one call each share one bucket (C11)", async () => {
  const clock = new VirtualClock();
  const { transport, seen } = scripted(clock, () => ({ body: { up: true } }));
  const limits = { weight: { max: 10, windowMs: 1_000 } };
  const calls = Array.from({ length: 50 }, () =>
    createClient(toy, { account, clock, transport, limits }).status(),
  );
  const all = Promise.all(calls);
  await clock.advance(999.9);
  expect(seen.length).toBeLessThanOrEqual(9);
  expect(seen.length).toBeGreaterThan(4);
  await clock.run(all);
  for (const { atMs: fromMs } of seen) {
    const inWindow = seen.filter(({ atMs }) => atMs >= fromMs && atMs < fromMs + 1_000);
    expect(inWindow.length).toBeLessThanOrEqual(9);
  }
});

test("the first order of a fresh client is the only request on the wire (C18)", async () => {
  const clock = new VirtualClock({ wallMs: startMs });
  const server = serverSide({ accounts: { [account.apiKey]: { name: "maker", secret: "s" } } });
  const counted: string[] = [];
  server.onCounted(({ method, path, weight }) => void counted.push(`${method} ${path} ${weight}`));
  const client = createClient(binanceSpot, {
    account: { ...account, secret: "s" },
    clock,
    transport: emulate(server, { clock, latencyMs: 20 }),
  });
  const sent: string[] = [];
  client.gate.on("send", ({ endpoint, attempt }) => void sent.push(`${endpoint} ${attempt}`));
  const order = { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "1" } as const;
  await clock.run(client.newOrder(order));
  expect(sent).toEqual(["newOrder 1"]);
  expect(counted).toEqual(["POST /api/v3/order 0"]);
});

test("twenty clients that are not called send nothing and set no timer in ten minutes (C19)", async () => {
  const clock = new VirtualClock();
  const { transport, seen } = scripted(clock, () => ({}));
  const clients = Array.from({ length: 20 }, () =>
    createClient(toy, { account, clock, transport }),
  );
  expect(clock.timers).toBe(0);
  await clock.advance(600_000);
  expect(clock.timers).toBe(0);
  expect(seen).toEqual([]);
  expect(clients).toHaveLength(20);
});

test("twenty clients on the clock of the machine set no timer either (C19)", async () => {
  vi.useFakeTimers();
  const sent: string[] = [];
  const transport = async ({ url }: { url: URL }): Promise<never> => {
    sent.push(url.href);
    throw new Error("Nothing was asked for.");
  };
  const make = (): unknown => createClient(binanceSpot, { account, transport });
  const clients = Array.from({ length: 20 }, make);
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(vi.getTimerCount()).toBe(0);
  expect(sent).toEqual([]);
  expect(clients).toHaveLength(20);
});
