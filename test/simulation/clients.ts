/** The clients: the product under two declarations, and two buckets that stand alone. */
import { createBucket } from "../../src/limits/bucket.ts";
import type { Bucket, Stamp } from "../../src/limits/bucket.ts";
import type { FlatLimit } from "../../src/limits/limit.ts";
import { ratePerMs } from "../../src/limits/limit.ts";
import type { Server, Size } from "./servers.ts";
import type { Random } from "./world.ts";

/**
 * `matching` declares what the server does, `default` says that nothing is known, `safe` is a bucket that
 * fits below every server, `naive` is what most libraries do.
 */
export const clients = ["matching", "default", "safe", "naive"] as const;
export type ClientName = (typeof clients)[number];

/** What an answer says. */
export type Told = Readonly<{ accepted: boolean; used?: number; stamp?: Stamp }>;

export type Client = {
  readonly planned: number;
  earliestMs(cost: number, nowMs: number): number;
  /** Sends; what it returns is told how it ended. */
  send(cost: number, nowMs: number): (told: Told, nowMs: number) => void;
};

export function clientOf(
  name: ClientName,
  of: Readonly<{ size: Size; server: Server; random: Random }>,
): Client {
  const { size, server, random } = of;
  const { max, windowMs, heaviest, jitterMs } = size;
  const unknown: FlatLimit = { counted: "unknown", max, windowMs, per: [] };
  const planned = ratePerMs(unknown) * windowMs;
  switch (name) {
    case "matching":
      return product(createBucket(server.limit, { key: "k", random }), server.planned);
    case "default":
      return product(createBucket(unknown, { key: "k", random }), planned);
    case "safe": {
      // In any window and jitter: burst + refill x (window + jitter) = planned.
      const capacity = Math.max(0.1 * planned, heaviest);
      return alone(capacity, (planned - capacity) / (windowMs + jitterMs), planned);
    }
    case "naive":
      return alone(0.95 * max, (0.95 * max) / windowMs, 0.95 * max);
  }
}

function product(bucket: Bucket, planned: number): Client {
  return {
    planned,
    earliestMs: (cost, nowMs) => bucket.earliestMs(cost, 0, nowMs),
    send(cost, sentMs) {
      const charge = bucket.charge(cost, sentMs);
      return ({ accepted, ...said }, nowMs) => {
        const refused = accepted ? {} : ({ refused: { as: "quota" } } as const);
        bucket.settle(charge, { ...said, ...refused }, nowMs);
      };
    },
  };
}

/** A token bucket and nothing else: what an answer says is not heard. */
function alone(capacity: number, refillPerMs: number, planned: number): Client {
  let tokens = capacity;
  let thenMs = 0;
  const refill = (nowMs: number): void => {
    tokens = Math.min(capacity, tokens + (nowMs - thenMs) * refillPerMs);
    thenMs = nowMs;
  };
  return {
    planned,
    earliestMs(cost, nowMs) {
      refill(nowMs);
      return tokens + 1e-6 >= cost ? nowMs : nowMs + (cost - tokens) / refillPerMs;
    },
    send(cost, nowMs) {
      refill(nowMs);
      tokens -= cost;
      return () => undefined;
    },
  };
}
