/**
 * The heart of it: what a server counts in any of its windows is never above what is planned, whatever the
 * weights, the gaps, the delays, the order of arrival and the endings. For each property, accountings that
 * are known to be wrong, which it must catch.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createBucket } from "../../src/limits/bucket.ts";
import type { Report } from "../../src/limits/bucket.ts";
import { plan } from "../../src/limits/limit.ts";
import type { FlatLimit } from "../../src/limits/limit.ts";
import {
  leakyBucket,
  naiveBucket,
  presentWindowOnly,
  remainingIsTokens,
  timedFromSending,
} from "../support/property-mutants.ts";
import { play, runs, stepsOf } from "../support/property-play.ts";
import type { Counted, Played, Step } from "../support/property-play.ts";
import { bucketServer, fixedServer, rollingServer, serverTime } from "../support/server-models.ts";
import type { ServerModel, ServerTime } from "../support/server-models.ts";

const epsilon = 1e-6;

type Windowed = Readonly<{ max: number; windowMs: number; headroom: number }>;

const windows: fc.Arbitrary<Windowed> = fc.record({
  max: fc.constantFrom(1, 3, 10, 50, 1_200),
  windowMs: fc.constantFrom(1_000, 10_000, 60_000),
  headroom: fc.constantFrom(0.05, 0.07, 0.1),
});

/** Time that an adversary has: longer than the windows. */
const adversary = stepsOf({ windowMs: 10_000, costMax: 400, outMaxMs: 15_000 });

/** Real networks. */
const network = stepsOf({ windowMs: 2_000, costMax: 400, outMaxMs: 300 });

const steps: fc.Arbitrary<Step[]> = fc.oneof(adversary, network);

const makeRolling = (limit: FlatLimit): Played =>
  createBucket(limit, { key: "k", random: () => 0.5 });

describe("a rolling window", () => {
  const never = (
    make: (limit: FlatLimit) => Played,
    serverOf: (limit: Windowed, phaseMs: number) => ServerModel,
    reports: boolean,
  ): fc.IProperty<[Windowed, Step[], number]> =>
    fc.property(windows, steps, fc.nat(60_000), (window, chosen, phaseMs) => {
      const limit = { counted: "rolling-window", per: [], ...window } as const;
      const { planned } = plan(limit);
      const worst = play({
        bucket: make(limit),
        server: serverOf(window, phaseMs),
        steps: chosen,
        costMax: planned,
        answer: ({ used }) => (reports ? { used } : {}),
      });
      return worst <= planned + epsilon;
    });
  const rolling = ({ windowMs }: Windowed): ServerModel => rollingServer(windowMs);
  const fixed = ({ windowMs }: Windowed, offsetMs: number): ServerModel =>
    fixedServer(windowMs, { offsetMs, ppm: 0 });

  test("never counts more than planned in any rolling window", () => {
    fc.assert(never(makeRolling, rolling, false), runs(400));
  });

  test("never counts more than planned where the answers report what is used", () => {
    fc.assert(never(makeRolling, rolling, true), runs(400));
  });

  test("never counts more than planned in a fixed window of any phase", () => {
    fc.assert(never(makeRolling, fixed, false), runs(300));
    fc.assert(never(makeRolling, fixed, true), runs(300));
  });

  test("is never refused by a bucket that refills its limit once a window", () => {
    fc.assert(
      never(
        makeRolling,
        ({ max, windowMs }) => bucketServer({ refillPerMs: max / windowMs }),
        false,
      ),
      runs(200),
    );
  });

  test.each([
    ["a bucket of 0.95 of the limit, refilled with 0.95 of it per window", naiveBucket],
    ["a log that is timed from sending", timedFromSending],
  ])("the property catches %s", (_name, mutant) => {
    const make = (limit: FlatLimit): Played =>
      mutant({
        max: limit.max,
        planned: plan(limit).planned,
        windowMs: "windowMs" in limit ? limit.windowMs : 0,
      });
    expect(fc.check(never(make, rolling, false), { numRuns: 400, seed: 7 }).failed).toBe(true);
    expect(fc.check(never(make, fixed, false), { numRuns: 400, seed: 7 }).failed).toBe(true);
  });

  test("the property catches a log that is timed from sending, on a real network", () => {
    const make = timedFromSending({ max: 10, planned: 9, windowMs: 1_000 });
    const caught = fc.property(network, (chosen) => {
      const bucket = { ...make };
      return play({ bucket, server: rollingServer(1_000), steps: chosen, costMax: 9 }) <= 9;
    });
    expect(fc.check(caught, { numRuns: 400, seed: 7 }).failed).toBe(true);
  });
});

type Phase = Readonly<{ offsetMs: number; ppm: number; stepMs: number; skewMs: number }>;

const phases: fc.Arbitrary<Phase> = fc.record({
  offsetMs: fc.integer({ min: 0, max: 60_000 }).map((phaseMs) => 1_764_460_800_000 + phaseMs),
  ppm: fc.constantFrom(-150, 0, 150),
  stepMs: fc.constantFrom(1, 1_000),
  skewMs: fc.constantFrom(-1, 0, 1),
});

/** The stamp in an answer, by the host that answers. */
function stamp(time: ServerTime, { stepMs, skewMs }: Phase, countedMs: number): Report {
  const serverMs = Math.floor((serverTime(time, countedMs) + skewMs) / stepMs) * stepMs;
  return { stamp: { serverMs, stepMs } };
}

describe("a fixed window on UTC", () => {
  const never = (
    make: (limit: FlatLimit, offsetMs: number) => Played,
    answer: (counted: Counted) => Report = () => ({}),
  ): fc.IProperty<[Windowed, Step[], Phase]> =>
    fc.property(windows, steps, phases, (window, chosen, phase) => {
      const limit = { counted: "fixed-window", starts: "utc", per: [], ...window } as const;
      const { planned } = plan(limit);
      const worst = play({
        bucket: make(limit, phase.offsetMs),
        server: fixedServer(window.windowMs, phase),
        steps: chosen,
        costMax: planned,
        answer: (counted) => ({ ...answer(counted), ...stamp(phase, phase, counted.countedMs) }),
      });
      return worst <= planned + epsilon;
    });
  const makeFixed = (limit: FlatLimit): Played =>
    createBucket(limit, { key: "k", random: () => 0.5 });

  test("never counts more than planned while it learns the phase from stamps", () => {
    fc.assert(never(makeFixed), runs(800));
  });

  test("never counts more than planned where the answers report what is used or remains", () => {
    fc.assert(
      never(makeFixed, ({ used }) => ({ used })),
      runs(600),
    );
  });

  test.each([
    ["a bucket of 0.95 of the limit, refilled with 0.95 of it per window", naiveBucket],
    ["a window that charges only the present one", presentWindowOnly],
    ["what remains taken for what is there, without what is in flight", remainingIsTokens],
  ])("the property catches %s", (_name, mutant) => {
    const make = (limit: FlatLimit, offsetMs: number): Played =>
      mutant({
        max: limit.max,
        planned: plan(limit).planned,
        windowMs: "windowMs" in limit ? limit.windowMs : 0,
        offsetMs,
      });
    const wrong = never(make, ({ used }) => ({ used }));
    expect(fc.check(wrong, { numRuns: 400, seed: 7 }).failed).toBe(true);
  });
});

type Refilled = Readonly<{ max: number; refillPerSecond: number; stepMs: number; phaseMs: number }>;

const refilled: fc.Arbitrary<Refilled> = fc.record({
  max: fc.constantFrom(5, 20, 60, 1_000),
  refillPerSecond: fc.constantFrom(0.33, 1, 10, 100),
  stepMs: fc.constantFrom(0, 500, 3_000),
  phaseMs: fc.nat(3_000),
});

describe("a bucket that mirrors the server's", () => {
  const jitterMs = 300;
  const bounded = stepsOf({ windowMs: 5_000, costMax: 400, outMaxMs: jitterMs, backMaxMs: 1_000 });

  const never = (
    make: (limit: FlatLimit) => Played,
    reports: boolean,
  ): fc.IProperty<[Refilled, Step[]]> =>
    fc.property(refilled, bounded, ({ max, refillPerSecond, stepMs, phaseMs }, chosen) => {
      const stepped = stepMs > 0 ? { stepMs } : {};
      const limit = { counted: "bucket", max, refillPerSecond, per: [], ...stepped } as const;
      const worst = play({
        bucket: make(limit),
        server: bucketServer({ refillPerMs: refillPerSecond / 1_000, phaseMs, ...stepped }),
        steps: chosen,
        costMax: plan(limit).planned,
        outMaxMs: jitterMs,
        answer: ({ used }) => (reports ? { used } : {}),
      });
      return worst <= max + epsilon;
    });
  const makeMirror = (limit: FlatLimit): Played =>
    createBucket({ ...limit, jitterMs }, { key: "k", random: () => 0.5 });

  test("is never refused, however its calls are delayed within the jitter", () => {
    fc.assert(never(makeMirror, false), runs(600));
  });

  test("is never refused where the answers report what is used", () => {
    fc.assert(never(makeMirror, true), runs(600));
  });

  test("the property catches a bucket as large as the server's", () => {
    const make = (limit: FlatLimit): Played =>
      leakyBucket({
        capacity: limit.max,
        refillPerMs: "refillPerSecond" in limit ? limit.refillPerSecond / 1_000 : 0,
      });
    expect(fc.check(never(make, false), { numRuns: 400, seed: 7 }).failed).toBe(true);
  });
});
