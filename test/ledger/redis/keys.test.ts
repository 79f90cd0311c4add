import { readFileSync } from "node:fs";
import { systemClock } from "headgate";
import { Redis } from "ioredis";
import type { Draw } from "headgate";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { RedisLedger } from "../../../src/ledger/redis/redis-ledger.ts";
import { storeOf } from "../../../src/ledger/redis/store.ts";
import { startRedis } from "../../support/redis-server.ts";
import type { RedisServer } from "../../support/redis-server.ts";

let server: RedisServer;

beforeEach(async () => {
  server = await startRedis();
});

afterEach(() => server[Symbol.asyncDispose]());

const documented = readFileSync("src/ledger/redis/index.ts", "utf8");
const rules = /ACL SETUSER headgate (.*)/u.exec(documented)?.[1]?.split(" ") ?? [];
const commands = rules.filter((rule) => rule.startsWith("+"));

/** Longer than any answer of a server that is there takes. */
const timeoutMs = 5_000;

const draw = (key: string, windowMs: number): Draw => {
  const limit = { counted: "rolling-window", windowMs, max: 100, per: [], headroom: 0.05 } as const;
  return { limit, name: key, whose: {}, key, cost: 1 };
};

/** All that a ledger ever does. Returns for how far away an instant is promised at most. */
async function life(client: Redis, look = async (): Promise<void> => {}): Promise<number> {
  const ledger = new RedisLedger(storeOf(client), { timeoutMs });
  const draws = [draw("venue/calls|ip=a", 60_000), draw("venue/orders|account=b", 1_000)];
  const [reply] = await ledger.reserve([{ draws, leaveShare: 0, withinMs: Infinity }]);
  expect(reply).toMatchObject({ granted: true });
  if (reply?.granted !== true) return 0;
  ledger.note("weights", "{}");
  ledger.settle(reply.charges, [{ refused: { as: "quota", waitMs: 60_000 } }]);
  const [next] = await ledger.reserve([{ draws, leaveShare: 0, withinMs: Infinity }]);
  expect(next).toMatchObject({ granted: false, why: "blocked" });
  // One that may leave evenly, apart from the others by so much.
  const heavy = draw("venue/heavy", 60_000);
  const asks = Array.from({ length: 60 }, () => ({
    draws: [heavy],
    leaveShare: 0,
    withinMs: Infinity,
  }));
  const promises = await ledger.reserve(asks);
  await look();
  await ledger.close();
  return Math.max(...promises.map((each) => (each.granted ? each.waitMs : 0)));
}

async function connected(by: readonly string[]): Promise<Redis> {
  await server.command("ACL", "SETUSER", "headgate", "reset", ...by);
  const client = new Redis(server.port, server.host, {
    username: "headgate",
    password: "password",
    enableReadyCheck: false,
    disableClientInfo: true,
  });
  client.on("error", () => {});
  await new Promise((resolve) => client.once("ready", resolve));
  await server.command("ACL", "LOG", "RESET");
  return client;
}

async function denied(): Promise<string> {
  return JSON.stringify(await server.command("ACL", "LOG"));
}

describe("what a ledger may do in Redis", () => {
  test("is enough where it is what is documented", async () => {
    const client = await connected(rules);
    await life(client);
    expect(await denied()).toBe("[]");
    client.disconnect();
  });

  test.each(["publish", "subscribe"])(
    "is enough without %s, and its promises are near then",
    async (word) => {
      const client = await connected([...rules, `-${word}`]);
      expect(await life(client)).toBeLessThanOrEqual(100);
      expect(await denied()).toContain(`"${word}"`);
      client.disconnect();
    },
  );

  test("is enough without the channel, and its promises are near then", async () => {
    const client = await connected(rules.filter((rule) => !rule.startsWith("&")));
    expect(await life(client)).toBeLessThanOrEqual(100);
    expect(await denied()).toContain("{headgate}:news");
    client.disconnect();
  });

  test.each(commands.filter((rule) => !/publish|subscribe/u.test(rule)))(
    "needs %s",
    async (rule) => {
      const client = await connected([...rules, rule.replace("+", "-")]);
      await life(client).catch(() => undefined);
      expect(await denied()).toContain(`"${rule.slice(1)}"`);
      client.disconnect();
    },
  );
});

test("every key has an end, and says nothing but the exchange and whose bucket it is (M18, M24)", async () => {
  const client = new Redis(server.port, server.host);
  await client.ping();
  let leftMs: readonly (readonly [string, number])[] = [];
  await life(client, async () => {
    const keys = await client.keys("*");
    leftMs = await Promise.all(keys.map(async (key) => [key, await client.pttl(key)] as const));
  });
  expect(leftMs.map(([key]) => key).toSorted()).toEqual([
    "{headgate}:members",
    "{headgate}:notes",
    "{headgate}:venue",
    "{headgate}:venue|account=b",
    "{headgate}:venue|ip=a",
  ]);
  for (const [, left] of leftMs) {
    expect(left).toBeGreaterThan(3_600_000);
    expect(left).toBeLessThanOrEqual(604_800_000);
  }
  client.disconnect();
});

test("what time gives nothing back is kept for a year, whatever else is at its key", async () => {
  const client = new Redis(server.port, server.host);
  await client.ping();
  const ledger = new RedisLedger(storeOf(client), { timeoutMs, prefix: "year" });
  const orders = {
    ...draw("venue/orders", 0),
    limit: { counted: "lifetime", max: 100, per: [], headroom: 0 },
  } as const;
  for (const one of [orders, draw("venue/calls", 1_000), orders]) {
    await ledger.reserve([{ draws: [one], leaveShare: 0, withinMs: Infinity }]);
    await ledger.reserve([{ draws: [draw("venue/calls", 1_000)], leaveShare: 0, withinMs: 0 }]);
    expect(await client.pttl("{year}:venue")).toBeGreaterThan(300 * 86_400_000);
  }
  await ledger.close();
  client.disconnect();
});

test("close does not wait for a server that hangs", async () => {
  const client = new Redis(server.port, server.host);
  await client.ping();
  server.pause();
  const ledger = new RedisLedger(storeOf(client), { timeoutMs: 50 });
  const asks = [{ draws: [draw("venue/calls", 1_000)], leaveShare: 0, withinMs: Infinity }];
  const [reply] = await ledger.reserve(asks);
  expect(reply).toMatchObject({ granted: false, why: "full" });
  const askedMs = systemClock.nowMs();
  await ledger.close();
  expect(systemClock.nowMs() - askedMs).toBeLessThan(2_000);
  client.disconnect();
  server.resume();
});
