import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Sharing, mostWithin } from "../../support/redis-sharing.ts";
import type { Member } from "../../support/redis-sharing.ts";
import { startRedis } from "../../support/redis-server.ts";
import type { RedisServer } from "../../support/redis-server.ts";

let server: RedisServer;

beforeAll(async () => {
  server = await startRedis();
});

afterAll(() => server[Symbol.asyncDispose]());

let runs = 0;
const sharing = (limits: Parameters<typeof Sharing.open>[2]): Promise<Sharing> => {
  runs += 1;
  return Sharing.open(server, `sharing${runs}`, limits);
};

const minute = {
  calls: { counted: "rolling-window", windowMs: 60_000, max: 1_200, per: [], headroom: 0.05 },
} as const;

describe("processes that share a Redis", () => {
  const perAccount = {
    counted: "rolling-window",
    windowMs: 1_000,
    max: 10,
    per: ["account"],
    headroom: 0.05,
  } as const;

  test("have one budget for one account, whatever address each calls from (C07)", async () => {
    await using shared = await sharing({ calls: perAccount });
    const sentMs: number[] = [];
    for (const ip of ["a", "b"]) {
      const scope = { account: "maker", ip };
      shared.saturate(shared.join(), (atMs) => sentMs.push(atMs), scope);
    }
    await shared.advance(10_000);
    expect(mostWithin(1_000, sentMs)).toBeLessThanOrEqual(10);
    expect(sentMs.length).toBeLessThanOrEqual(95);
    expect(sentMs.length).toBeGreaterThan(60);
  });

  test("have two for two accounts", async () => {
    await using shared = await sharing({ calls: perAccount });
    const sentMs: number[] = [];
    for (const account of ["maker", "taker"]) {
      shared.saturate(shared.join(), (atMs) => sentMs.push(atMs), { account, ip: "a" });
    }
    await shared.advance(10_000);
    expect(sentMs.length).toBeGreaterThan(120);
  });

  test("are two on one address, and together below its limit (C71)", async () => {
    await using shared = await sharing(minute);
    const sentMs: number[] = [];
    const each = [0, 0];
    for (const index of each.keys()) {
      shared.saturate(shared.join(), (atMs) => {
        sentMs.push(atMs);
        each[index] = (each[index] ?? 0) + 1;
      });
    }
    await shared.advance(90_000);
    expect(mostWithin(60_000, sentMs)).toBeLessThanOrEqual(1_140);
    // Neither starves.
    for (const sent of each) expect(sent).toBeGreaterThan(sentMs.length / 3);
  }, 20_000);

  test("let a light call pass where a heavy one was refused and did not wait (M22, M23)", async () => {
    const limit = {
      counted: "rolling-window",
      windowMs: 60_000,
      max: 100,
      per: [],
      headroom: 0.05,
    } as const;
    await using shared = await sharing({ calls: limit });
    const [one, other] = [shared.join(), shared.join()];
    (await shared.granted(one, 40)).settle();
    for (let tries = 0; tries < 3; tries += 1) {
      const heavy = one.gate.acquire(one.gate.price({ calls: 90 }), { maxWaitMs: 0 });
      const ended = heavy.catch((error: unknown) => error);
      await shared.advance(50);
      expect(await ended).toMatchObject({ code: "HEADGATE_WAIT_TOO_LONG" });
    }
    for (const member of [one, other]) {
      await expect(shared.granted(member, 1)).resolves.toBeDefined();
    }
  });

  test("know what time it is at the exchange as soon as one of them was told", async () => {
    const limit = {
      counted: "fixed-window",
      windowMs: 10_000,
      starts: "utc",
      max: 100,
      per: [],
      headroom: 0.05,
    } as const;
    const secondWindow = async (isTold: boolean): Promise<number> => {
      await using shared = await sharing({ calls: limit });
      const [one, other] = [shared.join(), shared.join()];
      const permit = await shared.granted(one);
      const serverMs = shared.clock.wallMs();
      permit.settle(isTold ? { calls: { stamp: { serverMs, stepMs: 1 } } } : {});
      await shared.advance(3_000);
      const sentMs: number[] = [];
      // Until shortly before the next window.
      shared.saturate(other, (atMs) => sentMs.push(atMs));
      await shared.advance(9_000);
      return sentMs.length;
    };
    // Ten seconds after the calls before, or when the calendar says so.
    expect(await secondWindow(false)).toBeLessThanOrEqual(95);
    expect(await secondWindow(true)).toBeGreaterThan(110);
  });

  test("let a call pass that leaves less, where one was refused that leaves more", async () => {
    const limit = { ...minute.calls, max: 100 } as const;
    await using shared = await sharing({ calls: limit });
    const [one, other] = [shared.join(), shared.join()];
    (await shared.granted(other, 40)).settle();
    const draws = one.gate.price({ calls: 5 });
    const ask = async (leaveShare: number, cost = draws): Promise<boolean> => {
      const asked = one.ledger.reserve([{ draws: cost, leaveShare, withinMs: 0 }]);
      await shared.advance(10);
      return (await asked)[0]?.granted === true;
    };
    expect(await ask(0.7)).toBe(false);
    // A group of five is as heavy, and one of them is not.
    const leg = one.gate.price({ calls: 1 });
    expect(await ask(0.7, [...leg, ...leg, ...leg, ...leg, ...leg])).toBe(false);
    expect(await ask(0)).toBe(true);
  });
});

describe("one that was stopped for a while", () => {
  const limit = {
    counted: "rolling-window",
    windowMs: 10_000,
    max: 100,
    burstMax: 1,
    per: [],
    headroom: 0.05,
  } as const;

  test("asks for nobody who leaves just then", async () => {
    await using shared = await sharing({ calls: limit });
    const member = shared.join();
    const { gate, ledger } = member;
    (await shared.granted(member)).settle();
    await shared.listening(1);
    const leaving = new AbortController();
    const { signal } = leaving;
    const calls = Array.from({ length: 3 }, () =>
      gate.acquire(gate.price({ calls: 1 }), { signal }),
    );
    const ended = Promise.allSettled(calls);
    await shared.advance(50);
    ledger.onChange(() => leaving.abort());
    shared.clock.suspend(2_000);
    await shared.advance(1_000);
    const went = (await ended).map(({ status }) => status);
    expect(went).toEqual(["fulfilled", "rejected", "rejected"]);
    await expect(shared.granted(member)).resolves.toBeDefined();
    // The first of them, and this one.
    expect(ledger.levels()).toMatchObject([{ inFlight: 2 }]);
  });

  test("asks again for what it was promised meanwhile, and does not send it all at once", async () => {
    await using shared = await sharing({ calls: limit });
    const member = shared.join();
    const sentMs: number[] = [];
    shared.saturate(member, (atMs) => sentMs.push(atMs));
    await shared.advance(3_000);
    const before = sentMs.length;
    expect(before).toBeGreaterThan(20);
    shared.clock.suspend(2_000);
    await shared.advance(3_000);
    expect(sentMs.length).toBeGreaterThan(before + 20);
    // What is given back may go at once, and no more of it than the burst.
    expect(mostWithin(90, sentMs)).toBeLessThanOrEqual(2);
  });
});

describe("one that is refused", () => {
  const quota = {
    counted: "rolling-window",
    windowMs: 10_000,
    max: 100,
    per: [],
    headroom: 0.05,
  } as const;

  /** Both have called, listen to each other, and the first of them is refused. */
  async function refused(shared: Sharing, as: "quota" | "ban"): Promise<readonly [Member, Member]> {
    const [one, other] = [shared.join(), shared.join()];
    const permits = [await shared.granted(one), await shared.granted(other)];
    await shared.listening(2);
    const told = shared.published();
    for (const permit of permits) permit.settle({ calls: { refused: { as, waitMs: 5_000 } } });
    await shared.advance(0);
    await told;
    await shared.advance(100);
    return [one, other];
  }

  test("stops the others within one round trip, for as long as was said (C44)", async () => {
    await using shared = await sharing({ calls: quota });
    const [one, other] = [shared.join(), shared.join()];
    const permit = await shared.granted(one);
    (await shared.granted(other)).settle();
    await shared.listening(2);
    const told = shared.published();
    permit.settle({ calls: { refused: { as: "quota", waitMs: 5_000 } } });
    await shared.advance(0);
    await told;
    const refusedMs = shared.clock.nowMs();
    const sentMs: number[] = [];
    for (const member of [one, other]) shared.saturate(member, (atMs) => sentMs.push(atMs));
    await shared.advance(4_900);
    expect(sentMs).toEqual([]);
    await shared.advance(3_000);
    expect(sentMs.length).toBeGreaterThan(1);
    expect((sentMs[0] ?? 0) - refusedMs).toBeGreaterThanOrEqual(5_000);
  });

  test("takes back what another one was promised (C44)", async () => {
    await using shared = await sharing({ calls: { ...quota, burstMax: 1 } });
    const [one, other] = [shared.join(), shared.join()];
    const permit = await shared.granted(one);
    (await shared.granted(other)).settle();
    await shared.listening(2);
    const sentMs: number[] = [];
    shared.saturate(other, (atMs) => sentMs.push(atMs));
    await shared.advance(1_000);
    const told = shared.published();
    permit.settle({ calls: { refused: { as: "quota", waitMs: 5_000 } } });
    await shared.advance(0);
    await told;
    const before = sentMs.length;
    expect(before).toBeGreaterThan(0);
    await shared.advance(4_900);
    expect(sentMs).toHaveLength(before);
  });

  test("makes the limit smaller once, for all of them (C44)", async () => {
    await using shared = await sharing({ calls: quota });
    const members = await refused(shared, "quota");
    const left = members.map(({ gate }) => gate.levels()[0]?.shrunkTo);
    expect(left).toEqual([95 * 0.7, 95 * 0.7]);
  });

  test("lets one of all of them try when a ban is over (C44)", async () => {
    await using shared = await sharing({ calls: quota });
    const members = await refused(shared, "ban");
    const waiting = members.flatMap((member) => [shared.asked(member), shared.asked(member)]);
    let granted = 0;
    for (const each of waiting) {
      void each.then((permit) => {
        granted += 1;
        if (granted > 1) permit.settle();
        return permit;
      });
    }
    await shared.advance(4_800);
    expect(granted).toBe(0);
    await shared.advance(1_500);
    expect(granted).toBe(1);
    const first = await Promise.race(waiting);
    first.settle();
    await shared.advance(1_000);
    expect(granted).toBe(4);
  });
});
