/**
 * The packages that headgate is measured beside. They are installed in this folder alone, so they are
 * loaded by path, and typed by what is used of them.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

type Task = () => Promise<void>;

type TokenBucket = Readonly<{
  tryRemoveTokens(count: number): boolean;
  removeTokens(count: number): Promise<number>;
}>;
type Throttler = Readonly<{ throttle(cost: number): Promise<void> }>;
type Bottleneck = Readonly<{
  schedule(options: Readonly<{ priority: number }>, task: Task): Promise<void>;
  disconnect(): Promise<void>;
  chain(next: Bottleneck): Bottleneck;
}>;
type BottleneckConnection = Readonly<{
  on(event: "error", listener: () => void): unknown;
  disconnect(flush: boolean): Promise<void>;
}>;
type PQueue = Readonly<{
  add(task: Task, options?: Readonly<{ priority: number }>): Promise<void>;
}>;
type Points = Readonly<{ points: number; duration: number }>;
type RateLimiterMemory = Readonly<{ consume(key: string, points: number): Promise<unknown> }>;
type RateLimiterQueue = Readonly<{ removeTokens(tokens: number): Promise<number> }>;
type Book = Readonly<{ symbol: string; limit: number }>;

export type Peers = Readonly<{
  limiter: Readonly<{
    TokenBucket: new (
      sizes: Readonly<{ bucketSize: number; tokensPerInterval: number; interval: number }>,
    ) => TokenBucket;
  }>;
  bottleneck: Readonly<{
    default: (new (options: Readonly<Record<string, unknown>>) => Bottleneck) &
      Readonly<{
        IORedisConnection: new (of: Readonly<{ client: unknown }>) => BottleneckConnection;
      }>;
  }>;
  pQueue: Readonly<{
    default: new (options: Readonly<{ interval: number; intervalCap: number }>) => PQueue;
  }>;
  pThrottle: Readonly<{
    default: (
      options: Readonly<{ limit: number; interval: number; strict?: boolean }>,
    ) => (task: Task) => Task;
  }>;
  rateLimiterFlexible: Readonly<{
    RateLimiterMemory: new (options: Points) => RateLimiterMemory;
    RateLimiterRedis: new (
      options: Points & Readonly<Record<string, unknown>>,
    ) => RateLimiterMemory;
    RateLimiterQueue: new (over: RateLimiterMemory) => RateLimiterQueue;
  }>;
  ccxtThrottle: Readonly<{
    Throttler: new (options: Readonly<Record<string, number | string>>) => Throttler;
  }>;
  ccxt: Readonly<{
    default: Readonly<{
      binance: new (options: Readonly<{ enableRateLimit: boolean }>) => {
        urls: { api: Record<string, string> };
        publicGetDepth(book: Book): Promise<unknown>;
      };
    }>;
  }>;
  binance: Readonly<{
    MainClient: new (options: Readonly<{ baseUrl: string; keepAlive: boolean }>) => Readonly<{
      getOrderBook(book: Book): Promise<unknown>;
    }>;
  }>;
  binanceSpot: Readonly<{
    Spot: new (
      options: Readonly<{
        configurationRestAPI: Readonly<{ apiKey: string; basePath: string; keepAlive: boolean }>;
      }>,
    ) => Readonly<{
      restAPI: Readonly<{
        depth(book: Book): Promise<Readonly<{ data(): Promise<unknown> }>>;
      }>;
    }>;
  }>;
}>;

/** This folder in the sources: the compiled copy of this file has no packages beside it. */
const folder = join(dirname(fileURLToPath(import.meta.url)), "../../..", "test/bench");

/** All of them; `undefined` where they are not there and cannot be fetched. `say` is told what goes on. */
export async function loadPeers(say: (words: string) => void): Promise<Peers | undefined> {
  if (!existsSync(join(folder, "node_modules")) && !installed(say)) return undefined;
  const from = createRequire(join(folder, "package.json"));
  const load = async (name: string) => import(pathToFileURL(from.resolve(name)).href);
  return {
    limiter: await load("limiter"),
    bottleneck: await load("bottleneck"),
    pQueue: await load("p-queue"),
    pThrottle: await load("p-throttle"),
    rateLimiterFlexible: await load("rate-limiter-flexible"),
    // It is no export of its own.
    ccxtThrottle: await load("./node_modules/ccxt/js/src/base/functions/throttle.js"),
    ccxt: await load("ccxt"),
    binance: await load("binance"),
    binanceSpot: await load("@binance/spot"),
  };
}

function installed(say: (words: string) => void): boolean {
  say("The packages to compare with are not installed: npm ci in test/bench, once.");
  const { status, stderr } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
    shell: process.platform === "win32",
  });
  if (status === 0) return true;
  say(`${stderr}\nNO PEERS: they could not be installed. headgate is measured alone.`);
  return false;
}
