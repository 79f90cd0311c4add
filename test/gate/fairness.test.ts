/** Nobody blocks whom he takes nothing from, and nobody is passed by whoever takes something from him. */
import { MemoryLedger, VirtualClock, createGate } from "headgate";
import type { Draw, GateOptions, Limit, LocalGate, Permit, WaitOptions } from "headgate";
import { describe, expect, test } from "vitest";
import { bucket, window } from "../support/gate-limits.ts";
import { rejection } from "../support/client-wire.ts";

function made<const L extends Readonly<Record<string, Limit>>>(
  limits: L,
  options: GateOptions = {},
) {
  const clock = new VirtualClock();
  const ledger = new MemoryLedger({ clock, random: () => 0.5 });
  const gate = createGate(limits, { clock, ledger, ...options });
  const granted: [name: string, atMs: number][] = [];
  const enter = async (name: string, draws: readonly Draw[], wait?: WaitOptions): Promise<void> => {
    const permit = await gate.acquire(draws, wait);
    granted.push([name, clock.nowMs()]);
    permit.settle();
  };
  return { clock, ledger, gate, granted, enter };
}

describe("a call that is heavier than its bucket", () => {
  test("is refused at once and alone: five light ones behind it run (M1)", async () => {
    const { clock, gate, granted, enter } = made({ calls: bucket(10, 10) });
    const heavy = rejection(enter("heavy", gate.price({ calls: 11 })));
    const calls = Array.from({ length: 5 }, (_, at) => enter(`${at}`, gate.price({ calls: 1 })));
    expect(await heavy).toMatchObject({ code: "HEADGATE_WEIGHT_EXCEEDS_LIMIT", most: 10 });
    await Promise.all(calls);
    expect(granted.map(([name]) => name)).toEqual(["0", "1", "2", "3", "4"]);
    expect(clock.nowMs()).toBe(0);
  });

  test("is refused at once, and a light one goes at once (C62)", async () => {
    const { clock, gate, enter } = made({ calls: window(10) });
    const heavy = rejection(enter("heavy", gate.price({ calls: 11 })));
    await enter("light", gate.price({ calls: 1 }));
    expect(clock.nowMs()).toBe(0);
    expect(await heavy).toMatchObject({ code: "HEADGATE_WEIGHT_EXCEEDS_LIMIT", weight: 11 });
  });

  test("because that has shrunk runs alone when nothing else counts, and nothing hangs (C62)", async () => {
    const { clock, gate, granted, enter } = made({ calls: window(10) });
    const draws = gate.price({ calls: 1 });
    const first = await gate.acquire(draws);
    await enter("second", draws);
    const heavy = enter("heavy", gate.price({ calls: 9 }));
    const light = enter("light", draws);
    first.settle({ calls: { refused: { as: "quota" } } });
    const shrunkTo = gate.levels()[0]?.shrunkTo ?? NaN;
    expect(shrunkTo).toBeLessThan(9);
    await clock.run(Promise.all([heavy, light]));
    const names = granted.map(([name]) => name);
    expect(names).toEqual(["second", "heavy", "light"]);
    // Nothing else was counted in the window in which it went.
    expect(granted[1]?.[1]).toBeGreaterThan(1_000);
    expect(granted[2]?.[1]).toBeLessThan(10_000);
  });
});

describe("a heavy call that waits", () => {
  test("holds up no light one that takes nothing from its bucket (M10)", async () => {
    const { clock, gate, granted, enter } = made({
      own: bucket(100, 10, ["account"]),
      ip: bucket(1_000, 100),
    });
    const own = (cost: number, account: string): readonly Draw[] =>
      gate.price({ own: cost, ip: cost }, { account });
    await enter("used", own(50, "a"));
    const heavy = enter("heavy", own(100, "a"));
    await enter("of another", own(1, "b"));
    await enter("of the ip alone", gate.price({ ip: 1 }));
    expect(clock.nowMs()).toBe(0);
    await clock.run(heavy);
    // Five seconds refill what was missing: nobody has moved it.
    expect(granted.at(-1)?.[1]).toBeCloseTo(5_000, 1);
  });

  test("has light ones of its bucket right behind it, and none of them waits a second time (M10)", async () => {
    const { clock, gate, granted, enter } = made({ calls: bucket(100, 10) });
    await enter("used", gate.price({ calls: 50 }));
    const calls = [
      enter("heavy", gate.price({ calls: 100 })),
      enter("light", gate.price({ calls: 1 })),
    ];
    await clock.run(Promise.all(calls));
    expect(granted.map(([name]) => name)).toEqual(["used", "heavy", "light"]);
    expect(granted[1]?.[1]).toBeCloseTo(5_000, 1);
    expect(granted[2]?.[1]).toBeCloseTo(5_100, 1);
  });

  test("is passed by nobody who polls for a light one (M11)", async () => {
    const { clock, gate, granted, enter } = made({ calls: bucket(10, 10) });
    await enter("all", gate.price({ calls: 10 }));
    const heavy = enter("heavy", gate.price({ calls: 10 }));
    let barged = 0;
    for (let at = 0; at < 99; at += 1) {
      await clock.advance(10);
      if (gate.tryAcquire(gate.price({ calls: 1 })) !== undefined) barged += 1;
    }
    expect(barged).toBe(0);
    await clock.run(heavy);
    expect(granted.at(-1)?.[1]).toBeCloseTo(1_000, 1);
  });

  test("is sent within two windows beside four callers who send light ones without end (C61)", async () => {
    const { clock, gate, granted, enter } = made({ calls: window(10) });
    let going = true;
    const stream = async (): Promise<void> => {
      while (going) {
        await enter("light", gate.price({ calls: 1 }));
        await clock.sleep(20);
      }
    };
    const streams = Array.from({ length: 4 }, stream);
    await clock.advance(300);
    const heavy = enter("heavy", gate.price({ calls: 8 }));
    await clock.advance(3_000);
    going = false;
    const [, atMs = Infinity] = granted.find(([name]) => name === "heavy") ?? [];
    expect(atMs).toBeLessThanOrEqual(300 + 2_000);
    await clock.run(Promise.all([heavy, ...streams]));
  });
});

describe("several gates over one ledger", () => {
  test("stand in one line: none of them starves another one", async () => {
    const clock = new VirtualClock();
    const ledger = new MemoryLedger({ clock });
    const open: Limit = { counted: "open", max: 1, per: [], headroom: 0 };
    const gates = [0, 1].map(() => createGate({ open }, { clock, ledger, name: "same" }));
    const served: number[] = [];
    let going = true;
    const stream = async (gate: LocalGate<"open">, name: number): Promise<void> => {
      while (going) {
        const permit = await gate.acquire(gate.price({ open: 1 }));
        served.push(name);
        await clock.sleep(10);
        permit.settle({ open: { cost: 0 } });
      }
    };
    const streams = gates.flatMap((gate, name) => [0, 1].map(() => stream(gate, name)));
    await clock.advance(1_000);
    going = false;
    const first = served.filter((name) => name === 0).length;
    expect(Math.abs(2 * first - served.length)).toBeLessThanOrEqual(2);
    await clock.run(Promise.all(streams));
  });

  test("close one by one: the other's calls go on", async () => {
    const clock = new VirtualClock();
    const ledger = new MemoryLedger({ clock });
    const limits = { calls: bucket(1, 1) };
    const [one, two] = [0, 1].map(() => createGate(limits, { clock, ledger, name: "same" }));
    if (one === undefined || two === undefined) throw new Error("There are two.");
    const draws = one.price({ calls: 1 });
    one.tryAcquire(draws)?.settle();
    const gone = rejection(one.acquire(draws));
    const stays = two.acquire(draws);
    await one.close();
    expect(await gone).toMatchObject({ code: "HEADGATE_CLOSED" });
    expect((await clock.run(stays)).waitedMs).toBeCloseTo(1_000, 1);
  });
});

describe("a call that needs two of what only endings give back", () => {
  const open = { counted: "open", max: 2, per: [], headroom: 0 } as const;
  /** Each has one of a limit for 10 ms, and asks again at once. */
  const streams = (
    { clock, gate }: ReturnType<typeof made<{ one: Limit; two: Limit; calls: Limit }>>,
    weights: readonly Readonly<Partial<Record<"one" | "two" | "calls", number>>>[],
  ): Promise<unknown> =>
    Promise.allSettled(
      weights.map(async (weight, at) => {
        await clock.sleep(at);
        for (;;) {
          const permit = await gate.acquire(gate.price(weight));
          await clock.sleep(10);
          permit.settle({ one: { cost: 0 }, two: { cost: 0 } });
        }
      }),
    );

  test.each([
    ["one of each", { one: 1, two: 1 }],
    ["all of each", { one: 2, two: 2 }],
    ["all of one, and something that time gives back", { one: 2, calls: 5 }],
  ])("goes beside streams that need one each: %s", async (_, weight) => {
    const bench = made({ one: open, two: open, calls: bucket(5, 50) });
    const { clock, gate } = bench;
    const others = [{ one: 1 }, { two: 1 }, { calls: 1 }];
    const ended = streams(bench, [...others, ...others, ...others, ...others]);
    await clock.advance(100);
    const both = gate.acquire(gate.price(weight), { maxWaitMs: 1_000 });
    const outcome = both.then(
      ({ waitedMs }) => waitedMs,
      (error: unknown) => error,
    );
    await clock.advance(2_000);
    expect(await outcome).toBeLessThanOrEqual(200);
    await gate.close();
    await clock.run(ended);
  });

  test("is passed by nobody who takes the second while it waits for the first", async () => {
    const { clock, gate } = made({ one: open, two: open, calls: open });
    const first = await gate.acquire(gate.price({ one: 2 }));
    const both = gate.acquire(gate.price({ one: 1, two: 2 }));
    expect(gate.tryAcquire(gate.price({ two: 1 }))).toBeUndefined();
    expect(gate.tryAcquire(gate.price({ calls: 1 }))).toBeDefined();
    const later = gate.acquire(gate.price({ two: 1 }));
    first.settle({ one: { cost: 0 } });
    (await both).settle({ one: { cost: 0 }, two: { cost: 0 } });
    (await later).release();
    expect(clock.nowMs()).toBe(0);
  });
});

test("one who may pass does so, though another one waits for hours and will take from the same bucket", async () => {
  const { clock, gate, enter, granted } = made({
    daily: bucket(1, 1 / 86_400, ["account"]),
    ip: bucket(10, 10),
  });
  const account = (name: string): readonly Draw[] =>
    gate.price({ daily: 1, ip: 1 }, { account: name });
  for (const name of ["a", "b", "c"]) await enter(name, account(name));
  const waits = ["a", "b", "c"].flatMap((name) =>
    Array.from({ length: 20 }, () => rejection(enter("waits", account(name)))),
  );
  await clock.advance(10_000);
  for (let at = 0; at < 10; at += 1) await enter("passes", gate.price({ ip: 1 }));
  expect(granted.filter(([name]) => name === "passes")).toHaveLength(10);
  expect(clock.nowMs()).toBe(10_000);
  await gate.close();
  await Promise.all(waits);
});

test("the line asks for those concerned alone, however many others wait (M1)", async () => {
  const clock = new VirtualClock();
  const ledger = new MemoryLedger({ clock });
  let asks = 0;
  const reserve = ledger.reserve.bind(ledger);
  ledger.reserve = (asked) => {
    asks += 1;
    return reserve(asked);
  };
  const open: Limit = { counted: "open", max: 1, per: ["account"], headroom: 0 };
  const gate = createGate({ open }, { clock, ledger, maxLineLength: 100_000 });
  const price = (account: number): readonly Draw[] =>
    gate.price({ open: 1 }, { account: `${account}` });
  const buckets = 10_000;
  const held: Permit[] = [];
  for (let at = 0; at < buckets; at += 1) held.push(await gate.acquire(price(at)));
  let served = 0;
  const draws = Array.from({ length: buckets }, (_, at) => price(at));
  const calls = Array.from({ length: 100_000 }, async (_, at) => {
    (await gate.acquire(draws[at % buckets] ?? [])).settle({ open: { cost: 0 } });
    served += 1;
  });
  asks = 0;
  held[0]?.settle({ open: { cost: 0 } });
  await clock.advance(0);
  // Ten of one bucket, each asked for once, and once in vain.
  expect(served).toBe(10);
  expect(asks).toBeLessThanOrEqual(3 * 10);
  for (const permit of held) permit.settle({ open: { cost: 0 } });
  await Promise.all(calls);
  expect(served).toBe(100_000);
  expect(asks).toBeLessThanOrEqual(3 * 100_000);
}, 60_000);
