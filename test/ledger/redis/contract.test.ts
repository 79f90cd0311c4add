import { VirtualClock } from "headgate";
import { Redis } from "ioredis";
import { afterAll, beforeAll } from "vitest";
import { RedisLedger } from "../../../src/ledger/redis/redis-ledger.ts";
import { storeOf } from "../../../src/ledger/redis/store.ts";
import { startRedis } from "../../support/redis-server.ts";
import type { RedisServer } from "../../support/redis-server.ts";
import { inVirtualTime } from "../../support/redis-in-virtual-time.ts";
import { ledgerContract } from "../contract.ts";

let server: RedisServer;
let client: Redis;

beforeAll(async () => {
  server = await startRedis();
  client = new Redis(server.port, "127.0.0.1");
  await client.ping();
});

afterAll(async () => {
  client.disconnect();
  await server[Symbol.asyncDispose]();
});

let ledgers = 0;

ledgerContract("Redis", async () => {
  const clock = new VirtualClock();
  ledgers += 1;
  const far = inVirtualTime(storeOf(client), clock);
  const ledger = new RedisLedger(far.store, { clock, random: () => 0.5, prefix: `h${ledgers}` });
  return { ledger, clock, advance: (byMs) => far.advance(byMs), slackMs: 1_000 };
});
