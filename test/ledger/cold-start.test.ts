/** A start that does not know what was used before: one call goes alone, and its answer decides. */
import { MemoryLedger, VirtualClock, createClient, defineVenue, get, headerNumber } from "headgate";
import type { Ending, FlatLimit, Reply } from "headgate";
import { fixedWindow } from "headgate/emulator";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { drawFrom } from "./contract.ts";

/** The start of a UTC minute. */
const minuteMs = 1_790_000_040_000;

const windowMs = 10_000;
const common = { max: 100, per: [], headroom: 0.05, coldStart: true } as const;
const rolling = { counted: "rolling-window", windowMs, ...common } as const;
const utc = { counted: "fixed-window", starts: "utc", windowMs, ...common } as const;
const mirror = { counted: "bucket", refillPerSecond: 10, ...common } as const;
const limits: Readonly<Record<string, FlatLimit>> = {
  rolling,
  utc,
  mirror,
  "a day": { ...rolling, windowMs: 86_400_000 },
  open: { counted: "open", ...common },
  lifetime: { counted: "lifetime", ...common },
};

/** A process that starts `intoMs` after a minute began. */
function started(limit: FlatLimit, intoMs = 0) {
  const clock = new VirtualClock({ wallMs: minuteMs + intoMs });
  const ledger = new MemoryLedger({ clock, random: () => 0.5 });
  const ask = (cost: number, withinMs = Infinity, key = "a"): Reply => {
    const draws = [drawFrom(key, cost, limit)];
    const [reply] = ledger.reserve([{ draws, leaveShare: 0, withinMs }]);
    if (reply === undefined) throw new Error("It did not answer.");
    return reply;
  };
  const send = (cost: number, key = "a") => {
    const reply = ask(cost, Infinity, key);
    if (!reply.granted) throw new Error(`It was refused for ${reply.why}.`);
    return (ending: Ending): void => ledger.settle(reply.charges, [ending]);
  };
  /** How much goes at once, call by call. */
  const burst = (cost = 1): number => {
    let sent = 0;
    for (let reply = ask(cost); reply.granted && sent < 1_000; reply = ask(cost)) {
      ledger.settle(reply.charges, [{}]);
      sent += cost;
    }
    return sent;
  };
  return { clock, ledger, ask, send, burst };
}

describe.each(Object.entries(limits))("%s", (_, limit) => {
  test("its first call goes alone, until it is answered", async () => {
    const { ask, send, clock } = started(limit);
    const answer = send(2);
    expect(ask(1)).toMatchObject({ granted: false, waitMs: Infinity });
    await clock.advance(60_000);
    expect(ask(1)).toMatchObject({ granted: false, waitMs: Infinity });
    answer({ used: 2 });
    expect(ask(1)).toMatchObject({ granted: true });
  });

  test("the bucket of another account has a first call of its own", () => {
    const { ask, send } = started(limit);
    send(2, "a");
    send(2, "b");
    expect(ask(1, Infinity, "b")).toMatchObject({ granted: false });
  });

  test("a first call that was never answered is followed by another one alone", () => {
    const { ask, send } = started(limit);
    send(2)("lost");
    const answer = send(2);
    expect(ask(1)).toMatchObject({ granted: false, waitMs: Infinity });
    answer({});
  });

  test("without a cold start nothing is assumed, and nothing goes alone", () => {
    const { burst, send } = started({ ...limit, coldStart: false });
    send(1)({});
    expect(burst()).toBeGreaterThan(20);
  });

  test("a figure that is no more than the first call's cost makes all known", () => {
    const [cold, warm] = [started(limit), started({ ...limit, coldStart: false })];
    for (const { send } of [cold, warm]) send(2)({ used: 2 });
    expect(cold.burst()).toBe(warm.burst());
  });
});

describe("a figure above the first call's cost", () => {
  test.each([
    ["rolling", rolling],
    ["utc", utc],
  ])("%s: leaves no credit at once, and the rest of the plan in time", (_, limit) => {
    const { ask, send } = started(limit);
    send(2)({ used: 40 });
    const reply = ask(1);
    expect(reply.granted).toBe(false);
    expect(reply.waitMs).toBeGreaterThan(0);
    expect(reply.waitMs).toBeLessThan(200);
    expect(ask(60, -1).waitMs).toBeGreaterThan(5_000);
  });

  test("a mirror: what it says is what is there", () => {
    const { ask, send } = started(mirror);
    send(2)({ used: 60 });
    expect(ask(30, -1).waitMs).toBe(0);
    expect(ask(36, -1).waitMs).toBeGreaterThan(0);
  });
});

describe("where the answer says nothing of what is used", () => {
  test.each([
    [0, 95],
    [2_500, 71.25],
    [5_000, 47.5],
    [9_000, 9.5],
  ])("a window on UTC that is %d ms old has %d left", (intoMs, left) => {
    const { ledger, send, ask } = started(utc, intoMs);
    send(1)({});
    expect(ledger.levels()[0]).toMatchObject({ available: 0 });
    // Known before the window turns; a heavier call waits for that.
    const turnMs = windowMs - intoMs;
    expect(ask(Math.floor(left) - 1, -1).waitMs).toBeLessThanOrEqual(turnMs);
    expect(ask(Math.min(95, Math.ceil(left)), -1).waitMs).toBeGreaterThanOrEqual(
      Math.min(turnMs, 9_000),
    );
  });

  test("a rolling window has no credit, and its whole rate", async () => {
    const { burst, send, clock } = started(rolling);
    send(1)({});
    expect(burst()).toBe(0);
    await clock.advance(1_000);
    expect(burst()).toBeGreaterThanOrEqual(9);
    expect(burst()).toBe(0);
  });

  test("a mirror is empty, and fills", async () => {
    const { burst, send, clock } = started(mirror);
    send(1)({});
    expect(burst()).toBe(0);
    await clock.advance(2_000);
    expect(burst()).toBe(19);
  });

  test.each(["a day", "open", "lifetime"])("%s is unused", (name) => {
    const limit = limits[name];
    if (limit === undefined) throw new Error("No such limit.");
    const { burst, send } = started(limit);
    send(1)({});
    expect(burst()).toBeGreaterThan(40);
  });

  test("what this process has watched for a window it knows to be unused", async () => {
    const { burst, send, clock } = started(rolling);
    await clock.advance(windowMs);
    send(1)({});
    expect(burst()).toBeGreaterThan(40);
  });
});

test("a process that starts into a window which another has used sends a probe, then what is left (C75)", async () => {
  const limit = { counted: "fixed-window", starts: "utc", windowMs: 60_000, max: 1_200 } as const;
  const clock = new VirtualClock({ wallMs: minuteMs });
  const server = fixedWindow({ max: 1_200, windowMs: 60_000, starts: "aligned" });
  server.offer("ip", 1_100, clock.wallMs());
  const counted: { intoMs: number; used: number; accepted: boolean }[] = [];
  let answered = 0;
  const sentBefore: number[] = [];
  const venue = defineVenue({
    name: "minutes",
    origin: "https://minutes.example",
    limits: { weight: { ...limit, per: ["ip"], headroom: 0.05 } },
    reports: [
      (answer) => {
        const used = headerNumber(answer, "x-used");
        return used === undefined ? {} : { weight: { used } };
      },
    ],
    serverTimeMs: (answer) => headerNumber(answer, "x-time"),
    refusals: [{ status: 429, kind: "quota", limits: ["weight"], executed: "no" }],
    endpoints: {
      candles: get("/candles", {
        params: z.strictObject({}),
        answer: z.looseObject({}),
        weight: { weight: 2 },
      }),
    },
  });
  await clock.advance(5_000);
  const client = createClient(venue, {
    clock,
    ledger: new MemoryLedger({ clock, random: () => 0.5 }),
    transport: async () => {
      if (answered === 0) sentBefore.push(clock.nowMs());
      await clock.sleep(40);
      const wallMs = clock.wallMs();
      const { used, accepted } = server.offer("ip", 2, wallMs);
      counted.push({ intoMs: wallMs - minuteMs, used, accepted });
      await clock.sleep(40);
      answered += 1;
      const headers = { "x-used": String(used), "x-time": String(wallMs) };
      return { status: accepted ? 200 : 429, headers, body: "{}" };
    },
  });
  await clock.run(Promise.all(Array.from({ length: 500 }, () => client.candles({}, {}))));
  expect(sentBefore).toHaveLength(1);
  expect(counted).toHaveLength(500);
  expect(counted.filter(({ accepted }) => !accepted)).toEqual([]);
  const first = counted.filter(({ intoMs }) => intoMs < 60_000);
  expect(first[0]?.used).toBe(1_102);
  // What was used before is no rate at which somebody goes on: all that is left may go, and nothing more.
  expect(first.length - 1).toBe(19);
  // The rest begins when the window turns, and needs no more than that one.
  expect(counted[first.length]?.intoMs).toBeLessThan(62_000);
  expect(counted.at(-1)?.intoMs).toBeLessThan(115_000);
});
