/** Outgoing addresses by name: each has its own way out, its own buckets and its own bans. */
import { socksDispatcher } from "fetch-socks";
import { MemoryLedger, createClient } from "headgate";
import { startEmulator } from "headgate/emulator";
import type { Emulator } from "headgate/emulator";
import { binanceSpot } from "headgate/endpoints/binance-spot";
import { serverSide } from "headgate/endpoints/binance-spot/server";
import { Agent, ProxyAgent } from "undici";
import type { Dispatcher } from "undici";
import { afterEach, describe, expect, test } from "vitest";
import { account, apiKey, secret } from "../support/client-venue.ts";
import { bench, rejection } from "../support/client-wire.ts";
import { startHttpProxy, startSocksProxy } from "../support/proxies.ts";
import type { Proxy } from "../support/proxies.ts";

const closing: Array<() => Promise<void>> = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** An exchange on loopback, and an account that goes out to it through a dispatcher. */
async function through(dispatcher: Dispatcher) {
  const server = serverSide({ accounts: { [apiKey]: { name: "maker", secret } } });
  const emulator: Emulator = await startEmulator(server);
  closing.push(
    () => emulator.close(),
    () => dispatcher.destroy(),
  );
  const addresses: string[] = [];
  server.onCounted(({ ip }) => void addresses.push(ip));
  const client = createClient(binanceSpot, {
    accounts: { maker: { apiKey, secret, egress: "b" } },
    egress: { b: dispatcher },
    ledger: new MemoryLedger(),
    maxAttempts: 1,
    origin: emulator.origin,
  });
  return { client, addresses, host: new URL(emulator.origin).host };
}

async function started(start: () => Promise<Proxy>): Promise<Proxy> {
  const proxy = await start();
  closing.push(() => proxy.close());
  return proxy;
}

describe("an address by name", () => {
  test("may be an HTTP proxy", async () => {
    const proxy = await started(startHttpProxy);
    const { client, host } = await through(new ProxyAgent(`http://127.0.0.1:${proxy.port}`));
    expect((await client.account()).canTrade).toBe(true);
    expect(proxy.asked).toEqual([host]);
  });

  test("may be a SOCKS proxy", async () => {
    const proxy = await started(startSocksProxy);
    const { client, host } = await through(
      socksDispatcher({ type: 5, host: "127.0.0.1", port: proxy.port }),
    );
    expect((await client.account()).canTrade).toBe(true);
    expect(proxy.asked).toEqual([host]);
  });

  // Other systems have one address on loopback.
  test.runIf(process.platform === "linux")("may be an address of this machine", async () => {
    const { client, addresses } = await through(new Agent({ localAddress: "127.0.0.2" }));
    await client.time();
    expect(addresses).toEqual(["127.0.0.2"]);
  });

  test("whose proxy is gone was not reached, and nothing goes another way", async () => {
    const proxy = await started(startHttpProxy);
    const { client, addresses } = await through(new ProxyAgent(`http://127.0.0.1:${proxy.port}`));
    await proxy.close();
    closing.splice(1, 1);
    const error = await rejection(client.time());
    expect(error).toMatchObject({ code: "HEADGATE_BUDGET_EXHAUSTED" });
    expect(addresses).toEqual([]);
  });
});

describe("a ban", () => {
  const dispatchers = { a: new Agent(), b: new Agent() };
  const two = {
    accounts: {
      maker: { ...account, egress: "a" },
      taker: { apiKey: "taker's", secret, egress: "b" },
    },
    egress: dispatchers,
  };

  test("of one address stops only that one, and nothing hops around it", async () => {
    let banned = false;
    const { client, clock, seen } = bench(({ dispatcher }) => {
      if (dispatcher !== dispatchers.a) return { body: { free: "1" } };
      banned = true;
      return { status: 418, headers: { "retry-after": "3600" } };
    }, two);
    const maker = client.as("maker");
    const taker = client.as("taker");
    await clock.run(rejection(maker.balance()));
    expect(banned).toBe(true);
    const sent = seen.length;
    for (const call of [
      () => maker.balance(),
      () => maker.status(),
      () => maker.order({ symbol: "BTC" }),
    ]) {
      expect(await clock.run(rejection(call()))).toMatchObject({ code: "HEADGATE_BLOCKED" });
    }
    expect(seen).toHaveLength(sent);
    await clock.run(taker.balance());
    expect(seen.slice(sent).map(({ dispatcher }) => dispatcher)).toEqual([dispatchers.b]);
  });
});

describe("public calls that are spread", () => {
  const dispatchers = { a: new Agent(), b: new Agent() };
  const two = {
    accounts: { maker: { ...account, egress: "a" } },
    egress: dispatchers,
    spread: true,
    maxAttempts: 1,
  };
  const nameOf = (one: unknown): string =>
    Object.entries(dispatchers).find(([, dispatcher]) => dispatcher === one)?.[0] ?? "another";

  function spreadBench(
    reply: Parameters<typeof bench>[0] = () => ({ body: { up: true } }),
    options: Partial<typeof two> = {},
  ) {
    const { client, clock, seen } = bench(reply, { ...two, ...options });
    const outs = (): Readonly<Record<string, number>> => {
      const counts: Record<string, number> = { a: 0, b: 0 };
      for (const { dispatcher } of seen) {
        const name = nameOf(dispatcher);
        counts[name] = (counts[name] ?? 0) + 1;
      }
      return counts;
    };
    return { client, clock, seen, outs };
  }

  test("use the room of all addresses, which one has not", async () => {
    const { client, clock, outs } = spreadBench();
    const calls = Array.from({ length: 190 }, () => client.status());
    await clock.run(Promise.all(calls));
    expect(outs()).toEqual({ a: 95, b: 95 });
    expect(clock.nowMs()).toBeLessThan(10_000);
  });

  test("leave an address alone that its account needs", async () => {
    const { client, clock, outs, seen } = spreadBench(() => ({ body: { free: "1", up: true } }));
    await clock.run(Promise.all([1, 2, 3, 4].map(() => client.as("maker").balance())));
    expect(outs()).toEqual({ a: 4, b: 0 });
    seen.length = 0;
    await clock.run(
      Promise.all([1, 2, 3, 4, 5].map(() => client.book({ symbol: "BTC", limit: 2 }))),
    );
    expect(outs()).toEqual({ a: 0, b: 5 });
  });

  /** The address of the first call is banned for an hour. */
  function banningBench(options: Partial<typeof two> = {}) {
    let banned: unknown;
    const made = spreadBench(({ dispatcher }) => {
      banned ??= dispatcher;
      return dispatcher === banned
        ? { status: 418, headers: { "retry-after": "3600" } }
        : { body: { up: true } };
    }, options);
    return { ...made, bannedName: () => nameOf(banned) };
  }

  test("that are made while an address is banned go where there is room", async () => {
    const { client, clock, seen, outs, bannedName } = banningBench();
    await clock.run(rejection(client.status()));
    seen.length = 0;
    await clock.run(Promise.all(Array.from({ length: 20 }, () => client.status())));
    expect(outs()).toEqual({ a: 0, b: 0, [bannedName() === "a" ? "b" : "a"]: 20 });
  });

  test("that are refused with a ban are not tried again through another address", async () => {
    const { client, clock, seen } = banningBench({ maxAttempts: 3 });
    const error = await clock.run(rejection(client.status()));
    expect(error).toMatchObject({ kind: "ban", attempts: 1 });
    expect(seen).toHaveLength(1);
  });

  test("that wait for an address which is banned meanwhile are not moved to another", async () => {
    const { client, clock, outs, bannedName } = banningBench();
    const calls = Array.from({ length: 400 }, () => client.status());
    const outcomes = await clock.run(Promise.allSettled(calls));
    const other = bannedName() === "a" ? "b" : "a";
    expect(outs()[other]).toBe(200);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(200);
  });

  test("do not spread unless it is asked for, and never those of an account", async () => {
    const { client, clock, seen } = bench(() => ({ body: { free: "1", up: true } }), {
      ...two,
      spread: false,
    });
    await clock.run(Promise.all([1, 2, 3, 4].map(() => client.status())));
    expect(new Set(seen.map(({ dispatcher }) => dispatcher))).toEqual(new Set([dispatchers.a]));
    const { client: spread, clock: other, outs } = spreadBench(() => ({ body: { free: "1" } }));
    await other.run(Promise.all([1, 2, 3].map(() => spread.balance())));
    expect(outs()).toEqual({ a: 3, b: 0 });
  });

  test("need two addresses", () => {
    expect(() => bench([], { ...two, egress: { a: dispatchers.a } })).toThrow(TypeError);
  });
});
