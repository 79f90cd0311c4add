import { MemoryLedger, VirtualClock, createGate } from "headgate";
import type { Permit } from "headgate";
import { describe, expect, test } from "vitest";
import { gateBench, slow } from "../support/client-gate.ts";

describe("the line", () => {
  test("serves calls of one priority in the order they came, whatever they weigh", async () => {
    const { gate, clock, enter, granted } = gateBench();
    const names = Array.from({ length: 40 }, (_, index) => `${index}`);
    const weights = [3, 1, 9, 2, 1];
    const calls = names.map((name, index) =>
      enter(name, gate.price({ fast: weights[index % weights.length] ?? 1 })),
    );
    await clock.run(Promise.all(calls));
    expect(granted).toEqual(names);
  });

  test("serves more urgent calls first, and each priority in its own order", async () => {
    const { gate, clock, enter, granted } = gateBench();
    const draws = gate.price({ open: 3 });
    const holder = await gate.acquire(draws);
    const calls = (
      ["low", "normal", "high", "urgent", "low", "normal", "high", "urgent"] as const
    ).map((priority, index) => enter(`${priority} ${index}`, draws, { priority }));
    await clock.advance(0);
    expect(granted).toEqual([]);
    holder.release();
    await Promise.all(calls);
    expect(granted).toEqual([
      "urgent 3",
      "urgent 7",
      "high 2",
      "high 6",
      "normal 1",
      "normal 5",
      "low 0",
      "low 4",
    ]);
  });

  test("lets an urgent call pass a normal one that came long before it", async () => {
    const { gate, clock, enter, granted } = gateBench();
    await enter("first", gate.price({ slow: 47 }));
    const normal = enter("normal", gate.price({ slow: 40 }));
    await clock.advance(1_000);
    const urgent = enter("urgent", gate.price({ slow: 5 }), { priority: "urgent" });
    await clock.run(Promise.all([normal, urgent]));
    expect(granted).toEqual(["first", "urgent", "normal"]);
  });

  test("does not stop a call that takes nothing from the bucket that another waits for", async () => {
    const { gate, clock, enter, granted } = gateBench();
    const full = await gate.acquire(gate.price({ open: 3 }));
    const waits = enter("waits for open", gate.price({ open: 1, slow: 1 }));
    const passes = enter("takes slow", gate.price({ slow: 1 }));
    const stays = enter("takes open", gate.price({ open: 1, fast: 1 }));
    await clock.advance(0);
    expect(granted).toEqual(["takes slow"]);
    full.release();
    await Promise.all([waits, passes, stays]);
    expect(granted).toEqual(["takes slow", "waits for open", "takes open"]);
  });

  test("lets nobody pass a call that waits for the same bucket, however light", async () => {
    const { gate, clock, enter, granted } = gateBench();
    await enter("first", gate.price({ slow: 40 }));
    const heavy = enter("heavy", gate.price({ slow: 47 }));
    const light = enter("light", gate.price({ slow: 1 }));
    const other = enter("other lane", gate.price({ slow: 1, fast: 1 }));
    await clock.advance(100);
    expect(gate.levels().find(({ limit }) => limit === "slow")?.available).toBeGreaterThan(5);
    expect(granted).toEqual(["first"]);
    expect(gate.tryAcquire(gate.price({ slow: 1 }))).toBeUndefined();
    await clock.run(Promise.all([heavy, light, other]));
    expect(granted).toEqual(["first", "heavy", "light", "other lane"]);
  });

  test("lets a light call behind a heavy one go right after it and not a full wait later", async () => {
    const { gate, clock, enter } = gateBench();
    await enter("first", gate.price({ slow: 40 }));
    const heavy = enter("heavy", gate.price({ slow: 47 }));
    const light = enter("light", gate.price({ slow: 1 }));
    const heavyMs = (await clock.run(heavy)).waitedMs;
    const lightMs = (await clock.run(light)).waitedMs;
    expect(lightMs).toBeGreaterThanOrEqual(heavyMs);
    expect(lightMs - heavyMs).toBeLessThan(150);
  });

  test("starves no call that needs two buckets, each of which others use up by themselves", async () => {
    const { gate, clock, enter, granted } = gateBench();
    // Each of the others asks again as soon as it was served.
    let going = true;
    const stream = async (
      name: string,
      weight: Parameters<typeof gate.price>[0],
    ): Promise<void> => {
      while (going) await enter(name, gate.price(weight));
    };
    const streams = [
      ...Array.from({ length: 12 }, () => stream("fast alone", { fast: 2 })),
      ...Array.from({ length: 12 }, () => stream("slow alone", { slow: 5 })),
    ];
    await clock.advance(15_000);
    const both = enter("both", gate.price({ fast: 6, slow: 20 }));
    const permit = await Promise.race([both, clock.advance(60_000)]);
    going = false;
    expect(granted).toContain("both");
    expect(permit?.waitedMs).toBeLessThan(15_000);
    await gate.close();
    await Promise.allSettled(streams);
  });

  test("goes on at once when the call at its head is aborted or withdrawn", async () => {
    const { gate, clock, enter, granted } = gateBench();
    await enter("first", gate.price({ slow: 40 }));
    const controller = new AbortController();
    const calls = [
      enter("heavy", gate.price({ slow: 90 }), { signal: controller.signal }),
      enter("withdrawn", gate.price({ slow: 80 }), { id: "w" }),
      enter("light", gate.price({ slow: 1 })),
    ];
    const settled = Promise.allSettled(calls);
    await clock.advance(1);
    controller.abort("gone");
    await clock.advance(0);
    expect(granted).toEqual(["first"]);
    expect(gate.withdraw("w")).toBe(true);
    await clock.advance(0);
    expect(granted).toEqual(["first", "light"]);
    expect(clock.nowMs()).toBe(1);
    await settled;
    expect(clock.timers).toBe(0);
  });
});

describe("a call that can never go", () => {
  test("is refused at once with the most that could, and those behind it go on", async () => {
    const { gate, clock, enter, granted } = gateBench();
    const calls = [
      enter("too heavy", gate.price({ slow: 96 })),
      ...Array.from({ length: 5 }, (_, index) => enter(`${index}`, gate.price({ slow: 1 }))),
    ];
    const [first] = await Promise.allSettled(calls);
    expect(first).toMatchObject({
      status: "rejected",
      reason: { code: "HEADGATE_WEIGHT_EXCEEDS_LIMIT", limit: "slow", weight: 96, most: 95 },
    });
    expect(granted).toEqual(["0", "1", "2", "3", "4"]);
    expect(clock.timers).toBe(0);
  });

  test("is refused when its turn comes, where it stands behind others", async () => {
    const { gate, clock, enter, granted } = gateBench();
    await enter("first", gate.price({ slow: 47 }));
    const calls = Promise.allSettled([
      enter("waits", gate.price({ slow: 47 })),
      enter("too heavy", gate.price({ slow: 96 })),
      enter("last", gate.price({ slow: 1 })),
    ]);
    await clock.run(calls);
    expect(granted).toEqual(["first", "waits", "last"]);
    expect((await calls)[1]).toMatchObject({ status: "rejected" });
  });

  test("because of what it asks for harms nobody but itself", async () => {
    const { gate, clock, enter, granted } = gateBench();
    const [draw] = gate.price({ slow: 1 });
    if (draw === undefined) throw new Error("It draws from nothing.");
    const limit = { ...draw.limit, max: NaN };
    const made = [{ ...draw, key: "made by hand", limit }];
    await expect(gate.acquire(made)).rejects.toBeInstanceOf(RangeError);
    await enter("next", gate.price({ slow: 1 }));
    expect(granted).toEqual(["next"]);
    expect(clock.timers).toBe(0);
  });
});

describe("the line's length", () => {
  test("is bounded by priority, and the refusal tells how many wait and for how long", async () => {
    const { gate, clock, enter } = gateBench({ maxLineLength: { normal: 3, low: 1 } });
    const draws = gate.price({ slow: 47 });
    await enter("first", draws);
    const normal = Array.from({ length: 3 }, () => enter("normal", draws));
    await expect(gate.acquire(draws)).rejects.toMatchObject({
      code: "HEADGATE_LINE_FULL",
      priority: "normal",
      length: 3,
      waitMs: expect.closeTo(20_000, -4),
    });
    const low = enter("low", draws, { priority: "low" });
    await expect(gate.acquire(draws, { priority: "low" })).rejects.toMatchObject({ length: 1 });
    const urgent = enter("urgent", draws, { priority: "urgent" });
    await clock.run(Promise.all([...normal, low, urgent]));
    await clock.run(enter("again", draws));
  });

  test("is waited for by ready, which resolves as soon as there is a place", async () => {
    const { gate, clock, enter } = gateBench({ maxLineLength: 2 });
    await gate.ready();
    const draws = gate.price({ slow: 47 });
    const calls = ["served", "a", "b"].map((name) => enter(name, draws));
    let ready = false;
    const waiting = gate.ready().then(() => (ready = true));
    await gate.ready("low");
    await clock.advance(1_000);
    expect(ready).toBe(false);
    await clock.run(waiting);
    await clock.run(Promise.all(calls));
  });

  test("is waited for by ready, also where a place is given up by an abort", async () => {
    const { gate, clock, enter } = gateBench({ maxLineLength: 1 });
    const draws = gate.price({ slow: 47 });
    await enter("served", draws);
    const controller = new AbortController();
    const call = enter("a", draws, { signal: controller.signal }).catch((error: unknown) => error);
    const waiting = gate.ready();
    await clock.advance(1);
    controller.abort("gone");
    await waiting;
    expect(await call).toBe("gone");
    expect(clock.nowMs()).toBe(1);
  });
});

test("a listener may call again from within an event, and nothing hangs", async () => {
  const clock = new VirtualClock();
  const ledger = new MemoryLedger({ clock });
  const options = { clock, ledger, name: "same" };
  const strict = createGate({ slow: { ...slow, max: 50 } }, options);
  (await strict.acquire(strict.price({ slow: 1 }))).settle();
  const gate = createGate({ slow, other: slow }, options);
  const again: Promise<Permit>[] = [];
  // The notice comes from within the reservation of the first call.
  gate.on("notice", () => void again.push(gate.acquire(gate.price({ other: 1 }))));
  await clock.run(gate.acquire(gate.price({ slow: 1 })));
  expect(again).toHaveLength(1);
  await clock.run(Promise.all(again));
});
