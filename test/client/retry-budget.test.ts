/** How much is tried again, over one call and over all of them. */
import { MemoryLedger, UnknownOutcomeError, VirtualClock, createClient } from "headgate";
import { describe, expect, test } from "vitest";
import { account, toy } from "../support/client-venue.ts";
import {
  bench,
  deadSocket,
  refusedConnection,
  rejection,
  scripted,
} from "../support/client-wire.ts";
import type { Reply } from "../support/client-wire.ts";

const up: Reply = { body: { up: true } };
const down: Reply = { status: 500 };
const roomy = { weight: { max: 1_000_000 } } as const;

describe("a bad minute of the exchange", () => {
  test.each<[string, Reply]>([
    ["faults", down],
    ["overload", { status: 503, body: { code: "busy" } }],
    ["dead sockets", { fails: deadSocket() }],
    ["refused connections", { fails: refusedConnection() }],
  ])("of %s is not multiplied: a thousand calls are fifty more at most", async (_, reply) => {
    const { client, clock, seen } = bench(() => reply, { limits: roomy, maxErrors: Infinity });
    for (let call = 0; call < 1_000; call += 1) {
      client.status().catch(() => {});
      await clock.advance(60);
    }
    await clock.advance(60_000);
    expect(seen.length).toBeGreaterThan(1_000);
    expect(seen.length).toBeLessThanOrEqual(1_050);
  });

  test("counts for all clients of an address together, and for each address by itself", async () => {
    const clock = new VirtualClock();
    const ledger = new MemoryLedger({ clock });
    const { transport, seen } = scripted(clock, () => down);
    const common = {
      clock,
      ledger,
      transport,
      coldStart: false,
      limits: roomy,
      maxErrors: Infinity,
    };
    const dispatcher = { b: {} } as never;
    const clients = [
      createClient(toy, { ...common, account }),
      createClient(toy, { ...common, account }),
      createClient(toy, {
        ...common,
        accounts: { far: { apiKey: "far", secret: "far", egress: "b" } },
        egress: dispatcher,
      }).as("far"),
    ];
    for (const client of clients.slice(0, 2)) {
      await clock.run(Promise.all(Array.from({ length: 100 }, () => rejection(client.status()))));
    }
    expect(seen).toHaveLength(250);
    await clock.run(
      Promise.all(
        Array.from({ length: 100 }, () => rejection(clients[2]?.status() ?? Promise.resolve())),
      ),
    );
    expect(seen).toHaveLength(400);
  });

  test("is over where calls are answered again: ten of them pay for one more attempt", async () => {
    let reply = down;
    const { client, clock, seen } = bench(() => reply, { limits: roomy, maxErrors: Infinity });
    for (let call = 0; call < 100; call += 1) await clock.run(rejection(client.status()));
    expect(seen).toHaveLength(150);
    reply = up;
    for (let call = 0; call < 30; call += 1) await clock.run(client.status());
    reply = down;
    for (let call = 0; call < 10; call += 1) await clock.run(rejection(client.status()));
    expect(seen).toHaveLength(150 + 30 + 10 + 3);
  });

  test("takes as much as maxRetries says, and none where that is 0", async () => {
    for (const [maxRetries, sends] of [
      [0, 10],
      [7, 17],
    ] as const) {
      const { client, clock, seen } = bench(() => down, { limits: roomy, maxRetries });
      for (let call = 0; call < 10; call += 1) await clock.run(rejection(client.status()));
      expect(seen).toHaveLength(sends);
    }
  });
});

test("refusals that the buckets hold are no matter of the budget", async () => {
  const { client, clock, seen } = bench(
    (_, index) => (index < 3 ? { status: 429, headers: { "retry-after": "1" } } : up),
    { maxRetries: 0, maxAttempts: 5 },
  );
  await clock.run(client.status());
  expect(seen).toHaveLength(4);
});

describe("one call", () => {
  test("is not tried again once maxRetryMs are over", async () => {
    const { client, clock, seen } = bench(() => ({ hangs: true }), {
      timeoutMs: 4_000,
      maxRetryMs: 10_000,
      maxAttempts: 10,
    });
    await clock.run(rejection(client.status()));
    // 4 s and half a second, 4 s and a second: the third would end its pause too late.
    expect(seen).toHaveLength(3);
  });

  test("counts its pauses as time that it waits: an order is not tried again too late", async () => {
    const busy: Reply = { status: 503, body: { code: "busy" } };
    const { client, clock, seen } = bench(() => busy, { maxAttempts: 10 });
    const order = client.order({ symbol: "A" }, { maxWaitMs: 2_000 });
    const error = await clock.run(rejection(order));
    expect(error).toMatchObject({ kind: "overload", attempts: 3, waitedMs: 1_500 });
    expect(seen.map(({ atMs }) => atMs)).toEqual([0, 500, 1_500]);
  });

  test("that asks once is sent once", async () => {
    const { client, clock, seen } = bench(() => down);
    await clock.run(rejection(client.status({}, { onLimited: "reject" })));
    expect(seen).toHaveLength(1);
  });
});

describe("a cancel of which an attempt may have arrived", () => {
  const cancel = { symbol: "A", id: "mine" } as const;

  test("is never said to be unsent, whatever becomes of the next one", async () => {
    const { client, clock } = bench([{ fails: deadSocket() }, { fails: refusedConnection() }], {
      maxAttempts: 2,
    });
    const error = await clock.run(rejection(client.cancel(cancel)));
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(error).toMatchObject({ clientId: "mine" });
  });

  test("is never said to be unexecuted, though the next answer says it of itself", async () => {
    const gone: Reply = { status: 400, body: { code: "no such order" } };
    const { client, clock } = bench([{ fails: deadSocket() }, gone]);
    const error = await clock.run(rejection(client.cancel(cancel)));
    expect(error).toMatchObject({ code: "HEADGATE_REFUSED", executed: "unknown" });
  });

  test("is unknown where the line has no room for another attempt", async () => {
    const { client, clock } = bench([{ fails: deadSocket(), afterMs: 10 }], {
      limits: { weight: { max: 1, windowMs: 600_000 } },
    });
    const error = await clock.run(rejection(client.cancel(cancel)));
    expect(error).toBeInstanceOf(UnknownOutcomeError);
  });
});
