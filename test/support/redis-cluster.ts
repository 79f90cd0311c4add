/** A Redis Cluster of three masters on loopback, for as long as a test needs it. */
import { startRedis } from "./redis-server.ts";
import type { RedisServer } from "./redis-server.ts";

export type RedisCluster = AsyncDisposable & Readonly<{ nodes: readonly RedisServer[] }>;

const slots = 16_384;
const masters = 3;

/** Resolves once they have all slots, and each of them knows it. */
export async function startCluster(): Promise<RedisCluster> {
  const nodes = await Promise.all(
    Array.from({ length: masters }, () => startRedis({ kind: "cluster" })),
  );
  for (const [index, node] of nodes.entries()) {
    const from = Math.floor((index * slots) / masters);
    const to = Math.floor(((index + 1) * slots) / masters) - 1;
    await node.command("CLUSTER", "ADDSLOTSRANGE", from, to);
    await node.command("CLUSTER", "SET-CONFIG-EPOCH", index + 1);
  }
  const [first, ...others] = nodes;
  for (const { host, port } of others) {
    await first?.command("CLUSTER", "MEET", host, port, port + 1);
  }
  await Promise.all(nodes.map((node) => node.logged(/Cluster state changed: ok/u)));
  return {
    nodes,
    async [Symbol.asyncDispose]() {
      await Promise.all(nodes.map((node) => node[Symbol.asyncDispose]()));
    },
  };
}
