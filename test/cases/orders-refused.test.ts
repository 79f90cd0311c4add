/** Too many orders is a matter of orders: nothing else waits for it. */
import { MemoryLedger, VirtualClock, createClient } from "headgate";
import { binanceSpot } from "headgate/endpoints/binance-spot";
import { expect, test } from "vitest";
import { account } from "../support/client-venue.ts";
import { levelOf, scripted } from "../support/client-wire.ts";

const order = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "MARKET",
  quantity: "1",
} as const;

test("too many orders pauses the orders of that account and nothing else (C47)", async () => {
  const clock = new VirtualClock();
  let orders = 0;
  const { transport, seen } = scripted(clock, ({ method }) => {
    if (method !== "POST") return { body: {} };
    orders += 1;
    return orders === 1
      ? {
          status: 429,
          headers: { "retry-after": "4" },
          body: { code: -1015, msg: "Too many new orders." },
        }
      : { body: {} };
  });
  const client = createClient(binanceSpot, {
    accounts: { maker: account, taker: { apiKey: "another-key", secret: "another-secret" } },
    clock,
    transport,
    ledger: new MemoryLedger({ clock, random: () => 0.5 }),
    checkAnswers: false,
    coldStart: false,
  });
  const maker = client.as("maker");
  const refused = maker.newOrder(order, { maxWaitMs: 60_000 });
  const next = maker.newOrder(order, { maxWaitMs: 60_000 });
  await clock.advance(100);
  await clock.run(maker.depth({ symbol: "BTCUSDT", limit: 5 }));
  await clock.run(maker.cancelOrder({ symbol: "BTCUSDT", orderId: 1 }));
  await clock.run(client.as("taker").newOrder(order));
  expect(clock.nowMs()).toBe(100);
  const weight = levelOf(client.gate, "requestWeight");
  expect(weight.shrunkTo).toBe(weight.planned);
  await clock.run(Promise.all([refused, next]));
  const makersMs = seen
    .filter(
      ({ method, headers }) => method === "POST" && headers["X-MBX-APIKEY"] === account.apiKey,
    )
    .map(({ atMs }) => atMs);
  // Two had gone when the answer came; both others wait for four seconds at least.
  expect(makersMs.filter((atMs) => atMs > 0 && atMs < 4_000)).toEqual([]);
  expect(makersMs.filter((atMs) => atMs >= 4_000).length).toBeGreaterThan(0);
});
