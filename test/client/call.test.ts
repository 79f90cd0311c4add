import { InvalidCallError } from "headgate";
import { describe, expect, test } from "vitest";
import { bench, inFlight, levelOf, rejection, unhandledIn } from "../support/client-wire.ts";

const book = { body: { bids: ["1"], more: true } };

describe("a call", () => {
  test("resolves with the answer's body, unknown fields included", async () => {
    const { client, clock, seen } = bench([book]);
    expect(await clock.run(client.book({ symbol: "BTC" }))).toEqual({ bids: ["1"], more: true });
    expect(seen.map(({ method, url }) => `${method} ${url.href}`)).toEqual([
      "GET https://toy.example/book?symbol=BTC",
    ]);
    expect(inFlight(client.gate)).toBe(0);
  });

  test("puts a parameter into the path, leaves hints out, and encodes what is sent", async () => {
    const { client, clock, seen } = bench([{ body: [] }, { body: {} }]);
    await clock.run(client.candles({ id: "a/b c", age: 3 }));
    await clock.run(client.book({ symbol: "A&B", limit: 1e-7 }));
    expect(String(seen[0]?.url)).toBe("https://toy.example/items/a%2Fb%20c/candles");
    expect(seen[1]?.url.search).toBe("?symbol=A%26B&limit=0.0000001");
  });

  test("needs no parameters where the endpoint has none", async () => {
    const { client, clock } = bench([{ body: { up: true } }]);
    expect(await clock.run(client.status())).toEqual({ up: true });
  });

  test("sends the parameters of a POST as JSON", async () => {
    const { client, clock, seen } = bench([{ body: { orderId: 7 } }]);
    await clock.run(client.order({ symbol: "BTC", id: "mine" }));
    expect(seen[0]).toMatchObject({
      method: "POST",
      body: '{"symbol":"BTC","id":"mine"}',
      headers: { "content-type": "application/json", "x-key": expect.any(String) },
    });
    expect(seen[0]?.url.search).toBe("");
  });

  test("with an unknown or a wrong parameter rejects before the line, and names it", async () => {
    const { client, seen } = bench([]);
    // @ts-expect-error: an unknown parameter
    const unknown = await rejection(client.book({ symbol: "BTC", limitt: 5 }));
    expect(unknown).toBeInstanceOf(InvalidCallError);
    expect(String(unknown)).toContain("limitt");
    // @ts-expect-error: a parameter of another type
    const wrong = await rejection(client.book({ symbol: 5 }));
    expect(wrong).toBeInstanceOf(InvalidCallError);
    expect(String(wrong)).toContain("symbol");
    // @ts-expect-error: no parameters at all
    expect(await rejection(client.book())).toBeInstanceOf(InvalidCallError);
    expect(seen).toEqual([]);
    expect(client.gate.levels()).toEqual([]);
  });

  test("of which the weight is no number rejects and sends nothing", async () => {
    const { client, seen } = bench([]);
    const error = await rejection(client.book({ symbol: "BTC", limit: -1 }));
    expect(error).toBeInstanceOf(InvalidCallError);
    expect(seen).toEqual([]);
  });

  test("that succeeds has emitted one send, before its request went out", async () => {
    const order: string[] = [];
    const { client, clock, events } = bench(() => {
      order.push("wire");
      return book;
    });
    client.gate.on("send", () => void order.push("send"));
    await clock.run(client.book({ symbol: "BTC" }));
    expect(order).toEqual(["send", "wire"]);
    expect(events).toEqual([
      ["send", { endpoint: "book", attempt: 1, account: undefined, egress: "default" }],
    ]);
  });
});

describe("withResponse", () => {
  test("gives what came with the answer", async () => {
    const headers = { "x-used": "30", "set-cookie": "a" };
    const { client, clock } = bench([{ ...book, status: 201, headers }]);
    const full = await clock.run(client.book({ symbol: "BTC", limit: 20 }).withResponse());
    expect(full).toMatchObject({ data: { bids: ["1"] }, status: 201, attempts: 1, cost: 20 });
    expect(full.headers).toBeInstanceOf(Headers);
    expect(full.headers.get("X-Used")).toBe("30");
    expect(full.waitedMs).toBe(0);
  });

  test("tells how long the call stood in line, over all its attempts", async () => {
    const { client, clock } = bench((_, index) => (index < 4 ? {} : book), {
      limits: { weight: { max: 20, burstMax: 5 } },
    });
    const calls = Array.from({ length: 5 }, () => client.book({ symbol: "BTC" }).withResponse());
    const waits = await clock.run(Promise.all(calls.map(async (call) => (await call).waitedMs)));
    expect(waits[0]).toBe(0);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits[4]).toBeGreaterThan(5_000);
  });

  test("may be asked for after the body, and answers the same", async () => {
    const { client, clock, seen } = bench([book]);
    const call = client.book({ symbol: "BTC" });
    const body = await clock.run(call);
    expect((await call.withResponse()).data).toBe(body);
    expect(seen).toHaveLength(1);
  });
});

describe("a rejected call that nobody handles", () => {
  const gone = { status: 404, body: "gone" };

  test("is one unhandled rejection", async () => {
    const { client, clock } = bench([gone]);
    const unhandled = await unhandledIn(async () => {
      void client.book({ symbol: "BTC" });
      await clock.advance(1_000);
    });
    expect(unhandled).toHaveLength(1);
    expect(unhandled[0]).toMatchObject({ code: "HEADGATE_REFUSED" });
  });

  test("is one unhandled rejection where the full answer was asked for", async () => {
    const { client, clock } = bench([gone]);
    const unhandled = await unhandledIn(async () => {
      void client.book({ symbol: "BTC" }).withResponse();
      await clock.advance(1_000);
    });
    expect(unhandled).toHaveLength(1);
  });

  test.each([
    ["call", false],
    ["full answer", true],
  ])("is none once the %s is handled", async (_, full) => {
    const { client, clock } = bench([gone]);
    const unhandled = await unhandledIn(async () => {
      const call = client.book({ symbol: "BTC" });
      const caught = rejection(full ? call.withResponse() : call);
      await clock.advance(1_000);
      await caught;
    });
    expect(unhandled).toEqual([]);
  });
});

describe("estimate", () => {
  test("says what a call would take from each limit, and sends and charges nothing", () => {
    const { client, seen } = bench([]);
    expect(client.book.estimate({ symbol: "BTC", limit: 20 })).toEqual({
      cost: { weight: 20 },
      waitMs: 0,
    });
    expect(client.order.estimate({ symbol: "BTC" }).cost).toEqual({ weight: 1, orders: 1 });
    expect(seen).toEqual([]);
    expect(levelOf(client.gate, "weight").available).toBe(47.5);
  });

  test("says how long it would wait: no call that is made then goes later", async () => {
    const { client, clock } = bench(() => book);
    await clock.run(client.book({ symbol: "BTC", limit: 45 }));
    const { waitMs } = client.book.estimate({ symbol: "BTC", limit: 45 });
    expect(waitMs).toBeGreaterThan(1_000);
    const full = await clock.run(client.book({ symbol: "BTC", limit: 45 }).withResponse());
    expect(full.waitedMs).toBeCloseTo(waitMs, 0);
  });

  test("counts those who already wait for the same bucket", async () => {
    const { client, clock } = bench(() => book);
    const calls = Array.from({ length: 10 }, () => client.book({ symbol: "BTC", limit: 19 }));
    const { waitMs } = client.book.estimate({ symbol: "BTC", limit: 19 });
    const last = clock.run(client.book({ symbol: "BTC", limit: 19 }).withResponse());
    const { waitedMs } = await last;
    expect(waitMs).toBeGreaterThan(0.7 * waitedMs);
    expect(waitMs).toBeLessThan(1.3 * waitedMs);
    await Promise.all(calls);
  });

  test("throws for a call that could not be made", () => {
    const { client } = bench([]);
    // @ts-expect-error: an unknown parameter
    expect(() => client.book.estimate({ symbl: "BTC" })).toThrow(InvalidCallError);
  });
});
