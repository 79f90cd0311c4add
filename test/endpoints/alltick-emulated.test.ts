/** A client of AllTick against its emulated server side: over loopback, and for days in virtual time. */
import { MemoryLedger, VirtualClock, WaitTooLongError, createClient } from "headgate";
import type { Client } from "headgate";
import { emulate, startEmulator } from "headgate/emulator";
import type { Counted, WireOptions } from "headgate/emulator";
import { alltick } from "headgate/endpoints/alltick";
import type { Plan } from "headgate/endpoints/alltick";
import { serverSide } from "headgate/endpoints/alltick/server";
import type { AlltickServer } from "headgate/endpoints/alltick/server";
import { describe, expect, test } from "vitest";
import { inFlight, rejection } from "../support/client-wire.ts";

const token = "demo-token";
const account = { apiKey: token, secret: "unused" };
const accounts = { [token]: { name: "desk" } };
const symbol_list = [{ code: "EURUSD" }];
const stocks = { symbol_list: [{ code: "700.HK" }, { code: "AAPL.US" }] };
const pair = { code: "BTCUSDT", kline_type: 1, query_kline_num: 2 } as const;
const share = { code: "700.HK", kline_type: 8, query_kline_num: 2 } as const;

type AllTick = Client<ReturnType<typeof alltick>>;

/** All endpoints that have no longer interval of their own. */
const quick: readonly ((client: AllTick) => Promise<{ ret: number }>)[] = [
  (client) => client.kline(pair),
  (client) => client.stockKline(share),
  (client) => client.tradeTick({ symbol_list }),
  (client) => client.stockTradeTick(stocks),
  (client) => client.depthTick({ symbol_list }),
  (client) => client.stockDepthTick(stocks),
  (client) => client.staticInfo(stocks),
];

/** So many calls at once, over all of these in turn. */
function call(client: AllTick, count: number): Promise<readonly { ret: number }[]> {
  const rounds = Array.from({ length: Math.ceil(count / quick.length) }, () => quick).flat();
  return Promise.all(rounds.slice(0, count).map((one) => one(client)));
}

const patient = { maxWaitMs: Infinity };

/** The others. */
const slow: readonly ((client: AllTick) => Promise<unknown>)[] = [
  (client) => client.batchKline({ data_list: [pair] }, patient),
  (client) => client.stockBatchKline({ data_list: [share] }, patient),
  (client) => client.suspensionSse(),
  (client) => client.suspensionNyse({ page: 1, size: 5 }),
  (client) => client.suspensionNasdaq(),
];

function virtual(plan: Plan, server: AlltickServer = {}, wire: WireOptions = {}) {
  const clock = new VirtualClock();
  const side = serverSide({ accounts, plan, ...server });
  const counted: Counted[] = [];
  side.onCounted((one) => void counted.push(one));
  const client = createClient(alltick({ plan }), {
    account,
    ledger: new MemoryLedger({ clock, random: () => 0.5 }),
    random: () => 0.5,
    clock,
    transport: emulate(side, { ...wire, clock }),
  });
  const notices: unknown[] = [];
  client.gate.on("notice", (notice) => void notices.push(notice));
  return { client, clock, counted, notices };
}

const refusedIn = (counted: readonly Counted[]) =>
  counted.filter(({ outcome }) => outcome !== "accepted").length;

describe("over loopback", () => {
  test("thirty calls of the premium plan, sent all at once, are typed, answered and never refused", async () => {
    const side = serverSide({ accounts, plan: "premium" });
    const counted: Counted[] = [];
    side.onCounted((one) => void counted.push(one));
    const emulator = await startEmulator(side);
    try {
      const client = createClient(alltick({ plan: "premium" }), {
        account,
        ledger: new MemoryLedger(),
        origin: emulator.origin,
      });
      const notices: unknown[] = [];
      client.gate.on("notice", (notice) => void notices.push(notice));
      const [answers] = await Promise.all([
        call(client, 25),
        Promise.all(slow.map((one) => one(client))),
      ]);
      expect(answers.map(({ ret }) => ret)).toEqual(answers.map(() => 200));
      expect(counted).toHaveLength(30);
      expect(refusedIn(counted)).toBe(0);
      expect(Math.max(...counted.map(({ used }) => used))).toBeLessThanOrEqual(9);
      expect(notices).toEqual([]);
      expect(inFlight(client.gate)).toBe(0);

      const { data, headers, cost } = await client.tradeTick({ symbol_list }).withResponse();
      expect(data.data.tick_list[0]?.code).toBe("EURUSD");
      expect(headers.get("content-type")).toContain("application/json");
      expect(cost).toBe(1);
      await client.close();
    } finally {
      await emulator.close();
    }
  });

  test("the token is not known there: the call is refused, and its error does not say it", async () => {
    const emulator = await startEmulator(serverSide({ plan: "premium" }));
    try {
      const ledger = new MemoryLedger();
      const { origin } = emulator;
      const client = createClient(alltick({ plan: "premium" }), { account, ledger, origin });
      const error = await rejection(client.tradeTick({ symbol_list }));
      expect(error).toMatchObject({ kind: "credentials", exchangeCode: 401 });
      expect(String(error)).not.toContain(token);
    } finally {
      await emulator.close();
    }
  });
});

/** 1 per 10 s less a headroom of 7 %: the limit stays whole, and its window is divided by 0.93. */
const freeMs = 10_000 / 0.93;

describe("in virtual time", () => {
  test("twenty calls of the free plan take nineteen of its windows, and none is refused", async () => {
    const { client, clock, counted, notices } = virtual("free");
    await clock.run(call(client, 20));
    expect(clock.nowMs() / (19 * freeMs)).toBeCloseTo(1, 2);
    expect(counted).toHaveLength(20);
    expect(refusedIn(counted)).toBe(0);
    expect(notices).toEqual([]);
  });

  test.each<[plan: Plan, calls: number, leastMs: number, mostMs: number]>([
    ["free", 12, 11 * freeMs, 11 * freeMs + 12_000],
    // 55 a minute: the minute is the narrower one.
    ["basic", 120, 119_000, 140_000],
    // 9 a second.
    ["premium", 900, 98_000, 112_000],
    // 18 a second.
    ["professional", 1_800, 98_000, 112_000],
    ["all-us", 1_800, 98_000, 112_000],
  ])(
    "%s: %i calls over a slow and uneven wire take the time they should, and none is refused",
    async (plan, count, leastMs, mostMs) => {
      const { client, clock, counted } = virtual(plan, {}, { latencyMs: 40, jitterMs: 60 });
      await clock.run(call(client, count));
      expect(refusedIn(counted)).toBe(0);
      expect(counted).toHaveLength(count);
      expect(clock.nowMs()).toBeGreaterThan(leastMs);
      expect(clock.nowMs()).toBeLessThan(mostMs);
      expect(inFlight(client.gate)).toBe(0);
    },
  );

  test.each<[plan: Plan, everyMs: number]>([
    ["free", 10_000],
    ["basic", 3_000],
    ["premium", 2_000],
    ["professional", 1_000],
  ])("%s: batches keep their interval, and none is refused", async (plan, everyMs) => {
    const { client, clock, counted } = virtual(plan, {}, { latencyMs: 40, jitterMs: 60 });
    const calls = Array.from({ length: 10 }, () =>
      client.batchKline({ data_list: [pair] }, patient),
    );
    await clock.run(Promise.all(calls));
    expect(refusedIn(counted)).toBe(0);
    const gaps = counted.slice(1).map(({ atMs }, index) => atMs - (counted[index]?.atMs ?? 0));
    for (const gap of gaps) {
      expect(gap).toBeGreaterThanOrEqual(everyMs);
      expect(gap).toBeLessThan(everyMs / 0.93 + 200);
    }
  });

  test("suspensions keep their minute while the rest goes on, and none is refused", async () => {
    const { client, clock, counted } = virtual("premium");
    const halts = Promise.all([1, 2, 3, 4].map(() => client.suspensionSse()));
    const ticks = Promise.all(Array.from({ length: 500 }, () => client.tradeTick({ symbol_list })));
    await clock.run(ticks);
    expect(clock.nowMs()).toBeLessThan(60_000);
    await clock.run(halts);
    expect(clock.nowMs() / (3 * (60_000 / 0.93))).toBeCloseTo(1, 2);
    expect(refusedIn(counted)).toBe(0);
  });

  test.each([0, 5.5, 8, -5])(
    "three days of the free plan are never refused, though midnight is %d h away from ours",
    async (hours) => {
      const { client, clock, counted } = virtual("free", { zoneOffsetMs: hours * 3_600_000 });
      let isOver = false;
      const collect = async (): Promise<void> => {
        while (!isOver) await client.tradeTick({ symbol_list });
      };
      const collecting = rejection(collect());
      await clock.advance(3 * 86_400_000);
      isOver = true;
      await client.close();
      await clock.run(collecting);
      expect(refusedIn(counted)).toBe(0);
      expect(counted.length).toBeGreaterThan(3 * 0.9 * 1_000);
      expect(counted.length).toBeLessThanOrEqual(4 * 1_000);
    },
  );

  test("somebody else with the same token is noticed by refusals alone, and every call ends well", async () => {
    const { client, clock, counted } = virtual("premium", {}, { others: { share: 0.5 } });
    const calls = Array.from({ length: 300 }, () => client.tradeTick({ symbol_list }));
    await clock.run(Promise.allSettled(calls));
    expect(refusedIn(counted)).toBeGreaterThan(0);
    expect(refusedIn(counted)).toBeLessThan(60);
    expect(inFlight(client.gate)).toBe(0);
  });

  test("a batch that would wait for longer than it may is refused here, and nothing is sent", async () => {
    const { client, clock, counted } = virtual("free");
    await clock.run(client.batchKline({ data_list: [pair] }));
    const late = client.batchKline({ data_list: [pair] }, { maxWaitMs: 1_000 });
    expect(await clock.run(rejection(late))).toBeInstanceOf(WaitTooLongError);
    expect(counted).toHaveLength(1);
  });
});
