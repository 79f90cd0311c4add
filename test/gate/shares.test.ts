/**
 * What each priority gets of a bucket for which more urgent calls line up without end, and what an urgent
 * call waits for that.
 */
import { MemoryLedger, VirtualClock, createGate } from "headgate";
import type { Draw, GateOptions, Limit, LocalGate, Priority } from "headgate";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bucket, window } from "../support/gate-limits.ts";

const priorities = ["urgent", "high", "normal", "low"] as const satisfies readonly Priority[];

type Stream = Readonly<{ priority: Priority; draws: readonly Draw[]; depth?: number }>;

/** What each priority was granted in so long, where calls of all streams wait at every instant. */
async function granted(
  clock: VirtualClock,
  gate: LocalGate,
  streams: readonly Stream[],
  forMs: number,
): Promise<Record<Priority, number>> {
  const sums = { urgent: 0, high: 0, normal: 0, low: 0 };
  const callers = streams.flatMap(({ priority, draws, depth = 60 }) =>
    Array.from({ length: depth }, async () => {
      const cost = Math.max(...draws.map((draw) => draw.cost));
      for (;;) {
        (await gate.acquire(draws, { priority })).settle();
        sums[priority] += cost;
      }
    }),
  );
  const ended = Promise.allSettled(callers);
  await clock.advance(forMs);
  const result = { ...sums };
  await gate.close();
  await ended;
  return result;
}

function made(limits: Readonly<Record<string, Limit>>, options: GateOptions = {}) {
  const clock = new VirtualClock();
  const ledger = new MemoryLedger({ clock, random: () => 0.5 });
  return { clock, gate: createGate(limits, { clock, ledger, ...options }) };
}

describe("under an endless stream of urgent calls", () => {
  test.each([
    ["a bucket", bucket(10, 100)],
    ["a window", window(100)],
  ])(
    "of %s each priority gets its share, and urgent ones the rest (M4, M14, C59)",
    async (_, limit) => {
      const { clock, gate } = made({ calls: limit });
      const draws = gate.price({ calls: 1 });
      const streams = priorities.map((priority) => ({ priority, draws }));
      const sums = await granted(clock, gate, streams, 60_000);
      const all = sums.urgent + sums.high + sums.normal + sums.low;
      expect(all).toBeGreaterThan(5_000);
      expect(sums.high / all).toBeCloseTo(0.1, 2);
      expect(sums.normal / all).toBeCloseTo(0.05, 2);
      expect(sums.low / all).toBeCloseTo(0.02, 2);
    },
  );

  test("one low call goes, and soon (M4, M14)", async () => {
    const { clock, gate } = made({ calls: bucket(1, 100) });
    const draws = gate.price({ calls: 1 });
    const urgent = granted(clock, gate, [{ priority: "urgent", draws, depth: 10 }], 2_000);
    const { waitedMs } = await gate.acquire(draws, { priority: "low" });
    // Two of a hundred: at the latest after fifty grants of 10 ms, and one.
    expect(waitedMs).toBeLessThanOrEqual(510.1);
    await urgent;
  });

  test("light and heavy calls get the same share of the weight (M4, M14)", async () => {
    const { clock, gate } = made({ calls: bucket(20, 100) });
    const streams = [
      { priority: "urgent", draws: gate.price({ calls: 1 }) },
      { priority: "normal", draws: gate.price({ calls: 15 }) },
    ] as const;
    const sums = await granted(clock, gate, streams, 120_000);
    expect(sums.normal / (sums.normal + sums.urgent)).toBeCloseTo(0.05, 2);
  });

  test("who draws from several buckets gets his share, though each has a stream of its own (M14)", async () => {
    const { clock, gate } = made({ one: bucket(10, 100), two: bucket(10, 50) });
    const streams = [
      { priority: "urgent", draws: gate.price({ one: 1 }) },
      { priority: "urgent", draws: gate.price({ two: 1 }) },
      { priority: "low", draws: gate.price({ one: 1, two: 1 }) },
    ] as const;
    const { low } = await granted(clock, gate, streams, 60_000);
    // Two percent of the slower one.
    expect(low).toBeGreaterThanOrEqual(0.02 * 50 * 60 * 0.9);
  });

  test("one that no share is declared for waits until they end (M4)", async () => {
    const { clock, gate } = made({ calls: bucket(1, 100) }, { minShares: { low: 0 } });
    const draws = gate.price({ calls: 1 });
    const streams = priorities.map((priority) => ({ priority, draws }));
    expect((await granted(clock, gate, streams, 10_000)).low).toBe(0);
  });
});

type Given = Readonly<{
  shares: readonly [number, number, number];
  waits: readonly boolean[];
  costs: readonly number[];
  isWindow: boolean;
}>;

const given: fc.Arbitrary<Given> = fc.record({
  shares: fc.tuple(
    fc.integer({ min: 0, max: 20 }),
    fc.integer({ min: 0, max: 15 }),
    fc.integer({ min: 0, max: 15 }),
  ),
  waits: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  costs: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 4, maxLength: 4 }),
  isWindow: fc.boolean(),
});

/** How far the worst-off priority is below what it is promised, in weight. */
async function shortfall({ shares, waits, costs, isWindow }: Given, strict: boolean) {
  const [high, normal, low] = shares.map((share) => share / 100);
  const minShares = strict
    ? { high: 0, normal: 0, low: 0 }
    : { high: high ?? 0, normal: normal ?? 0, low: low ?? 0 };
  const limit = isWindow ? window(20, 500) : bucket(10, 40);
  const { clock, gate } = made({ calls: limit }, { minShares });
  const streams = priorities.flatMap((priority, rank) =>
    rank > 0 && waits[rank - 1] !== true
      ? []
      : [{ priority, draws: gate.price({ calls: costs[rank] ?? 1 }) }],
  );
  const sums = await granted(clock, gate, streams, 30_000);
  const all = sums.urgent + sums.high + sums.normal + sums.low;
  const short = [high, normal, low].map((share = 0, at) => {
    const priority = priorities[at + 1] ?? "low";
    return waits[at] === true ? share * all - sums[priority] : 0;
  });
  return { short: Math.max(...short), heaviest: Math.max(...costs) };
}

const fair = (strict: boolean): fc.IAsyncPropertyWithHooks<[Given]> =>
  fc.asyncProperty(given, async (one) => {
    const { short, heaviest } = await shortfall(one, strict);
    // Nobody is ahead or behind by more than one call of each other.
    expect(short).toBeLessThanOrEqual(4 * heaviest);
  });

/** Light calls that are always owed something, beside heavy ones that need a whole turn. */
const lightAndHeavy: Given = {
  shares: [0, 11, 4],
  waits: [false, true, true],
  costs: [8, 1, 1, 8],
  isWindow: false,
};

test("nobody who waits gets less than his share, whatever shares and weights are declared (M4, M14)", async () => {
  await fc.assert(fair(false), { numRuns: 40, examples: [[lightAndHeavy]] });
}, 60_000);

test("a strict order of priorities fails that", async () => {
  const outcome = fc.assert(fair(true), { numRuns: 40, seed: 1, endOnFailure: true });
  await expect(outcome).rejects.toThrow("Property failed");
}, 60_000);

describe("an urgent call", () => {
  test("goes with the next slot, past 200 that came before it (C59)", async () => {
    const { clock, gate } = made({ calls: bucket(10, 10) });
    const draws = gate.price({ calls: 1 });
    const reads = Promise.allSettled(
      Array.from({ length: 200 }, async () => (await gate.acquire(draws)).settle()),
    );
    await clock.advance(50);
    const cancel = await clock.run(gate.acquire(draws, { priority: "urgent" }));
    expect(cancel.waitedMs).toBeLessThanOrEqual(100);
    await gate.close();
    await reads;
  });

  test("waits for one slot more at most where somebody is owed his share (M4, C59)", async () => {
    const { clock, gate } = made({ calls: bucket(1, 100) });
    const draws = gate.price({ calls: 1 });
    const others = priorities.slice(1).map((priority) => ({ priority, draws, depth: 100 }));
    const ended = granted(clock, gate, others, 4_000);
    const waits: number[] = [];
    for (let call = 0; call < 100; call += 1) {
      const permit = await gate.acquire(draws, { priority: "urgent" });
      waits.push(permit.waitedMs);
      permit.settle();
    }
    expect(Math.max(...waits)).toBeLessThanOrEqual(20.1);
    await ended;
  });

  test("finds what urgentShare keeps for it at once, though others take all they can (C59)", async () => {
    const { clock, gate } = made({ calls: window(10) }, { urgentShare: 0.2 });
    const draws = gate.price({ calls: 1 });
    const reads = Promise.allSettled(
      Array.from({ length: 200 }, async () => (await gate.acquire(draws)).settle()),
    );
    for (let second = 0; second < 5; second += 1) {
      await clock.advance(1_300);
      const cancel = await gate.acquire(draws, { priority: "urgent", maxWaitMs: 0 });
      expect(cancel.waitedMs).toBe(0);
      cancel.settle();
    }
    await gate.close();
    await reads;
  });

  test("leaves nobody without his share where a share is kept for it, too (M4, C59)", async () => {
    const { clock, gate } = made({ calls: window(100) }, { urgentShare: 0.3 });
    const draws = gate.price({ calls: 1 });
    const streams = priorities.map((priority) => ({ priority, draws }));
    const sums = await granted(clock, gate, streams, 30_000);
    const all = sums.urgent + sums.high + sums.normal + sums.low;
    expect(sums.high / all).toBeGreaterThanOrEqual(0.095);
    expect(sums.normal / all).toBeGreaterThanOrEqual(0.045);
    expect(sums.low / all).toBeGreaterThanOrEqual(0.015);
  });
});
