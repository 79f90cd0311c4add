/** Counts of orders, and weights at the borders of their tiers. */
import { MemoryLedger, VirtualClock, createClient } from "headgate";
import { emulate } from "headgate/emulator";
import type { Counted } from "headgate/emulator";
import { binanceSpot } from "headgate/endpoints/binance-spot";
import { serverSide } from "headgate/endpoints/binance-spot/server";
import { describe, expect, test } from "vitest";

/** A UTC minute, so the start of ten seconds as well. */
const minuteMs = 1_790_000_040_000;

const order = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  quantity: "0.01",
  // So far below the market that it stays open.
  price: "20000.00",
} as const;

/** One account at the emulated exchange, with its true counts. */
function exchange(startMs: number, latencyMs = 40) {
  const clock = new VirtualClock({ wallMs: startMs });
  const server = serverSide({ accounts: { key: { name: "maker", secret: "s" } } });
  const counted: Counted[] = [];
  server.onCounted((one) => void counted.push(one));
  const client = createClient(binanceSpot, {
    account: { apiKey: "key", secret: "s" },
    clock,
    ledger: new MemoryLedger({ clock, random: () => 0.5 }),
    transport: emulate(server, { clock, latencyMs, jitterMs: latencyMs / 2 }),
    limits: { orders10s: { headroom: 0.05 }, orders1d: { headroom: 0.05 } },
    maxAttempts: 1,
    coldStart: false,
  });
  const ordersAtMs = (): readonly number[] =>
    counted.flatMap(({ method, atMs }) => (method === "POST" ? [atMs - startMs] : []));
  return { clock, client, counted, ordersAtMs };
}

type Client = ReturnType<typeof exchange>["client"];

/** A hundred levels, all at once. */
function grid(client: Client): Promise<readonly unknown[]> {
  const levels = Array.from({ length: 100 }, (_, index) => ({
    ...order,
    price: (20_000 + 10 * index).toFixed(2),
    newClientOrderId: `level-${index}`,
  }));
  return Promise.all(levels.map((level) => client.newOrder(level, { maxWaitMs: 30_000 })));
}

/** The most in ten seconds of the exchange's, that begin at multiples; or at every order. */
function busiest(atMs: readonly number[], offsetMs?: number): number {
  const windowMs = 10_000;
  if (offsetMs === undefined) {
    const from = (startMs: number) =>
      atMs.filter((one) => one >= startMs && one < startMs + windowMs).length;
    return Math.max(...atMs.map(from));
  }
  const windowOf = (one: number): number => Math.floor((one + offsetMs) / windowMs);
  const inWindow = (window: number): number =>
    atMs.filter((one) => windowOf(one) === window).length;
  return Math.max(...atMs.map((one) => inWindow(windowOf(one))));
}

describe("a grid of 100 orders against 50 per 10 s", () => {
  test.each([0, 2_500, 5_000, 9_000])(
    "is placed whole, begun %i ms into ten seconds (C91)",
    async (offsetMs) => {
      const { clock, client, counted, ordersAtMs } = exchange(minuteMs + offsetMs);
      const placed = await clock.run(grid(client));
      expect(new Set(placed.map((one) => (one as { orderId: number }).orderId)).size).toBe(100);
      expect(counted.filter(({ outcome }) => outcome !== "accepted")).toEqual([]);
      expect(ordersAtMs()).toHaveLength(100);
      expect(busiest(ordersAtMs(), offsetMs)).toBeLessThanOrEqual(47);
      expect(ordersAtMs().at(-1)).toBeLessThan(21_000);
      const open = await clock.run(client.openOrders({ symbol: "BTCUSDT" }));
      expect(open).toHaveLength(100);
    },
  );

  test("never has more than 47 in any ten seconds, wherever they begin (C91)", async () => {
    const { clock, client, ordersAtMs } = exchange(minuteMs);
    await clock.run(grid(client));
    expect(busiest(ordersAtMs())).toBeLessThanOrEqual(47);
  });

  test("leaves cancels alone: they go at once, and take nothing of the count (C91)", async () => {
    const { clock, client, counted, ordersAtMs } = exchange(minuteMs);
    const placing = grid(client);
    await clock.advance(8_000);
    const placedYet = ordersAtMs().length;
    expect(placedYet).toBeLessThanOrEqual(47);
    const cancelsMs = clock.nowMs();
    const cancels = Array.from({ length: 30 }, (_, index) =>
      client.cancelOrder({ symbol: "BTCUSDT", origClientOrderId: `level-${index}` }),
    );
    await clock.run(Promise.all(cancels));
    expect(clock.nowMs() - cancelsMs).toBeLessThan(100);
    await clock.run(placing);
    expect(ordersAtMs()).toHaveLength(100);
    expect(ordersAtMs().at(-1)).toBeLessThan(21_000);
    expect(counted.filter(({ outcome }) => outcome !== "accepted")).toEqual([]);
    const cancelled = counted.filter(({ method }) => method === "DELETE");
    expect(cancelled).toHaveLength(30);
    expect(client.cancelOrder.estimate({ symbol: "BTCUSDT", orderId: 1 }).cost).toEqual({
      requestWeight: 1,
      rawRequests: 1,
    });
  });
});

test.each([
  [1, 5],
  [5, 5],
  [99, 5],
  [100, 5],
  [101, 25],
  [500, 25],
  [501, 50],
  [1_000, 50],
  [1_001, 250],
  [2_000, 250],
  [5_000, 250],
  [undefined, 5],
])("a book of %s levels weighs %i, here and at the exchange (C15)", async (limit, weight) => {
  const { clock, client, counted } = exchange(minuteMs);
  const params = { symbol: "BTCUSDT", ...(limit === undefined ? {} : { limit }) };
  expect(client.depth.estimate(params).cost).toMatchObject({ requestWeight: weight });
  const { cost } = await clock.run(client.depth(params).withResponse());
  expect(cost).toBe(weight);
  expect(counted).toMatchObject([{ weight }]);
});
