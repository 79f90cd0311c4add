/** A cancel whose order is still in line takes it out: the exchange hears of neither. */
import { WithdrawnError } from "headgate";
import { describe, expect, test } from "vitest";
import { account } from "../support/client-venue.ts";
import { bench, inFlight, rejection } from "../support/client-wire.ts";

const accepted = { body: { orderId: 1 } } as const;

/** One order a minute, of which the first has gone. */
async function full(options: Parameters<typeof bench>[1] = {}) {
  const desk = bench(() => accepted, {
    limits: { orders: { max: 1, windowMs: 60_000 } },
    accounts: { maker: account, taker: { apiKey: "another-key", secret: "another-secret" } },
    ...options,
  });
  const maker = desk.client.as("maker");
  const taker = desk.client.as("taker");
  await desk.clock.run(maker.order({ symbol: "A", id: "first" }));
  return { ...desk, maker, taker };
}

const patient = { maxWaitMs: 300_000 } as const;

describe("a cancel", () => {
  test("of an order that is still in line takes it out, and both say so (C60)", async () => {
    const { clock, client, maker, seen } = await full();
    const order = rejection(maker.order({ symbol: "A", id: "mine" }, patient));
    await clock.advance(10);
    const cancel = rejection(maker.cancel({ symbol: "A", id: "mine" }));
    expect(await order).toBeInstanceOf(WithdrawnError);
    expect(await order).toMatchObject({ code: "HEADGATE_WITHDRAWN", id: "mine" });
    expect(await cancel).toBeInstanceOf(WithdrawnError);
    await clock.advance(300_000);
    expect(seen).toHaveLength(1);
    expect(inFlight(client.gate)).toBe(0);
  });

  test.each([
    ["another account", "taker", { symbol: "A", id: "mine" }],
    ["another symbol", "maker", { symbol: "B", id: "mine" }],
    ["another name", "maker", { symbol: "A", id: "other" }],
  ] as const)(
    "of %s goes to the exchange and leaves the order alone (C60)",
    async (_, who, params) => {
      const { clock, maker, taker, seen } = await full();
      const order = maker.order({ symbol: "A", id: "mine" }, patient);
      await clock.advance(10);
      await clock.run((who === "maker" ? maker : taker).cancel(params));
      await clock.run(order);
      expect(seen.map(({ method }) => method)).toEqual(["POST", "DELETE", "POST"]);
    },
  );

  test("of an order that has left goes to the exchange (C60)", async () => {
    const { clock, maker, seen } = await full();
    await clock.run(maker.cancel({ symbol: "A", id: "first" }));
    expect(seen.map(({ method }) => method)).toEqual(["POST", "DELETE"]);
  });
});
