import {
  HeadgateError,
  InvalidCallError,
  MemoryLedger,
  VirtualClock,
  createClient,
} from "headgate";
import type { Account } from "headgate";
import { Agent } from "undici";
import { describe, expect, test } from "vitest";
import { account, apiKey, secret, toy } from "../support/client-venue.ts";
import { bench, inFlight, levelOf, rejection, scripted } from "../support/client-wire.ts";

const maker: Account = { apiKey: "maker-key", secret };
const taker: Account = { apiKey: "taker-key", secret };
const status = { body: { up: true } };

describe("a client", () => {
  test("is no promise: it can be awaited, returned and resolved with", async () => {
    const { client } = bench([]);
    // oxlint-disable-next-line typescript/await-thenable -- It is what must work.
    expect(await client).toBe(client);
    expect(await Promise.resolve(client)).toBe(client);
    expect(Reflect.get(client, "then")).toBeUndefined();
  });

  test("can be logged, also as JSON", () => {
    const { client } = bench([]);
    expect(() => JSON.stringify({ client })).not.toThrow();
    expect(Object.keys(client)).toContain("book");
  });

  test.each(["nope", "Book", "constructor_", "get"])(
    "refuses the undeclared endpoint %s at once, typed",
    async (name) => {
      const { client, clock, seen } = bench([]);
      const method: unknown = Reflect.get(client, name);
      if (typeof method !== "function") throw new Error("It is no method.");
      const error = await rejection(method({ symbol: "BTC" }));
      expect(error).toBeInstanceOf(InvalidCallError);
      expect(String(error)).toContain(name);
      expect(seen).toEqual([]);
      expect(clock.timers).toBe(0);
    },
  );

  test("refuses figures that are none, and leaves no trace of itself", () => {
    const clock = new VirtualClock();
    const options = { clock, accounts: { maker } };
    for (const timeoutMs of [NaN, 0, -1]) {
      expect(() => createClient(toy, { ...options, timeoutMs })).toThrow(RangeError);
    }
    for (const maxAttempts of [NaN, 0, -3]) {
      expect(() => createClient(toy, { ...options, maxAttempts })).toThrow(RangeError);
    }
    expect(() => createClient(toy, { ...options, maxLineLength: NaN })).toThrow(RangeError);
    expect(() => createClient(toy, { ...options, maxBlockMs: NaN })).toThrow(RangeError);
    for (const max of [NaN, 0, -1]) {
      const limits = { weight: { max } };
      expect(() => createClient(toy, { ...options, limits })).toThrow(RangeError);
    }
    const headroom = { weight: { headroom: 0.01 } };
    expect(() => createClient(toy, { ...options, limits: headroom })).toThrow(RangeError);
    // What was refused has not taken the name of the account.
    expect(() => createClient(toy, { clock, accounts: { other: maker } })).not.toThrow();
  });

  test("refuses an origin that is none", () => {
    for (const origin of ["", "toy.example", "//toy.example"]) {
      expect(() => createClient(toy, { clock: new VirtualClock(), origin })).toThrow(TypeError);
    }
  });

  test("refuses a limit that the venue does not have", () => {
    const limits = { wieght: { max: 1 } };
    const options = { clock: new VirtualClock(), limits };
    // @ts-expect-error: no such limit
    expect(() => createClient(toy, options)).toThrow(TypeError);
  });

  test("changes one figure of a limit and keeps the weights", async () => {
    const { client, clock } = bench(() => status, { limits: { weight: { max: 200 } } });
    await clock.run(client.status());
    expect(levelOf(client.gate, "weight")).toMatchObject({ max: 200, planned: 190 });
    expect(client.book.estimate({ symbol: "BTC" }).cost).toEqual({ weight: 5 });
  });
});

describe("accounts", () => {
  test("sign for themselves, and their limits are counted apart", async () => {
    const { client, clock, seen } = bench(() => ({ body: { orderId: 1 } }), {
      accounts: { maker, taker },
    });
    await clock.run(client.as("maker").order({ symbol: "BTC" }));
    await clock.run(client.as("taker").order({ symbol: "BTC" }));
    expect(seen.map(({ headers }) => headers["x-key"])).toEqual(["maker-key", "taker-key"]);
    const orders = client.gate.levels().filter(({ limit }) => limit === "orders");
    expect(orders.map(({ whose }) => whose)).toEqual([{ account: "maker" }, { account: "taker" }]);
    expect(client.gate.levels().filter(({ limit }) => limit === "weight")).toHaveLength(1);
  });

  test("that nobody configured are an InvalidCallError that lists those there are", () => {
    const { client } = bench([], { accounts: { maker, taker } });
    expect(() => client.as("nobody")).toThrow(InvalidCallError);
    expect(() => client.as("nobody")).toThrow(/maker, taker/);
    expect(() => client.as("toString")).toThrow(InvalidCallError);
  });

  test("are needed for a signed call: without one it is refused before the line", async () => {
    const { client, seen } = bench([], { accounts: { maker, taker } });
    const error = await rejection(client.balance());
    expect(error).toBeInstanceOf(InvalidCallError);
    expect(String(error)).toContain("balance");
    expect(seen).toEqual([]);
  });

  test("need not be named where there is one", async () => {
    const { client, clock, seen } = bench(() => ({ body: { free: "1" } }), { accounts: { maker } });
    await clock.run(client.balance());
    expect(seen[0]?.headers["x-key"]).toBe("maker-key");
  });

  test("with an empty key or secret are a TypeError", () => {
    const clock = new VirtualClock();
    for (const broken of [
      { apiKey: "", secret },
      { apiKey, secret: "" },
    ]) {
      expect(() => createClient(toy, { clock, account: broken })).toThrow(TypeError);
      expect(() => createClient(toy, { clock, accounts: { broken } })).toThrow(/broken/);
    }
  });

  test("of one key under two names are a TypeError, in one client or in two", () => {
    const clock = new VirtualClock();
    const twice = { maker, again: maker };
    expect(() => createClient(toy, { clock, accounts: twice })).toThrow(TypeError);
    const other = new VirtualClock();
    createClient(toy, { clock: other, accounts: { maker } });
    expect(() => createClient(toy, { clock: other, accounts: { again: maker } })).toThrow(
      TypeError,
    );
    expect(() => createClient(toy, { clock: other, account: maker })).toThrow(TypeError);
    // Another ledger is another world.
    const ledger = new MemoryLedger({ clock: other });
    expect(() =>
      createClient(toy, { clock: other, ledger, accounts: { again: maker } }),
    ).not.toThrow();
  });

  test("of one name with two keys share their buckets, and it is said once", async () => {
    const clock = new VirtualClock();
    const { transport } = scripted(clock, () => ({ body: { orderId: 1 } }));
    const notices: string[] = [];
    const clients = [maker, { ...maker, apiKey: "second-key" }, { ...maker, apiKey: "second-key" }];
    for (const one of clients) {
      const client = createClient(toy, { clock, transport, accounts: { maker: one } });
      client.gate.on("notice", ({ message }) => void notices.push(message));
      await clock.run(client.order({ symbol: "BTC" }));
    }
    expect(notices).toEqual([expect.stringContaining('"maker" has several apiKeys')]);
    const ledgerClient = createClient(toy, { clock, transport });
    const orders = ledgerClient.gate.levels().filter(({ limit }) => limit === "orders");
    expect(orders).toHaveLength(1);
  });

  test("without a name are known by a print of their key that is no secret", async () => {
    const { client, clock } = bench(() => ({ body: { orderId: 1 } }));
    await clock.run(client.order({ symbol: "BTC" }));
    expect(levelOf(client.gate, "orders").whose["account"]).toMatch(/^key-[0-9a-f]{12}$/);
  });
});

describe("addresses", () => {
  test("of another origin have buckets of their own", async () => {
    const clock = new VirtualClock();
    const { transport, seen } = scripted(clock, () => status);
    const real = createClient(toy, { clock, transport });
    const other = createClient(toy, { clock, transport, origin: "http://localhost:9000" });
    await clock.run(real.status());
    await clock.run(other.status());
    expect(seen.map(({ url }) => url.origin)).toEqual([
      "https://toy.example",
      "http://localhost:9000",
    ]);
    expect(real.gate.levels().filter(({ limit }) => limit === "weight")).toHaveLength(2);
  });

  test("by name have a dispatcher and buckets of their own", async () => {
    const b = new Agent();
    const accounts = { maker, taker: { ...taker, egress: "b" } };
    const { client, clock, seen, events } = bench(() => ({ body: { free: "1", up: true } }), {
      accounts,
      egress: { b },
    });
    await clock.run(client.as("maker").balance());
    await clock.run(client.as("taker").balance());
    await clock.run(client.as("taker").status());
    expect(seen.map(({ dispatcher }) => dispatcher)).toEqual([undefined, b, b]);
    const weight = client.gate.levels().filter(({ limit }) => limit === "weight");
    expect(weight.map(({ whose }) => whose)).toEqual([{ ip: "default" }, { ip: "b" }]);
    expect(events.map(([, event]) => event)).toMatchObject([
      { account: "maker", egress: "default" },
      { account: "taker", egress: "b" },
      { endpoint: "status", account: undefined, egress: "b" },
    ]);
    await b.close();
  });

  test("that an account names and egress does not have are a TypeError", () => {
    for (const egress of ["c", "toString"]) {
      const accounts = { maker: { ...maker, egress } };
      expect(() => createClient(toy, { clock: new VirtualClock(), accounts })).toThrow(TypeError);
    }
  });
});

describe("closing", () => {
  test("rejects what waits in line and every later call, and leaves no timer", async () => {
    const { client, clock, seen } = bench(() => ({ body: { bids: [] } }));
    const first = client.book({ symbol: "BTC", limit: 45 });
    const waiting = [
      rejection(client.book({ symbol: "BTC", limit: 45 })),
      rejection(client.balance({}, { maxWaitMs: 60_000 })),
    ];
    await clock.advance(0);
    await client.close();
    expect(clock.timers).toBe(0);
    for (const error of await Promise.all(waiting)) {
      expect(HeadgateError.is(error) && error.code).toBe("HEADGATE_CLOSED");
    }
    await first;
    expect(await rejection(client.status())).toMatchObject({ code: "HEADGATE_CLOSED" });
    expect(seen).toHaveLength(1);
    expect(inFlight(client.gate)).toBe(0);
  });

  test("ends nothing that is on the wire: its answer still comes, and is counted", async () => {
    const { client, clock } = bench([{ ...status, afterMs: 500 }]);
    const call = client.status();
    await clock.advance(100);
    await client.close();
    expect(await clock.run(call)).toEqual({ up: true });
    expect(inFlight(client.gate)).toBe(0);
    expect(clock.timers).toBe(0);
  });

  test("leaves the buckets to the others who share them", async () => {
    const clock = new VirtualClock();
    const { transport } = scripted(clock, () => ({ body: { bids: [] } }));
    const first = createClient(toy, { clock, transport, account });
    await clock.run(first.book({ symbol: "BTC", limit: 45 }));
    await first.close();
    const second = createClient(toy, { clock, transport, account });
    expect(second.book.estimate({ symbol: "BTC", limit: 45 }).waitMs).toBeGreaterThan(0);
  });
});
