/** Several processes over one real Redis in virtual time, each with a gate and a ledger of its own, and a way to it that can be cut. */
import { EventEmitter, once } from "node:events";
import { VirtualClock, createGate } from "headgate";
import type { Clock, Gate, Limit, Permit, Scope } from "headgate";
import { Redis } from "ioredis";
import { RedisLedger } from "../../src/ledger/redis/redis-ledger.ts";
import { StoreError } from "../../src/ledger/redis/store-error.ts";
import { storeOf } from "../../src/ledger/redis/store.ts";
import type { Store } from "../../src/ledger/redis/store.ts";
import { inVirtualTime } from "./redis-in-virtual-time.ts";
import type { VirtualStore } from "./redis-in-virtual-time.ts";
import type { RedisServer } from "./redis-server.ts";

type Limits = Readonly<Record<string, Limit>>;

/** One process. */
export type Member = {
  readonly ledger: RedisLedger;
  readonly gate: Gate;
  /** Of its ledger: `ledger-lost`, with its message, and `ledger-back`. */
  readonly events: string[];
  /** Nothing that it says reaches Redis. */
  isCut: boolean;
  /** What it says reaches Redis, and no answer comes back. */
  isUnheard: boolean;
};

export type Joining = Readonly<{ processes?: number; wallAheadMs?: number; nowAheadMs?: number }>;

export class Sharing implements AsyncDisposable {
  readonly clock = new VirtualClock();
  readonly client: Redis;
  readonly prefix: string;
  readonly #limits: Limits;
  readonly #far: VirtualStore;
  readonly #messages = new EventEmitter();
  readonly #members: Member[] = [];

  private constructor(client: Redis, prefix: string, limits: Limits) {
    this.client = client;
    this.prefix = prefix;
    this.#limits = limits;
    this.#far = inVirtualTime(storeOf(this.client), this.clock);
  }

  /** Resolves once it is connected. */
  static async open(server: RedisServer, prefix: string, limits: Limits): Promise<Sharing> {
    const client = new Redis(server.port, server.host);
    await client.ping();
    return new Sharing(client, prefix, limits);
  }

  join({ processes = 4, wallAheadMs = 0, nowAheadMs = 0 }: Joining = {}): Member {
    const { clock, prefix } = this;
    const own: Clock = {
      nowMs: () => clock.nowMs() + nowAheadMs,
      wallMs: () => clock.wallMs() + wallAheadMs,
      at: (atMs, act) => clock.at(atMs - nowAheadMs, act),
      sleep: (waitMs, signal) => clock.sleep(waitMs, signal),
    };
    const events: string[] = [];
    const ledger = new RedisLedger(
      this.#way(() => member),
      {
        clock: own,
        random: () => 0.5,
        prefix,
        processes,
      },
    );
    const gate = createGate(this.#limits, { ledger, clock: own, name: "venue" });
    gate.on("ledger-lost", ({ message }) => events.push(`ledger-lost: ${message}`));
    gate.on("ledger-back", () => events.push("ledger-back"));
    const member: Member = { ledger, gate, events, isCut: false, isUnheard: false };
    this.#members.push(member);
    return member;
  }

  /** Moves time on. */
  advance(byMs: number): Promise<void> {
    return this.#far.advance(byMs);
  }

  /** Resolves when so many listen to what is published. */
  async listening(members: number): Promise<void> {
    const channel = `{${this.prefix}}:news`;
    for (let heard = 0; heard < members;) {
      const answer = await this.client.call("PUBSUB", "NUMSUB", channel);
      heard = Array.isArray(answer) ? Number(answer[1]) : 0;
    }
  }

  /** Resolves when a published message has reached one more of them. */
  async published(): Promise<void> {
    await once(this.#messages, "message");
  }

  /** A call that is granted within a second. */
  async granted(member: Member, cost = 1, scope: Scope = {}): Promise<Permit> {
    const asked = this.asked(member, cost, scope);
    await this.advance(1_000);
    return asked;
  }

  asked({ gate }: Member, cost = 1, scope: Scope = {}): Promise<Permit> {
    const asked = gate.acquire(gate.price({ calls: cost }, scope));
    // Some are still waiting in the end.
    asked.catch(() => undefined);
    return asked;
  }

  /** Calls as fast as it may, until its gate is closed; `sent` is told of each. */
  saturate({ gate }: Member, sent: (atMs: number) => void, scope: Scope = {}): void {
    const draws = gate.price({ calls: 1 }, scope);
    const run = async (): Promise<void> => {
      for (;;) {
        const permit = await gate.acquire(draws);
        sent(this.clock.nowMs());
        await this.clock.sleep(50);
        permit.settle();
      }
    };
    for (let callers = 0; callers < 8; callers += 1) run().catch(() => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { gate, ledger } of this.#members) {
      await gate.close();
      await ledger.close();
    }
    this.client.disconnect();
  }

  #way(of: () => Member): Store {
    const { store } = this.#far;
    const away = (): never => {
      throw new StoreError({ why: "unreachable", message: "It is cut off." });
    };
    return {
      async run(...how) {
        if (of().isCut) return away();
        const { isUnheard } = of();
        const answer = await store.run(...how);
        return isUnheard ? away() : answer;
      },
      subscribe: (channel, hear, signal) =>
        store.subscribe(
          channel,
          (message) => {
            hear(message);
            if (message !== "") this.#messages.emit("message");
          },
          signal,
        ),
    };
  }
}

/** The most within any window. */
export function mostWithin(windowMs: number, sentMs: readonly number[]): number {
  let from = 0;
  let most = 0;
  for (const [index, atMs] of sentMs.entries()) {
    while ((sentMs[from] ?? atMs) <= atMs - windowMs) from += 1;
    most = Math.max(most, index + 1 - from);
  }
  return most;
}
