import { UnknownOutcomeError, createClient, defineVenue } from "headgate";
import { describe, expect, test } from "vitest";
import { toy } from "../support/client-venue.ts";
import { bench, inFlight, levelOf, rejection, scripted } from "../support/client-wire.ts";
import { VirtualClock } from "../../src/clock.ts";

describe("an answer that does not fit its schema", () => {
  test("is returned as it is, and it is said once", async () => {
    const { client, clock, events } = bench(() => ({ body: { asks: [] } }));
    expect(await clock.run(client.book({ symbol: "BTC" }))).toEqual({ asks: [] });
    expect(await clock.run(client.book({ symbol: "BTC" }))).toEqual({ asks: [] });
    const notices = events.filter(([name]) => name === "notice");
    expect(notices).toHaveLength(1);
    expect(notices[0]?.[1]).toEqual({ message: expect.stringContaining("bids") });
  });

  test.each(["<html>hello</html>", "", "{broken"])(
    "since %j is no JSON, with status 200, is returned as text and is no failure",
    async (body) => {
      const { client, clock, seen } = bench(() => ({ body }));
      expect(await clock.run(client.book({ symbol: "BTC" }))).toBe(body === "" ? undefined : body);
      expect(seen).toHaveLength(1);
      expect(inFlight(client.gate)).toBe(0);
    },
  );

  test("of an order that was accepted is never turned into a failure", async () => {
    const { client, clock, seen } = bench(() => ({ body: "accepted" }));
    expect(await clock.run(client.order({ symbol: "BTC" }))).toBe("accepted");
    expect(seen).toHaveLength(1);
  });

  test("is not looked at where the client does not check answers", async () => {
    const { client, clock, events } = bench(() => ({ body: { asks: [] } }), {
      checkAnswers: false,
    });
    expect(await clock.run(client.book({ symbol: "BTC" }))).toEqual({ asks: [] });
    expect(events.map(([name]) => name)).toEqual(["send"]);
  });
});

describe("an answer", () => {
  test("that accepts an order gives its reserved weight back", async () => {
    const { client, clock } = bench(() => ({ body: { orderId: 7 } }));
    const full = await clock.run(client.order({ symbol: "BTC" }).withResponse());
    expect(full.cost).toBe(1);
    expect(levelOf(client.gate, "weight").available).toBe(47.5);
    expect(levelOf(client.gate, "orders").available).toBeLessThan(4.5);
  });

  test("that refuses an order keeps it charged", async () => {
    const { client, clock } = bench(() => ({ status: 400, body: { code: "bad" } }));
    await clock.run(rejection(client.order({ symbol: "BTC" })));
    expect(levelOf(client.gate, "weight").available).toBe(46.5);
  });

  test("that reports use above our own is believed", async () => {
    const { client, clock } = bench(() => ({ body: { up: true }, headers: { "x-used": "90" } }));
    await clock.run(client.status());
    expect(levelOf(client.gate, "weight")).toMatchObject({ used: 90, available: 5 });
  });

  test("that says no in 200 is a refusal where the venue says so", async () => {
    const clock = new VirtualClock();
    const { transport, seen } = scripted(clock, () => ({ body: { code: "broke" } }));
    const refusals = [{ code: "broke", kind: "request", executed: "no" }] as const;
    const client = createClient(defineVenue({ ...toy, refusals }), { clock, transport });
    const error = await clock.run(rejection(client.status()));
    expect(error).toMatchObject({ status: 200, kind: "request", exchangeCode: "broke" });
    expect(seen).toHaveLength(1);
  });

  test.each([301, 302, 303, 307, 308])(
    "of status %i is no yes: somebody stands between us and the exchange",
    async (status) => {
      const { client, clock } = bench(() => ({ status, headers: { location: "/login" } }));
      const error = await clock.run(rejection(client.status()));
      expect(error).toMatchObject({ code: "HEADGATE_REFUSED", status });
      const order = await clock.run(rejection(client.order({ symbol: "BTC", id: "mine" })));
      expect(order).toBeInstanceOf(UnknownOutcomeError);
      expect(inFlight(client.gate)).toBe(0);
    },
  );

  test("that a declaration cannot read leaves the outcome unknown and ends the permit", async () => {
    const clock = new VirtualClock();
    const { transport, seen } = scripted(clock, () => ({ body: { orderId: 7 } }));
    const reports = [
      () => {
        throw new TypeError("answer.body.limits is undefined");
      },
    ];
    const accounts = { maker: { apiKey: "k", secret: "s" } };
    const client = createClient({ ...toy, reports }, { clock, transport, accounts });
    const error = await clock.run(rejection(client.order({ symbol: "BTC", id: "mine" })));
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(error).toHaveProperty("cause.message", expect.stringContaining("limits"));
    expect(seen).toHaveLength(1);
    expect(inFlight(client.gate)).toBe(0);
  });

  test("has its beginning in the error, and no more", async () => {
    const { client, clock } = bench(() => ({ status: 400, body: "x".repeat(100_000) }));
    const error = await clock.run(rejection(client.status()));
    expect(error).toHaveProperty("snippet", "x".repeat(200));
    expect(String(error).length).toBeLessThan(400);
  });
});
