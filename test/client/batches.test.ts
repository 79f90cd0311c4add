/** A batch of which a part was accepted says so item by item, and is never sent again. */
import {
  RefusedError,
  UnknownOutcomeError,
  VirtualClock,
  createClient,
  defineVenue,
  post,
} from "headgate";
import type { Answer, Item } from "headgate";
import { binanceSpot } from "headgate/endpoints/binance-spot";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { account, codeOf, toy } from "../support/client-venue.ts";
import { inFlight, rejection, scripted } from "../support/client-wire.ts";
import type { Reply } from "../support/client-wire.ts";

const rows = z.object({ rows: z.array(z.object({ code: z.string(), id: z.string() })) });

/** "0" is accepted, "timeout" is anybody's guess. */
function items({ body }: Answer): readonly Item[] | undefined {
  return rows.safeParse(body).data?.rows.map(({ code }) => {
    if (code === "0") return { executed: "yes" };
    return { executed: code === "timeout" ? "unknown" : "no", code };
  });
}

const venue = defineVenue({
  ...toy,
  name: "toy-with-batches",
  code: codeOf,
  // The whole is refused where a part of it was, as some exchanges answer.
  refusals: [
    ...toy.refusals,
    { code: "partly", kind: "quota", limits: ["orders"], executed: "no" },
  ],
  endpoints: {
    batch: post("/batch", {
      params: z.strictObject({ ids: z.array(z.string()).min(1) }),
      answer: z.looseObject({}),
      auth: "signed",
      items,
      weight: { weight: 1, orders: ({ ids }) => ids.length },
    }),
  },
});

const three = { ids: ["a", "b", "c"] };

function desk(script: readonly Reply[] | (() => Reply)) {
  const clock = new VirtualClock();
  const { transport, seen } = scripted(clock, script);
  const client = createClient(venue, { account, clock, transport, coldStart: false });
  return { clock, client, seen };
}

const row = (id: string, code: string) => ({ id, code });

describe("a batch", () => {
  test("that was accepted in part is an answer, with what became of each item, and is sent once", async () => {
    const body = { rows: [row("a", "0"), row("b", "too many"), row("c", "0")] };
    const { clock, client, seen } = desk(() => ({ body }));
    const full = await clock.run(client.batch(three).withResponse());
    expect(full.data).toEqual(body);
    expect(full.items).toEqual([
      { executed: "yes" },
      { executed: "no", code: "too many" },
      { executed: "yes" },
    ]);
    await clock.advance(600_000);
    expect(seen).toHaveLength(1);
  });

  test("that the exchange refuses although a part was accepted says which, and is sent once", async () => {
    const body = { code: "partly", rows: [row("a", "0"), row("b", "too many"), row("c", "0")] };
    const { clock, client, seen } = desk(() => ({ status: 429, body }));
    const error = await clock.run(rejection(client.batch(three)));
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({
      kind: "quota",
      executed: "partly",
      items: [{ executed: "yes" }, { executed: "no", code: "too many" }, { executed: "yes" }],
    });
    await clock.advance(600_000);
    expect(seen).toHaveLength(1);
    expect(inFlight(client.gate)).toBe(0);
  });

  test("of which one item's fate is unknown is an unknown outcome, with what is known", async () => {
    const body = { code: "partly", rows: [row("a", "0"), row("b", "timeout"), row("c", "0")] };
    const { clock, client, seen } = desk(() => ({ status: 429, body }));
    const error = await clock.run(rejection(client.batch(three)));
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(error).toHaveProperty("cause.items", [
      { executed: "yes" },
      { executed: "unknown", code: "timeout" },
      { executed: "yes" },
    ]);
    await clock.advance(600_000);
    expect(seen).toHaveLength(1);
  });

  test("of which nothing was accepted is tried again like any other call", async () => {
    const refused = { code: "partly", rows: three.ids.map((id) => row(id, "too many")) };
    const accepted = { rows: three.ids.map((id) => row(id, "0")) };
    const { clock, client, seen } = desk([{ status: 429, body: refused }, { body: accepted }]);
    const full = await clock.run(client.batch(three, { maxWaitMs: 60_000 }).withResponse());
    expect(full.attempts).toBe(2);
    expect(full.items?.every(({ executed }) => executed === "yes")).toBe(true);
    expect(seen).toHaveLength(2);
  });

  test("that is refused as a whole, without items, is what its refusal says", async () => {
    const refused: Reply = { status: 429, headers: { "retry-after": "1" }, body: "slow down" };
    const accepted = { rows: three.ids.map((id) => row(id, "0")) };
    const { clock, client, seen } = desk([refused, { body: accepted }]);
    await clock.run(client.batch(three, { maxWaitMs: 60_000 }));
    expect(seen).toHaveLength(2);
  });

  test("has no items where its endpoint declares none", async () => {
    const clock = new VirtualClock();
    const { transport } = scripted(clock, () => ({ body: { up: true } }));
    const client = createClient(toy, { clock, transport });
    expect(await clock.run(client.status().withResponse())).not.toHaveProperty("items");
  });
});

describe("a cancel and a new order in one (binance-spot)", () => {
  const replace = {
    symbol: "BTCUSDT",
    side: "BUY",
    type: "MARKET",
    quantity: "1",
    cancelReplaceMode: "ALLOW_FAILURE",
    cancelOrderId: 1,
  } as const;

  async function replaced(reply: Reply) {
    const clock = new VirtualClock();
    const { transport, seen } = scripted(clock, () => reply);
    const client = createClient(binanceSpot, { account, clock, transport, coldStart: false });
    const error = await clock.run(rejection(client.cancelReplace(replace)));
    return { error, sends: seen.length };
  }

  const failed = (cancelResult: string, newOrderResult: string, newCode?: number) => ({
    code:
      newCode === -1015 || cancelResult === "SUCCESS" || newOrderResult === "SUCCESS"
        ? -2021
        : -2022,
    msg: "Order cancel-replace partially failed.",
    data: {
      cancelResult,
      newOrderResult,
      cancelResponse: cancelResult === "SUCCESS" ? { orderId: 1 } : { code: -2011, msg: "" },
      newOrderResponse: newCode === undefined ? null : { code: newCode, msg: "" },
    },
  });

  test("whose cancel went through alone says so of each half, and is sent once", async () => {
    const body = failed("SUCCESS", "FAILURE", -2010);
    const { error, sends } = await replaced({ status: 409, body });
    expect(error).toMatchObject({
      code: "HEADGATE_REFUSED",
      executed: "partly",
      exchangeCode: -2021,
      items: [{ executed: "yes" }, { executed: "no", code: -2010 }],
    });
    expect(sends).toBe(1);
  });

  test("whose cancel went through over the order limit is no order to send again", async () => {
    const body = failed("SUCCESS", "FAILURE", -1015);
    const { error, sends } = await replaced({ status: 429, body });
    expect(error).toMatchObject({ kind: "quota", executed: "partly" });
    expect(sends).toBe(1);
  });

  test("whose new order ran into a time-out is an unknown outcome", async () => {
    const body = failed("SUCCESS", "FAILURE", -1007);
    const { error, sends } = await replaced({ status: 409, body });
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(sends).toBe(1);
  });

  test("of which nothing went through was not executed", async () => {
    const body = failed("FAILURE", "NOT_ATTEMPTED");
    const { error } = await replaced({ status: 400, body });
    expect(error).toMatchObject({
      executed: "no",
      items: [{ executed: "no", code: -2011 }, { executed: "no" }],
    });
  });
});
