/** A batch whose answer does not come: each of its orders has a fate of its own, and none is sent twice. */
import {
  UnknownOutcomeError,
  VirtualClock,
  createClient,
  defineVenue,
  del,
  get,
  post,
} from "headgate";
import type { Outcome, Search } from "headgate";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { account, codeOf, toy } from "../support/client-venue.ts";
import { rejection, scripted } from "../support/client-wire.ts";
import type { Reply } from "../support/client-wire.ts";

type Order = Readonly<{ symbol: string; id?: string }>;

const named = z.object({ found: z.string() });

const searching = (ask: string): Search<Order> => ({
  ask,
  by: ({ symbol, id }) => ({ symbol, id }),
  notFound: { code: "none" },
  answer: ({ body }, { id }) => (named.safeParse(body).data?.found === id ? body : undefined),
});
const findable: Outcome<Order> = {
  ...searching("open"),
  orElse: searching("closed"),
  settleMs: () => 10_000,
};

const asking = {
  params: z.strictObject({ symbol: z.string(), id: z.string() }),
  answer: z.looseObject({}),
  auth: "signed",
  weight: { weight: 1 },
} as const;

const venue = defineVenue({
  ...toy,
  name: "toy-with-named-batches",
  code: codeOf,
  nameOrder: (hex) => `n${hex}`,
  endpoints: {
    batch: post("/batch", {
      params: z.strictObject({
        symbol: z.string(),
        list: z.array(z.looseObject({ id: z.string().optional() })),
      }),
      answer: z.looseObject({}),
      auth: "signed",
      batch: { list: "list", clientId: "id", outcome: findable, answer: (each) => ({ each }) },
      weight: { weight: 1, orders: ({ list }) => list.length },
    }),
    open: get("/open", asking),
    closed: get("/closed", asking),
    cancel: del("/order", { ...asking, idempotent: true, clientId: "id", withdraws: true }),
  },
});

const two = { symbol: "BTC", list: [{ id: "a" }, { id: "b" }] };

/** The first so many batches get no answer; the orders that are there, by where they are shown. */
function desk(at: Readonly<{ open?: string[]; closed?: string[]; hangs?: number }>) {
  const clock = new VirtualClock();
  let batches = 0;
  const { transport, seen } = scripted(clock, ({ url }): Reply => {
    if (url.pathname === "/batch") return (batches += 1) <= (at.hangs ?? 1) ? { hangs: true } : {};
    const there = url.pathname === "/open" ? at.open : at.closed;
    const id = url.searchParams.get("id") ?? "";
    if (id === "broken") return { status: 400, body: { code: "nonsense" } };
    return there?.includes(id) ? { body: { found: id } } : { status: 404, body: { code: "none" } };
  });
  const client = createClient(venue, {
    account,
    clock,
    transport,
    coldStart: false,
    timeoutMs: 1_000,
  });
  const sent = (path: string) => seen.filter(({ url }) => url.pathname === path).length;
  return { clock, client, seen, sent };
}

async function unknown(clock: VirtualClock, call: Promise<unknown>): Promise<UnknownOutcomeError> {
  const error = await clock.run(rejection(call));
  if (error instanceof UnknownOutcomeError) return error;
  throw error;
}

describe("a batch whose answer does not come", () => {
  test("is found where all of its orders are, wherever they are shown, and has one answer", async () => {
    const { clock, client, sent } = desk({ open: ["a"], closed: ["b"] });
    const error = await unknown(clock, client.batch(two));
    expect(error).toMatchObject({ clientId: undefined, clientIds: ["a", "b"] });
    expect(error.message).toContain("client id a, b");
    expect(await clock.run(error.resolve())).toEqual({
      outcome: "found",
      data: { each: [{ found: "a" }, { found: "b" }] },
      items: [
        { outcome: "found", data: { found: "a" } },
        { outcome: "found", data: { found: "b" } },
      ],
    });
    // What is open is not looked for among what is closed.
    expect([sent("/open"), sent("/closed"), sent("/batch")]).toEqual([2, 1, 1]);
  });

  test("of which a part is there says which, and is not sent again", async () => {
    const { clock, client, sent } = desk({ open: ["b"] });
    const error = await unknown(clock, client.batch(two, { resend: "when-not-found" }));
    expect(await clock.run(error.resolve())).toEqual({
      outcome: "partly",
      items: [{ outcome: "not-found" }, { outcome: "found", data: { found: "b" } }],
    });
    expect(sent("/batch")).toBe(1);
  });

  test("of which one order cannot be asked for is unknown, and says what is known", async () => {
    const { clock, client, sent } = desk({ open: ["a"] });
    const list = [{ id: "a" }, { id: "broken" }];
    const error = await unknown(
      clock,
      client.batch({ symbol: "BTC", list }, { resend: "when-not-found" }),
    );
    expect(await clock.run(error.resolve())).toMatchObject({
      outcome: "unknown",
      items: [{ outcome: "found" }, { outcome: "unknown" }],
    });
    expect(sent("/batch")).toBe(1);
  });

  test("of which nothing is there is sent again where that is asked for, with the same names", async () => {
    const { clock, client, seen, sent } = desk({});
    await clock.run(
      client.batch({ symbol: "BTC", list: [{}, { id: "b" }] }, { resend: "when-not-found" }),
    );
    const bodies = seen.filter(({ url }) => url.pathname === "/batch").map(({ body }) => body);
    expect(bodies[1]).toBe(bodies[0]);
    expect(bodies[0]).toMatch(/"id":"n[0-9a-f]{32}".*"id":"b"/);
    expect(sent("/batch")).toBe(2);
  });

  test("is not sent again where one of its orders was cancelled meanwhile", async () => {
    const { clock, client, sent } = desk({});
    const call = unknown(clock, client.batch(two, { resend: "when-not-found" }));
    await clock.advance(5_000);
    const cancelled = client.cancel({ symbol: "BTC", id: "b" }).catch(() => {});
    await call;
    await cancelled;
    await clock.advance(60_000);
    expect(sent("/batch")).toBe(1);
  });

  test("cannot be declared with a place to look that is not there, or that changes something", () => {
    for (const ask of ["nowhere", "cancel"]) {
      const outcome = { ...findable, orElse: { ...searching(ask) } };
      const batch = { ...venue.endpoints.batch, batch: { list: "list", clientId: "id", outcome } };
      expect(() => defineVenue({ ...venue, endpoints: { ...venue.endpoints, batch } })).toThrow(
        TypeError,
      );
    }
  });
});
