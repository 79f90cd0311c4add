/** What a bucket holds that rests: charged within its window, nothing in flight, and its key with it. */
import { MemoryLedger, createGate } from "../../src/index.ts";
import { heldBytes, median } from "./measure.ts";
import type { Peers } from "./peers.ts";
import { rowOf } from "./row.ts";
import type { Row } from "./row.ts";

const buckets = 200_000;
const windowMs = 3_600_000;

/** Makes and charges that many buckets, and returns what holds them. */
type Kind = Readonly<{ name: string; fill: (count: number) => Promise<object> }>;

const headgate: Kind = {
  name: "headgate",
  fill: async (count) => {
    const ledger = new MemoryLedger();
    // The gate goes, its buckets stay.
    const gate = createGate(
      { calls: { counted: "rolling-window", windowMs, max: 100, per: ["account"] } },
      { ledger },
    );
    for (let index = 0; index < count; index += 1) {
      gate.tryAcquire(gate.price({ calls: 1 }, { account: keyOf(index) }))?.settle();
    }
    return ledger;
  },
};

function kindsOf({ limiter, rateLimiterFlexible }: Peers): readonly Kind[] {
  return [
    {
      name: "limiter",
      fill: async (count) => {
        const all = new Map<string, object>();
        for (let index = 0; index < count; index += 1) {
          const bucket = new limiter.TokenBucket({
            bucketSize: 100,
            tokensPerInterval: 100,
            interval: windowMs,
          });
          bucket.tryRemoveTokens(1);
          all.set(keyOf(index), bucket);
        }
        return all;
      },
    },
    {
      name: "rate-limiter-flexible",
      fill: async (count) => {
        const memory = new rateLimiterFlexible.RateLimiterMemory({
          points: 100,
          duration: windowMs / 1_000,
        });
        for (let index = 0; index < count; index += 1) await memory.consume(keyOf(index), 1);
        return memory;
      },
    },
    {
      name: "a bare object",
      fill: async (count) => {
        const all = new Map<string, object>();
        for (let index = 0; index < count; index += 1) {
          const tokens = 99 + Math.random();
          all.set(keyOf(index), { tokens, capacity: 99.5, refillPerMs: 0.1, atMs: tokens / 7 });
        }
        return all;
      },
    },
  ];
}

function keyOf(index: number): string {
  return `account-${index}`;
}

async function bytesEach({ fill }: Kind): Promise<number> {
  const before = heldBytes();
  const held = await fill(buckets);
  const bytes = heldBytes() - before;
  // Held until here, whatever the compiler knows.
  if (Object.keys(held).length > buckets) throw new Error("More than was made.");
  return bytes / buckets;
}

export async function idleBuckets(peers: Peers | undefined): Promise<readonly Row[]> {
  const figures: Record<string, number> = {};
  for (const kind of [headgate, ...(peers ? kindsOf(peers) : [])]) {
    const seen = [await bytesEach(kind), await bytesEach(kind), await bytesEach(kind)];
    figures[kind.name] = median(seen);
  }
  return [
    rowOf(
      {
        name: "idleBucketBytes",
        what: "with its key, charged within its window, nothing in flight",
        unit: "bytes",
        goal: { atMost: 160 },
      },
      figures,
    ),
  ];
}
