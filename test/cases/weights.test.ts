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
  /** Foreign use before each call. */
  others?: (atMs: number) => number;
  latencyMs?: number;
}>;

/** An exchange that counts in UTC minutes, and a client of it. */
function exchange(options: Options) {
  const { counting = "fixed-window", weigh = () => 20, others = () => 0, latencyMs = 40 } = options;
  const clock = new VirtualClock({ wallMs: startMs });
  const random = seeded(7);
  const sent: { atMs: number; used: number; status: number }[] = [];
  const used = new Map<number, number>();
  const transport: Transport = async ({ url }) => {
    await clock.sleep(latencyMs * random());
    const atMs = clock.wallMs();
    const minute = Math.floor(atMs / minuteMs);
    const now =
      (used.get(minute) ?? 0) + others(atMs - startMs) + weigh(url.pathname, atMs - startMs);
    used.set(minute, now);
    const status = now > max ? 429 : 200;
    sent.push({ atMs: atMs - startMs, used: now, status });
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
        Math.floor((startMs + atMs) / minuteMs) - Math.floor(startMs / minuteMs) === minute,
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
