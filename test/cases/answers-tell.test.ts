/** Weights that only the answer tells: what was reserved too little becomes a debt, what was too much comes back. */
import { MemoryLedger, VirtualClock, createClient, defineVenue, post } from "headgate";
import type { Counting, Transport } from "headgate";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const bucket: Counting = { counted: "bucket", refillPerSecond: 20 };
const rolling: Counting = { counted: "rolling-window", windowMs: 60_000 };

type Info = Readonly<{
  type: "l2Book" | "candleSnapshot" | "portfolio";
  weight?: number | undefined;
}>;

const reserved = ({ type, weight = 20 }: Info): number => (type === "l2Book" ? 2 : weight);

/** `POST /info`: what it weighs stands in the body, and for candles in how many there are. */
function exchange(counting: Counting) {
  const venue = defineVenue({
    name: "info",
    origin: "https://info.example",
    limits: {
      // Nothing travels here, so the figures are the exchange's own.
      weight: { ...counting, max: 1_200, per: ["ip"], headroom: { unsafe: 0 }, jitterMs: 0 },
    },
    refusals: [{ status: 429, kind: "quota", limits: ["weight"], executed: "no" }],
    endpoints: {
      info: post("/info", {
        params: z.strictObject({
          type: z.enum(["l2Book", "candleSnapshot", "portfolio"]),
          weight: z.number().optional(),
        }),
        answer: z.array(z.unknown()),
        changes: false,
        hints: ["weight"],
        weight: {
          weight: {
            reserve: reserved,
            actual: ({ body }, params) =>
              params.type === "candleSnapshot"
                ? 20 + Math.floor((body ?? []).length / 60)
                : reserved(params),
          },
        },
      }),
    },
  });
  const clock = new VirtualClock();
  const sent: string[] = [];
  let items = 0;
  const transport: Transport = async ({ body }) => {
    sent.push(`${clock.nowMs()} ${body}`);
    return { status: 200, headers: {}, body: JSON.stringify(Array(items).fill(0)) };
  };
  const ledger = new MemoryLedger({ clock });
  const client = createClient(venue, { clock, ledger, transport, coldStart: false });
  /** Returns what the call was charged and how long it waited. */
  const call = async (params: Info, answered = 0) => {
    items = answered;
    const { cost, waitedMs } = await clock.run(client.info(params).withResponse());
    return { cost, waitedMs };
  };
  return { clock, client, sent, call };
}

describe("what a call weighs is known from its answer", () => {
  test("a bucket's debt is kept: 30 - 20 - 83 = -73, and a call of 2 waits 3.75 s for it (C16)", async () => {
    const { call, sent, client } = exchange(bucket);
    await call({ type: "portfolio", weight: 1_170 });
    expect(client.gate.levels().find(({ limit }) => limit === "weight")?.available).toBe(30);
    expect(await call({ type: "candleSnapshot" }, 5_000)).toEqual({ cost: 103, waitedMs: 0 });
    const { cost, waitedMs } = await call({ type: "l2Book" });
    expect(cost).toBe(2);
    expect(waitedMs).toBeCloseTo(75 / 0.02, 3);
    expect(sent[2]).toContain('{"type":"l2Book"}');
  });

  test("what a bucket's call did not take is there for the next one at once (C16)", async () => {
    const { call } = exchange(bucket);
    await call({ type: "portfolio", weight: 1_090 });
    // 110 - 103 + 73: of what was set aside for 5 000 candles the answer has 600.
    expect(await call({ type: "candleSnapshot", weight: 103 }, 600)).toEqual({
      cost: 30,
      waitedMs: 0,
    });
    expect(await call({ type: "portfolio", weight: 80 })).toEqual({ cost: 80, waitedMs: 0 });
    expect((await call({ type: "l2Book" })).waitedMs).toBeCloseTo(100, 3);
  });

  test("a rolling window's debt lasts until as much of the window is over (C16)", async () => {
    const { call, clock } = exchange(rolling);
    await call({ type: "portfolio", weight: 600 });
    await clock.advance(30_000);
    await call({ type: "portfolio", weight: 570 });
    await clock.advance(5_000);
    const nowMs = clock.nowMs();
    expect(await call({ type: "candleSnapshot" }, 5_000)).toEqual({ cost: 103, waitedMs: 0 });
    const { waitedMs } = await call({ type: "l2Book" });
    // A bucket would let it go after 3.75 s.
    expect(nowMs + waitedMs).toBeGreaterThan(60_000);
    expect(nowMs + waitedMs).toBeLessThan(60_100);
  });

  test("what a rolling window's call did not take is there for the next one at once (C16)", async () => {
    const { call, clock } = exchange(rolling);
    await call({ type: "portfolio", weight: 600 });
    await clock.advance(30_000);
    await call({ type: "portfolio", weight: 490 });
    await clock.advance(10_000);
    await call({ type: "candleSnapshot", weight: 103 }, 600);
    expect((await call({ type: "portfolio", weight: 80 })).waitedMs).toBe(0);
    expect((await call({ type: "l2Book" })).waitedMs).toBeGreaterThan(19_000);
  });
});
