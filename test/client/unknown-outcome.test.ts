/** How it is found out what became of an order, and what ends the question. */
import { getEventListeners } from "node:events";
import { InvalidCallError, UnknownOutcomeError } from "headgate";
import { describe, expect, test } from "vitest";
import { bench, deadSocket, inFlight, rejection } from "../support/client-wire.ts";
import { countsOf, emulatedOrders, limitOrder } from "../support/emulated-orders.ts";
import type { Orders } from "../support/emulated-orders.ts";

const mine = { ...limitOrder, newClientOrderId: "mine" } as const;
const isPost = ({ method }: Readonly<{ method: string }>): boolean => method === "POST";

/** Nothing that is posted arrives. */
const lost = [{ kind: "error-503", when: isPost }] as const;

const confirmed = {
  symbol: "BTCUSDT",
  orderId: 7,
  orderListId: -1,
  clientOrderId: "mine",
  transactTime: 1_790_000_040_500,
} as const;

async function unknown({ clock, client }: Orders): Promise<UnknownOutcomeError> {
  const error = await clock.run(rejection(client.newOrder(mine)));
  if (error instanceof UnknownOutcomeError) return error;
  throw error;
}

describe("a confirmation from elsewhere", () => {
  test("ends a pending resolution at once, and no more is asked", async () => {
    const desk = emulatedOrders({ faults: lost });
    const { clock, client } = desk;
    const error = await unknown(desk);
    const asking = error.resolve();
    await clock.advance(5_000);
    expect(client.newOrder.confirm("mine", confirmed)).toBe(true);
    expect(await asking).toEqual({ outcome: "found", data: confirmed });
    await clock.advance(60_000);
    expect(countsOf(desk)).toEqual({ "POST /api/v3/order": 1, "GET /api/v3/order": 1 });
    expect(clock.timers).toBe(0);
    expect(inFlight(client.gate)).toBe(0);
  });

  test("ends it also while the question is on the wire", async () => {
    const desk = emulatedOrders({
      faults: [...lost, { kind: "hang", when: ({ method }) => method === "GET" }],
    });
    const { clock, client } = desk;
    const error = await unknown(desk);
    const asking = error.resolve();
    await clock.advance(1_000);
    client.newOrder.confirm("mine", confirmed);
    await clock.advance(0);
    expect(await asking).toEqual({ outcome: "found", data: confirmed });
    expect(clock.timers).toBe(0);
    expect(inFlight(client.gate)).toBe(0);
  });

  test("answers for an order that would have been sent again", async () => {
    const desk = emulatedOrders({ faults: lost });
    const { clock, client } = desk;
    const order = client.newOrder(mine, { resend: "when-not-found" }).withResponse();
    await clock.advance(6_000);
    client.newOrder.confirm("mine", confirmed);
    expect(await clock.run(order)).toMatchObject({ data: confirmed, status: 0, attempts: 1 });
    await clock.advance(60_000);
    expect(countsOf(desk)["POST /api/v3/order"]).toBe(1);
  });

  test("of another order, of another account, or of none that is waited for, changes nothing", async () => {
    const desk = emulatedOrders({ faults: lost });
    const { clock, client } = desk;
    const error = await unknown(desk);
    expect(client.newOrder.confirm("mine", confirmed)).toBe(false);
    const asking = error.resolve();
    await clock.advance(1_000);
    expect(client.newOrder.confirm("other", confirmed)).toBe(false);
    expect(client.sorOrder.confirm("mine", confirmed)).toBe(false);
    expect(await clock.run(asking)).toEqual({ outcome: "not-found" });
    expect(client.newOrder.confirm("mine", confirmed)).toBe(false);
  });

  test("tells all who wait for the same order", async () => {
    const desk = emulatedOrders({ faults: lost });
    const error = await unknown(desk);
    const asking = [error.resolve(), error.resolve()];
    await desk.clock.advance(1_000);
    desk.client.newOrder.confirm("mine", confirmed);
    const found = { outcome: "found", data: confirmed };
    expect(await Promise.all(asking)).toEqual([found, found]);
  });
});

describe("a resolution", () => {
  test("that cannot ask is still unknown, says why, and can be asked for again", async () => {
    let broken = true;
    const desk = emulatedOrders({
      faults: [
        { kind: "drop-after-accept", when: isPost },
        { kind: "error-500", when: () => broken },
      ],
    });
    const error = await unknown(desk);
    const first = await desk.clock.run(error.resolve());
    expect(first).toMatchObject({ outcome: "unknown", cause: { status: 500 } });
    broken = false;
    expect(await desk.clock.run(error.resolve())).toMatchObject({ outcome: "found" });
    expect(countsOf(desk)["POST /api/v3/order"]).toBe(1);
  });

  test("that is aborted rejects with the reason, and leaves no listener and no timer", async () => {
    const desk = emulatedOrders({ faults: lost });
    const { clock } = desk;
    const error = await unknown(desk);
    const controller = new AbortController();
    const asking = rejection(error.resolve({ signal: controller.signal }));
    await clock.advance(1_000);
    controller.abort("enough");
    expect(await asking).toBe("enough");
    expect(clock.timers).toBe(0);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    expect(await rejection(error.resolve({ signal: controller.signal }))).toBe("enough");
  });

  test("that is aborted within a call leaves its outcome unknown", async () => {
    const desk = emulatedOrders({ faults: lost });
    const { clock, client } = desk;
    const controller = new AbortController();
    const { signal } = controller;
    const order = rejection(client.newOrder(mine, { resend: "when-not-found", signal }));
    await clock.advance(1_000);
    controller.abort("enough");
    const error = await order;
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    await clock.advance(60_000);
    expect(countsOf(desk)["POST /api/v3/order"]).toBe(1);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("asks at once where the order is too old to come any more, and only once", async () => {
    const desk = emulatedOrders({ faults: lost });
    const error = await unknown(desk);
    await desk.clock.advance(20_000);
    const atMs = desk.clock.nowMs();
    expect(await desk.clock.run(error.resolve())).toEqual({ outcome: "not-found" });
    expect(desk.clock.nowMs()).toBe(atMs);
    expect(countsOf(desk)["GET /api/v3/order"]).toBe(1);
  });

  test("waits as long as the order's own window is open", async () => {
    const desk = emulatedOrders({ faults: lost });
    const order = desk.client.newOrder({ ...mine, recvWindow: 40_000 });
    const error = await desk.clock.run(rejection(order));
    if (!(error instanceof UnknownOutcomeError)) throw error;
    await desk.clock.run(error.resolve());
    expect(desk.clock.nowMs()).toBeGreaterThanOrEqual(42_000);
  });

  test("goes before everything that waits in line", async () => {
    const desk = emulatedOrders(
      { faults: lost },
      { client: { limits: { requestWeight: { max: 60 } } } },
    );
    const { clock, client, sent } = desk;
    const error = await unknown(desk);
    const books = Array.from({ length: 20 }, () => client.depth({ symbol: "BTCUSDT", limit: 5 }));
    await clock.advance(0);
    const before = sent.length;
    const asking = error.resolve();
    await clock.run(asking);
    expect(sent[before]?.what).toBe("GET /api/v3/order");
    await client.close();
    await Promise.allSettled(books);
  });

  test("of an endpoint that declares nothing to ask is unknown, and nothing is sent", async () => {
    const { client, clock, seen } = bench(() => ({ fails: deadSocket() }));
    const order = client.order({ symbol: "A", id: "mine" }, { resend: "when-not-found" });
    const error = await clock.run(rejection(order));
    if (!(error instanceof UnknownOutcomeError)) throw error;
    const resolution = await error.resolve();
    expect(resolution.outcome).toBe("unknown");
    expect(resolution).toHaveProperty("cause", expect.any(InvalidCallError));
    expect(seen).toHaveLength(1);
  });
});

describe("a cancel of an order that may be sent again", () => {
  test("goes to the exchange, and the order is not sent again", async () => {
    const desk = emulatedOrders({ faults: lost });
    const { clock, client, accepted } = desk;
    const order = rejection(client.newOrder(mine, { resend: "when-not-found" }));
    await clock.advance(3_000);
    const cancel = client.cancelOrder({ symbol: "BTCUSDT", origClientOrderId: "mine" });
    expect(await clock.run(rejection(cancel))).toMatchObject({ exchangeCode: -2011 });
    expect(await order).toBeInstanceOf(UnknownOutcomeError);
    await clock.advance(60_000);
    expect(countsOf(desk)["POST /api/v3/order"]).toBe(1);
    expect(accepted.size).toBe(0);
    expect(clock.timers).toBe(0);
  });

  test("of another symbol leaves it alone", async () => {
    let struck = 0;
    const first = { kind: "error-503", when: isPost } as const;
    const desk = emulatedOrders({
      faults: [{ ...first, when: (request) => isPost(request) && (struck += 1) === 1 }],
    });
    const { clock, client, accepted } = desk;
    const order = client.newOrder(mine, { resend: "when-not-found" });
    await clock.advance(3_000);
    const cancel = client.cancelOrder({ symbol: "ETHUSDT", origClientOrderId: "mine" });
    await clock.run(rejection(cancel));
    await clock.run(order);
    expect(accepted.get("mine")).toBe(1);
  });
});

describe("a name that headgate gives", () => {
  test("is another one for each order, in the form that the exchange takes", async () => {
    const desk = emulatedOrders();
    const { clock, client, accepted } = desk;
    for (let index = 0; index < 5; index += 1) await clock.run(client.newOrder(limitOrder));
    expect(accepted.size).toBe(5);
    for (const name of accepted.keys()) expect(name).toMatch(/^[.A-Z:/a-z0-9_-]{1,36}$/);
  });

  test("stays the same when the order is sent again", async () => {
    let struck = 0;
    const desk = emulatedOrders({
      faults: [{ kind: "error-503", when: (request) => isPost(request) && (struck += 1) === 1 }],
    });
    const { clock, client, accepted } = desk;
    const placed = await clock.run(client.newOrder(limitOrder, { resend: "when-not-found" }));
    expect([...accepted.keys()]).toEqual([placed.clientOrderId]);
  });

  test("takes the place of none that the caller gave, and of no cancel's", async () => {
    const { clock, client } = emulatedOrders();
    const placed = await clock.run(client.newOrder(mine));
    expect(placed.clientOrderId).toBe("mine");
    const cancelled = await clock.run(
      client.cancelOrder({ symbol: "BTCUSDT", orderId: placed.orderId }),
    );
    expect(cancelled.origClientOrderId).toBe("mine");
  });
});

test("fifteen orders that are not there are found out at once: that is no run of errors", async () => {
  const desk = emulatedOrders({ faults: lost });
  const { clock, client } = desk;
  let blocks = 0;
  client.gate.on("block", () => void (blocks += 1));
  const orders = Array.from({ length: 15 }, (_, n) => `order-${n}`).map(async (name) => {
    const error = await rejection(
      client.newOrder({ ...limitOrder, newClientOrderId: name }, { maxWaitMs: 60_000 }),
    );
    if (!(error instanceof UnknownOutcomeError)) throw error;
    return error.resolve();
  });
  for (const resolution of await clock.run(Promise.all(orders)))
    expect(resolution).toEqual({ outcome: "not-found" });
  expect(blocks).toBe(0);
});
