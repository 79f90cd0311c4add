/** A call that does not wait: how long it takes to be let through and to be settled. */
import { MemoryLedger, createGate } from "../../src/index.ts";
import { clock, inTurns, medians, ratiosTo } from "./measure.ts";
import type { Rounds, Side } from "./measure.ts";
import type { Peers } from "./peers.ts";
import { rowOf } from "./row.ts";
import type { Row } from "./row.ts";

/** Never in the way, and accounted for like any other. */
const plenty = { counted: "rolling-window", windowMs: 1_000, max: 1e9 } as const;

const rounds: Rounds = { rounds: 186, roundMs: 8 };

/** Of all rounds so many count, those in which the clock was quickest: whatever else runs on the machine slows all of them. */
const undisturbed = 31;

const nothing = async (): Promise<void> => {};

function oneBucket() {
  const gate = createGate({ calls: { ...plenty, per: ["ip"] } }, { ledger: new MemoryLedger() });
  return { gate, draws: gate.price({ calls: 1 }, { ip: "here" }) };
}

function fourBuckets() {
  const gate = createGate(
    {
      weight: { ...plenty, per: ["ip"] },
      requests: { ...plenty, per: ["ip"] },
      orders: { ...plenty, per: ["account"] },
      ordersOfPair: { ...plenty, per: ["account", "symbol"] },
    },
    { ledger: new MemoryLedger() },
  );
  const scope = { ip: "here", account: "maker", symbol: "BTCUSDT" };
  return {
    gate,
    draws: gate.price({ weight: 5, requests: 1, orders: 1, ordersOfPair: 1 }, scope),
  };
}

/** What an answer says about one limit, as the client hands it on. */
function answer(used: number) {
  return { calls: { used, stamp: { serverMs: 1_790_000_000_000, stepMs: 1_000 } } };
}

export async function uncontended(peers: Peers | undefined): Promise<readonly Row[]> {
  const atOnce = await row(
    { name: "tryAcquire", what: "one bucket, its own clock reading, settled", readings: 2.5 },
    [atOnceSide(), ...(peers ? triesOf(peers) : [])],
  );
  const awaited = await row(
    { name: "acquire", what: "awaited, uncontended, settled", readings: 5 },
    [awaitedSide(), ...(peers ? acquiresOf(peers) : [])],
  );
  const four = await row({ name: "acquire4", what: "four buckets, all or none", readings: 8 }, [
    fourSide(),
  ]);
  // After all others: where answers tell something as well, those that do not cost a twelfth more.
  const { figures } = await measured([toldAtOnce(), toldAwaited()]);
  const also = (name: string) => ({ also: { [told]: figures[name] ?? NaN } });
  return [{ ...atOnce, ...also("at once") }, { ...awaited, ...also("awaited") }, four];
}

const told = "headgate told what is used";

/** `readings` of the clock are to reach. */
async function row(
  about: Readonly<{ name: string; what: string; readings: number }>,
  sides: readonly Side[],
): Promise<Row> {
  const { name, what, readings } = about;
  const { figures, clockNs } = await measured(sides);
  const goal = { atMost: readings * clockNs };
  return { ...rowOf({ name, what, unit: "ns", goal }, figures), clockNs };
}

/**
 * Ns, by side. The clock takes its turns with the sides: each round is measured in the readings of that round,
 * as the machine may be slower in one than in another.
 */
async function measured(
  sides: readonly Side[],
): Promise<Readonly<{ figures: Readonly<Record<string, number>>; clockNs: number }>> {
  const all = await inTurns([clock, ...sides], rounds);
  const byClock = all.toSorted((one, other) => (one["clock"] ?? NaN) - (other["clock"] ?? NaN));
  const seen = byClock.slice(0, undisturbed);
  const { clock: clockNs = NaN } = medians(seen);
  const ratios = ratiosTo("clock", seen);
  const figures = sides.map(({ name }) => [name, clockNs / (ratios[name] ?? NaN)] as const);
  return { figures: Object.fromEntries(figures), clockNs };
}

function atOnceSide(): Side {
  const { gate, draws } = oneBucket();
  return {
    name: "headgate",
    run: (count) => {
      for (let done = 0; done < count; done += 1) gate.tryAcquire(draws)?.settle();
    },
  };
}

function toldAtOnce(): Side {
  const { gate, draws } = oneBucket();
  let used = 0;
  return {
    name: "at once",
    run: (count) => {
      for (let done = 0; done < count; done += 1) {
        used = (used + 1) % 1_000_000;
        gate.tryAcquire(draws)?.settle(answer(used));
      }
    },
  };
}

function triesOf({ limiter }: Peers): readonly Side[] {
  const bucket = new limiter.TokenBucket({
    bucketSize: 1e9,
    tokensPerInterval: 1e9,
    interval: 1_000,
  });
  return [
    {
      name: "limiter",
      run: (count) => {
        for (let done = 0; done < count; done += 1) bucket.tryRemoveTokens(1);
      },
    },
  ];
}

/** The same thing `count` times, each after the other has come through. */
function awaiting(name: string, one: () => Promise<unknown>): Side {
  return {
    name,
    run: async (count) => {
      for (let done = 0; done < count; done += 1) await one();
    },
  };
}

function awaitedSide(): Side {
  const { gate, draws } = oneBucket();
  return {
    name: "headgate",
    run: async (count) => {
      for (let done = 0; done < count; done += 1) {
        const permit = await gate.acquire(draws);
        permit.settle();
      }
    },
  };
}

function toldAwaited(): Side {
  const { gate, draws } = oneBucket();
  let used = 0;
  return {
    name: "awaited",
    run: async (count) => {
      for (let done = 0; done < count; done += 1) {
        const permit = await gate.acquire(draws);
        used = (used + 1) % 1_000_000;
        permit.settle(answer(used));
      }
    },
  };
}

function fourSide(): Side {
  const { gate, draws } = fourBuckets();
  return {
    name: "headgate",
    run: async (count) => {
      for (let done = 0; done < count; done += 1) {
        const permit = await gate.acquire(draws);
        permit.settle();
      }
    },
  };
}

function acquiresOf(peers: Peers): readonly Side[] {
  const interval = 1_000;
  const bucket = new peers.limiter.TokenBucket({
    bucketSize: 1e9,
    tokensPerInterval: 1e9,
    interval,
  });
  const memory = new peers.rateLimiterFlexible.RateLimiterMemory({ points: 1e9, duration: 1 });
  const queue = new peers.pQueue.default({ interval, intervalCap: 1e9 });
  const throttled = peers.pThrottle.default({ limit: 1e9, interval })(nothing);
  const bottleneck = new peers.bottleneck.default({
    reservoir: 1e9,
    reservoirRefreshAmount: 1e9,
    reservoirRefreshInterval: interval,
  });
  const throttler = new peers.ccxtThrottle.Throttler({
    algorithm: "rollingWindow",
    windowSize: interval,
    rateLimit: interval / 1e9,
  });
  return [
    awaiting("limiter", () => bucket.removeTokens(1)),
    awaiting("rate-limiter-flexible", () => memory.consume("here", 1)),
    awaiting("ccxt", () => throttler.throttle(1)),
    awaiting("p-throttle", throttled),
    awaiting("p-queue", () => queue.add(nothing)),
    awaiting("bottleneck", () => bottleneck.schedule({ priority: 5 }, nothing)),
  ];
}
