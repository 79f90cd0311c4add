/** What can happen to a Redis, and to those who share it: how it is set up, what goes wrong, and until when. */
import type { Redis } from "ioredis";
import { Redis as Client } from "ioredis";
import { startCluster } from "../support/redis-cluster.ts";
import { startRedis, startReplica } from "../support/redis-server.ts";
import type { RedisServer } from "../support/redis-server.ts";
import { openWay } from "./proxy.ts";
import type { Workers } from "./workers.ts";

/** Redis, and what goes wrong with it. */
export type Fault = AsyncDisposable &
  Readonly<{
    /** For each worker, or for all of them. */
    ports: (worker: number) => readonly number[];
    isCluster?: boolean;
    wallAheadMs?: (worker: number) => number;
    /** Resolves when it is over. */
    strike: (workers: Workers) => Promise<unknown>;
  }>;

/** So long what lasts lasts. */
const lastsMs = 3_000;
const hourMs = 3_600_000;

export const faults: Readonly<Record<string, () => Promise<Fault>>> = {
  none: () => single(async () => undefined),
  "kill -9 of a process": () => single(async (_, workers) => workers.kill(0)),
  "SIGSTOP of Redis": () =>
    single(async (server) => {
      server.pause();
      await sleep(lastsMs);
      server.resume();
    }),
  "CLIENT PAUSE": () =>
    single(async (server) => {
      await server.command("CLIENT", "PAUSE", lastsMs, "ALL");
      await sleep(lastsMs);
    }),
  FLUSHALL: () => single((server) => server.command("FLUSHALL")),
  "SCRIPT FLUSH": () => single((server) => server.command("SCRIPT", "FLUSH")),
  "restart without state": () => single((server) => server.restart()),
  "killed and away": () =>
    single(async (server) => {
      await server.kill();
      await sleep(lastsMs);
      await server.restart();
    }),
  "full memory": () =>
    single(async (server) => {
      await server.command("CONFIG", "SET", "maxmemory", 1);
      await sleep(lastsMs);
      await server.command("CONFIG", "SET", "maxmemory", 0);
    }),
  "an hour ahead": async () => {
    const fault = await single(async () => undefined);
    return { ...fault, wallAheadMs: (worker) => (worker === 0 ? hourMs : 0) };
  },
  "a process cut off": cutOff,
  "failover to a lagging replica": failover,
  "cluster, the slot moves": slotMoves,
};

async function single(
  strike: (server: RedisServer, workers: Workers) => Promise<unknown>,
): Promise<Fault> {
  const server = await startRedis();
  return {
    ports: () => [server.port],
    strike: (workers) => strike(server, workers),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** The first one alone. */
async function cutOff(): Promise<Fault> {
  const server = await startRedis();
  const way = await openWay(server.port);
  return {
    ports: (worker) => [worker === 0 ? way.port : server.port],
    async strike() {
      way.cut();
      await sleep(2 * lastsMs);
      way.lead(server.port);
    },
    async [Symbol.asyncDispose]() {
      await way[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** What the last second has brought is not there. */
async function failover(): Promise<Fault> {
  const master = await startRedis();
  const behind = await openWay(master.port);
  const replica = await startReplica(behind);
  const way = await openWay(master.port);
  return {
    ports: () => [way.port],
    async strike() {
      behind.silence();
      await sleep(1_000);
      await master.kill();
      await replica.command("REPLICAOF", "NO", "ONE");
      way.lead(replica.port);
    },
    async [Symbol.asyncDispose]() {
      await way[Symbol.asyncDispose]();
      await behind[Symbol.asyncDispose]();
      await replica[Symbol.asyncDispose]();
      await master[Symbol.asyncDispose]();
    },
  };
}

async function slotMoves(): Promise<Fault> {
  const cluster = await startCluster();
  return {
    ports: () => cluster.nodes.map(({ port }) => port),
    isCluster: true,
    async strike() {
      const nodes = cluster.nodes.map(({ port }) => new Client(port, "127.0.0.1"));
      await moveSlot(nodes).finally(() => nodes.forEach((node) => node.disconnect()));
    },
    [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose](),
  };
}

/** All that is ours, from the node that has it to the next one. */
async function moveSlot(nodes: readonly Redis[]): Promise<void> {
  const [first] = nodes;
  const slot = Number(await first?.call("CLUSTER", "KEYSLOT", "{headgate}"));
  const counts = await Promise.all(
    nodes.map(async (node) => Number(await node.call("CLUSTER", "COUNTKEYSINSLOT", slot))),
  );
  const at = counts.findIndex((count) => count > 0);
  const [from, to] = [nodes[at], nodes[(at + 1) % nodes.length]];
  if (from === undefined || to === undefined) throw new Error("No node has our keys.");
  const [fromId, toId] = [await idOf(from), await idOf(to)];
  await to.call("CLUSTER", "SETSLOT", slot, "IMPORTING", fromId);
  await from.call("CLUSTER", "SETSLOT", slot, "MIGRATING", toId);
  const { port = 0 } = to.options;
  for (;;) {
    const keys = await from.call("CLUSTER", "GETKEYSINSLOT", slot, 100);
    if (!Array.isArray(keys) || keys.length === 0) break;
    await from.call("MIGRATE", "127.0.0.1", port, "", 0, 5_000, "KEYS", ...keys.map(String));
  }
  for (const node of [to, from, ...nodes])
    await node.call("CLUSTER", "SETSLOT", slot, "NODE", toId);
}

async function idOf(node: Redis): Promise<string> {
  return String(await node.call("CLUSTER", "MYID"));
}

export function sleep(waitMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, waitMs));
}
