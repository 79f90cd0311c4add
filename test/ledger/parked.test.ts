/** Buckets that are put away: what was put in comes out, and in the ledger nobody sees the difference. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { MemoryLedger, VirtualClock } from "headgate";
import type { Draw, FlatLimit, Reply } from "headgate";
import { describe, expect, test } from "vitest";
import { ParkedBuckets } from "../../src/ledger/parked.ts";
import type { Parked } from "../../src/ledger/parked.ts";
import { runs } from "../support/property-play.ts";

const windowMs = 60_000;
const limit: FlatLimit = {
  counted: "rolling-window",
  windowMs,
  max: 100,
  per: ["account"],
  headroom: 0.05,
};

describe("what was put away", () => {
  const held = fc.record({
    used: fc.double({ min: 0, max: 1e6, noNaN: true }),
    fromMs: fc.oneof(fc.constant(-Infinity), fc.double({ min: 0, max: 1e6, noNaN: true })),
    atMs: fc.double({ min: 0, max: 1e6, noNaN: true }),
  });
  const kept = fc.record({
    held: fc.array(held, { maxLength: 18 }),
    untilMs: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 1_000 })),
    pacedMs: fc.oneof(fc.constant(-Infinity), fc.double({ min: 0, max: 1e6, noNaN: true })),
  });
  const parked: fc.Arbitrary<Parked> = fc
    .record({ account: fc.integer({ min: 0, max: 40 }), kept, max: fc.constantFrom(100, 50) })
    .map(({ account, kept: one, max }) => {
      const whose = { account: `a|b=${account}%` };
      const key = `venue/orders|account=${encodeURIComponent(whose.account)}`;
      return { key, name: "orders", whose, limit: { ...limit, max }, kept: structuredClone(one) };
    });
  const step = fc.record({ put: parked, take: parked, afterMs: fc.integer({ min: 0, max: 20 }) });

  /** Where it and a plain map differ. */
  const differ = (
    steps: readonly { put: Parked; take: Parked; afterMs: number }[],
    of: ParkedBuckets,
  ) => {
    const model = new Map<string, Parked>();
    const wrong: unknown[] = [];
    let nowMs = 0;
    for (const { put, take, afterMs } of steps) {
      nowMs += afterMs;
      for (const [key, one] of model) if (one.kept.untilMs <= nowMs) model.delete(key);
      of.sweep(3, nowMs);
      if (!model.has(put.key) && put.kept.untilMs > nowMs) {
        of.take(put.key, nowMs);
        model.set(put.key, put);
        if (!of.put(put)) wrong.push(put);
      }
      const [is, was] = [of.take(take.key, nowMs), model.get(take.key)];
      model.delete(take.key);
      if (!isDeepStrictEqual(is, was)) wrong.push([is, was]);
    }
    const all = [...of.all(nowMs)].map(({ key }) => key);
    const known = [...model].filter(([, one]) => one.kept.untilMs > nowMs).map(([key]) => key);
    if (all.toSorted().join(" ") !== known.toSorted().join(" ")) wrong.push([all, known]);
    return wrong;
  };
  const same = (make: () => ParkedBuckets) =>
    fc.property(fc.array(step, { maxLength: 100, size: "max" }), (steps) => {
      expect(differ(steps, make())).toEqual([]);
    });

  test("comes out as it was, and is forgotten when nothing of it matters", () => {
    fc.assert(
      same(() => new ParkedBuckets()),
      runs(40),
    );
  });

  test("the property catches a place that loses a part, and one that forgets too early", () => {
    class Loses extends ParkedBuckets {
      override put(one: Parked): boolean {
        return super.put({ ...one, kept: { ...one.kept, held: one.kept.held.slice(1) } });
      }
    }
    class Forgets extends ParkedBuckets {
      override sweep(looks: number, nowMs: number): void {
        super.sweep(looks, nowMs + 50);
      }
    }
    for (const Wrong of [Loses, Forgets]) {
      expect(
        fc.check(
          same(() => new Wrong()),
          { numRuns: 100, seed: 7, endOnFailure: true },
        ).failed,
      ).toBe(true);
    }
  });

  test("is only what its key says whose it is", () => {
    const one = { name: "orders", limit, kept: { held: [], untilMs: 9, pacedMs: 9 } };
    const of = new ParkedBuckets();
    expect(of.put({ ...one, key: "orders|account=a", whose: { account: "a" } })).toBe(true);
    expect(of.put({ ...one, key: "orders|account=a", whose: { account: "b" } })).toBe(false);
    expect(of.put({ ...one, key: "orders|account=a", whose: {} })).toBe(false);
    expect(of.put({ ...one, key: "orders", whose: { account: "a" } })).toBe(false);
    expect(of.put({ ...one, key: "orders", whose: { account: undefined } })).toBe(false);
  });
});

/** More than stay as they are, so that those which were there before are put away. */
const crowd = 2_500;

function bench(stateFile?: string) {
  const clock = new VirtualClock();
  const ledger = new MemoryLedger({
    clock,
    random: () => 0.5,
    ...(stateFile === undefined ? {} : { stateFile }),
  });
  const drawOf = (account: string, cost: number, of = limit): Draw => {
    return {
      limit: of,
      name: "orders",
      whose: { account },
      key: `v/orders|account=${account}`,
      cost,
    };
  };
  const ask = (account: string, cost: number, of = limit): Reply => {
    const draws = [drawOf(account, cost, of)];
    const [reply] = ledger.reserve([{ draws, leaveShare: 0, withinMs: Infinity }]);
    if (reply === undefined) throw new Error("It did not answer.");
    return reply;
  };
  const spend = (account: string, cost: number, of = limit): void => {
    const reply = ask(account, cost, of);
    if (reply.granted) ledger.settle(reply.charges, [{}]);
  };
  const come = (prefix = "other"): void => {
    for (let other = 0; other < crowd; other += 1) spend(`${prefix}-${other}`, 1);
  };
  const level = (account: string) =>
    ledger.levels().find(({ whose }) => whose["account"] === account);
  return { clock, ledger, drawOf, ask, spend, come, level };
}

describe("in a ledger that many come to", () => {
  test("a bucket that is put away shows and holds what one does that stays", async () => {
    const [crowded, quiet] = [bench(), bench()];
    for (const { spend } of [crowded, quiet]) spend("a", 40);
    for (const { clock } of [crowded, quiet]) await clock.advance(20_000);
    for (const { spend } of [crowded, quiet]) spend("a", 10);
    crowded.come();
    expect(crowded.ledger.levels()).toHaveLength(crowd + 1);
    expect(crowded.level("a")).toEqual(quiet.level("a"));
    for (const cost of [1, 20, 30, 47, 90]) {
      const [is, was] = [crowded, quiet].map(({ ask }) => ask("a", cost).waitMs);
      crowded.come(`${cost}`);
      expect(is).toBeCloseTo(was ?? NaN, 3);
    }
  });

  test("what is used is forgotten when it is over, and a debt, a block and a shrinking are not", async () => {
    const { clock, ledger, ask, spend, come, level } = bench();
    const forEver: FlatLimit = { counted: "lifetime", max: 100, per: ["account"], headroom: 0 };
    spend("used", 40);
    spend("budget", 70, forEver);
    const debtor: FlatLimit = {
      counted: "bucket",
      refillPerSecond: 0.01,
      max: 100,
      per: ["account"],
    };
    const owing = ask("debtor", 1, debtor);
    if (owing.granted) ledger.settle(owing.charges, [{ cost: 500 }]);
    for (const [account, as, waitMs] of [
      ["banned", "ban", 7_200_000],
      ["shrunk", "quota", 1_000],
    ] as const) {
      const reply = ask(account, 1);
      if (reply.granted) ledger.settle(reply.charges, [{ refused: { as, waitMs } }]);
    }
    come();
    await clock.advance(2 * windowMs);
    come("later");
    expect(level("used")).toBeUndefined();
    expect(level("shrunk")?.shrunkTo).toBeLessThan(95);
    await clock.advance(3_600_000);
    come("last");
    expect(ledger.levels().length).toBeLessThan(2 * crowd);
    expect(level("banned")?.blockedMs).toBeGreaterThan(3_000_000);
    expect(ask("banned", 0)).toMatchObject({ granted: false, why: "blocked" });
    expect(ask("budget", 31, forEver)).toMatchObject({ granted: false, waitMs: Infinity });
    expect(ask("debtor", 1, debtor)).toMatchObject({ granted: false, why: "full" });
  });

  test("all that were put away are forgotten when none of them matters, though nobody new comes", () => {
    const parked = new ParkedBuckets();
    const put = (account: string, untilMs: number): void => {
      const key = `venue/orders|account=${account}`;
      const one = { held: [], untilMs, pacedMs: -Infinity };
      parked.put({ key, name: "orders", whose: { account }, limit, kept: one });
    };
    expect(parked.endMs).toBe(Infinity);
    put("a", 200);
    put("b", 100);
    expect(parked.endMs).toBe(200);
    parked.sweep(0, 199);
    expect(parked.endMs).toBe(200);
    parked.sweep(0, 200);
    expect([parked.endMs, [...parked.all(0)]]).toEqual([Infinity, []]);
    put("c", 150);
    expect(parked.endMs).toBe(150);
  });

  test("a changed figure holds for those that are put away, and one bucket's own stays its own", () => {
    const { ledger, drawOf, spend, come, level } = bench();
    spend("a", 1);
    spend("b", 1);
    ledger.report(drawOf("b", 0), { max: 30 });
    come();
    ledger.adopt({ limitKey: "v/orders", max: 200, whose: { account: "a" } });
    come("later");
    expect(level("a")?.max).toBe(200);
    expect(level("b")?.max).toBe(30);
    expect(level("later-1")?.max).toBe(100);
  });

  test("one that is put away stands in the state file", async () => {
    const folder = mkdtempSync(`${tmpdir()}/headgate-parked-`);
    const first = bench(`${folder}/state.json`);
    first.spend("a", 40);
    first.come();
    await first.ledger.close();
    const second = bench(`${folder}/state.json`);
    expect(second.ask("a", 56)).toMatchObject({ granted: false });
    rmSync(folder, { recursive: true });
  });

  test("two clients that set a limit differently are told so once, however many come", () => {
    const { ledger, spend, come } = bench();
    const notices: string[] = [];
    ledger.onChange((change) => void (change?.notice && notices.push(change.notice)));
    const stricter = { ...limit, max: 50 };
    for (let round = 0; round < 3; round += 1) {
      spend("a", 1);
      spend("a", 1, stricter);
      come(String(round));
    }
    expect(notices).toHaveLength(1);
  });
});
