/** Budgets that time does not refill: spent once, given back by credits. */
import {
  InvalidCallError,
  MemoryLedger,
  VirtualClock,
  createClient,
  createGate,
  defineVenue,
  post,
} from "headgate";
import type { Limit, Transport } from "headgate";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { rejection } from "../support/client-wire.ts";

/** One count with two ceilings, as an exchange has it that lets cancels through for longer. */
const actions: Limit = { counted: "lifetime", max: 10, headroom: 0, per: ["account"] };
const cancels: Limit = { ...actions, max: 20 };

const venue = defineVenue({
  name: "earned",
  origin: "https://earned.example",
  limits: { actions, cancels },
  refusals: [{ status: 429, kind: "quota", limits: ["actions"], executed: "no" }],
  sign: async (request) => request,
  endpoints: {
    order: post("/order", {
      params: z.strictObject({}),
      answer: z.unknown(),
      auth: "signed",
      weight: { actions: 1, cancels: 1 },
    }),
    cancel: post("/cancel", {
      params: z.strictObject({}),
      answer: z.unknown(),
      auth: "signed",
      weight: { cancels: 1, actions: { reserve: 0, actual: () => 1 } },
    }),
  },
});

function exchange() {
  const clock = new VirtualClock();
  const ledger = new MemoryLedger({ clock });
  const sent: string[] = [];
  const transport: Transport = async ({ url }) => {
    sent.push(url.pathname);
    await clock.sleep(20);
    return { status: 200, headers: {}, body: "{}" };
  };
  const accounts = { maker: { apiKey: "KEY", secret: "SECRET" } };
  const client = createClient(venue, { clock, ledger, transport, accounts, coldStart: false });
  const credit = (amount: number): void => {
    client.gate.report("actions", { credit: amount }, { account: "maker" });
    client.gate.report("cancels", { credit: amount }, { account: "maker" });
  };
  return { clock, client: client.as("maker"), sent, credit };
}

type Exchange = ReturnType<typeof exchange>;

/** So many orders, none of which gives up. */
async function orders({ client, clock }: Exchange, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) void client.order({}, { maxWaitMs: Infinity });
  await clock.advance(100);
}

describe("a budget of 10 that no time refills", () => {
  test("the 11th waits without a timer, and after a credit of 5 exactly 5 more go (C22)", async () => {
    const of = exchange();
    await orders(of, 10 + 12);
    expect(of.sent).toHaveLength(10);
    expect(of.clock.timers).toBe(0);
    await of.clock.advance(1e9);
    expect(of.sent).toHaveLength(10);
    of.credit(5);
    await of.clock.advance(1e9);
    expect(of.sent).toHaveLength(15);
    expect(of.clock.timers).toBe(0);
  });

  test("the 11th waits for a credit as long as it may, and is rejected with the budget's name (C22)", async () => {
    const of = exchange();
    await orders(of, 10);
    const late = rejection(of.client.order({}, { maxWaitMs: 3_000 }));
    const inTime = of.client.order({}, { maxWaitMs: 6_000 }).withResponse();
    await of.clock.advance(2_999);
    expect(of.clock.timers).toBe(1);
    await of.clock.advance(1_001);
    expect(await late).toMatchObject({
      code: "HEADGATE_WAIT_TOO_LONG",
      limit: "actions",
      whose: { account: "maker" },
      maxWaitMs: 3_000,
      waitMs: Infinity,
    });
    of.credit(1);
    expect((await of.clock.run(inTime)).waitedMs).toBe(4_000);
    expect(of.clock.timers).toBe(0);
  });

  test.each([{ maxWaitMs: 0 }, { onLimited: "reject" }] as const)(
    "the 11th is rejected at once with %o (C22)",
    async (options) => {
      const of = exchange();
      await orders(of, 10);
      const error = await rejection(of.client.order({}, options));
      expect(error).toMatchObject({ code: "HEADGATE_WAIT_TOO_LONG", limit: "actions" });
      expect(String(error)).toContain("actions (account=maker)");
      expect([of.sent.length, of.clock.timers]).toEqual([10, 0]);
    },
  );

  test("cancels go on up to their own ceiling, and count for the orders' one (C22)", async () => {
    const of = exchange();
    await orders(of, 10);
    for (let n = 0; n < 10; n += 1) await of.clock.run(of.client.cancel({}));
    expect(await rejection(of.client.cancel({}, { maxWaitMs: 0 }))).toMatchObject({
      limit: "cancels",
    });
    // Ten cancels stand above the orders' ceiling, and have to be earned back first.
    of.credit(10);
    expect(await rejection(of.client.order({}, { maxWaitMs: 0 }))).toMatchObject({
      limit: "actions",
    });
    of.credit(1);
    await of.clock.run(of.client.order({}, { maxWaitMs: 0 }));
  });
});

describe("news without a call", () => {
  const limits = {
    actions,
    minute: { counted: "rolling-window", windowMs: 60_000, max: 100, per: [] },
  } as const;
  const bench = () => {
    const clock = new VirtualClock();
    return { clock, gate: createGate(limits, { clock, ledger: new MemoryLedger({ clock }) }) };
  };

  test("a credit reaches the bucket it names, and no other account's", async () => {
    const { gate } = bench();
    const spend = (account: string) => gate.tryAcquire(gate.price({ actions: 10 }, { account }));
    for (const account of ["a", "b"]) spend(account)?.settle();
    gate.report("actions", { credit: 10 }, { account: "a" });
    expect([spend("a") !== undefined, spend("b") !== undefined]).toEqual([true, false]);
  });

  test("a used figure that a message brings counts, and a limit that it names holds", () => {
    const { gate } = bench();
    gate.report("minute", { used: 60, max: 120 });
    const [level] = gate.levels();
    expect(level).toMatchObject({ limit: "minute", max: 120, used: 60 });
  });

  test("a limit that does not exist, or a bucket that is not named, is an invalid call", () => {
    const { gate } = bench();
    // @ts-expect-error -- The types refuse it as well.
    expect(() => gate.report("nothing", { credit: 1 })).toThrow('No limit is called "nothing"');
    expect(() => gate.report("actions", { credit: 1 })).toThrow("counted per account");
    expect(() => gate.report("actions", { credit: 1 })).toThrow(InvalidCallError);
  });
});
