/** The limits as a client keeps them: what its user sets, and what answers change of it. */
import {
  HeadgateError,
  MemoryLedger,
  RefusedError,
  VirtualClock,
  WaitTooLongError,
  createClient,
  defineVenue,
  get,
  headerNumber,
  post,
} from "headgate";
import type { Client, Limit, Reader, Report } from "headgate";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { account, sign, toy } from "../support/client-venue.ts";
import { bench, levelOf, rejection, scripted } from "../support/client-wire.ts";
import type { Reply } from "../support/client-wire.ts";

/** Figures as a user may write them who has no compiler. */
type Settings = NonNullable<NonNullable<Parameters<typeof bench>[1]>["limits"]>;

const status: Reply = { body: { up: true } };

/** All that was said, also right after the client was made. */
async function noticesOf(
  clients: readonly Client<typeof toy>[],
  clock: VirtualClock,
): Promise<readonly string[]> {
  const notices: string[] = [];
  for (const { gate } of clients) gate.on("notice", ({ message }) => void notices.push(message));
  await clock.advance(0);
  for (let round = 0; round < 3; round += 1) {
    for (const client of clients) await clock.run(client.status());
  }
  return notices;
}

describe("a figure that is set", () => {
  test("keeps its place over all calls, and the rest of the limit stays as published", async () => {
    const { client, clock } = bench(() => status, { limits: { weight: { max: 60 } } });
    await clock.run(client.status());
    expect(levelOf(client.gate, "weight")).toMatchObject({ max: 60, planned: 57 });
    expect(levelOf(client.gate, "weight").whose).toEqual({ ip: "default" });
    await expect(clock.run(client.book({ symbol: "BTC", limit: 58 }))).rejects.toMatchObject({
      code: "HEADGATE_WEIGHT_EXCEEDS_LIMIT",
      most: 57,
    });
  });

  test("may be the headroom alone", async () => {
    const { client, clock } = bench(() => status, { limits: { weight: { headroom: 0.1 } } });
    await clock.run(client.status());
    expect(levelOf(client.gate, "weight")).toMatchObject({ max: 100, planned: 90 });
  });

  test("may be the window alone", async () => {
    const { client, clock } = bench(() => status, { limits: { weight: { windowMs: 1_000 } } });
    for (let calls = 0; calls < 2; calls += 1) {
      await clock.run(client.book({ symbol: "BTC", limit: 95 }));
    }
    expect(clock.nowMs()).toBeGreaterThan(1_000);
    expect(clock.nowMs()).toBeLessThan(1_010);
  });

  test.each([{}, { weight: undefined as never }, { weight: {} }])(
    "that is nothing changes nothing: %j",
    async (limits) => {
      const { client, clock } = bench(() => status, { limits });
      expect(await noticesOf([client], clock)).toEqual([]);
      expect(levelOf(client.gate, "weight")).toMatchObject({ max: 100, planned: 95 });
    },
  );

  test.each([
    ["a max that is NaN", { max: NaN }],
    ["a max of 0", { max: 0 }],
    ["a max below 0", { max: -1_200 }],
    ["a max in letters", { max: "1200" }],
    ["a window in letters", { windowMs: "1000" }],
    ["a window of no length", { windowMs: 0 }],
    ["a window that never ends", { windowMs: Infinity }],
    ["a headroom below 0.05", { headroom: 0.02 }],
    ["a headroom above 0.10", { headroom: 0.2 }],
    ["a headroom in percent", { headroom: 5 }],
    ["a headroom in letters", { headroom: "0.07" }],
    ["an unsafe headroom above 0.5", { headroom: { unsafe: 0.6 } }],
    ["an unsafe headroom below 0", { headroom: { unsafe: -0.1 } }],
    ["an unsafe headroom in letters", { headroom: { unsafe: "0.3" } }],
    ["a burst of none", { burstMax: 0 }],
  ])("is refused where it is none: %s (C95)", (_, set) => {
    expect(() => bench([], { limits: { weight: set } as Settings })).toThrow(RangeError);
    expect(() => bench([], { share: 0.5, limits: { weight: set } as Settings })).toThrow(
      RangeError,
    );
  });

  test.each([0, 0.02, 0.5])("may be an unsafe headroom of %d, if it says so (C95)", (unsafe) => {
    expect(() => bench([], { limits: { weight: { headroom: { unsafe } } } })).not.toThrow();
  });

  test.each(["wieght", "requestWeight", "@ip", "own", "", "toString", "constructor"])(
    "is refused where no limit is called %j (C95)",
    (name) => {
      const limits = { [name]: { max: 1, windowMs: 1, counted: "unknown", per: [] } };
      expect(() => bench([], { limits })).toThrow(TypeError);
    },
  );

  test("above the published one is said once, and taken (C95)", async () => {
    const { client, clock } = bench(() => status, { limits: { weight: { max: 10_000 } } });
    expect(await noticesOf([client], clock)).toEqual([
      "toy: weight is set to 10000, and 100 is published.",
    ]);
    expect(levelOf(client.gate, "weight")).toMatchObject({ max: 10_000, planned: 9_500 });
  });

  test.each([100, 99, 1])(
    "of %i, where 100 is published, is nothing to talk about",
    async (max) => {
      const { client, clock } = bench(() => status, { limits: { weight: { max } } });
      expect(await noticesOf([client], clock)).toEqual([]);
    },
  );

  test("is what a share is taken of", async () => {
    const { client, clock } = bench(() => status, { share: 0.5, limits: { weight: { max: 60 } } });
    expect(await noticesOf([client], clock)).toEqual([]);
    expect(levelOf(client.gate, "weight")).toMatchObject({ max: 30, planned: 28 });
  });
});

describe("a limit of 1 200 a minute that is set to 600, for calls of 30 (C23)", () => {
  const venue = defineVenue({
    name: "minute",
    origin: "https://minute.example",
    limits: {
      weight: {
        counted: "rolling-window",
        windowMs: 60_000,
        max: 1_200,
        per: ["ip"],
        headroom: 0.05,
      },
    },
    refusals: [
      { status: 429, kind: "quota", executed: "no" },
      { status: 418, kind: "ban", whose: "ip", executed: "no" },
    ],
    endpoints: {
      candles: get("/candles", {
        params: z.strictObject({}),
        answer: z.unknown(),
        weight: { weight: 30 },
      }),
    },
  });
  const minute = (script: Parameters<typeof scripted>[1]) => {
    const clock = new VirtualClock();
    const { transport, seen } = scripted(clock, script);
    const limits = { weight: { max: 600 } };
    const options = { clock, transport, limits, maxAttempts: 1, random: () => 0.5 };
    return { clock, seen, client: createClient(venue, { ...options, coldStart: false }) };
  };

  test("lets 19 through in any minute, and 19 in each once it runs (C23)", async () => {
    const { clock, seen, client } = minute(() => ({}));
    await clock.run(Promise.all(Array.from({ length: 100 }, () => client.candles())));
    const inMinuteFrom = (fromMs: number): number =>
      seen.filter(({ atMs }) => atMs >= fromMs && atMs <= fromMs + 60_000).length;
    expect(Math.max(...seen.map(({ atMs }) => inMinuteFrom(atMs)))).toBe(19);
    // A hundred are 19 five times and 5 more.
    expect(clock.nowMs()).toBeLessThan(5.2 * 60_000);
  });

  test.each([
    ["a refusal", 429, { kind: "quota", limits: ["weight"] }],
    ["a ban", 418, { kind: "ban", limits: ["weight"] }],
  ])(
    "answers %s by an error of the one base class, with whose it is and the wait (C23)",
    async (_, code, told) => {
      const { clock, client } = minute(() => ({ status: code, headers: { "retry-after": "7" } }));
      const error = await rejection(clock.run(client.candles()));
      expect(error).toBeInstanceOf(RefusedError);
      expect(HeadgateError.is(error)).toBe(true);
      expect(error).toMatchObject({ ...told, scope: "ip", whose: { ip: "default" } });
      expect(error).toMatchObject({ retryAfterMs: 7_000, retryable: true });
    },
  );

  test("answers too long a wait by an error of the one base class, with the limit and the wait (C23)", async () => {
    const { clock, client } = minute(() => ({}));
    // Half of what is planned goes at once.
    await clock.run(Promise.all(Array.from({ length: 9 }, () => client.candles())));
    const error = await rejection(client.candles({}, { maxWaitMs: 1_000 }));
    expect(error).toBeInstanceOf(WaitTooLongError);
    expect(HeadgateError.is(error)).toBe(true);
    expect(error).toMatchObject({ limit: "weight", whose: { ip: "default" }, retryable: true });
    expect(error).toHaveProperty("waitMs", expect.closeTo(15 / (570 / 60_000), 3));
  });
});

describe("a second client under one key", () => {
  const pair = (first: Settings, second: Settings) => {
    const clock = new VirtualClock();
    const ledger = new MemoryLedger({ clock });
    const { transport } = scripted(clock, () => status);
    const clients = [first, second].map((limits) =>
      createClient(toy, { account, clock, ledger, transport, limits }),
    );
    return { clock, ledger, clients };
  };

  test.each<readonly [Settings, Settings]>([
    [{ weight: { max: 60 } }, { weight: { max: 80 } }],
    [{ weight: { max: 80 } }, { weight: { max: 60 } }],
    [{}, { weight: { max: 60 } }],
  ])("with another figure is held to the lower one, said once: %o, %o", async (...settings) => {
    const { clock, ledger, clients } = pair(...settings);
    const notices = await noticesOf(clients, clock);
    expect(levelOf(ledger, "weight")).toMatchObject({ max: 60, planned: 57 });
    expect(notices).toHaveLength(2);
    expect(new Set(notices).size).toBe(1);
    expect(notices[0]).toMatch(/^weight is set to \d+ and to \d+ .* the lower figure holds/);
  });

  test("with another window keeps the first one, and it is said once", async () => {
    const { clock, clients } = pair({}, { weight: { windowMs: 1_000 } });
    const notices = await noticesOf(clients, clock);
    expect(notices).toHaveLength(2);
    expect(new Set(notices)).toEqual(
      new Set(["weight is set to 10000 ms and to 1000 ms under one key; the first holds."]),
    );
    const [, second] = clients;
    const heavy = { symbol: "BTC", limit: 90 };
    await clock.run(Promise.all([second?.book(heavy), second?.book(heavy)]));
    expect(clock.nowMs()).toBeGreaterThan(10_000);
  });

  test("with the same figures is nothing to talk about", async () => {
    const { clock, clients } = pair({ weight: { max: 60 } }, { weight: { max: 60 } });
    expect(await noticesOf(clients, clock)).toEqual([]);
  });
});

const ten: Limit = { counted: "rolling-window", windowMs: 10_000, max: 10, per: ["ip"] };

/** An answer tells in headers what a reader says of a limit. */
const reader: Reader<"weight" | "orders"> = (answer) => {
  const report = (name: string): Report => {
    const [used, max] = ["used", "max"].map((one) => headerNumber(answer, `x-${name}-${one}`));
    return { ...(used === undefined ? {} : { used }), ...(max === undefined ? {} : { max }) };
  };
  return { weight: report("weight"), orders: report("orders"), own: report("own") };
};

const any = { params: z.strictObject({}), answer: z.unknown() } as const;

const reporting = defineVenue({
  name: "reporting",
  origin: "https://reporting.example",
  limits: { weight: { ...ten, max: 100, headroom: 0.05 }, orders: { ...ten, per: ["account"] } },
  everyCall: { weight: 1 },
  reports: [reader],
  refusals: [{ status: 429, kind: "quota", executed: "no" }],
  sign,
  endpoints: {
    plain: get("/plain", { ...any, weight: {} }),
    single: get("/single", { ...any, weight: { weight: 2 } }),
    both: post("/both", { ...any, auth: "signed", weight: { weight: 1, orders: 1 } }),
    own: get("/own", { ...any, own: { ...ten, max: 40 }, weight: { weight: 1, own: 1 } }),
  },
});

function reported(script: Readonly<Record<string, Record<string, string>>>, share = 1) {
  const clock = new VirtualClock();
  const ledger = new MemoryLedger({ clock });
  const { transport } = scripted(clock, ({ url }) => ({ headers: script[url.pathname] ?? {} }));
  const client = createClient(reporting, { account, clock, ledger, transport, share });
  const figures = (limit: string) => {
    const level = ledger.levels().find((one) => one.limit === limit);
    return level === undefined ? undefined : { max: level.max, used: level.used };
  };
  return { clock, client, figures };
}

describe("what an answer reports", () => {
  test("as own reaches the limit that the endpoint alone has", async () => {
    const of = reported({ "/own": { "x-own-used": "17", "x-own-max": "50" } });
    await of.clock.run(of.client.own());
    expect(of.figures("own.own")).toEqual({ max: 50, used: 17 });
    expect(of.figures("weight")).toEqual({ max: 100, used: undefined });
  });

  test("as own reaches the one limit that an endpoint draws from", async () => {
    const of = reported({ "/single": { "x-own-used": "17", "x-own-max": "200" } });
    await of.clock.run(of.client.single());
    expect(of.figures("weight")).toEqual({ max: 200, used: 17 });
  });

  test("as own reaches none where an endpoint draws from several, or from none by itself", async () => {
    const told = { "x-own-used": "9", "x-own-max": "7" };
    const of = reported({ "/both": told, "/plain": told });
    await of.clock.run(of.client.both());
    await of.clock.run(of.client.plain());
    expect(of.figures("weight")).toEqual({ max: 100, used: undefined });
    expect(of.figures("orders")).toEqual({ max: 10, used: undefined });
  });

  test("as used of a limit that the call did not draw from touches nothing", async () => {
    const of = reported({ "/single": { "x-orders-used": "9", "x-weight-used": "3" } });
    await of.clock.run(of.client.both());
    await of.clock.run(of.client.single());
    expect(of.figures("orders")).toEqual({ max: 10, used: undefined });
    expect(of.figures("weight")).toEqual({ max: 100, used: 3 });
  });

  test("as the figure of a limit that the call did not draw from holds, also before its first call", async () => {
    const of = reported({ "/single": { "x-orders-used": "9", "x-orders-max": "30" } });
    await of.clock.run(of.client.single());
    expect(of.figures("orders")).toBeUndefined();
    await of.clock.run(of.client.both());
    expect(of.figures("orders")).toEqual({ max: 30, used: undefined });
  });

  test.each([1, 0.5])(
    "as a limit of 0 is no figure, and the answer is still the caller's: share %d",
    async (share) => {
      const told = { "x-orders-max": "0", "x-weight-max": "0", "x-own-max": "0" };
      const of = reported({ "/single": told, "/own": told }, share);
      await of.clock.run(of.client.both());
      const before = [of.figures("orders")?.max, of.figures("weight")?.max];
      await of.clock.run(of.client.single());
      await of.clock.run(of.client.own());
      expect([of.figures("orders")?.max, of.figures("weight")?.max]).toEqual(before);
      expect(of.figures("own.own")?.max).toBe(40 * share);
    },
  );

  test("as used is the others' as well where a limit is shared, and as a figure is shared too", async () => {
    const of = reported({ "/single": { "x-weight-used": "90", "x-weight-max": "200" } }, 0.5);
    await of.clock.run(of.client.single());
    expect(of.figures("weight")).toEqual({ max: 100, used: undefined });
  });
});

describe("an endpoint", () => {
  test("is signed as it asks for: its signer is told whether by key alone or whole", async () => {
    const asked: string[] = [];
    const venue = defineVenue({
      ...reporting,
      sign: (request) => {
        asked.push(`${request.url.pathname} ${request.auth}`);
        return request;
      },
      endpoints: {
        open: get("/open", { ...any, weight: {} }),
        history: get("/history", { ...any, auth: "key", weight: {} }),
        either: get("/either", { ...any, auth: "either", weight: {} }),
        balance: get("/balance", { ...any, auth: "signed", weight: {} }),
      },
    });
    const clock = new VirtualClock();
    const { transport, seen } = scripted(clock, () => ({}));
    const client = createClient(venue, { account, clock, transport });
    for (const name of ["open", "history", "either", "balance"] as const) {
      await clock.run(client[name]());
    }
    expect(asked).toEqual(["/history key", "/either either", "/balance signed"]);
    const stranger = createClient(venue, { clock, transport });
    await clock.run(stranger.either());
    expect(asked).toHaveLength(3);
    expect(seen).toHaveLength(5);
  });

  test("that is a POST and changes nothing is sent again, and waits as long as it takes", async () => {
    const one: Limit = { ...ten, max: 1, windowMs: 60_000 };
    const venue = defineVenue({
      name: "asking",
      origin: "https://asking.example",
      limits: { calls: one },
      refusals: [{ status: 503, kind: "fault", executed: "unknown" }],
      endpoints: {
        query: post("/query", { ...any, changes: false, weight: { calls: 1 } }),
        order: post("/order", { ...any, weight: { calls: 1 } }),
      },
    });
    const { query, order } = venue.endpoints;
    expect([query.changes, query.idempotent]).toEqual([false, true]);
    expect([order.changes, order.idempotent]).toEqual([true, false]);
    const clock = new VirtualClock();
    const { transport, seen } = scripted(clock, [{ status: 503 }]);
    const client = createClient(venue, { clock, transport, random: () => 0.5 });
    await clock.run(client.query());
    expect(seen).toHaveLength(2);
    // Behind its own first try: longer than a call that changes something waits.
    expect(seen[1]?.atMs).toBeGreaterThan(60_000);
    expect(await rejection(client.order())).toMatchObject({
      code: "HEADGATE_WAIT_TOO_LONG",
      maxWaitMs: 5_000,
    });
  });
});
