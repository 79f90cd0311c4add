/** A venue that allows so many requests at once. */
import { MemoryLedger, VirtualClock, createClient, defineVenue, get } from "headgate";
import type { Transport } from "headgate";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { rejection } from "../support/client-wire.ts";
import { seeded } from "../support/seeded.ts";

const venue = defineVenue({
  name: "five",
  origin: "https://five.example",
  limits: { atOnce: { counted: "open", max: 5, per: ["ip"], headroom: 0 } },
  refusals: [{ status: 429, kind: "quota", limits: ["atOnce"], executed: "no" }],
  endpoints: {
    read: get("/read", {
      params: z.strictObject({}),
      answer: z.unknown(),
      // The answer is the end of it.
      weight: { atOnce: { reserve: 1, actual: () => 0 } },
    }),
  },
});

/** `answers` false: nothing comes back until the client gives up. */
function exchange() {
  const clock = new VirtualClock();
  const random = seeded(5);
  const seen = { inFlight: 0, most: 0, sent: 0, answers: true };
  const transport: Transport = async ({ signal }) => {
    seen.sent += 1;
    seen.inFlight += 1;
    seen.most = Math.max(seen.most, seen.inFlight);
    try {
      await clock.sleep(seen.answers ? 10 + 90 * random() : 1e9, signal);
      return { status: 200, headers: {}, body: "{}" };
    } finally {
      seen.inFlight -= 1;
    }
  };
  const client = createClient(venue, {
    clock,
    transport,
    ledger: new MemoryLedger({ clock }),
    coldStart: false,
    timeoutMs: 1_000,
    maxAttempts: 1,
  });
  return { clock, client, seen };
}

describe("five requests at once", () => {
  test("of 200 calls never more than five are in flight, and all five places are used", async () => {
    const { clock, client, seen } = exchange();
    await clock.run(Promise.all(Array.from({ length: 200 }, () => client.read())));
    expect(seen).toMatchObject({ most: 5, inFlight: 0, sent: 200 });
  });

  test("the place of a call that was never answered stays taken until a credit gives it back", async () => {
    const { clock, client, seen } = exchange();
    seen.answers = false;
    const lost = Promise.all(Array.from({ length: 5 }, () => rejection(client.read())));
    await clock.run(lost);
    seen.answers = true;
    // It may be open at the exchange still: nothing says that it is not.
    const waiting = client.read();
    await clock.advance(3_600_000);
    expect(seen.sent).toBe(5);
    client.gate.report("atOnce", { credit: 1 }, { ip: "default" });
    await clock.run(waiting);
    expect(seen.sent).toBe(6);
    // That one place is there for the next one too.
    await clock.run(client.read());
    expect(seen).toMatchObject({ sent: 7, most: 5 });
  });

  test("a call that is given up in line or before it was sent leaves no place taken", async () => {
    const { clock, client, seen } = exchange();
    const controller = new AbortController();
    const five = Array.from({ length: 5 }, () => client.read());
    const given = Array.from({ length: 5 }, () =>
      rejection(client.read({}, { signal: controller.signal })),
    );
    await clock.advance(0);
    controller.abort(new Error("not needed"));
    await clock.run(Promise.all([...five, ...given]));
    await clock.run(Promise.all(Array.from({ length: 5 }, () => client.read())));
    expect(seen).toMatchObject({ sent: 10, most: 5 });
  });
});
