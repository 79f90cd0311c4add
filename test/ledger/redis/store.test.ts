/** The store over every client, against a real server. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Why } from "../../../src/ledger/redis/store-error.ts";
import { storeOf } from "../../../src/ledger/redis/store.ts";
import type { Script, Store } from "../../../src/ledger/redis/store.ts";
import { clients } from "../../support/redis-clients.ts";
import type { Opened } from "../../support/redis-clients.ts";
import { startCluster } from "../../support/redis-cluster.ts";
import type { RedisCluster } from "../../support/redis-cluster.ts";
import {
  redisProgram,
  startRedis,
  startReplica,
  startSentinel,
} from "../../support/redis-server.ts";
import type { RedisServer } from "../../support/redis-server.ts";

const add = scriptOf('return redis.call("INCRBYFLOAT", KEYS[1], ARGV[1])');
const ping = scriptOf('return "pong"');
const publish = scriptOf('return redis.call("PUBLISH", ARGV[1], ARGV[2])');
const endless = "while true do end";

const withoutServer = redisProgram() === undefined;

describe.skipIf(withoutServer).each(clients)("the store over $name", ({ open }) => {
  let server: RedisServer;
  let opened: Opened;
  let store: Store;

  beforeAll(async () => {
    server = await startRedis();
    opened = await open(server);
    store = storeOf(opened.client);
  });
  beforeEach(() => server.command("FLUSHALL"));
  afterAll(async () => {
    await opened[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const failing = (why: Why, code?: string) => expect.objectContaining({ why, code });

  test("a script that the server knows runs by its digest alone", async () => {
    await store.run(add, ["known"], [0]);
    await server.command("CONFIG", "RESETSTAT");
    expect(await store.run(add, ["known"], [0.25])).toBe("0.25");
    expect(await store.run(add, ["known"], ["1.5"])).toBe("1.75");
    expect(await callsOf(server, "evalsha")).toBe(2);
    expect(await callsOf(server, "eval")).toBe(0);
  });

  test("a script that the server has forgotten runs once, and is known from then on (C72)", async () => {
    await store.run(add, ["forgotten"], [1]);
    await server.command("SCRIPT", "FLUSH");
    await server.command("CONFIG", "RESETSTAT");
    expect(await store.run(add, ["forgotten"], [1])).toBe("2");
    expect(await store.run(add, ["forgotten"], [1])).toBe("3");
    expect(await callsOf(server, "evalsha")).toBe(2);
    expect(await callsOf(server, "eval")).toBe(1);
  });

  test("scripts that are forgotten while many run are not lost and not doubled (C72)", async () => {
    await store.run(add, ["many"], [0]);
    const before = Array.from({ length: 50 }, () => store.run(add, ["many"], [1]));
    const flush = server.command("SCRIPT", "FLUSH");
    const after = Array.from({ length: 50 }, () => store.run(add, ["many"], [1]));
    await Promise.all([...before, flush, ...after]);
    expect(await server.command("GET", "many")).toBe("100");
  });

  test("all keys and arguments arrive in their order", async () => {
    const echo = scriptOf("return {KEYS[1], KEYS[2], ARGV[1], ARGV[2], ARGV[3]}");
    const reply = await store.run(echo, ["{a}1", "{a}2"], ["", -1.5, "Zürich"]);
    expect(reply).toEqual(["{a}1", "{a}2", "", "-1.5", "Zürich"]);
  });

  test("a key of another type is told as such", async () => {
    await server.command("RPUSH", "list", "1");
    await expect(store.run(add, ["list"], [1])).rejects.toEqual(failing("wrong-type", "WRONGTYPE"));
  });

  test("a server without memory is full", async () => {
    await server.command("CONFIG", "SET", "maxmemory", 1);
    await expect(store.run(add, ["full"], [1])).rejects.toEqual(failing("full", "OOM"));
    await server.command("CONFIG", "SET", "maxmemory", 0);
  });

  test("a server that has too few replicas takes no writes", async () => {
    await server.command("CONFIG", "SET", "min-replicas-to-write", 1);
    await expect(store.run(add, ["few"], [1])).rejects.toEqual(failing("readonly", "NOREPLICAS"));
    await server.command("CONFIG", "SET", "min-replicas-to-write", 0);
  });

  test("a replica takes no writes", async () => {
    await using replica = await startReplica(server);
    await using other = await open(replica);
    await expect(storeOf(other.client).run(add, ["replica"], [1])).rejects.toEqual(
      failing("readonly", "READONLY"),
    );
  });

  test("a user may lack the right to scripts, and to channels", async () => {
    const rights = ["on", "nopass", "~*", "resetchannels", "+@all", "-evalsha"];
    await server.command("ACL", "SETUSER", "guest", ...rights);
    const { host, port } = server;
    await using guest = await open({ host, port, username: "guest", password: "any" });
    const narrow = storeOf(guest.client);
    await expect(narrow.run(add, ["acl"], [1])).rejects.toEqual(failing("not-allowed", "NOPERM"));
    await expect(narrow.subscribe("news", () => {})).rejects.toEqual(
      failing("not-allowed", "NOPERM"),
    );
    expect(await subscribersOf(server, "news")).toBe(0);
  });

  test("a script's own mistake is of no known kind, whatever its text says", async () => {
    const wrong = scriptOf('return redis.error_reply("ERR OOM READONLY WRONGTYPE")');
    await expect(store.run(wrong, ["wrong"], [])).rejects.toEqual(failing("unknown", "ERR"));
  });

  test("a server that a script occupies answers later", async () => {
    await using busy = await startRedis({ settings: ["lua-time-limit 1"] });
    await using other = await open(busy);
    const occupied = busy.command("EVAL", endless, 0).catch(() => {});
    await busy.logged(/Slow script detected/u);
    await expect(storeOf(other.client).run(ping, [], [])).rejects.toEqual(
      failing("loading", "BUSY"),
    );
    await busy.kill();
    await occupied;
  });

  test("a server that loads its memory from disk answers later", async () => {
    await using loading = await startRedis({
      settings: [
        "enable-debug-command yes",
        "rdbcompression no",
        "loading-process-events-interval-bytes 1024",
        "key-load-delay 20000",
      ],
    });
    await using other = await open(loading);
    // It takes 40 s, and looks at its connections after each key.
    await loading.command("DEBUG", "POPULATE", 2_000, "key", 2_000);
    const reloading = loading.command("DEBUG", "RELOAD").catch(() => {});
    await loading.logged(/Loading RDB/u);
    await expect(storeOf(other.client).run(ping, [], [])).rejects.toEqual(
      failing("loading", "LOADING"),
    );
    await loading.kill();
    await reloading;
  });

  test("what is asked for without a connection is refused at once, and never done", async () => {
    await using mortal = await startRedis();
    await using other = await open(mortal);
    const lonely = storeOf(other.client);
    const lost = other.lost();
    await mortal.kill();
    await lost;
    await expect(lonely.run(add, ["late"], [1])).rejects.toEqual(failing("unreachable"));
    await expect(lonely.subscribe("news", () => {})).rejects.toEqual(failing("unreachable"));

    const connected = other.connected();
    await mortal.restart();
    await connected;
    expect(await lonely.run(add, ["marker"], [1])).toBe("1");
    expect(await mortal.command("KEYS", "*")).toEqual(["marker"]);
  });

  test("a client that its owner has closed is unreachable", async () => {
    const other = await open(server);
    await other[Symbol.asyncDispose]();
    await expect(storeOf(other.client).run(add, ["closed"], [1])).rejects.toEqual(
      failing("unreachable"),
    );
  });

  test("messages of a channel are heard, on a connection of their own, until the way out", async () => {
    const box = mailbox();
    const leave = await store.subscribe("news", box.put);
    await store.run(publish, [], ["gossip", "not this one"]);
    await store.run(publish, [], ["news", "first"]);
    expect(await box.take()).toBe("first");
    await store.run(publish, [], ["news", "second"]);
    expect(await box.take()).toBe("second");
    await leave();
    while ((await subscribersOf(server, "news")) > 0);
    expect(await store.run(ping, [], [])).toBe("pong");
  });

  test("a channel is heard again after the server was gone", async () => {
    await using mortal = await startRedis();
    await using other = await open(mortal);
    const restless = storeOf(other.client);
    const box = mailbox();
    const leave = await restless.subscribe("news", box.put);
    const connected = other.lost().then(() => other.connected());
    await mortal.restart();
    await connected;
    while ((await subscribersOf(mortal, "news")) === 0);
    await restless.run(publish, [], ["news", "again"]);
    expect(await box.take()).toBe("again");
    await leave();
  });
});

describe.skipIf(withoutServer)("a cluster", () => {
  let cluster: RedisCluster;

  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster[Symbol.asyncDispose]());

  test.for(clients)("$name runs scripts on every node", async ({ name, openCluster }) => {
    await using opened = await openCluster(cluster.nodes);
    const store = storeOf(opened.client);
    for (const node of cluster.nodes) await node.command("SCRIPT", "FLUSH");
    const keys = Array.from({ length: 30 }, (_, index) => `{${name} ${index}}`);
    const all = async (): Promise<readonly unknown[]> =>
      Promise.all(keys.map((key) => store.run(add, [key], [1])));
    expect(await all()).toEqual(keys.map(() => "1"));
    expect(await all()).toEqual(keys.map(() => "2"));
    const sizes = await Promise.all(cluster.nodes.map((node) => node.command("DBSIZE")));
    expect(sizes).not.toContain(0);
  });

  test.for(clients)("$name hears what any node publishes", async ({ name, openCluster }) => {
    await using opened = await openCluster(cluster.nodes);
    const box = mailbox();
    const leave = await storeOf(opened.client).subscribe(name, box.put);
    for (const node of cluster.nodes) {
      let isHeard = false;
      const hear = async (): Promise<void> => {
        while ((await box.take()) !== String(node.port));
        isHeard = true;
      };
      const heard = hear();
      // What one says is lost as long as it has no link to another one.
      while (!isHeard) await node.command("PUBLISH", name, node.port);
      await expect(heard).resolves.toBeUndefined();
    }
    await leave();
  });

  test.for(clients)("$name for one server says what a cluster needs", async ({ open }) => {
    const [first] = cluster.nodes;
    if (first === undefined) throw new Error("The cluster has no node.");
    await using opened = await open(first);
    const store = storeOf(opened.client);
    const outcomes = await Promise.allSettled(
      ["a", "b", "c", "d"].map((key) => store.run(add, [`{moved ${key}}`], [1])),
    );
    const moved = outcomes.filter(({ status }) => status === "rejected");
    expect(moved).not.toEqual([]);
    for (const outcome of moved) {
      expect(outcome).toMatchObject({
        reason: {
          code: "MOVED",
          message: expect.stringContaining("give the ledger a cluster's client"),
        },
      });
    }
  });

  test.for(clients)("$name is told that a cluster without slots is not whole", async ({ open }) => {
    await using node = await startRedis({ kind: "cluster" });
    await using opened = await open(node);
    await expect(storeOf(opened.client).run(add, ["nowhere"], [1])).rejects.toMatchObject({
      why: "loading",
      code: "CLUSTERDOWN",
    });
  });
});

describe.skipIf(withoutServer)("a sentinel", () => {
  test.for(clients.filter(({ openSentinel }) => openSentinel !== undefined))(
    "$name runs scripts and hears channels of the master that it names",
    async ({ openSentinel }) => {
      await using master = await startRedis();
      await using sentinel = await startSentinel(master);
      await using opened = await openSentinel?.(sentinel);
      const store = storeOf(opened?.client);
      const box = mailbox();
      const leave = await store.subscribe("news", box.put);
      expect(await store.run(add, ["named"], [1])).toBe("1");
      expect(await master.command("GET", "named")).toBe("1");
      await store.run(publish, [], ["news", "heard"]);
      expect(await box.take()).toBe("heard");
      await leave();
    },
  );
});

describe("what is no client", () => {
  test("an address is told which package to install, and is not repeated", () => {
    for (const address of ["redis://user:secret@db:6379", new URL("redis://user:secret@db")]) {
      const asked = () => storeOf(address);
      expect(asked).toThrow(TypeError);
      expect(asked).toThrow(/npm install ioredis and pass new Redis\(url\), or npm install redis/u);
      expect(asked).not.toThrow(/secret/u);
    }
  });

  test("anything else is told what is needed", () => {
    const common = { eval: () => {}, duplicate: () => {} };
    const redis3 = { ...common, evalsha: () => {}, connected: true };
    const redis4 = { ...common, evalSha: () => {}, disconnect: () => {}, isOpen: true };
    for (const other of [undefined, null, 6_379, {}, [], { host: "db" }, redis3, redis4]) {
      const asked = () => storeOf(other);
      expect(asked).toThrow(TypeError);
      expect(asked).toThrow(/a client of ioredis 5 or 6, of iovalkey, or of redis/u);
    }
  });
});

function scriptOf(source: string): Script {
  return { source, sha: createHash("sha1").update(source).digest("hex") };
}

/** How often a command was called since the statistics began. */
async function callsOf(server: RedisServer, command: string): Promise<number> {
  const statistics = String(await server.command("INFO", "commandstats"));
  return Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`, "u").exec(statistics)?.[1] ?? 0);
}

async function subscribersOf(server: RedisServer, channel: string): Promise<number> {
  const reply = await server.command("PUBSUB", "NUMSUB", channel);
  return Array.isArray(reply) ? Number(reply[1]) : 0;
}

/** Messages in their order, for one who waits for each. */
function mailbox() {
  const kept: string[] = [];
  let wake = (): void => {};
  const put = (message: string): void => {
    kept.push(message);
    wake();
  };
  const take = async (): Promise<string | undefined> => {
    if (kept.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return kept.shift();
  };
  return { put, take };
}
