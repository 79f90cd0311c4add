/** An exchange changes a limit while calls wait. */
import { MemoryLedger, VirtualClock, createGate } from "headgate";
import type { Counting, Limit, LocalGate } from "headgate";
import { describe, expect, test } from "vitest";
import { rejection } from "../support/client-wire.ts";
import { bucketServer, fixedServer, rollingServer } from "../support/server-models.ts";
import type { ServerModel } from "../support/server-models.ts";

const minuteMs = 60_000;
const startMs = 1_790_000_040_000;

const rolling = { counted: "rolling-window", windowMs: minuteMs } as const;

const minute = { ...rolling, max: 1_200, per: [], headroom: 0.05 } as const;

type Sent = Readonly<{ name: string; atMs: number; used: number }>;

/** A gate, and an exchange that counts what it lets through. */
function exchange(counting: Counting, server: ServerModel) {
  const clock = new VirtualClock({ wallMs: startMs });
  const ledger = new MemoryLedger({ clock, random: () => 0.5 });
  // What waits for `hands` waits for no weight yet.
  const hands: Limit = { counted: "open", max: 50, per: [], headroom: 0 };
  const weight: Limit = { ...counting, max: 1_200, per: [], headroom: 0.05 };
  const gate = createGate({ weight, hands }, { clock, ledger });
  const sent: Sent[] = [];
  const send = async (name: string, cost: number, handsNeeded = 0): Promise<void> => {
    const draws = gate.price({ weight: cost, hands: handsNeeded });
    const permit = await gate.acquire(draws);
    const atMs = clock.nowMs();
    sent.push({ name, atMs, used: server.count(cost, atMs) });
    permit.settle({
      weight: { stamp: { serverMs: clock.wallMs(), stepMs: 1 } },
      hands: { cost: 0 },
    });
  };
  /** Calls of that name, each with a number. */
  const batch = (name: string, count: number, ...rest: [number, number?]): Promise<void>[] =>
    Array.from({ length: count }, (_, index) => send(`${name} ${index}`, ...rest));
  const sentAs = (name: string): Sent[] => sent.filter((one) => one.name.startsWith(name));
  return { clock, gate, server, sent, send, batch, sentAs };
}

type Countings = readonly [name: string, counting: Counting, server: () => ServerModel];

const countings: readonly Countings[] = [
  ["rolling", rolling, () => rollingServer(minuteMs)],
  ["unknown", { ...rolling, counted: "unknown" }, () => rollingServer(minuteMs)],
  [
    "fixed",
    { counted: "fixed-window", windowMs: minuteMs, starts: "utc" },
    () => fixedServer(minuteMs, { offsetMs: startMs, ppm: 0 }),
  ],
  ["bucket", { counted: "bucket", refillPerSecond: 20 }, () => bucketServer({ refillPerMs: 0.02 })],
];

/** The script of the case. At 10 s the limit is raised, at 70 s it is lowered. */
async function script(counting: Counting, server: ServerModel) {
  const of = exchange(counting, server);
  const { clock, gate, send, batch, sentAs } = of;
  const calls = [...batch("busy", 19, 40), ...batch("first", 50, 40)];
  await clock.advance(10_000);
  const waited = 69 - sentAs("busy").length - sentAs("first").length;
  gate.adopt("weight", 6_000);
  await clock.advance(0);
  const raised = { waited, sent: [...of.sent] };
  await clock.advance(15_000);
  for (let atS = 25; atS < 70; atS += 1) {
    calls.push(send("steady", 20));
    await clock.advance(1_000);
  }
  const holder = await gate.acquire(gate.price({ hands: 50 }));
  const before = of.sent.length;
  calls.push(...batch("second", 50, 20, 1));
  await clock.advance(100);
  gate.adopt("weight", 600);
  holder.settle({ hands: { cost: 0 } });
  expect(of.sent).toHaveLength(before);
  const usedMost = server.used(clock.nowMs());
  await clock.run(Promise.all(calls));
  return { ...of, raised, before, usedMost };
}

describe("1 200 that become 6 000 at 10 s and 600 at 70 s, with 50 waiting each time (C14)", () => {
  test("let the 50 go at once when the limit is raised (C14)", async () => {
    const { raised } = await script(rolling, rollingServer(minuteMs));
    expect(raised.waited).toBe(50);
    expect(raised.sent).toHaveLength(69);
    for (const { atMs } of raised.sent.slice(-50)) expect(atMs).toBe(10_000);
  });

  test("let none go after the cut until less than 570 is used (C14)", async () => {
    const { sent, before, usedMost } = await script(rolling, rollingServer(minuteMs));
    expect(usedMost).toBe(900);
    const second = sent.slice(before);
    // 18 of the 45 have to leave the window: the last of those was sent at 42 s.
    expect(second[0]?.atMs).toBeGreaterThan(42_000 + minuteMs);
    expect(second[0]?.atMs).toBeLessThan(42_100 + minuteMs);
    for (const { used } of second) expect(used).toBeLessThanOrEqual(570);
  });

  test.each(countings)(
    "are never more than 95 % of the limit in force, however it is counted: %s (C14)",
    async (_, counting, server) => {
      const { sent, raised, before } = await script(counting, server());
      for (const [index, { used, atMs }] of sent.entries()) {
        const raisedYet = atMs > 10_000 || index >= 69 - raised.waited;
        const max = index >= before ? 600 : raisedYet ? 6_000 : 1_200;
        expect(used, `${index} at ${atMs} ms`).toBeLessThanOrEqual(0.95 * max);
      }
    },
  );

  test.each(countings)(
    "lose no call and send none twice: %s (C14)",
    async (_, counting, server) => {
      const { sent, sentAs } = await script(counting, server());
      expect(sentAs("first")).toHaveLength(50);
      expect(sentAs("second")).toHaveLength(50);
      const names = sent.filter(({ name }) => name !== "steady").map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
    },
  );

  test.each([
    ["rolling", rolling, 130_100],
    ["fixed", { counted: "fixed-window", windowMs: minuteMs, starts: "utc" }, 120_000],
  ] as const)(
    "let none go after the cut while the exchange says 900, which it says until its window ends: %s (C14)",
    async (_, counting, freeMs) => {
      const of = exchange(counting, rollingServer(minuteMs));
      await of.clock.run(of.send("stamps", 1));
      await of.clock.advance(70_000);
      const draws = of.gate.price({ weight: 1 });
      const permit = await of.gate.acquire(draws);
      permit.settle({
        weight: { used: 900, max: 600, stamp: { serverMs: of.clock.wallMs(), stepMs: 1 } },
      });
      const calls = of.batch("second", 20, 20);
      await of.clock.run(Promise.all(calls));
      expect(of.sent[1]?.atMs).toBeGreaterThan(freeMs - 101);
      expect(of.sent[1]?.atMs).toBeLessThan(freeMs + 200);
    },
  );
});

type Bench = Readonly<{ clock: VirtualClock; gate: LocalGate<"weight" | "orders"> }>;

function bench(): Bench {
  const clock = new VirtualClock();
  const ledger = new MemoryLedger({ clock, random: () => 0.5 });
  const orders: Limit = { ...minute, windowMs: 10_000, max: 100, per: ["account"] };
  return { clock, gate: createGate({ weight: minute, orders }, { clock, ledger }) };
}

/** The figures of all buckets of a limit. */
function maxima({ gate }: Bench, limit: string): readonly number[] {
  return gate.levels().flatMap((level) => (level.limit === limit ? [level.max] : []));
}

describe("a changed limit", () => {
  test("reaches the buckets of all accounts, and those to come", async () => {
    const of = bench();
    const { gate } = of;
    const order = (account: string) => gate.acquire(gate.price({ orders: 1 }, { account }));
    for (const account of ["maker", "taker"]) (await order(account)).settle();
    gate.adopt("orders", 50);
    expect(maxima(of, "orders")).toEqual([50, 50]);
    (await order("later")).settle();
    expect(maxima(of, "orders")).toEqual([50, 50, 50]);
    gate.adopt("orders", 70);
    expect(maxima(of, "orders")).toEqual([70, 70, 70]);
  });

  test("holds from the first call on where no bucket was there yet", async () => {
    const of = bench();
    of.gate.adopt("weight", 100);
    const error = await rejection(of.gate.acquire(of.gate.price({ weight: 96 })));
    expect(error).toMatchObject({ code: "HEADGATE_WEIGHT_EXCEEDS_LIMIT", most: 95 });
  });

  test("leaves the other limits as they are", async () => {
    const of = bench();
    const draws = of.gate.price({ weight: 1, orders: 1 }, { account: "maker" });
    (await of.gate.acquire(draws)).settle();
    of.gate.adopt("orders", 50);
    expect(maxima(of, "weight")).toEqual([1_200]);
  });

  test("keeps the headroom that the limit was declared with", async () => {
    const of = bench();
    of.gate.adopt("weight", 1_000);
    of.gate.tryAcquire(of.gate.price({ weight: 1 }))?.settle();
    expect(of.gate.levels()[0]).toMatchObject({ max: 1_000, planned: 950 });
  });

  test("reaches gates of one name on one ledger, and no others", async () => {
    const clock = new VirtualClock();
    const ledger = new MemoryLedger({ clock });
    const gates = ["x", "x", "xy"].map((name) =>
      createGate({ weight: minute }, { clock, ledger, name }),
    );
    for (const gate of gates) (await gate.acquire(gate.price({ weight: 1 }))).settle();
    gates[0]?.adopt("weight", 600);
    const figures = ledger.levels().map(({ key, max }) => [key, max]);
    expect(Object.fromEntries(figures)).toEqual({ "x/weight": 600, "xy/weight": 1_200 });
  });

  test("that is lower refuses those who wait and are too heavy for it now, and lets the rest go", async () => {
    const { clock, gate } = bench();
    (await gate.acquire(gate.price({ weight: 1_000 }))).settle();
    const heavy = rejection(gate.acquire(gate.price({ weight: 700 })));
    const light = gate.acquire(gate.price({ weight: 10 }));
    await clock.advance(1_000);
    gate.adopt("weight", 600);
    expect(await heavy).toMatchObject({ code: "HEADGATE_WEIGHT_EXCEEDS_LIMIT", most: 570 });
    (await clock.run(light)).settle();
  });

  test("that is higher is waited for by nobody: what is estimated and promised changes with it", async () => {
    const { clock, gate } = bench();
    (await gate.acquire(gate.price({ weight: 1_000 }))).settle();
    const draws = gate.price({ weight: 700 });
    expect(gate.estimate(draws).waitMs).toBeGreaterThan(30_000);
    const waits = gate.acquire(draws, { maxWaitMs: 60_100 });
    gate.adopt("weight", 6_000);
    (await waits).settle();
    expect(clock.nowMs()).toBe(0);
    expect(clock.timers).toBe(0);
  });

  test("that is no number above 0 is refused, and nothing changes", () => {
    const of = bench();
    of.gate.tryAcquire(of.gate.price({ weight: 1 }))?.settle();
    for (const max of [NaN, 0, -1, Infinity, "600" as unknown as number]) {
      expect(() => of.gate.adopt("weight", max)).toThrow(RangeError);
    }
    expect(maxima(of, "weight")).toEqual([1_200]);
  });

  test.each(["wieght", "", "toString", "constructor"])(
    "of no known name is refused: %j",
    (name) => {
      const { gate } = bench();
      expect(() => gate.adopt(name as "weight", 600)).toThrow(/No limit is called/);
    },
  );
});

describe("a small bucket, which is kept as a window", () => {
  test.each([10, 100])(
    "never lets through more than the exchange refills where it becomes %i large",
    async (max) => {
      const clock = new VirtualClock();
      const ledger = new MemoryLedger({ clock, random: () => 0.5 });
      const small: Limit = { counted: "bucket", max: 2, refillPerSecond: 4, per: [] };
      const gate = createGate({ small }, { clock, ledger });
      const server = bucketServer({ refillPerMs: 0.004 });
      let most = 0;
      const send = async (): Promise<void> => {
        const permit = await gate.acquire(gate.price({ small: 1 }));
        most = Math.max(most, server.count(1, clock.nowMs()));
        permit.settle();
      };
      await clock.run(send());
      gate.adopt("small", max);
      await clock.run(Promise.all(Array.from({ length: 200 }, send)));
      expect(most).toBeLessThanOrEqual(max);
      // As fast as it refills, less the headroom, and no slower.
      expect(clock.nowMs()).toBeLessThan(1.15 * (200 / 4) * 1_000);
    },
  );
});
