/** Every Redis client that a ledger takes, in each of its major versions, all opened in the same words. */
import { Cluster as Ioredis6Cluster, Redis as Ioredis6 } from "ioredis";
import { Cluster as Ioredis5Cluster, Redis as Ioredis5 } from "ioredis-5";
import { Cluster as IovalkeyCluster, Redis as Iovalkey } from "iovalkey";
import * as redis6 from "redis";
import * as redis5 from "redis-5";

type Address = Readonly<{ host: string; port: number }>;

/** Who it says it is. */
type User = Readonly<{ username?: string; password?: string }>;

export type Opened = AsyncDisposable &
  Readonly<{
    client: unknown;
    /** Resolves when it next notices that its server is gone. */
    lost(): Promise<void>;
    /** Resolves when it is next connected. */
    connected(): Promise<void>;
  }>;

/** Each resolves once it is connected. */
export type Client = Readonly<{
  name: string;
  open(at: Address & User): Promise<Opened>;
  openCluster(nodes: readonly Address[]): Promise<Opened>;
  /** Of the master that the sentinel knows by the name of "main". */
  openSentinel?(sentinel: Address): Promise<Opened>;
}>;

type Emitter = Readonly<{
  on(event: string, listener: () => void): unknown;
  once(event: string, listener: () => void): unknown;
}>;
type IoredisClient = Emitter & Readonly<{ status: string; disconnect(): void }>;
type NodeRedisClient = Emitter &
  Readonly<{
    isOpen: boolean;
    connect(): Promise<unknown>;
    destroy(): unknown;
  }>;

const sentinelOf = (sentinel: Address) => ({ name: "main", sentinels: [sentinel] });

export const clients: readonly Client[] = [
  {
    name: "ioredis 6",
    open: (at) => openIoredis(new Ioredis6(at)),
    openCluster: (nodes) => openIoredis(new Ioredis6Cluster([...nodes])),
    openSentinel: (sentinel) => openIoredis(new Ioredis6(sentinelOf(sentinel))),
  },
  {
    name: "ioredis 5",
    open: (at) => openIoredis(new Ioredis5(at)),
    openCluster: (nodes) => openIoredis(new Ioredis5Cluster([...nodes])),
    openSentinel: (sentinel) => openIoredis(new Ioredis5(sentinelOf(sentinel))),
  },
  {
    name: "iovalkey",
    open: (at) => openIoredis(new Iovalkey(at)),
    openCluster: (nodes) => openIoredis(new IovalkeyCluster([...nodes])),
    openSentinel: (sentinel) => openIoredis(new Iovalkey(sentinelOf(sentinel))),
  },
  {
    name: "redis 6",
    open: (at) => openNodeRedis(redis6.createClient(nodeRedisOptions(at))),
    openCluster: (nodes) =>
      openNodeRedis(redis6.createCluster({ rootNodes: nodes.map(nodeRedisOptions) })),
    openSentinel: (sentinel) =>
      openNodeRedis(redis6.createSentinel({ name: "main", sentinelRootNodes: [sentinel] })),
  },
  {
    name: "redis 5",
    open: (at) => openNodeRedis(redis5.createClient(nodeRedisOptions(at))),
    openCluster: (nodes) =>
      openNodeRedis(redis5.createCluster({ rootNodes: nodes.map(nodeRedisOptions) })),
  },
];

function nodeRedisOptions({ host, port, ...user }: Address & User) {
  return { ...user, socket: { host, port } };
}

async function openIoredis(client: IoredisClient): Promise<Opened> {
  const opened = {
    client,
    lost: () => next(client, "close"),
    connected: () => next(client, "ready"),
  };
  client.on("error", () => {});
  await opened.connected();
  return { ...opened, [Symbol.asyncDispose]: async () => client.disconnect() };
}

async function openNodeRedis(client: NodeRedisClient): Promise<Opened> {
  client.on("error", () => {});
  await client.connect();
  return {
    client,
    lost: () => next(client, "reconnecting"),
    connected: () => next(client, "ready"),
    async [Symbol.asyncDispose]() {
      if (client.isOpen) await client.destroy();
    },
  };
}

/** Unlike `once` of Node, it does not mind the errors of each try to connect. */
function next(emitter: Emitter, event: string): Promise<void> {
  return new Promise((resolve) => emitter.once(event, resolve));
}
