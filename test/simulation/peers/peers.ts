/**
 * What else there is to keep a limit with: the real packages, from `test/bench/`, each set for "`max` per
 * `windowMs`" as its own documentation says. None of them knows of a headroom.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Size } from "../servers.ts";

/** Lines up a call of that weight; `go` is called when the peer lets it go. */
export type Peer = (cost: number, go: () => void) => void;

type Settings = Pick<Size, "max" | "windowMs" | "heaviest">;

type Options = Readonly<Record<string, unknown>>;
type Class<Instance> = new (options: Options) => Instance;
type Throttler = { throttle: (cost: number) => Promise<void> };
type Throttle = (options: Options) => (run: Peer) => (...of: Parameters<Peer>) => Promise<void>;

const creators = {
  async "p-queue"({ max, windowMs }) {
    type Queue = { add: (run: () => void) => Promise<void> };
    const { default: PQueue }: { default: Class<Queue> } = await load("p-queue/dist/index.js");
    const queue = new PQueue({ intervalCap: max, interval: windowMs, strict: true });
    return (_, go) => void queue.add(go);
  },
  async limiter({ max, windowMs }) {
    type Limiter = { removeTokens: (count: number) => Promise<number> };
    const exports: { RateLimiter: Class<Limiter> } = await load("limiter/dist/esm/index.js");
    const limiter = new exports.RateLimiter({ tokensPerInterval: max, interval: windowMs });
    return (cost, go) => void limiter.removeTokens(cost).then(go);
  },
  async bottleneck({ max, windowMs }) {
    type Job = () => Promise<void>;
    type Queue = { schedule: (options: { weight: number }, job: Job) => Promise<void> };
    const { default: Bottleneck }: { default: Class<Queue> } =
      await load("bottleneck/lib/index.js");
    const queue = new Bottleneck({
      reservoir: max,
      reservoirRefreshAmount: max,
      reservoirRefreshInterval: windowMs,
    });
    return (weight, go) => void queue.schedule({ weight }, () => Promise.resolve(go()));
  },
  async "p-throttle"({ max, windowMs, heaviest }) {
    const { default: pThrottle }: { default: Throttle } = await load("p-throttle/index.js");
    const weight = heaviest === 1 ? {} : { weight: (cost: number) => cost };
    const throttle = pThrottle({ limit: max, interval: windowMs, strict: true, ...weight });
    const throttled = throttle((_, go) => go());
    return (cost, go) => void throttled(cost, go);
  },
  "ccxt-leaky": (settings) => ccxt("leakyBucket", settings),
  "ccxt-rolling": (settings) => ccxt("rollingWindow", settings),
} as const satisfies Readonly<Record<string, (settings: Settings) => Promise<Peer>>>;

/** As ccxt's exchanges set it: `rateLimit` is in how many ms one unit comes back. */
async function ccxt(algorithm: string, { max, windowMs }: Settings): Promise<Peer> {
  const path = "ccxt/js/src/base/functions/throttle.js";
  const exports: { Throttler: Class<Throttler> } = await load(path);
  const rateLimit = windowMs / max;
  const throttler = new exports.Throttler({
    delay: 0.001,
    capacity: 1,
    cost: 1,
    refillRate: 1 / rateLimit,
    algorithm,
    windowSize: windowMs,
    rateLimit,
  });
  return (cost, go) => void throttler.throttle(cost).then(go);
}

export type PeerName = keyof typeof creators;

function isPeer(name: string): name is PeerName {
  return Object.hasOwn(creators, name);
}

export const peers: readonly PeerName[] = Object.keys(creators).filter(isPeer);

/** p-queue counts calls; all others know weights. */
export function weighs(name: PeerName): boolean {
  return name !== "p-queue";
}

export function createPeer(name: PeerName, settings: Settings): Promise<Peer> {
  return creators[name](settings);
}

const modulesPath = join("test", "bench", "node_modules");

export function areInstalled(): boolean {
  return existsSync(modulesPath);
}

/** @throws {Error} If the peers are not installed; it says how they are. */
export function checkInstalled(): void {
  if (areInstalled()) return;
  throw new Error("The peers are not installed: `npm ci --prefix test/bench` installs them.");
}

/** What a package exports. Loaded only here, since what it keeps of the globals has to be virtual. */
function load(path: string) {
  return import(pathToFileURL(join(modulesPath, path)).href);
}
