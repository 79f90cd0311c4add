/** One budget for many processes and machines: the ledger in Redis or Valkey. */
import { RedisLedger } from "./redis-ledger.ts";
import type { RedisLedgerOptions } from "./redis-ledger.ts";
import { storeOf } from "./store.ts";

export type { RedisLedger, RedisLedgerOptions } from "./redis-ledger.ts";

/**
 * A ledger that all processes share which give it a client of one Redis or Valkey, standalone, Sentinel or
 * Cluster: of ioredis, iovalkey or redis (node-redis). The client is the caller's, who connects and closes it.
 *
 * All keys begin with the prefix in braces, and hold no secrets. The least that its user needs, one line for Redis:
 *
 *     ACL SETUSER headgate on >password ~{headgate}:* &{headgate}:news -@all +eval +evalsha +time +pttl +hget +hgetall +hmget +hset +hdel +hincrby +pexpire +publish +subscribe
 *
 * Without `+publish`, `+subscribe` or the channel a block is heard of with the next call, and no call is
 * promised an instant that is more than 100 ms away. ioredis also asks for `+info`, unless it is made with
 * `enableReadyCheck: false`.
 *
 * @throws {TypeError} If it is no client of those.
 *
 * @example
 * const ledger = redisLedger(new Redis("redis://cache.internal"));
 * const desk = createClient(binanceSpot, { ledger, egress: { "203.0.113.7": dispatcher }, accounts });
 */
export function redisLedger(client: unknown, options: RedisLedgerOptions = {}): RedisLedger {
  return new RedisLedger(storeOf(client), options);
}
