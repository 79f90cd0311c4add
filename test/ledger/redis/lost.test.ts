import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Sharing, mostWithin } from "../../support/redis-sharing.ts";
import { seeded } from "../../support/seeded.ts";
import { startRedis } from "../../support/redis-server.ts";
import type { RedisServer } from "../../support/redis-server.ts";

let server: RedisServer;

beforeAll(async () => {
  server = await startRedis();
});

afterAll(() => server[Symbol.asyncDispose]());

const minute = {
  calls: { counted: "rolling-window", windowMs: 60_000, max: 1_200, per: [], headroom: 0.05 },
} as const;
const second = {
  calls: { counted: "rolling-window", windowMs: 1_000, max: 20, per: [], headroom: 0.05 },
} as const;

let runs = 0;
const sharing = (limits: Parameters<typeof Sharing.open>[2] = second): Promise<Sharing> => {
  runs += 1;
  return Sharing.open(server, `lost${runs}`, limits);
};

describe("processes whose Redis is away", () => {
  test("take no more than one of them may, and tell of it once (C73)", async () => {
    await using shared = await sharing(minute);
    const { clock } = shared;
    const members = Array.from({ length: 4 }, () => shared.join());
    const sentMs: number[] = [];
    for (const member of members) shared.saturate(member, (atMs) => sentMs.push(atMs));
    await shared.advance(10_000);
    for (const member of members) member.isCut = true;
    const beforeGap = sentMs.length;
    await shared.advance(30_000);
    const inGap = sentMs.length - beforeGap;
    for (const member of members) member.isCut = false;
    await shared.advance(80_000);
    expect(clock.nowMs()).toBeGreaterThanOrEqual(90_000);
    expect(mostWithin(60_000, sentMs)).toBeLessThanOrEqual(1_140);
    expect(sentMs.length).toBeGreaterThan(1_140);
    // Never shut, and never more than the share.
    expect(inGap).toBeGreaterThan(100);
    for (const { events } of members) {
      expect(events).toEqual(["ledger-lost: It is cut off.", "ledger-back"]);
    }
  }, 20_000);

  test("what one used meanwhile counts for all when it is back", async () => {
    await using shared = await sharing(minute);
    const [one, other] = [shared.join({ processes: 2 }), shared.join({ processes: 2 })];
    await shared.granted(one);
    await shared.granted(other);
    one.isCut = true;
    const sentMs: number[] = [];
    shared.saturate(one, (atMs) => sentMs.push(atMs));
    await shared.advance(30_000);
    one.isCut = false;
    await shared.advance(1_000);
    await one.gate.close();
    const alone = sentMs.length;
    expect(alone).toBeGreaterThan(100);
    shared.saturate(other, (atMs) => sentMs.push(atMs));
    await shared.advance(30_000);
    expect(sentMs.length).toBeGreaterThan(alone);
    expect(mostWithin(60_000, sentMs)).toBeLessThanOrEqual(1_138);
  }, 20_000);

  test("one that knew of nobody else keeps the whole of it, also from one that comes later", async () => {
    await using shared = await sharing(minute);
    const [one, other] = [shared.join(), shared.join()];
    (await shared.granted(one)).settle();
    one.isCut = true;
    const sentMs: number[] = [];
    const othersMs: number[] = [];
    shared.saturate(one, (atMs) => sentMs.push(atMs));
    await shared.advance(5_000);
    shared.saturate(other, (atMs) => othersMs.push(atMs));
    await shared.advance(40_000);
    // It may be there, and does not say so.
    expect(sentMs.length).toBeGreaterThan(100);
    expect(othersMs).toEqual([]);
    one.isCut = false;
    await shared.advance(80_000);
    expect(othersMs.length).toBeGreaterThan(100);
    expect(
      mostWithin(
        60_000,
        [...sentMs, ...othersMs].toSorted((a, b) => a - b),
      ),
    ).toBeLessThanOrEqual(1_140);
  }, 20_000);

  test("a process that never had contact waits for it, then lives on its declared share (M28)", async () => {
    await using shared = await sharing();
    const member = shared.join({ processes: 4 });
    member.isCut = true;
    const sentMs: number[] = [];
    shared.saturate(member, (atMs) => sentMs.push(atMs));
    await shared.advance(1_900);
    expect(sentMs).toEqual([]);
    expect(member.events).toEqual([]);
    await shared.advance(20_000);
    expect(member.events).toEqual(["ledger-lost: It is cut off."]);
    expect(mostWithin(1_000, sentMs)).toBeLessThanOrEqual(5);
    expect(sentMs.length).toBeGreaterThan(20);
  });

  test("a process that connects a moment later says nothing of it", async () => {
    await using shared = await sharing();
    const member = shared.join();
    // Made long before it is used.
    await shared.advance(10_000);
    member.isCut = true;
    const asked = shared.asked(member);
    await shared.advance(500);
    member.isCut = false;
    await shared.advance(500);
    await expect(asked).resolves.toBeDefined();
    expect(member.events).toEqual([]);
  });
});

describe("an answer that is lost", () => {
  test(
    "gives back once what was given back, though that is said again",
    { timeout: 20_000 },
    async () => {
      const limit = { ...minute.calls, max: 100 } as const;
      await using shared = await sharing({ calls: limit });
      const [one, other, third] = [shared.join(), shared.join(), shared.join()];
      const unsent = shared.asked(one, 20);
      const sent = shared.asked(other, 20);
      await shared.advance(500);
      (await sent).settle();
      await shared.advance(500);
      one.isUnheard = true;
      (await unsent).release();
      await shared.advance(500);
      one.isUnheard = false;
      await shared.advance(500);
      const sentMs: number[] = [];
      shared.saturate(third, (atMs) => sentMs.push(atMs));
      await shared.advance(50_000);
      // Of 95 another one has 20.
      expect(sentMs.length).toBeLessThanOrEqual(75);
      expect(sentMs.length).toBeGreaterThan(65);
    },
  );

  test("of each second question opens no limit, and shuts none for long (M19)", async () => {
    await using shared = await sharing(minute);
    const members = Array.from({ length: 3 }, () => shared.join({ processes: 3 }));
    const random = seeded(7);
    const sentMs: number[] = [];
    for (const member of members) shared.saturate(member, (atMs) => sentMs.push(atMs));
    for (let step = 0; step < 400; step += 1) {
      for (const member of members) member.isUnheard = random() < 0.5;
      await shared.advance(100);
    }
    for (const member of members) member.isUnheard = false;
    const before = sentMs.length;
    await shared.advance(60_000);
    expect(mostWithin(60_000, sentMs)).toBeLessThanOrEqual(1_140);
    expect(sentMs.length - before).toBeGreaterThan(500);
  }, 60_000);
});

describe("a Redis that forgets", () => {
  test("its scripts is told them again, and no call is lost or charged twice (C72)", async () => {
    const run = async (disturb: () => Promise<unknown>): Promise<readonly number[]> => {
      await using shared = await sharing();
      const sentMs: number[] = [];
      shared.saturate(shared.join(), (atMs) => sentMs.push(atMs));
      for (let step = 0; step < 10; step += 1) {
        await disturb();
        await shared.advance(300);
      }
      return sentMs;
    };
    const sentMs = await run(() => server.command("SCRIPT", "FLUSH"));
    expect(sentMs.length).toBeGreaterThan(30);
    expect(sentMs).toHaveLength((await run(async () => undefined)).length);
  });

  test("all keys lets nobody fail, and nobody start anew (M7)", async () => {
    await using shared = await sharing(minute);
    const members = Array.from({ length: 3 }, () => shared.join());
    const sentMs: number[] = [];
    for (const member of members) shared.saturate(member, (atMs) => sentMs.push(atMs));
    await shared.advance(50_000);
    const before = sentMs.length;
    await server.command("FLUSHALL");
    await shared.advance(40_000);
    expect(sentMs.length).toBeGreaterThan(before + 300);
    expect(mostWithin(60_000, sentMs)).toBeLessThanOrEqual(1_140);
    for (const { events } of members) expect(events).toEqual([]);
  }, 20_000);

  test("all keys gives nothing to one who has seen nothing of it", async () => {
    await using shared = await sharing(minute);
    const [one, other] = [shared.join(), shared.join()];
    const sentMs: number[] = [];
    shared.saturate(one, (atMs) => sentMs.push(atMs));
    await shared.granted(other);
    await shared.advance(130_000);
    await server.command("FLUSHALL");
    await shared.advance(1_000);
    await one.gate.close();
    shared.saturate(shared.join(), (atMs) => sentMs.push(atMs));
    await shared.advance(30_000);
    expect(mostWithin(60_000, sentMs)).toBeLessThanOrEqual(1_140);
  }, 30_000);

  test("the last second, as a replica does that lags, hears of it from those who know", async () => {
    await using shared = await sharing(minute);
    const members = Array.from({ length: 3 }, () => shared.join());
    const sentMs: number[] = [];
    for (const member of members) shared.saturate(member, (atMs) => sentMs.push(atMs));
    await shared.advance(20_000);
    const keys = await shared.client.keys(`{${shared.prefix}}*`);
    const kept = await Promise.all(keys.map((key) => shared.client.dumpBuffer(key)));
    await shared.advance(10_000);
    for (const [index, key] of keys.entries()) {
      await shared.client.restore(key, 100_000, kept[index] ?? "", "REPLACE");
    }
    await shared.advance(1_000);
    for (const { gate } of members) await gate.close();
    // One that has seen nothing of it.
    shared.saturate(shared.join(), (atMs) => sentMs.push(atMs));
    await shared.advance(40_000);
    expect(mostWithin(60_000, sentMs)).toBeLessThanOrEqual(1_140);
    expect(sentMs.length).toBeGreaterThan(900);
  }, 20_000);
});

describe("a process that ends", () => {
  test("without a word frees what it held, and its place, a minute later (M9)", async () => {
    await using shared = await sharing({
      calls: { counted: "open", max: 2, per: [], headroom: 0 },
    });
    const [dead, living] = [shared.join(), shared.join()];
    await shared.granted(dead, 2);
    dead.isCut = true;
    const asked = shared.asked(living);
    let grantedMs = Infinity;
    void asked.then(() => (grantedMs = shared.clock.nowMs()));
    await shared.advance(70_000);
    expect(grantedMs).toBeGreaterThan(60_000);
    expect(grantedMs).toBeLessThan(65_000);
  }, 20_000);

  test("with a word frees its place at once", async () => {
    await using shared = await sharing();
    const [one, other] = [shared.join(), shared.join()];
    await shared.granted(one);
    await shared.granted(other);
    const members = `{${shared.prefix}}:members`;
    expect(await shared.client.hlen(members)).toBe(2);
    const last = await shared.granted(one);
    await one.gate.close();
    await one.ledger.close();
    // A call that comes back later does not take it again.
    last.settle({ calls: { refused: { as: "pause", waitMs: 10 } } });
    await shared.advance(1_000);
    expect(await shared.client.hlen(members)).toBe(1);
  });
});

describe("a key of ours that somebody else has taken", () => {
  test.each(["members", "notes", "venue"])(
    "(%s) stays, is named, and holds up nobody for ever",
    async (name) => {
      await using shared = await sharing();
      const key = `{${shared.prefix}}:${name}`;
      await shared.client.set(key, "theirs");
      const member = shared.join();
      const sentMs: number[] = [];
      shared.saturate(member, (atMs) => sentMs.push(atMs));
      await shared.advance(10_000);
      expect(member.events).toEqual([expect.stringContaining(key)]);
      expect(await shared.client.get(key)).toBe("theirs");
      // A fourth of 20 a second.
      expect(mostWithin(1_000, sentMs)).toBeLessThanOrEqual(5);
      expect(sentMs.length).toBeGreaterThan(10);
      await shared.client.del(key);
      await shared.advance(500);
      expect(member.events).toEqual([expect.stringContaining(key), "ledger-back"]);
    },
  );
});

test("a host whose clock is ahead takes no more, and lets the others wait no longer (M8)", async () => {
  await using shared = await sharing(second);
  const ahead = shared.join({ wallAheadMs: 3_600_000, nowAheadMs: 4_000 });
  const onTime = shared.join();
  const sentMs: number[] = [];
  const each = [0, 0];
  for (const [index, member] of [ahead, onTime].entries()) {
    shared.saturate(member, (atMs) => {
      sentMs.push(atMs);
      each[index] = (each[index] ?? 0) + 1;
    });
  }
  await shared.advance(20_000);
  expect(mostWithin(1_000, sentMs)).toBeLessThanOrEqual(19);
  for (const sent of each) expect(sent).toBeGreaterThan(80);
});
