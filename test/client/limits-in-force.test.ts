/** Binance tells its limits in `exchangeInfo`: clients take them over, in virtual time against its emulation. */
import { MemoryLedger, VirtualClock, createClient } from "headgate";
import type { Account, Client, Level } from "headgate";
import { emulate } from "headgate/emulator";
import type { Counted } from "headgate/emulator";
import { binanceSpot, refreshLimits } from "headgate/endpoints/binance-spot";
import { serverSide } from "headgate/endpoints/binance-spot/server";
import { describe, expect, test } from "vitest";
import { limitsInForce } from "../../endpoints/binance-spot/limits-in-force.ts";
import { answer } from "../endpoints/binance-spot-samples.ts";
import { levelOf } from "../support/client-wire.ts";

const startMs = 1_790_000_040_000;

const names = ["maker", "taker", "later"] as const;
const accounts = Object.fromEntries(
  names.map((name) => [name, { apiKey: `key of ${name}`, secret: "s" }]),
) as Record<(typeof names)[number], Account>;

type Options = NonNullable<Parameters<typeof createClient<typeof binanceSpot, "maker">>[1]>;
type Told = NonNullable<Parameters<typeof serverSide>[0]>["limits"];

/** A client of an exchange whose limits are not the published ones. */
function exchange(told: NonNullable<Told>, options: Partial<Options> = {}) {
  const clock = new VirtualClock({ wallMs: startMs });
  const ledger = new MemoryLedger({ clock, random: () => 0.5 });
  const server = serverSide({
    limits: told,
    accounts: Object.fromEntries(names.map((name) => [`key of ${name}`, { name, secret: "s" }])),
  });
  const counted: Counted[] = [];
  server.onCounted((one) => void counted.push(one));
  const transport = emulate(server, { clock, latencyMs: 40 });
  const { limits = {}, share = 1 } = options;
  const make = (of: Pick<Options, "limits" | "share"> = { limits, share }) =>
    createClient(binanceSpot, { accounts, clock, ledger, transport, random: () => 0.5, ...of });
  const refused = (): readonly Counted[] => counted.filter(({ outcome }) => outcome !== "accepted");
  return { clock, ledger, counted, refused, client: make(), make };
}

const order = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  quantity: "0.01",
  price: "20000.00",
} as const;

function maxima(of: Readonly<{ ledger: MemoryLedger }>, limit: string): readonly number[] {
  return of.ledger.levels().flatMap((level: Level) => (level.limit === limit ? [level.max] : []));
}

describe("refreshLimits", () => {
  test("brings the weight and the order counts to what is in force, for everybody", async () => {
    const of = exchange({ requestWeight: { max: 3_000 }, orders10s: { max: 100 } });
    const { clock, client, ledger } = of;
    for (const name of ["maker", "taker"] as const)
      await clock.run(client.as(name).newOrder(order));
    expect(maxima(of, "orders10s")).toEqual([50, 50]);
    expect(maxima(of, "requestWeight")).toEqual([6_000]);
    await clock.run(refreshLimits(client));
    expect(levelOf(ledger, "requestWeight")).toMatchObject({ max: 3_000, planned: 2_790 });
    expect(maxima(of, "orders10s")).toEqual([100, 100]);
    expect(maxima(of, "orders1d")).toEqual([160_000, 160_000]);
    expect(maxima(of, "rawRequests")).toEqual([300_000]);
  });

  test("holds for accounts whose first order comes later", async () => {
    const of = exchange({ orders10s: { max: 20 }, orders1d: { max: 1_000 } });
    await of.clock.run(refreshLimits(of.client));
    await of.clock.run(of.client.as("later").newOrder(order));
    expect(maxima(of, "orders10s")).toEqual([20]);
    expect(maxima(of, "orders1d")).toEqual([1_000]);
  });

  test("weighs 20 and is one request", async () => {
    const { clock, client, counted } = exchange({});
    await clock.run(refreshLimits(client));
    expect(counted).toMatchObject([{ path: "/api/v3/exchangeInfo", weight: 20 }]);
  });

  test("rejects with what exchangeInfo rejects with, and changes nothing", async () => {
    const of = exchange({ requestWeight: { max: 10 } });
    await expect(of.clock.run(refreshLimits(of.client))).rejects.toMatchObject({ kind: "quota" });
    expect(maxima(of, "requestWeight")).toEqual([6_000]);
  });

  test("keeps those who wait from being refused where the limit is lower than published", async () => {
    const of = exchange({ requestWeight: { max: 600 } });
    const { clock, client, refused } = of;
    await clock.run(refreshLimits(client));
    const book = { symbol: "BTCUSDT", limit: 500 } as const;
    await clock.run(Promise.all(Array.from({ length: 60 }, () => client.depth(book))));
    expect(refused()).toEqual([]);
    expect(Math.max(...of.counted.map(({ used }) => used))).toBeLessThanOrEqual(558);
  });

  test("lets those who wait go as fast as a higher limit allows, and none is refused", async () => {
    const of = exchange({ orders10s: { max: 500 } });
    const { clock, client, refused } = of;
    const maker = client.as("maker");
    const calls = Promise.all(
      Array.from({ length: 150 }, () => maker.newOrder(order, { maxWaitMs: 60_000 })),
    );
    await clock.advance(1_000);
    const before = of.counted.length;
    expect(before).toBeLessThan(50);
    await clock.run(refreshLimits(client));
    await clock.run(calls);
    // At 50 in ten seconds it would be half a minute.
    expect(clock.nowMs()).toBeLessThan(5_000);
    expect(refused()).toEqual([]);
  });
});

describe("what the user has set", () => {
  test("stays as it is, and the other limits change", async () => {
    const told = { requestWeight: { max: 3_000 }, orders10s: { max: 100 } };
    const of = exchange(told, { limits: { requestWeight: { max: 600 }, orders10s: { max: 40 } } });
    const { clock, client } = of;
    await clock.run(client.as("maker").newOrder(order));
    await clock.run(refreshLimits(client));
    await clock.run(client.as("taker").newOrder(order));
    expect(maxima(of, "requestWeight")).toEqual([600]);
    expect(maxima(of, "orders10s")).toEqual([40, 40]);
  });

  test("may be a headroom, and the limit in force is planned with it", async () => {
    const of = exchange(
      { requestWeight: { max: 3_000 } },
      { limits: { requestWeight: { headroom: 0.1 } } },
    );
    await of.clock.run(refreshLimits(of.client));
    expect(levelOf(of.ledger, "requestWeight")).toMatchObject({ max: 3_000, planned: 2_700 });
  });

  test("is a part of what is in force where it is a share", async () => {
    const of = exchange(
      { requestWeight: { max: 3_000 }, orders10s: { max: 100 } },
      { share: 0.25 },
    );
    const { clock, client } = of;
    await clock.run(refreshLimits(client));
    await clock.run(client.as("maker").newOrder(order));
    expect(maxima(of, "requestWeight")).toEqual([750]);
    expect(maxima(of, "orders10s")).toEqual([25]);
  });

  test("holds for another client on the same buckets that has set nothing and asks", async () => {
    const of = exchange({}, { limits: { requestWeight: { max: 600 } } });
    const { clock, client, make } = of;
    const other: Client<typeof binanceSpot, "maker"> = make({});
    await clock.run(client.time());
    await clock.run(refreshLimits(other));
    expect(maxima(of, "requestWeight")).toEqual([600]);
  });
});

describe("the figures in an answer", () => {
  const weight = { rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1, limit: 9 };
  const read = (body: unknown): unknown => limitsInForce(answer({ body }));

  test("are read by type and window, all that are known", () => {
    const rateLimits = [
      weight,
      { rateLimitType: "ORDERS", interval: "SECOND", intervalNum: 10, limit: 7 },
      { rateLimitType: "ORDERS", interval: "DAY", intervalNum: 1, limit: 8 },
      { rateLimitType: "RAW_REQUESTS", interval: "MINUTE", intervalNum: 5, limit: 6 },
    ];
    expect(read({ rateLimits })).toEqual({
      requestWeight: { max: 9 },
      orders10s: { max: 7 },
      orders1d: { max: 8 },
      rawRequests: { max: 6 },
    });
  });

  test.each([
    ["of another window", { ...weight, intervalNum: 5 }],
    ["of another unit", { ...weight, interval: "SECOND" }],
    ["of another type", { ...weight, rateLimitType: "CONNECTIONS" }],
  ])("%s are another limit's", (_, other) => {
    expect(read({ rateLimits: [other] })).toEqual({});
    expect(read({ rateLimits: [other, weight] })).toEqual({ requestWeight: { max: 9 } });
  });

  test.each([undefined, null, "text", 7, [], {}, { rateLimits: null }, { rateLimits: "many" }])(
    "are none where there are none: %j",
    (body) => expect(read(body)).toEqual({}),
  );

  test.each([0, -1, "9", null, NaN, Infinity])("that are none are none: %s", (limit) => {
    expect(read({ rateLimits: [{ ...weight, limit }] })).toEqual({});
  });
});
