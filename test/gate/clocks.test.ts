/** A machine that sleeps and a calendar that is set: bans end when they end, windows turn when they turn. */
import { MemoryLedger, VirtualClock, createGate } from "headgate";
import type { Limit } from "headgate";
import { describe, expect, test } from "vitest";
import { window } from "../support/gate-limits.ts";

const hourMs = 3_600_000;

function made(limit: Limit, wallMs?: number) {
  const clock = new VirtualClock(wallMs === undefined ? {} : { wallMs });
  const ledger = new MemoryLedger({ clock, random: () => 0.5 });
  return { clock, gate: createGate({ calls: limit }, { clock, ledger }) };
}

describe("a ban of two hours", () => {
  async function banned() {
    const { clock, gate } = made(window(100));
    const draws = gate.price({ calls: 1 });
    const permit = await gate.acquire(draws);
    permit.settle({ calls: { refused: { as: "ban", waitMs: 2 * hourMs } } });
    return { clock, tryOne: () => gate.tryAcquire(draws) };
  }
  type Banned = Awaited<ReturnType<typeof banned>>;

  /** It is over: one goes to try, and others only after its answer. */
  async function oneProbe({ clock, tryOne }: Banned): Promise<void> {
    const probe = tryOne();
    expect(probe).toBeDefined();
    expect(tryOne()).toBeUndefined();
    await clock.advance(hourMs);
    expect(tryOne()).toBeUndefined();
    probe?.settle();
    await clock.advance(10_000);
    tryOne()?.settle();
    const other = tryOne();
    expect(other).toBeDefined();
    other?.settle();
  }

  test("that ends while the machine sleeps is over when it wakes, and one call tries (C80)", async () => {
    const ban = await banned();
    expect(ban.tryOne()).toBeUndefined();
    ban.clock.suspend(10 * hourMs);
    await oneProbe(ban);
  });

  test("lasts for what is left of it after a shorter sleep, and one call tries (C80)", async () => {
    const ban = await banned();
    ban.clock.suspend(hourMs);
    expect(ban.tryOne()).toBeUndefined();
    await ban.clock.advance(hourMs - 1);
    expect(ban.tryOne()).toBeUndefined();
    await ban.clock.advance(1);
    await oneProbe(ban);
  });

  test.each([-10 * hourMs, -90_000, 90_000, 10 * hourMs])(
    "ends no sooner and no later where the calendar is set by %d ms (C80)",
    async (byMs) => {
      const ban = await banned();
      await ban.clock.advance(hourMs);
      ban.clock.stepWall(byMs);
      await ban.clock.advance(hourMs - 1);
      expect(ban.tryOne()).toBeUndefined();
      await ban.clock.advance(1);
      await oneProbe(ban);
    },
  );
});

describe("windows on UTC", () => {
  const limit: Limit = {
    counted: "fixed-window",
    starts: "utc",
    windowMs: 10_000,
    max: 20,
    headroom: 0.05,
    per: [],
  };
  const epochMs = 1_790_000_000_000;
  /** The exchange's clock is right. */
  const exchangeMs = (nowMs: number): number => epochMs + 3_000 + nowMs;

  /** When 100 calls went, with a calendar that is so far ahead and is set once. */
  async function instants(aheadMs: number, setByMs: number): Promise<readonly number[]> {
    const { clock, gate } = made(limit, epochMs + 3_000 + aheadMs);
    const draws = gate.price({ calls: 1 });
    const sentMs: number[] = [];
    const call = async (): Promise<void> => {
      const permit = await gate.acquire(draws);
      sentMs.push(clock.nowMs());
      await clock.sleep(50);
      permit.settle({ calls: { stamp: { serverMs: exchangeMs(clock.nowMs()), stepMs: 1 } } });
    };
    const calls = Promise.all(Array.from({ length: 100 }, call));
    await clock.advance(25_000);
    clock.stepWall(setByMs);
    await clock.run(calls);
    return sentMs;
  }

  test.each([
    [-300_000, 0],
    [300_000, 0],
    [7_000, -3_000],
    [0, hourMs],
    [0, -hourMs],
  ])(
    "turn by the exchange's clock: ours may be %d ms ahead and be set by %d ms",
    async (aheadMs, setByMs) => {
      const right = await instants(0, 0);
      expect(await instants(aheadMs, setByMs)).toEqual(right);
      const perWindow = new Map<number, number>();
      for (const atMs of right) {
        const turn = Math.floor(exchangeMs(atMs) / 10_000);
        perWindow.set(turn, (perWindow.get(turn) ?? 0) + 1);
      }
      expect(Math.max(...perWindow.values())).toBeLessThanOrEqual(19);
    },
  );
});
