/** Equal reads share one answer; what its callers want beside that stays their own. */
import { InvalidCallError, WaitTooLongError } from "headgate";
import { Agent } from "undici";
import { describe, expect, test } from "vitest";
import { account } from "../support/client-venue.ts";
import { bench, inFlight, rejection } from "../support/client-wire.ts";

const book = { afterMs: 100, body: { bids: ["1"] } } as const;
const shared = { coalesce: true } as const;

describe("equal reads that coalesce", () => {
  test("are one request with one answer while it is in flight, and another one afterwards", async () => {
    const { clock, client, seen } = bench(() => book);
    const first = client.book({ symbol: "A" }, shared);
    await clock.advance(50);
    const second = client.book({ symbol: "A" }, shared);
    const answers = await clock.run(Promise.all([first, second]));
    expect(seen).toHaveLength(1);
    expect(answers[0]).toBe(answers[1]);
    await clock.run(client.book({ symbol: "A" }, shared));
    expect(seen).toHaveLength(2);
    expect(inFlight(client.gate)).toBe(0);
  });

  test("are told the same failure", async () => {
    const { clock, client, seen } = bench(() => ({ status: 400, afterMs: 10 }), { maxAttempts: 1 });
    const calls = [0, 1].map(() => rejection(client.book({ symbol: "A" }, shared)));
    const [one, other] = await clock.run(Promise.all(calls));
    expect(one).toMatchObject({ code: "HEADGATE_REFUSED" });
    expect(other).toBe(one);
    expect(seen).toHaveLength(1);
  });

  test.each([
    ["parameters", { symbol: "A", limit: 10 }, shared],
    ["a caller who did not ask for it", { symbol: "A" }, {}],
  ])("do not share with other %s", async (_, params, options) => {
    const { clock, client, seen } = bench(() => book);
    const calls = [client.book({ symbol: "A" }, shared), client.book(params, options)];
    await clock.run(Promise.all(calls));
    expect(seen).toHaveLength(2);
  });

  test("do not share over accounts", async () => {
    const other = { apiKey: "another-key", secret: "another-secret" };
    const { clock, client, seen } = bench(() => ({ afterMs: 10, body: { free: "1" } }), {
      accounts: { maker: account, taker: other },
    });
    const calls = (["maker", "taker", "maker"] as const).map((name) =>
      client.as(name).balance({}, shared),
    );
    await clock.run(Promise.all(calls));
    expect(seen).toHaveLength(2);
  });

  test.each([
    ["two that name none", [undefined, undefined], 1],
    ["two that name the same", ["b", "b"], 1],
    ["two that name another one each", ["b", "c"], 2],
    ["one that names none and one that does", [undefined, "b"], 2],
  ] as const)(
    "do not share over addresses, each of which pays for its own: %s",
    async (_, egresses, requests) => {
      const { clock, client, seen } = bench(() => book, {
        accounts: {
          none: account,
          b: { apiKey: "b-key", secret: "b-secret", egress: "b" },
          c: { apiKey: "c-key", secret: "c-secret", egress: "c" },
        },
        egress: { b: new Agent(), c: new Agent() },
      });
      const from = egresses.map((egress) => client.as(egress ?? "none"));
      const calls = from.map((desk) => desk.book({ symbol: "A" }, shared));
      await clock.run(Promise.all(calls));
      expect(seen).toHaveLength(requests);
      expect(new Set(seen.map(({ dispatcher }) => dispatcher)).size).toBe(requests);
      // Each address pays for what went by it, and for nothing else.
      const ips = client.gate.levels().filter(({ limit }) => limit === "weight");
      expect(ips).toHaveLength(requests);
      expect(inFlight(client.gate)).toBe(0);
    },
  );

  test("lose one caller by its abort, and no answer", async () => {
    const { clock, client, seen } = bench(() => book);
    const controller = new AbortController();
    const { signal } = controller;
    const leaves = rejection(client.book({ symbol: "A" }, { ...shared, signal }));
    const stays = client.book({ symbol: "A" }, shared);
    await clock.advance(10);
    controller.abort(new Error("changed my mind"));
    expect(await leaves).toBe(signal.reason);
    expect(await clock.run(stays)).toEqual(book.body);
    expect(seen).toHaveLength(1);
    expect(seen[0]?.signal.aborted).toBe(false);
  });

  test("are given up with the last caller", async () => {
    const { clock, client, seen } = bench(() => book);
    const controllers = [new AbortController(), new AbortController()];
    const calls = controllers.map(({ signal }) =>
      rejection(client.book({ symbol: "A" }, { ...shared, signal })),
    );
    await clock.advance(10);
    for (const controller of controllers) controller.abort(new Error("changed my mind"));
    await Promise.all(calls);
    await clock.advance(200);
    expect(seen[0]?.signal.aborted).toBe(true);
    expect(inFlight(client.gate)).toBe(0);
  });

  test("wait each as long as its caller would", async () => {
    const { clock, client, seen } = bench(() => ({ body: { bids: [] } }), {
      limits: { weight: { max: 1, windowMs: 10_000 } },
    });
    const one = { symbol: "A", limit: 1 };
    await clock.run(client.book({ symbol: "first", limit: 1 }));
    const patient = client.book(one, shared);
    const hasty = rejection(client.book(one, { ...shared, maxWaitMs: 1_000 }));
    const error = await clock.run(hasty);
    expect(error).toBeInstanceOf(WaitTooLongError);
    expect(clock.nowMs()).toBeLessThanOrEqual(1_000);
    await clock.run(patient);
    expect(seen).toHaveLength(2);
  });

  test("are reads: what changes something is never shared", async () => {
    const { client, seen } = bench(() => ({}));
    const error = await rejection(client.order({ symbol: "A", id: "mine" }, shared));
    expect(error).toBeInstanceOf(InvalidCallError);
    expect(seen).toHaveLength(0);
  });
});
