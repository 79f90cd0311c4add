/** Orders whose answer does not come: never sent twice on a guess, and found out by their client id. */
import { MemoryLedger, UnknownOutcomeError, createClient, defineVenue } from "headgate";
import type { Transport, VirtualClock } from "headgate";
import { startEmulator } from "headgate/emulator";
import type { FaultRule } from "headgate/emulator";
import { binanceSpot } from "headgate/endpoints/binance-spot";
import { serverSide } from "headgate/endpoints/binance-spot/server";
import { findable } from "../../endpoints/binance-spot/outcomes.ts";
import { afterEach, describe, expect, test } from "vitest";
import { apiKey, secret } from "../emulator/binance-spot-desk.ts";
import { inFlight, rejection } from "../support/client-wire.ts";
import {
  account,
  countsOf,
  emulatedOrders,
  limitOrder,
  marketOrder,
  remembering,
} from "../support/emulated-orders.ts";

const running: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()));
});

/** Of the orders alone, and of the first so many. */
function ofOrders(fault: FaultRule, count = Infinity): FaultRule[] {
  let struck = 0;
  return [{ ...fault, when: ({ method }) => method === "POST" && (struck += 1) <= count }];
}

/** Orders are on their way for so long, and their answers; who gives up waiting takes nothing back. */
const slowOrders =
  ({ thereMs = 0, backMs = 0 }) =>
  (transport: Transport, clock: VirtualClock): Transport =>
  (request) => {
    if (request.method !== "POST") return transport(request);
    const { signal } = request;
    const arrives = clock
      .sleep(thereMs)
      .then(() => transport({ ...request, signal: new AbortController().signal }))
      .then(async (answer) => {
        await clock.sleep(backMs);
        return answer;
      });
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      arrives.then(resolve, reject);
    });
  };

const mine = { ...limitOrder, newClientOrderId: "mine" } as const;

async function unknownOf(call: Promise<unknown>): Promise<UnknownOutcomeError> {
  const error = await rejection(call);
  if (error instanceof UnknownOutcomeError) return error;
  throw error;
}

describe("an order that was accepted and not answered (C52)", () => {
  test.each<[string, FaultRule]>([
    ["whose socket dies", { kind: "drop-after-accept" }],
    ["whose answer stalls", { kind: "stall" }],
    ["whose answer never comes", { kind: "hang" }],
    ["whose answer is an error page", { kind: "error-500", executed: true }],
  ])("%s is sent once, named in the error, and found by asking (C52)", async (_, fault) => {
    const desk = emulatedOrders({ faults: ofOrders(fault) }, { client: { timeoutMs: 1_000 } });
    const { clock, client, accepted } = desk;
    const error = await clock.run(unknownOf(client.newOrder(mine)));
    expect(error).toMatchObject({ endpoint: "newOrder", clientId: "mine" });
    expect(countsOf(desk)).toEqual({ "POST /api/v3/order": 1 });
    const resolution = await clock.run(error.resolve());
    expect(resolution).toMatchObject({
      outcome: "found",
      data: { clientOrderId: "mine", status: "NEW", transactTime: expect.any(Number) },
    });
    expect(countsOf(desk)).toEqual({ "POST /api/v3/order": 1, "GET /api/v3/order": 1 });
    expect(accepted.get("mine")).toBe(1);
    expect(inFlight(client.gate)).toBe(0);
  });

  test("is found where its answer is only slower than the client's patience (C52)", async () => {
    const slow = slowOrders({ backMs: 3_000 });
    const desk = emulatedOrders({}, { client: { timeoutMs: 2_500 }, between: slow });
    const { clock, client, accepted } = desk;
    const error = await clock.run(unknownOf(client.newOrder(mine)));
    expect(clock.nowMs()).toBe(2_500);
    expect(await clock.run(error.resolve())).toMatchObject({ outcome: "found" });
    await clock.advance(60_000);
    expect(accepted.get("mine")).toBe(1);
    expect(countsOf(desk)["POST /api/v3/order"]).toBe(1);
  });

  test("without a name was given one, by which it is found (C52)", async () => {
    const desk = emulatedOrders({ faults: ofOrders({ kind: "drop-after-accept" }) });
    const { clock, client, accepted } = desk;
    const error = await clock.run(unknownOf(client.newOrder(limitOrder)));
    expect(error.clientId).toMatch(/^[0-9a-f]{32}$/);
    expect([...accepted.keys()]).toEqual([error.clientId]);
    const resolution = await clock.run(error.resolve());
    expect(resolution).toMatchObject({
      outcome: "found",
      data: { clientOrderId: error.clientId },
    });
  });

  test("over a real socket is sent once and found (C52)", async () => {
    const accepted = new Map<string, number>();
    const known = { [apiKey]: { name: "maker", secret } };
    const emulator = await startEmulator(remembering(serverSide({ accounts: known }), accepted), {
      faults: ofOrders({ kind: "drop-after-accept" }),
    });
    running.push(emulator);
    const client = createClient(binanceSpot, {
      account,
      ledger: new MemoryLedger(),
      origin: emulator.origin,
    });
    const error = await unknownOf(client.newOrder(mine));
    expect(await error.resolve()).toMatchObject({
      outcome: "found",
      data: { clientOrderId: "mine", status: "NEW" },
    });
    const found = await client.newOrder(
      { ...marketOrder, newClientOrderId: "next" },
      { resend: "when-not-found" },
    );
    expect(found).toMatchObject({ clientOrderId: "next", status: "FILLED" });
    expect([...accepted.values()]).toEqual([1, 1]);
    expect(inFlight(client.gate)).toBe(0);
  });
});

describe("an order that did not arrive", () => {
  const lost = { kind: "error-503" } as const;

  test("is not found, once it cannot come any more, and nothing is sent again by itself", async () => {
    const desk = emulatedOrders({ faults: ofOrders(lost) });
    const { clock, client } = desk;
    const error = await clock.run(unknownOf(client.newOrder(mine)));
    let done = false;
    const asking = error.resolve().finally(() => (done = true));
    await clock.advance(11_999);
    expect(done).toBe(false);
    expect(await clock.run(asking)).toEqual({ outcome: "not-found" });
    expect(clock.nowMs()).toBeGreaterThanOrEqual(12_000);
    // At once, and when it is too late for it.
    expect(countsOf(desk)).toEqual({ "POST /api/v3/order": 1, "GET /api/v3/order": 2 });
  });

  test("is sent again where that is asked for, after it was certainly not found", async () => {
    const desk = emulatedOrders({ faults: ofOrders(lost, 1) });
    const { clock, client, sent, accepted } = desk;
    const full = await clock.run(
      client.newOrder(mine, { resend: "when-not-found" }).withResponse(),
    );
    expect(full).toMatchObject({ status: 200, data: { clientOrderId: "mine", status: "NEW" } });
    expect(sent.map(({ what }) => what)).toEqual([
      "POST /api/v3/order",
      "GET /api/v3/order",
      "GET /api/v3/order",
      "POST /api/v3/order",
    ]);
    expect(sent[3]?.atMs).toBeGreaterThanOrEqual(12_000);
    expect(accepted.get("mine")).toBe(1);
    expect(inFlight(client.gate)).toBe(0);
  });

  test("and never does is sent as often as may be, and its outcome stays unknown", async () => {
    const desk = emulatedOrders({ faults: ofOrders(lost) }, { client: { maxAttempts: 2 } });
    const { clock, client } = desk;
    const error = await clock.run(rejection(client.newOrder(mine, { resend: "when-not-found" })));
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(countsOf(desk)["POST /api/v3/order"]).toBe(2);
  });
});

describe("an order whose name the exchange takes twice (C55)", () => {
  const filled = { ...marketOrder, newClientOrderId: "X" } as const;

  test("the emulated exchange does take it twice, once it is filled (C55)", async () => {
    const { clock, client, accepted } = emulatedOrders();
    await clock.run(client.newOrder(filled));
    await clock.run(client.newOrder(filled));
    expect(accepted.get("X")).toBe(2);
  });

  test("is asked for first and filled exactly once (C55)", async () => {
    const desk = emulatedOrders({ faults: ofOrders({ kind: "drop-after-accept" }) });
    const { clock, client, sent, accepted } = desk;
    const full = await clock.run(
      client.newOrder(filled, { resend: "when-not-found" }).withResponse(),
    );
    expect(full).toMatchObject({ status: 0, attempts: 1, data: { status: "FILLED" } });
    expect(sent.map(({ what }) => what)).toEqual(["POST /api/v3/order", "GET /api/v3/order"]);
    expect(accepted.get("X")).toBe(1);
  });

  test("is not taken for an older one of its name (C55)", async () => {
    let struck = 0;
    const second = ({ method }: Readonly<{ method: string }>): boolean =>
      method === "POST" && (struck += 1) === 2;
    const desk = emulatedOrders({ latencyMs: 40, faults: [{ kind: "error-503", when: second }] });
    const { clock, client, accepted } = desk;
    await clock.run(client.newOrder(filled));
    await clock.advance(20_000);
    const error = await clock.run(unknownOf(client.newOrder(filled)));
    expect(await clock.run(error.resolve())).toEqual({ outcome: "not-found" });
    expect(accepted.get("X")).toBe(1);
    // Of two that were sent within a second of each other nobody can tell which it is.
    struck = 1;
    await clock.run(client.newOrder({ ...filled, newClientOrderId: "Y" }).catch(() => {}));
    await clock.run(client.newOrder({ ...filled, newClientOrderId: "Y" }));
    struck = 1;
    const next = await clock.run(unknownOf(client.newOrder({ ...filled, newClientOrderId: "Y" })));
    expect(await clock.run(next.resolve())).toMatchObject({ outcome: "found" });
  });

  test("that arrives after it was asked for is not taken for one that will not come (C55)", async () => {
    const slow = slowOrders({ thereMs: 3_000 });
    const desk = emulatedOrders({}, { client: { timeoutMs: 1_000 }, between: slow });
    const { clock, client, accepted, sent } = desk;
    const order = await clock.run(client.newOrder(filled, { resend: "when-not-found" }));
    expect(order).toMatchObject({ clientOrderId: "X", status: "FILLED" });
    await clock.advance(60_000);
    expect(accepted.get("X")).toBe(1);
    expect(sent.filter(({ what }) => what.startsWith("POST"))).toHaveLength(1);
  });

  test("would be filled twice by a venue that declares no time for it to settle (C55)", async () => {
    const hasty = defineVenue({
      ...binanceSpot,
      endpoints: {
        ...binanceSpot.endpoints,
        newOrder: {
          ...binanceSpot.endpoints.newOrder,
          outcome: { ...findable, settleMs: () => 0 },
        },
      },
    });
    const slow = slowOrders({ thereMs: 3_000 });
    const options = { client: { timeoutMs: 1_000 }, between: slow, venue: hasty };
    const { clock, client, accepted } = emulatedOrders({}, options);
    await clock.run(client.newOrder(filled, { resend: "when-not-found" }).catch(() => {}));
    await clock.advance(60_000);
    expect(accepted.get("X")).toBeGreaterThan(1);
  });
});
