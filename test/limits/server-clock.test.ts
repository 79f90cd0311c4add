/** The exchange's time is never outside its interval, and the interval is soon narrow. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ServerClock } from "../../src/limits/server-clock.ts";
import type { StampSample } from "../../src/limits/server-clock.ts";
import { runs } from "../support/property-play.ts";
import { seeded } from "../support/property-saturate.ts";
import { serverTime } from "../support/server-models.ts";
import type { ServerTime } from "../support/server-models.ts";

type Trip = Readonly<{ gapMs: number; outMs: number; backMs: number; stepMs: number }>;

const trips = fc.array(
  fc.record({
    gapMs: fc.oneof(
      fc.constant(0),
      fc.double({ min: 0, max: 3_000, noNaN: true }),
      fc.constant(3_600_000),
    ),
    outMs: fc.double({ min: 0, max: 500, noNaN: true }),
    backMs: fc.oneof(
      fc.constant(0),
      fc.double({ min: 0, max: 500, noNaN: true }),
      fc.constant(60_000),
    ),
    stepMs: fc.constantFrom(1, 10, 1_000),
  }),
  { minLength: 1, maxLength: 80, size: "max" },
);

const time = fc.record({
  offsetMs: fc.integer({ min: 0, max: 100_000 }).map((ms) => 1_764_460_800_000 + ms),
  ppm: fc.double({ min: -150, max: 150, noNaN: true }),
});

function sampleOf(truth: ServerTime, trip: Trip, sentMs: number): StampSample {
  const { outMs, backMs, stepMs } = trip;
  const serverMs = Math.floor(serverTime(truth, sentMs + outMs) / stepMs) * stepMs;
  return { serverMs, stepMs, sentMs, receivedMs: sentMs + outMs + backMs };
}

/** Runs all trips one after the other; false where a check fails. */
function holds(
  truth: ServerTime,
  drawn: readonly Trip[],
  check: (clock: ServerClock, nowMs: number) => boolean,
): boolean {
  const clock = new ServerClock();
  let nowMs = 0;
  return drawn.every((trip) => {
    nowMs += trip.gapMs;
    const sample = sampleOf(truth, trip, nowMs);
    nowMs = sample.receivedMs;
    return !clock.sample(sample) && check(clock, nowMs);
  });
}

/** Doubles of epoch ms are that exact. */
const roundingMs = 0.001;

describe("the interval", () => {
  const contains = (clock: ServerClock, truth: ServerTime, nowMs: number): boolean => {
    const trueMs = serverTime(truth, nowMs);
    return (
      clock.earliestMs(nowMs) <= trueMs + roundingMs && trueMs <= clock.latestMs(nowMs) + roundingMs
    );
  };

  test("always contains the exchange's time: now, later and before", () => {
    const always = fc.property(time, trips, (truth, drawn) =>
      holds(truth, drawn, (clock, nowMs) =>
        [0, 50, 60_000, 7_200_000, -1_000, -60_000].every((aheadMs) =>
          contains(clock, truth, nowMs + aheadMs),
        ),
      ),
    );
    fc.assert(always, runs(500));
  });

  test("the property catches clocks that drift further apart", () => {
    const drifting = time.map(({ offsetMs }) => ({ offsetMs, ppm: 600 }));
    const wrong = fc.property(drifting, trips, (truth, drawn) =>
      holds(truth, drawn, (clock, nowMs) => contains(clock, truth, nowMs + 60_000)),
    );
    expect(fc.check(wrong, { numRuns: 300, seed: 7 }).failed).toBe(true);
  });

  function widthAfterDates(seed: number): number {
    const random = seeded(seed);
    const clock = new ServerClock();
    const truth = { offsetMs: 1_764_460_800_000 + 1_000 * random(), ppm: 100 };
    let nowMs = 0;
    for (let index = 0; index < 100; index += 1) {
      nowMs += 300 * random();
      const trip = { gapMs: 0, outMs: 2 + 10 * random(), backMs: 2 + 10 * random(), stepMs: 1_000 };
      clock.sample(sampleOf(truth, trip, nowMs));
      nowMs += trip.outMs + trip.backMs;
    }
    const widthMs = clock.widthMs(nowMs);
    const errorMs = Math.abs((clock.nowMs(nowMs) ?? 0) - serverTime(truth, nowMs));
    expect(errorMs).toBeLessThanOrEqual(widthMs / 2);
    return widthMs;
  }

  test("is below 60 ms after 100 Date headers of short round trips, and hardly ever above 90", () => {
    const widths = Array.from({ length: 100 }, (_, seed) => widthAfterDates(seed)).toSorted(
      (a, b) => a - b,
    );
    expect(widths[50]).toBeLessThan(60);
    expect(widths[95]).toBeLessThan(90);
  });

  test("of one stamp in ms is as wide as the round trip and the step", () => {
    const clock = new ServerClock();
    clock.sample({ serverMs: 5_000, stepMs: 1, sentMs: 100, receivedMs: 130 });
    expect(clock.earliestMs(130)).toBeCloseTo(5_000, 9);
    // Sent 30 ms ago, it may have drifted by 6 us.
    expect(clock.latestMs(130)).toBeCloseTo(5_031.006, 6);
    expect(clock.widthMs(130)).toBeCloseTo(31.006, 6);
    expect(clock.nowMs(130)).toBeCloseTo(5_015.503, 6);
  });

  test("widens by 400 ppm of the time since, in both directions", () => {
    const clock = new ServerClock();
    clock.sample({ serverMs: 5_000, stepMs: 1, sentMs: 0, receivedMs: 0 });
    expect(clock.widthMs(10_000)).toBeCloseTo(5, 9);
    expect(clock.widthMs(-10_000)).toBeCloseTo(5, 9);
  });

  test("is not known before the first stamp", () => {
    const clock = new ServerClock();
    expect(clock.nowMs(0)).toBeUndefined();
    expect(clock.widthMs(0)).toBe(Infinity);
  });

  test.each([Number.NaN, Infinity, -Infinity])("is not touched by a stamp of %d", (serverMs) => {
    const clock = new ServerClock();
    expect(clock.sample({ serverMs, stepMs: 1, sentMs: 0, receivedMs: 1 })).toBe(false);
    clock.sample({ serverMs: 5_000, stepMs: 1, sentMs: 0, receivedMs: 0 });
    expect(clock.sample({ serverMs, stepMs: 1, sentMs: 0, receivedMs: 1 })).toBe(false);
    expect(clock.earliestMs(0)).toBe(5_000);
  });
});

describe("a step", () => {
  test.each([3_600_000, -3_600_000, 2_000])("of %d ms restarts everything, once", (stepMs) => {
    const clock = new ServerClock();
    const sample = (serverMs: number, sentMs: number): boolean =>
      clock.sample({ serverMs, stepMs: 1, sentMs, receivedMs: sentMs + 20 });
    expect(sample(1_000_000, 0)).toBe(false);
    expect(sample(1_001_000, 1_000)).toBe(false);
    expect(sample(1_002_000 + stepMs, 2_000)).toBe(true);
    expect(sample(1_003_000 + stepMs, 3_000)).toBe(false);
    expect(clock.nowMs(3_020)).toBeCloseTo(1_003_010.5 + stepMs, 0);
  });

  test("is no step where the stamps only differ by the round trip", () => {
    const clock = new ServerClock();
    clock.sample({ serverMs: 1_000_000, stepMs: 1, sentMs: 0, receivedMs: 400 });
    expect(clock.sample({ serverMs: 1_001_390, stepMs: 1, sentMs: 1_000, receivedMs: 1_400 })).toBe(
      false,
    );
    expect(clock.widthMs(1_400)).toBeLessThan(20);
  });
});

describe("reaching an instant", () => {
  const instants = fc.double({ min: -5_000, max: 7_200_000, noNaN: true });

  test("is promised for when it is certain, and not much later", () => {
    const certain = fc.property(time, trips, instants, (truth, drawn, aheadMs) =>
      holds(truth, drawn, (clock, nowMs) => {
        const serverMs = serverTime(truth, nowMs) + aheadMs;
        const reachedMs = clock.reachedMs(serverMs);
        return (
          clock.earliestMs(reachedMs) >= serverMs && clock.earliestMs(reachedMs - 0.01) < serverMs
        );
      }),
    );
    fc.assert(certain, runs(500));
  });

  test("the property catches a promise that forgets the drift", () => {
    const wrong = fc.property(time, trips, instants, (truth, drawn, aheadMs) =>
      holds(truth, drawn, (clock, nowMs) => {
        const serverMs = serverTime(truth, nowMs) + aheadMs;
        return clock.earliestMs(nowMs + serverMs - clock.earliestMs(nowMs)) >= serverMs;
      }),
    );
    expect(fc.check(wrong, { numRuns: 300, seed: 7 }).failed).toBe(true);
  });
});
