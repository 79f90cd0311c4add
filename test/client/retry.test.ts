import { BudgetExhaustedError, RefusedError, UnknownOutcomeError } from "headgate";
import { describe, expect, test } from "vitest";
import {
  bench,
  deadSocket,
  inFlight,
  levelOf,
  refusedConnection,
  rejection,
} from "../support/client-wire.ts";
import type { Reply } from "../support/client-wire.ts";

const up: Reply = { body: { up: true } };
const placed: Reply = { body: { orderId: 7 } };
const refusal: Reply = { status: 429, headers: { "retry-after": "3" }, body: "slow down" };
const unreachable: Reply = { fails: refusedConnection() };
const broken: Reply = { fails: deadSocket() };

describe("a quota", () => {
  test("is waited for and the call is sent again, with a permit of its own", async () => {
    const { client, clock, seen, events } = bench([refusal, up]);
    const full = await clock.run(client.status().withResponse());
    expect(full).toMatchObject({ attempts: 2, data: { up: true } });
    expect(seen).toHaveLength(2);
    expect(seen[1]?.atMs).toBeGreaterThanOrEqual(3_000);
    expect(full.waitedMs).toBe(seen[1]?.atMs);
    expect(events.map(([name]) => name)).toEqual(["send", "shrink", "block", "send"]);
    expect(levelOf(client.gate, "weight").shrunkTo).toBeCloseTo(66.5);
    expect(inFlight(client.gate)).toBe(0);
  });

  test("that goes on ends after maxAttempts with what the exchange said", async () => {
    const { client, clock, seen } = bench(() => refusal, { maxAttempts: 4 });
    const error = await clock.run(rejection(client.status()));
    expect(seen).toHaveLength(4);
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({
      status: 429,
      kind: "quota",
      scope: "ip",
      whose: { ip: "default" },
      limits: ["weight"],
      retryAfterMs: 3_000,
      executed: "no",
      retryable: true,
      snippet: "slow down",
    });
    expect(inFlight(client.gate)).toBe(0);
  });

  test("of orders pauses orders and lets reads through", async () => {
    const { client, clock, seen } = bench((request, index) => {
      if (index === 0) return { ...refusal, body: { code: "orders" } };
      return request.method === "GET" ? up : placed;
    });
    const order = client.order({ symbol: "BTC" });
    await clock.advance(0);
    await clock.advance(100);
    expect(await clock.run(client.status())).toEqual({ up: true });
    expect(clock.nowMs()).toBe(100);
    expect(await clock.run(order)).toEqual({ orderId: 7 });
    expect(seen.map(({ method }) => method)).toEqual(["POST", "GET", "POST"]);
  });

  test("whose pause is longer than the call may wait ends with the refusal at once", async () => {
    const { client, clock, seen } = bench(() => refusal);
    const error = await clock.run(rejection(client.status({}, { maxWaitMs: 1_000 })));
    expect(error).toMatchObject({ code: "HEADGATE_REFUSED", retryAfterMs: 3_000 });
    expect(clock.nowMs()).toBe(0);
    expect(seen).toHaveLength(1);
    expect(clock.timers).toBe(0);
  });

  test("of a call that is not to wait ends with the refusal at once", async () => {
    const { client, clock, seen } = bench(() => refusal);
    const error = await clock.run(rejection(client.status({}, { onLimited: "reject" })));
    expect(error).toMatchObject({ code: "HEADGATE_REFUSED" });
    expect(seen).toHaveLength(1);
  });
});

describe("an overload", () => {
  const busy: Reply = { status: 503, body: { code: "busy" } };

  test("is backed off from, and shrinks and blocks nothing", async () => {
    const { client, clock, seen, events } = bench([busy, busy, placed]);
    const full = await clock.run(client.order({ symbol: "BTC" }).withResponse());
    expect(full.attempts).toBe(3);
    // Half of the jitter: 500 ms, then twice as long.
    expect(seen.map(({ atMs }) => atMs)).toEqual([0, 500, 1_500]);
    expect(events.map(([name]) => name)).toEqual(["send", "send", "send"]);
    expect(levelOf(client.gate, "weight")).toMatchObject({ shrunkTo: 95, blockedMs: 0 });
    expect(inFlight(client.gate)).toBe(0);
  });

  test("keeps the wait that the exchange asks for as a floor", async () => {
    const { client, clock, seen } = bench([{ ...busy, headers: { "retry-after": "20" } }, up]);
    await clock.run(client.status());
    expect(seen[1]?.atMs).toBe(20_500);
  });

  test("that goes on ends with the refusal", async () => {
    const { client, clock, seen } = bench(() => busy);
    const error = await clock.run(rejection(client.order({ symbol: "BTC" })));
    expect(error).toMatchObject({ kind: "overload", executed: "no", status: 503 });
    expect(seen).toHaveLength(3);
  });
});

describe("a wrong timestamp", () => {
  test("is signed anew and sent again, by the time that the answer told", async () => {
    const wallMs = 1_790_000_000_000;
    const late: Reply = {
      status: 400,
      body: { code: "late" },
      headers: { "x-time": String(wallMs + 7_000) },
    };
    const { client, clock, seen } = bench([late, { body: { free: "1" } }]);
    await clock.run(client.balance());
    expect(Number(seen[0]?.headers["x-stamp"])).toBe(wallMs);
    expect(Number(seen[1]?.headers["x-stamp"])).toBeCloseTo(wallMs + 7_000, -2);
    expect(seen[1]?.headers["x-sign"]).not.toBe(seen[0]?.headers["x-sign"]);
  });
});

describe("a fault", () => {
  const fault: Reply = { status: 500, body: "<html>oops</html>" };

  test("on a call that changes nothing is tried again after a back-off", async () => {
    const { client, clock, seen } = bench([fault, up]);
    expect(await clock.run(client.status())).toEqual({ up: true });
    expect(seen.map(({ atMs }) => atMs)).toEqual([0, 500]);
    expect(inFlight(client.gate)).toBe(0);
  });

  test("on an order is an unknown outcome with the order's name, and nothing is sent again", async () => {
    const { client, clock, seen } = bench(() => fault);
    const error = await clock.run(rejection(client.order({ symbol: "BTC", id: "mine" })));
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(error).toMatchObject({ endpoint: "order", clientId: "mine", retryable: false });
    expect(error).toHaveProperty("cause.status", 500);
    await clock.advance(600_000);
    expect(seen).toHaveLength(1);
    expect(inFlight(client.gate)).toBe(0);
  });

  test("on a cancel that is declared idempotent is tried again", async () => {
    const { client, clock, seen } = bench([fault, placed]);
    await clock.run(client.cancel({ symbol: "BTC", id: "mine" }));
    expect(seen).toHaveLength(2);
  });

  test("that goes on ends with the refusal, executed unknown", async () => {
    const { client, clock, seen } = bench(() => fault);
    const error = await clock.run(rejection(client.status()));
    expect(error).toMatchObject({ kind: "fault", executed: "unknown", status: 500 });
    expect(seen).toHaveLength(3);
  });
});

describe("a connection", () => {
  test("that was refused has sent nothing: also an order is tried again, and nothing is charged", async () => {
    const { client, clock, seen } = bench([unreachable, unreachable, placed]);
    const full = await clock.run(client.order({ symbol: "BTC" }).withResponse());
    expect(full.attempts).toBe(3);
    expect(seen).toHaveLength(3);
    const { planned, available } = levelOf(client.gate, "orders");
    expect(planned - available).toBeLessThan(planned);
    expect(inFlight(client.gate)).toBe(0);
  });

  test("that is always refused ends as BudgetExhaustedError, never sent and never charged", async () => {
    const { client, clock, seen } = bench(() => unreachable);
    const error = await clock.run(rejection(client.order({ symbol: "BTC", id: "mine" })));
    expect(error).toBeInstanceOf(BudgetExhaustedError);
    expect(error).toMatchObject({ attempts: 3, retryable: true });
    expect(seen).toHaveLength(3);
    expect(levelOf(client.gate, "weight").available).toBe(47.5);
    expect(inFlight(client.gate)).toBe(0);
  });

  test("that dies under a read is tried again, and what was sent stays charged", async () => {
    const { client, clock, seen } = bench([broken, { body: { bids: [] } }]);
    await clock.run(client.book({ symbol: "BTC", limit: 20 }));
    expect(seen).toHaveLength(2);
    const weight = levelOf(client.gate, "weight");
    expect(weight.planned - weight.available).toBeGreaterThanOrEqual(40);
    expect(inFlight(client.gate)).toBe(0);
  });

  test("that dies under an order leaves its outcome unknown, and it is not sent again", async () => {
    const { client, clock, seen } = bench(() => broken);
    const error = await clock.run(rejection(client.order({ symbol: "BTC", id: "mine" })));
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(error).toMatchObject({ clientId: "mine" });
    await clock.advance(600_000);
    expect(seen).toHaveLength(1);
    expect(inFlight(client.gate)).toBe(0);
  });

  test("that dies under an order without a name leaves nothing to ask by, and says so", async () => {
    const { client, clock } = bench(() => broken);
    const error = await clock.run(rejection(client.order({ symbol: "BTC" })));
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(error).toMatchObject({ clientId: undefined });
  });
});

describe("what is certainly final", () => {
  test.each([
    ["a ban", { status: 418, headers: { "retry-after": "60" } }, "ban"],
    ["missing credentials", { status: 401 }, "credentials"],
    ["a wrong request", { status: 400, body: { code: "bad" } }, "request"],
  ])("%s is not tried again", async (_, reply, kind) => {
    const { client, clock, seen } = bench(() => reply);
    const error = await clock.run(rejection(client.balance()));
    expect(error).toMatchObject({ code: "HEADGATE_REFUSED", kind });
    expect(seen).toHaveLength(1);
    expect(inFlight(client.gate)).toBe(0);
  });

  test("a signature that cannot be made is refused before the wire and gives its permit back", async () => {
    const locked = {
      apiKey: "k",
      secret: () => {
        throw new Error("The safe is locked.");
      },
    };
    const { client, clock, seen } = bench([], { accounts: { locked } });
    const error = await clock.run(rejection(client.balance()));
    expect(error).toMatchObject({ code: "HEADGATE_INVALID_CALL" });
    expect(seen).toEqual([]);
    expect(levelOf(client.gate, "weight").available).toBe(47.5);
    expect(inFlight(client.gate)).toBe(0);
  });
});
