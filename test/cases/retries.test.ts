/** What is tried again after a no, when, by whom, and what is not. */
import {
  BudgetExhaustedError,
  MemoryLedger,
  RefusedError,
  UnknownOutcomeError,
  VirtualClock,
  createClient,
  defineVenue,
  headerNumber,
} from "headgate";
import type { Answer, Refusal } from "headgate";
import { describe, expect, test } from "vitest";
import { account, codeOf, toy } from "../support/client-venue.ts";
import {
  bench,
  deadSocket,
  inFlight,
  levelOf,
  refusedConnection,
  rejection,
  scripted,
} from "../support/client-wire.ts";
import type { Reply, Seen } from "../support/client-wire.ts";

const up: Reply = { body: { up: true } };
const placed: Reply = { body: { orderId: 7 } };

function gapsOf(seen: readonly Seen[]): readonly number[] {
  return seen.slice(1).map(({ atMs }, index) => atMs - (seen[index]?.atMs ?? 0));
}

describe("a limit inside an answer of 200 (C24)", () => {
  /** The reset stands in a header, where it stands at all. */
  const bybit = defineVenue({
    ...toy,
    name: "bybit-like",
    limits: {
      ...toy.limits,
      weight: { ...toy.limits.weight, max: 600, windowMs: 5_000 },
    },
    code: ({ body }: Answer) =>
      typeof body === "object" && body !== null && "retCode" in body
        ? Number(body.retCode)
        : undefined,
    refusals: [
      {
        status: 200,
        code: 10006,
        kind: "quota",
        limits: ["weight"],
        executed: "no",
        waitMs: (answer, serverMs) =>
          (headerNumber(answer, "x-bapi-limit-reset-timestamp") ?? serverMs + 5_000) - serverMs,
      },
    ],
  });
  const tooMany = { body: { retCode: 10006, retMsg: "Too many visits!" } };

  test.each<[string, Reply["headers"]]>([
    ["is missing", {}],
    ["is empty", { "x-bapi-limit-reset-timestamp": "" }],
    ["is no number", { "x-bapi-limit-reset-timestamp": "soon" }],
  ])(
    "is told from the body and waited for over the rest of its window where the reset %s (C24)",
    async (_, headers = {}) => {
      const clock = new VirtualClock();
      const { transport, seen } = scripted(clock, [
        { ...tooMany, headers: { "content-type": "application/json", ...headers } },
        up,
      ]);
      const client = createClient(bybit, { clock, transport });
      expect(await clock.run(client.status())).toEqual({ up: true });
      expect(seen[1]?.atMs).toBeGreaterThan(0);
      expect(seen[1]?.atMs).toBeLessThanOrEqual(5_000);
    },
  );

  test("ends as a typed error with a finite wait, and no wait at all where none is declared (C24)", async () => {
    const silent = defineVenue({
      ...bybit,
      refusals: [{ status: 200, code: 10006, kind: "quota", limits: ["weight"], executed: "no" }],
    });
    for (const [venue, retryAfterMs] of [
      [bybit, 5_000],
      [silent, undefined],
    ] as const) {
      const clock = new VirtualClock();
      const { transport } = scripted(clock, () => tooMany);
      const client = createClient(venue, { clock, transport, maxAttempts: 1 });
      const error = await clock.run(rejection(client.status()));
      expect(error).toBeInstanceOf(RefusedError);
      expect(error).toMatchObject({
        kind: "quota",
        status: 200,
        executed: "no",
        exchangeCode: 10006,
        limits: ["weight"],
        retryAfterMs,
      });
      const { blockedMs } = levelOf(client.gate, "weight");
      expect(blockedMs).toBeGreaterThanOrEqual(5_000);
      expect(blockedMs).toBeLessThanOrEqual(6_000);
    }
  });
});

describe("one code for two kinds of no (C41)", () => {
  const overloaded = (answer: Answer): boolean =>
    (headerNumber(answer, "gw-ratelimit-remaining") ?? 1) > 0;
  const kucoin = defineVenue({
    ...toy,
    name: "kucoin-like",
    code: codeOf,
    refusals: [
      { status: 429, code: "429000", when: overloaded, kind: "overload", executed: "no" },
      {
        status: 429,
        code: "429000",
        kind: "quota",
        limits: ["weight"],
        executed: "no",
        waitMs: (answer) => headerNumber(answer, "gw-ratelimit-reset"),
      },
    ],
  });
  const refused = (headers: Readonly<Record<string, string>>): Reply => ({
    status: 429,
    headers,
    body: { code: "429000" },
  });

  test("with quota left is an overload: a short pause, and nothing shrinks (C41)", async () => {
    const clock = new VirtualClock();
    const plenty = refused({ "gw-ratelimit-limit": "2000", "gw-ratelimit-remaining": "1800" });
    const { transport, seen } = scripted(clock, [plenty, up]);
    const client = createClient(kucoin, { clock, transport, random: () => 0.5 });
    await clock.run(client.status());
    expect(seen[1]?.atMs).toBe(500);
    expect(levelOf(client.gate, "weight")).toMatchObject({ shrunkTo: 95, blockedMs: 0 });
  });

  test("with none left is a quota: the reset is waited for, and the limit shrinks (C41)", async () => {
    const clock = new VirtualClock();
    const spent = refused({ "gw-ratelimit-remaining": "0", "gw-ratelimit-reset": "1489" });
    const { transport, seen } = scripted(clock, [spent, up]);
    const client = createClient(kucoin, { clock, transport });
    await clock.run(client.status());
    expect(seen[1]?.atMs).toBeGreaterThanOrEqual(1_489);
    expect(levelOf(client.gate, "weight").shrunkTo).toBeLessThan(95);
  });
});

describe("ten refusals in a row that all ask for one second (C42)", () => {
  const refused: Reply = { status: 429, headers: { "retry-after": "1" } };
  const patient = { maxAttempts: 20, maxBlockMs: Infinity, maxRetryMs: Infinity } as const;

  test("are waited out for longer each time, up to a minute and its jitter (C42)", async () => {
    const { client, clock, seen } = bench((_, index) => (index < 10 ? refused : up), patient);
    await clock.run(client.status());
    const gaps = gapsOf(seen);
    expect(gaps).toHaveLength(10);
    for (const [index, gapMs] of gaps.entries()) {
      const leastMs = Math.min(60_000, 1_000 * 2 ** index);
      expect(gapMs).toBeGreaterThanOrEqual(leastMs);
      expect(gapMs).toBeLessThanOrEqual(1.2 * leastMs + 1);
    }
  });

  test("begin anew only after calls have gone well for a while (C42)", async () => {
    const noes = new Set([0, 1, 2, 4, 6]);
    const { client, clock, seen } = bench((_, index) => (noes.has(index) ? refused : up), patient);
    // Three refusals, and an answer at last.
    await clock.run(client.status());
    // The next refusal comes right after it: the fourth of the same trouble.
    await clock.run(client.status());
    expect(gapsOf(seen)[4]).toBeGreaterThanOrEqual(8_000);
    // A window without one: the next is a first.
    await clock.advance(60_000);
    await clock.run(client.status());
    expect(gapsOf(seen)[6]).toBeLessThan(2_000);
  });
});

describe("eight clients of one address, of which one is refused (C44)", () => {
  const safe = (clock: VirtualClock) => async (): Promise<string> => {
    await clock.sleep(100);
    return "signed where the key is kept";
  };

  test("none of them sends after the answer was read, in line, in a pause or while signing (C44)", async () => {
    const clock = new VirtualClock();
    const ledger = new MemoryLedger({ clock, random: () => 0.5 });
    let readMs = Infinity;
    const { transport, seen } = scripted(clock, (_, index) => {
      if (index !== 0) return { ...up, afterMs: 20 };
      return { status: 418, headers: { "retry-after": "5" }, afterMs: 50 };
    });
    const clients = Array.from({ length: 8 }, (_, index) => {
      const client = createClient(toy, {
        clock,
        transport,
        ledger,
        coldStart: false,
        // Each has a key of its own, behind the one address; some are kept elsewhere.
        accounts: {
          [`a${index}`]: {
            apiKey: `key-${index}`,
            secret: index % 2 === 0 ? "secret" : safe(clock),
          },
        },
      });
      return client.as(`a${index}`);
    });
    clients[0]?.gate.on("block", () => {
      readMs = Math.min(readMs, clock.nowMs());
    });
    const calls = clients.flatMap((client) => [
      client.status().catch(() => {}),
      client.balance().catch(() => {}),
      client.order({ symbol: "A" }, { maxWaitMs: 60_000 }).catch(() => {}),
    ]);
    await clock.advance(4_900);
    expect(readMs).toBe(50);
    expect(seen.length).toBeGreaterThan(8);
    expect(seen.filter(({ atMs }) => atMs > 50)).toEqual([]);
    await clock.run(Promise.all(calls));
    // Those that were signed for nothing went after all.
    expect(seen.length).toBe(24);
    expect(clients.map(({ gate }) => inFlight(gate))).toEqual(clients.map(() => 0));
  });
});

describe("what is not idempotent (C54)", () => {
  const failures: readonly (readonly [string, Reply])[] = [
    ["500", { status: 500 }],
    ["502", { status: 502 }],
    ["503", { status: 503 }],
    ["504", { status: 504 }],
    ["a reset connection", { fails: deadSocket() }],
    ["a time-out", { hangs: true }],
  ];

  test.each(failures)("is never sent again after %s (C54)", async (_, reply) => {
    const { client, clock, seen } = bench(() => reply, { maxAttempts: 20 });
    const error = await clock.run(rejection(client.order({ symbol: "BTC", id: "mine" })));
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(error).toMatchObject({ clientId: "mine" });
    await clock.advance(600_000);
    expect(seen).toHaveLength(1);
    expect(inFlight(client.gate)).toBe(0);
  });

  test.each(failures)(
    "is not what a read and a cancel are: sent again after %s (C54)",
    async (_, reply) => {
      for (const call of ["status", "cancel"] as const) {
        const { client, clock, seen } = bench([reply, call === "status" ? up : placed]);
        const params = { symbol: "BTC", id: "mine" };
        await clock.run<unknown>(call === "status" ? client.status() : client.cancel(params));
        expect(seen).toHaveLength(2);
      }
    },
  );

  test.each(failures)(
    "is not what a read and a cancel are: three times at most after %s (C54)",
    async (_, reply) => {
      for (const call of ["status", "cancel"] as const) {
        const { client, clock, seen } = bench(() => reply);
        const params = { symbol: "BTC", id: "mine" };
        const calls: Promise<unknown> = call === "status" ? client.status() : client.cancel(params);
        await clock.run(rejection(calls));
        expect(seen).toHaveLength(3);
      }
    },
  );
});

describe("an order's failure by status, code, body and phase (C57)", () => {
  const saying =
    (words: string) =>
    ({ body }: Answer): boolean =>
      JSON.stringify(body ?? "").includes(words);
  const refusals: readonly Refusal<"weight" | "orders">[] = [
    { status: 429, kind: "quota", limits: ["orders"], executed: "no" },
    { status: 418, kind: "ban", whose: "ip", executed: "no" },
    {
      status: 503,
      when: saying("overloaded"),
      kind: "overload",
      executed: "no",
      waitMs: 500,
    },
    { code: "-1006", kind: "fault", executed: "unknown" },
    { code: "-1007", kind: "fault", executed: "unknown" },
  ];
  const venue = defineVenue({ ...toy, name: "two-kinds-of-503", refusals });

  const table: readonly (readonly [string, Reply, "no" | "unknown", number])[] = [
    ["429", { status: 429 }, "no", 2],
    ["418", { status: 418, headers: { "retry-after": "60" } }, "no", 1],
    ["503 overloaded", { status: 503, body: { msg: "The system is overloaded." } }, "no", 2],
    ["503 unknown", { status: 503, body: { msg: "Unknown error, please check." } }, "unknown", 1],
    ["504", { status: 504, body: "<html>Gateway Timeout</html>" }, "unknown", 1],
    ["-1006", { status: 400, body: { code: "-1006" } }, "unknown", 1],
    ["-1007", { status: 408, body: { code: "-1007" } }, "unknown", 1],
    ["a socket closed after the write", { fails: deadSocket() }, "unknown", 1],
    ["a connection refused before it", { fails: refusedConnection() }, "no", 2],
  ];

  /** What the caller is told. */
  const executedBy = (error: unknown): string | undefined => {
    if (error instanceof UnknownOutcomeError) return "unknown";
    // What was never sent was never executed.
    if (error instanceof BudgetExhaustedError) return "no";
    return error instanceof RefusedError ? error.executed : undefined;
  };

  test.each(table)(
    "%s means executed: %s, and decides what is sent (C57)",
    async (_, reply, executed, sends) => {
      const clock = new VirtualClock();
      const { transport, seen } = scripted(clock, () => reply);
      const client = createClient(venue, {
        account,
        clock,
        transport,
        maxAttempts: 2,
        coldStart: false,
      });
      const patient = { maxWaitMs: 60_000 };
      const error = await clock.run(rejection(client.order({ symbol: "A", id: "mine" }, patient)));
      expect(seen).toHaveLength(sends);
      expect(executedBy(error)).toBe(executed);
    },
  );

  test("the overload is waited for as long as its row says, then the order goes (C57)", async () => {
    const clock = new VirtualClock();
    const busy = { status: 503, body: { msg: "The system is overloaded." } };
    const { transport, seen } = scripted(clock, [busy, placed]);
    const client = createClient(venue, { account, clock, transport, random: () => 0 });
    await clock.run(client.order({ symbol: "A", id: "mine" }));
    expect(seen[1]?.atMs).toBeGreaterThanOrEqual(500);
  });

  test("an error has all that an answer has, and what it is about besides (C57)", async () => {
    const clock = new VirtualClock();
    const refused = {
      status: 429,
      headers: { "x-used": "88", "retry-after": "2", "x-trace": `of ${account.apiKey}` },
      body: { code: "orders", detail: { limit: 10 } },
    };
    const { transport } = scripted(clock, () => refused);
    const client = createClient(toy, { account, clock, transport, maxAttempts: 2 });
    const error = await clock.run(rejection(client.order({ symbol: "A" })));
    expect(error).toMatchObject({
      endpoint: "order",
      status: 429,
      kind: "quota",
      executed: "no",
      limits: ["orders"],
      retryAfterMs: 2_000,
      usage: { weight: 88 },
      cost: 2,
      attempts: 2,
      body: { code: "orders", detail: { limit: 10 } },
    });
    expect(error).toHaveProperty("waitedMs", expect.any(Number));
    if (!(error instanceof RefusedError)) throw error;
    expect(error.headers.get("X-Used")).toBe("88");
    expect(error.headers.get("x-trace")).toBe("of ***");
  });
});
