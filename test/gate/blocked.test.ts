/** A block: who cannot wait for its end hears so at once, and when it has come the lightest call tries first. */
import { BlockedError, MemoryLedger, VirtualClock, WaitTooLongError, createGate } from "headgate";
import type { GateOptions, WaitOptions } from "headgate";
import { describe, expect, test } from "vitest";
import { rejection } from "../support/client-wire.ts";

const banMs = 60_000;

const perMinute = { counted: "rolling-window", windowMs: 60_000, per: ["ip"] } as const;

const limits = {
  weight: { ...perMinute, max: 1_200 },
  orders: { ...perMinute, max: 100 },
  /** Whatever comes from there, also what weighs nothing. */
  address: { ...perMinute, counted: "open", max: Infinity },
} as const;

const whose = { ip: "a" };

type Weight = Partial<Record<keyof typeof limits, number>>;

function made(options: Omit<GateOptions, "clock" | "ledger"> = {}) {
  const clock = new VirtualClock({ wallMs: 1_000_000 });
  const ledger = new MemoryLedger({ clock, random: () => 0 });
  const gateOf = (more: typeof options) =>
    createGate(limits, { name: "venue", clock, ledger, ...options, ...more });
  const gate = gateOf({});
  /** What was sent, and when; each is answered 50 ms later. */
  const sent: (readonly [name: string, atMs: number])[] = [];
  const send = (name: string, weight: Weight, wait?: WaitOptions, from = gate) =>
    from.run(
      from.price({ address: 0, ...weight }, whose),
      async (permit) => {
        sent.push([name, clock.nowMs()]);
        await clock.sleep(50);
        permit.settle();
      },
      wait,
    );
  /** What takes all of the weight that goes at once, so that others wait for it. */
  const full = () => send("full", { weight: 558 });
  const ban = (waitMs = banMs) => {
    for (const name of ["weight", "address"] as const)
      gate.report(name, { refused: { as: "ban", waitMs } }, whose);
  };
  return { clock, gate, gateOf, sent, send, full, ban };
}

describe("a call that cannot wait for the end of a ban", () => {
  const soon = { maxWaitMs: 5_000 };
  const blocked = { code: "HEADGATE_BLOCKED", waitMs: banMs, untilMs: 1_000_000 + banMs };

  test("is told when it ends at once, alone or behind others (C33)", async () => {
    const { send, ban } = made();
    ban();
    expect(await rejection(send("alone", { weight: 1 }, soon))).toMatchObject(blocked);
    const patient = send("patient", { weight: 1 });
    for (const weight of [{ weight: 1 }, { orders: 1 }, {}])
      expect(await rejection(send("behind", weight, soon))).toMatchObject(blocked);
    void patient;
  });

  test("is told so as soon as the ban comes, wherever it stands in the line (C33)", async () => {
    const { clock, send, full, ban } = made();
    void full();
    void send("patient", { weight: 500 });
    const behind = [rejection(send("behind", { weight: 1 }, { maxWaitMs: 50_000 }))];
    behind.push(rejection(send("beside", { weight: 1, orders: 1 }, { maxWaitMs: 50_000 })));
    await clock.advance(100);
    ban();
    const told = { ...blocked, untilMs: blocked.untilMs + 100 };
    for (const error of await Promise.all(behind)) expect(error).toMatchObject(told);
    expect(clock.nowMs()).toBe(100);
  });

  test("is told so by the gate that waits for no ban, also behind a call of one that does (C33)", async () => {
    const { send, gateOf, ban } = made({ maxBlockMs: Infinity });
    const hasty = gateOf({ maxBlockMs: 10_000 });
    ban();
    void send("patient", { weight: 1 });
    expect(await rejection(send("hasty", { weight: 1 }, {}, hasty))).toMatchObject(blocked);
  });

  test("is told so where its time is over before anybody has asked for it (C33)", async () => {
    const { clock, send, full, ban } = made();
    void full();
    // It waits for orders behind nobody, and for the weight of the one before it.
    void send("patient", { weight: 500 });
    const other = rejection(
      send("other", { weight: 500, orders: 1 }, { maxWaitMs: banMs + 3_000 }),
    );
    await clock.advance(1_000);
    ban(banMs + 10_000);
    const error = await other;
    expect(error).toBeInstanceOf(BlockedError);
    expect(error).toHaveProperty("untilMs", 1_000_000 + 1_000 + banMs + 10_000);
  });

  test("that is over in time is told of what it waits for instead (C33)", async () => {
    const { clock, send, full, ban } = made();
    void full();
    ban(1_000);
    const error = rejection(send("late", { weight: 1_000 }, soon));
    await clock.advance(5_000);
    expect(await error).toBeInstanceOf(WaitTooLongError);
  });
});

describe("the first call after a ban", () => {
  const heavy = { weight: 100 };

  test.each([
    ["behind others in its own lane", { weight: 2 }, {}],
    ["less urgent than others", { weight: 2 }, { priority: "low" }],
    ["another kind of call, that takes more of another limit", { orders: 1 }, {}],
  ] as const)("is the lightest of all that wait, alone: %s (C33)", async (_, weight, wait) => {
    const { clock, send, sent, ban } = made();
    ban();
    const calls = ["one", "two", "three"].map((name) => send(name, heavy));
    calls.push(send("light", weight, wait), send("four", heavy));
    await clock.run(Promise.all(calls));
    const names = sent.map(([name]) => name);
    expect(names).toEqual(["light", "one", "two", "three", "four"]);
    const [tryMs = NaN, nextMs = NaN] = sent.map(([, atMs]) => atMs);
    expect(tryMs).toBeGreaterThanOrEqual(banMs);
    expect(nextMs).toBeGreaterThanOrEqual(tryMs + 50);
  });

  test("is the lightest that can go: one that waits for something else keeps nobody (C33)", async () => {
    const { clock, send, sent, ban, gate } = made({ maxBlockMs: Infinity });
    ban();
    gate.report("orders", { refused: { as: "pause", waitMs: 2 * banMs } }, whose);
    const calls = [send("heavy", heavy), send("order", { weight: 1, orders: 1 })];
    await clock.run(Promise.all(calls));
    expect(sent.map(([name]) => name)).toEqual(["heavy", "order"]);
  });

  test("is as light the next time, where the first try is banned again (C33)", async () => {
    const { clock, send, sent, ban } = made();
    ban();
    const calls = [
      send("heavy", heavy),
      send("lighter", { weight: 3 }),
      send("light", { weight: 2 }),
    ];
    await clock.advance(banMs + 10);
    expect(sent.map(([name]) => name)).toEqual(["light"]);
    ban();
    await clock.run(Promise.all(calls));
    expect(sent.map(([name]) => name)).toEqual(["light", "lighter", "heavy"]);
  });
});
