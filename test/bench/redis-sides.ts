/**
 * One process that keeps a limit with others over Redis: headgate, and those it is measured beside. Each
 * counts the commands that it sends itself, those of its own connections included.
 */
import { Redis } from "ioredis";
import { createGate } from "../../src/index.ts";
import type { Report } from "../../src/index.ts";
import { RedisLedger } from "../../src/ledger/redis/redis-ledger.ts";
import { storeOf } from "../../src/ledger/redis/store.ts";
import type { Store } from "../../src/ledger/redis/store.ts";
import type { Peers } from "./peers.ts";

/**
 * `plenty` and `three` are never in the way, from one bucket and from three; `paced` lets 200 per second go,
 * `rolling` as many in any 10 s, `short` in any second, `windows` 1 000 in each 5 s, and `empty` has nothing.
 */
export type Budget = "plenty" | "three" | "paced" | "rolling" | "short" | "windows" | "empty";

export type Opened = Readonly<{
  /** Resolves when it may go; `send` goes then, and says what it was told. False where it was refused. */
  call(send?: () => Promise<Report>): Promise<boolean>;
  /** Sent so far. */
  commands(): number;
  close(): Promise<void>;
}>;

type At = Readonly<{
  port: number;
  budget: Budget;
  /** How long each message to Redis, and each from it, may take on its way. */
  delayMs?: number;
}>;

export type RedisSide = Readonly<{ name: string; open(at: At): Promise<Opened> }>;

/** As planned, each second, where calls are paced. */
export const pacedPerSecond = 190;

/** As planned in each of the windows. */
export const planned = { max: 1_000, planned: 950, windowMs: 5_000 } as const;

const plenty = { counted: "rolling-window", windowMs: 1_000, max: 1e9 } as const;
const shared = { jitterMs: 50, headroom: 0.05 } as const;

const limits = {
  plenty: { calls: { ...plenty, per: ["account"] } },
  three: {
    calls: { ...plenty, per: ["account"] },
    weight: { ...plenty, per: ["ip"] },
    ordersOfPair: { ...plenty, per: ["account", "symbol"] },
  },
  paced: {
    calls: { counted: "bucket", refillPerSecond: 200, max: 40, per: ["account"], ...shared },
  },
  rolling: {
    calls: { counted: "rolling-window", windowMs: 10_000, max: 2_000, per: ["account"], ...shared },
  },
  short: {
    calls: { counted: "rolling-window", windowMs: 1_000, max: 200, per: ["account"], ...shared },
  },
  windows: {
    calls: {
      counted: "fixed-window",
      windowMs: planned.windowMs,
      starts: "utc",
      max: planned.max,
      per: ["account"],
      headroom: 0.05,
    },
  },
  // 1 of 50, so that the one who asks when it is there again does not use it up for the others.
  empty: { calls: { counted: "rolling-window", windowMs: 60_000, max: 50, per: ["account"] } },
} as const;

const costs = {
  plenty: { calls: 1 },
  three: { calls: 1, weight: 5, ordersOfPair: 1 },
  paced: { calls: 1 },
  rolling: { calls: 1 },
  short: { calls: 1 },
  windows: { calls: 1 },
  empty: { calls: 40 },
} as const;

export const headgate: RedisSide = {
  name: "headgate",
  async open({ port, budget, delayMs = 0 }) {
    const { client, commands } = await connected(port);
    const ledger = new RedisLedger(delayed(storeOf(client), delayMs), {
      prefix: budget,
      ...(delayMs > 0 ? { timeoutMs: 10 * delayMs } : {}),
    });
    const gate = createGate(limits[budget], { ledger, name: "bench" });
    const scope = { account: "maker", ip: "here", symbol: "BTCUSDT" };
    const draws = gate.price(costs[budget], scope);
    const how = budget === "empty" ? { maxWaitMs: 0 } : {};
    return {
      commands,
      async call(send) {
        try {
          const permit = await gate.acquire(draws, how);
          permit.settle(send === undefined ? {} : { calls: await send() });
          return true;
        } catch {
          return false;
        }
      },
      async close() {
        await ledger.close();
        client.disconnect();
      },
    };
  },
};

export function sidesOf(peers: Peers): readonly RedisSide[] {
  return [flexible(peers), bottleneck(peers)];
}

function flexible({ rateLimiterFlexible }: Peers): RedisSide {
  const { RateLimiterRedis, RateLimiterQueue } = rateLimiterFlexible;
  return {
    name: "rate-limiter-flexible",
    async open({ port, budget }) {
      const { client, commands } = await connected(port);
      const close = async (): Promise<void> => client.disconnect();
      const of = (keyPrefix: string) => {
        const figures = {
          plenty: { points: 1e9, duration: 1 },
          three: { points: 1e9, duration: 1 },
          paced: { points: 200, duration: 1 },
          rolling: { points: 200, duration: 1 },
          short: { points: 200, duration: 1 },
          windows: { points: planned.max, duration: planned.windowMs / 1_000 },
          // It remembers a refusal where it is told to.
          empty: { points: 46, duration: 60, inMemoryBlockOnConsumed: 46 },
        }[budget];
        return new RateLimiterRedis({ storeClient: client, keyPrefix, ...figures });
      };
      const first = of(budget);
      if (isWaitedFor(budget)) {
        const queue = new RateLimiterQueue(first);
        return { commands, close, call: () => queue.removeTokens(1).then(() => true) };
      }
      const all = budget === "three" ? [first, of("weight"), of("pair")] : [first];
      const cost = budget === "empty" ? 40 : 1;
      return {
        commands,
        close,
        call: () =>
          Promise.all(all.map((one) => one.consume("maker", cost))).then(
            () => true,
            () => false,
          ),
      };
    },
  };
}

function bottleneck({ bottleneck: { default: Bottleneck } }: Peers): RedisSide {
  return {
    name: "bottleneck",
    async open({ port, budget }) {
      const { client, commands } = await connected(port);
      const connection = new Bottleneck.IORedisConnection({ client });
      connection.on("error", () => {});
      const of = (id: string) =>
        new Bottleneck({
          id,
          connection,
          clearDatastore: false,
          ...(isWaitedFor(budget) ? { minTime: 5 } : { reservoir: 1e9 }),
          ...(budget === "empty" ? { reservoir: 0 } : {}),
        });
      const first = of(budget);
      if (budget === "three") first.chain(of("weight").chain(of("pair")));
      return {
        commands,
        call: async (send) => {
          await first.schedule({ priority: 5 }, async () => void (await send?.()));
          return true;
        },
        close: () => connection.disconnect(false),
      };
    },
  };
}

function isWaitedFor(budget: Budget): boolean {
  return ["paced", "rolling", "short", "windows"].includes(budget);
}

async function connected(port: number) {
  const client = new Redis(port, "127.0.0.1");
  client.on("error", () => {});
  await client.ping();
  let sent = 0;
  const send = client.sendCommand.bind(client);
  client.sendCommand = (...command) => {
    sent += 1;
    return send(...command);
  };
  return { client, commands: () => sent };
}

/** Each message takes its own time, from none to the most: so they overtake each other. */
function delayed(store: Store, delayMs: number): Store {
  if (delayMs === 0) return store;
  return {
    ...store,
    async run(...command) {
      await onTheWay(delayMs);
      const answer = await store.run(...command);
      await onTheWay(delayMs);
      return answer;
    },
  };
}

export function onTheWay(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * delayMs));
}
