/** Weights that turn out otherwise: what an exchange's own figures show, and what only an answer tells. */
import { MemoryLedger, VirtualClock, createClient, defineVenue, get, headerNumber } from "headgate";
import type { Counting, Events, Transport } from "headgate";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { seeded } from "../support/seeded.ts";

const minuteMs = 60_000;
/** Two seconds into a UTC minute: sooner nobody knows yet which minute an answer speaks of. */
const startMs = 1_790_000_042_000;
const max = 1_200;

const countings: Readonly<Record<string, Counting>> = {
  "fixed-window": { counted: "fixed-window", starts: "utc", windowMs: minuteMs },
  "rolling-window": { counted: "rolling-window", windowMs: minuteMs },
  unknown: { counted: "unknown", windowMs: minuteMs },
};

function venueOf(counting: Counting) {
  const nothing = z.strictObject({});
  return defineVenue({
    name: "raised",
    origin: "https://raised.example",
    limits: { weight: { ...counting, max, per: ["ip"], headroom: 0.05 } },
    reports: [(answer) => ({ weight: { used: headerNumber(answer, "x-used") } })],
    refusals: [{ status: 429, kind: "quota", limits: ["weight"], executed: "no" }],
    serverTimeMs: (answer) => headerNumber(answer, "x-time"),
    endpoints: {
      depth: get("/depth", { params: nothing, answer: z.unknown(), weight: { weight: 5 } }),
      time: get("/time", { params: nothing, answer: z.unknown(), weight: { weight: 1 } }),
    },
  });
}

type Options = Readonly<{
  counting?: string;
  /** What the exchange counts for a path. */
  weigh?: (path: string, atMs: number) => number;
  latencyMs?: number;
  atMs?: number;
}>;

/** An exchange that counts in UTC minutes, and a client of it. */
function exchange(options: Options) {
  const {
    counting = "fixed-window",
    weigh = () => 20,
    latencyMs = 40,
    atMs: beginMs = startMs,
  } = options;
  const clock = new VirtualClock({ wallMs: beginMs });
  const random = seeded(7);
  const sent: { atMs: number; used: number; status: number }[] = [];
  const used = new Map<number, number>();
  const transport: Transport = async ({ url }) => {
    await clock.sleep(latencyMs * random());
    const atMs = clock.wallMs();
    const minute = Math.floor(atMs / minuteMs);
    const now = (used.get(minute) ?? 0) + weigh(url.pathname, atMs - beginMs);
    used.set(minute, now);
    const status = now > max ? 429 : 200;
    sent.push({ atMs: atMs - beginMs, used: now, status });
    await clock.sleep(latencyMs * random());
    return { status, headers: { "x-used": String(now), "x-time": String(atMs) }, body: "{}" };
  };
  const ledger = new MemoryLedger({ clock, random: () => 0.5 });
  const venue = venueOf(countings[counting] ?? { counted: "unknown", windowMs: minuteMs });
  const client = createClient(venue, { clock, ledger, transport });
  const drifts: Events["drift"][] = [];
  client.gate.on("drift", (drift) => void drifts.push(drift));
  const refused = (): number => sent.filter(({ status }) => status === 429).length;
  const inMinute = (minute: number): number =>
    sent.filter(
      ({ atMs }) =>
        Math.floor((beginMs + atMs) / minuteMs) - Math.floor(beginMs / minuteMs) === minute,
    ).length;
  return { clock, client, ledger, venue, transport, drifts, sent, refused, inMinute };
}

describe("an exchange that counts 20 where 5 is declared", () => {
  test.each(
    Object.keys(countings).flatMap((name) => [5, 40, 400].map((ms) => [name, ms] as const)),
  )(
    "counted as %s, %i ms away, gets 57 of 300 calls a minute, refuses none, and it is said once (C13)",
    async (counting, latencyMs) => {
      const { clock, client, drifts, refused, inMinute } = exchange({ counting, latencyMs });
      const calls = Promise.all(Array.from({ length: 300 }, () => client.depth()));
      await clock.advance(minuteMs - 2_001);
      expect(inMinute(0)).toBeLessThanOrEqual(57);
      expect(inMinute(0)).toBeGreaterThan(45);
      expect(drifts).toEqual([{ endpoint: "depth", limit: "weight", declared: 5, observed: 20 }]);
      await clock.run(calls);
      for (const minute of [1, 2, 3, 4, 5]) expect(inMinute(minute)).toBeLessThanOrEqual(57);
      expect(refused()).toBe(0);
      expect(drifts).toHaveLength(1);
      expect(client.depth.estimate().cost).toEqual({ weight: 20 });
      await clock.advance(minuteMs);
      expect((await clock.run(client.depth().withResponse())).cost).toBe(20);
    },
  );
});

describe("a weight that is not what was declared", () => {
  test.each(Object.keys(countings))(
    "begun on a UTC minute, counted as %s: at most 57 calls a minute, and none is refused (C13)",
    async (counting) => {
      const { clock, client, refused, inMinute } = exchange({ counting, atMs: startMs - 2_000 });
      await clock.run(Promise.all(Array.from({ length: 300 }, () => client.depth())));
      expect(refused()).toBe(0);
      for (const minute of [0, 1, 2, 3]) expect(inMinute(minute)).toBeLessThanOrEqual(57);
    },
  );

  test("is shared by the clients of one ledger, and said by one of them", async () => {
    const { clock, client, ledger, venue, transport, drifts } = exchange({});
    const other = createClient(venue, { clock, ledger, transport });
    other.gate.on("drift", (drift) => void drifts.push(drift));
    for (let n = 0; n < 12; n += 1) await clock.run(n % 2 === 0 ? client.depth() : other.depth());
    expect(drifts).toHaveLength(1);
    for (const one of [client, other]) expect(one.depth.estimate().cost).toEqual({ weight: 20 });
  });

  test("is lowered on proof, and can move again", async () => {
    const weigh = (_: string, atMs: number): number => (atMs < minuteMs ? 2 : 8);
    const { clock, client, drifts } = exchange({ weigh });
    for (let n = 0; n < 12; n += 1) await clock.run(client.depth());
    expect(client.depth.estimate().cost).toEqual({ weight: 2 });
    await clock.advance(2 * minuteMs);
    for (let n = 0; n < 24; n += 1) await clock.run(client.depth());
    expect(drifts.map(({ declared, observed }) => [declared, observed])).toEqual([
      [5, 2],
      [5, 8],
    ]);
  });

  test("is told of the endpoint that has it, with others' calls in flight", async () => {
    const weigh = (path: string): number => (path === "/depth" ? 20 : 1);
    const { clock, client, drifts, refused } = exchange({ weigh, latencyMs: 400 });
    const line = async (): Promise<void> => {
      for (let n = 0; n < 10; n += 1) await (n % 2 === 0 ? client.depth() : client.time());
    };
    await clock.run(Promise.all(Array.from({ length: 16 }, line)));
    expect(drifts).toEqual([{ endpoint: "depth", limit: "weight", declared: 5, observed: 20 }]);
    expect(client.time.estimate().cost).toEqual({ weight: 1 });
    expect(refused()).toBe(0);
  });

  test("is the one that a call is refused by, where it exceeds what is planned", async () => {
    const { clock, client } = exchange({});
    for (let n = 0; n < 10; n += 1) await clock.run(client.depth());
    client.gate.adopt("weight", 15);
    await expect(client.depth()).rejects.toMatchObject({
      code: "HEADGATE_WEIGHT_EXCEEDS_LIMIT",
      weight: 20,
    });
  });
});
