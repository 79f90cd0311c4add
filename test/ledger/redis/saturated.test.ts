/**
 * Three processes over Redis beside one with the buckets in its memory, all asked for the same: together
 * the three never get more than the limit allows, and hardly less than the one.
 */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { MemoryLedger, VirtualClock } from "headgate";
import type { Draw, Ending, FlatLimit, Reply } from "headgate";
import { fixedWindow, rollingLog, tokenBucket } from "headgate/emulator";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RedisLedger } from "../../../src/ledger/redis/redis-ledger.ts";
import { script as whole } from "../../../src/ledger/redis/script/index.ts";
import { storeOf } from "../../../src/ledger/redis/store.ts";
import type { Store } from "../../../src/ledger/redis/store.ts";
import { inVirtualTime } from "../../support/redis-in-virtual-time.ts";
import { startRedis } from "../../support/redis-server.ts";
import type { RedisServer } from "../../support/redis-server.ts";

const windowMs = 60_000;
const planned = 95;
const each = { max: 100, per: [], headroom: 0.05, jitterMs: 50 } as const;

/** Says whether the exchange would let it go; all that it lets go counts. */
type Exchange = (cost: number, nowMs: number) => boolean;

const limits: Readonly<Record<string, Readonly<{ limit: FlatLimit; exchange: () => Exchange }>>> = {
  "rolling windows": {
    limit: { ...each, counted: "rolling-window", windowMs },
    exchange: () => counting(rollingLog({ max: planned, windowMs })),
  },
  "windows nobody knows": {
    limit: { ...each, counted: "unknown", windowMs },
    exchange: () => counting(rollingLog({ max: planned, windowMs })),
  },
  "windows by UTC": {
    limit: { ...each, counted: "fixed-window", windowMs, starts: "utc" },
    exchange: () => counting(fixedWindow({ max: planned, windowMs, starts: "aligned" })),
  },
  "a bucket": {
    limit: { ...each, counted: "bucket", refillPerSecond: 2 },
    exchange: () => counting(tokenBucket({ max: 100, refillPerSecond: 2 })),
  },
  "what is never given back": {
    limit: { ...each, counted: "lifetime" },
    exchange: () => {
      let sum = 0;
      return (cost) => (sum += cost) <= planned;
    },
  },
};

function counting(
  model: Readonly<{
    offer(key: string, weight: number, nowMs: number): Readonly<{ accepted: boolean }>;
  }>,
): Exchange {
  return (cost, nowMs) => model.offer("all", cost, nowMs).accepted;
}

type Call = Readonly<{ cost: number; by: number; ends: "answered" | "lost" | "unsent" }>;

/** Asked for in a second, by whom, and what becomes of it. */
const ending = (...ends: readonly Call["ends"][]) =>
  fc.array(
    fc.array(
      fc.record({
        cost: fc.integer({ min: 1, max: 4 }),
        by: fc.nat(2),
        ends: fc.constantFrom(...ends),
      }),
      { minLength: 2, maxLength: 4 },
    ),
    { minLength: 200, maxLength: 200, size: "max" },
  );

const answered = ending("answered");
const anyhow = ending("answered", "answered", "answered", "lost", "unsent");

let server: RedisServer;
let client: Redis;

beforeAll(async () => {
  server = await startRedis();
  client = new Redis(server.port, "127.0.0.1");
  await client.ping();
});

afterAll(async () => {
  client.disconnect();
  await server[Symbol.asyncDispose]();
});

let runs = 0;

type Going = Readonly<{ cost: number; atMs: number }>;

type Played = Readonly<{ far: number; near: number; over: number }>;

/** What all were granted, and how often more than the exchange lets go. */
async function play(
  kind: string,
  asked: readonly (readonly Call[])[],
  mutate: (source: string) => string = (source) => source,
): Promise<Played> {
  const of = limits[kind];
  if (of === undefined) throw new Error(`There are no ${kind}.`);
  const clock = new VirtualClock();
  const far = inVirtualTime(mutant(storeOf(client), mutate), clock);
  runs += 1;
  const prefix = `s${runs}`;
  const three = [0, 1, 2].map(
    () => new RedisLedger(far.store, { clock, random: () => 0.5, prefix, processes: 3 }),
  );
  const one = new MemoryLedger({ clock, random: () => 0.5 });
  const exchange = of.exchange();
  const going: Going[] = [];
  const played = { far: 0, near: 0, over: 0 };
  const draw: Draw = { limit: of.limit, name: "calls", whose: {}, key: "venue/calls", cost: 1 };
  for (const second of asked) {
    for (const { cost, by, ends } of second) {
      const ask = { draws: [{ ...draw, cost }], leaveShare: 0, withinMs: 60_000, inLine: true };
      const answer = { stamp: { serverMs: clock.wallMs(), stepMs: 1 } };
      const end = ends === "answered" ? answer : ends;
      played.near += settled(one, one.reserve([ask])[0], end);
      const ledger = three[by];
      const [reply] = (await ledger?.reserve([ask])) ?? [];
      if (reply?.granted === true && ends !== "unsent")
        going.push({ cost, atMs: clock.wallMs() + reply.waitMs });
      if (ledger !== undefined) played.far += settled(ledger, reply, end);
    }
    await far.advance(1_000);
    const gone = goneBy(going, clock.wallMs());
    played.over += gone.filter(({ cost, atMs }) => !exchange(cost, atMs)).length;
  }
  await Promise.all(three.map((ledger) => ledger.close()));
  return played;
}

/** Those whose instant has come, in order. */
function goneBy(going: Going[], nowMs: number): readonly Going[] {
  going.sort((first, other) => first.atMs - other.atMs);
  const first = going.findIndex(({ atMs }) => atMs > nowMs);
  return going.splice(0, first === -1 ? going.length : first);
}

/** What it was granted, and ends at once. */
function settled(
  ledger: MemoryLedger | RedisLedger,
  reply: Reply | undefined,
  end: Ending,
): number {
  if (reply?.granted !== true) return 0;
  ledger.settle(reply.charges, [end]);
  if (end === "unsent") return 0;
  return reply.charges.reduce((sum, { cost }) => sum + cost, 0);
}

/** A script that is known to be wrong. */
function mutant(store: Store, mutate: (source: string) => string): Store {
  return {
    ...store,
    run(script, keys, args) {
      const source = mutate(script.source);
      const sha = createHash("sha1").update(source).digest("hex");
      return store.run({ source, sha }, keys, args);
    },
  };
}

describe("three processes over Redis", () => {
  test.for(Object.keys(limits))(
    "are granted no more than the exchange lets go, and 0.95 of what one is: %s",
    { timeout: 120_000 },
    async (kind) => {
      const property = fc.asyncProperty(answered, async (asked) => {
        const { far, near, over } = await play(kind, asked);
        expect(over).toBe(0);
        expect(far).toBeGreaterThanOrEqual(0.95 * near);
      });
      await fc.assert(property, { numRuns: 3 });
    },
  );

  // What was taken for nothing comes back to all a moment later.
  test.for(Object.keys(limits))(
    "are granted no more where calls are lost or never sent, and 0.9 of what one is: %s",
    { timeout: 120_000 },
    async (kind) => {
      const property = fc.asyncProperty(anyhow, async (asked) => {
        const { far, near, over } = await play(kind, asked);
        expect(over).toBe(0);
        expect(far).toBeGreaterThanOrEqual(0.9 * near);
      });
      await fc.assert(property, { numRuns: 3 });
    },
  );
});

const wrong: readonly (readonly [string, string, string, string])[] = [
  [
    "forgets a charge too early",
    "rolling windows",
    "w[gone + 1] + b.span <= now",
    "w[gone + 1] + b.span / 2 <= now",
  ],
  [
    "takes for what it refuses",
    "rolling windows",
    "waits(buckets[limiting + 1],",
    "take(buckets[limiting + 1], 1); waits(buckets[limiting + 1],",
  ],
  [
    "gives a bucket twice what comes back",
    "a bucket",
    "cost / (b.rate * paced)",
    "cost / (2 * b.rate * paced)",
  ],
];

test.for(wrong)(
  "a script that %s is found",
  { timeout: 120_000 },
  async ([, kind, right, mutated]) => {
    const asked = fc.sample(answered, { numRuns: 1, seed: 7 })[0] ?? [];
    expect(whole.source).toContain(right);
    const mutate = (source: string): string => source.replaceAll(right, mutated);
    const { far, near, over } = await play(kind, asked, mutate);
    expect(over > 0 || far < 0.95 * near).toBe(true);
  },
);
