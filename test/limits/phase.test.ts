/** Where the windows of an exchange begin: what each source tells of it, and what tells nothing. */
import { describe, expect, test } from "vitest";
import { Phase } from "../../src/limits/phase.ts";
import type { Starts, Trip } from "../../src/limits/phase.ts";
import { ServerClock } from "../../src/limits/server-clock.ts";

const windowMs = 60_000;
const skewMs = 5;

const phaseOf = (starts: Starts, exchange = new ServerClock()): Phase =>
  new Phase({ windowMs, starts, exchange });

/** Nothing of ours but the call itself. */
const alone = { cost: 1, settled: 0, inFlight: 0 };

/** The instants between which the end of the window that is present at `nowMs` lies. */
function endOf(phase: Phase, nowMs: number): Readonly<{ fromMs: number; untilMs: number }> {
  const window = phase.last(nowMs);
  let low = nowMs;
  let high = nowMs + 2 * windowMs;
  while (high - low > 1e-4) {
    const middle = (low + high) / 2;
    if (phase.last(middle) > window) high = middle;
    else low = middle;
  }
  return { fromMs: high, untilMs: phase.overMs(window) };
}

describe("one round trip of 100 ms at 10 s, halfway through a window,", () => {
  const trip: Trip = { sentMs: 10_000, receivedMs: 10_100 };
  const nowMs = 10_100;

  /** How long before and after 40 s, which is half a window later, the window may end. */
  test.each<
    [
      what: string,
      starts: Starts,
      tell: (phase: Phase) => void,
      ends: readonly [fromMs: number, untilMs: number],
    ]
  >([
    [
      "a Date",
      "utc",
      (phase) => phase.stamped({ serverMs: 90_000, stepMs: 1_000 }, trip),
      [-1_000, 100],
    ],
    [
      "a time in ms",
      "utc",
      (phase) => phase.stamped({ serverMs: 90_000, stepMs: 1 }, trip),
      [-1, 100],
    ],
    ["a reset in whole s", "unknown", (phase) => phase.ends(30_000, trip), [-1_000, 1_100]],
    ["a reset in ms", "unknown", (phase) => phase.ends(30_000, trip, 1), [-1, 101]],
    [
      "a reset true to 2 s",
      "first-request",
      (phase) => phase.ends(30_000, trip, 2_000),
      [-2_000, 2_100],
    ],
    [
      "a reset beside a Date",
      "utc",
      (phase) => {
        phase.stamped({ serverMs: 90_000, stepMs: 1_000 }, trip);
        phase.ends(30_000, trip, 1);
      },
      [-1, 100],
    ],
  ])("with %s: %s", (_what, starts, tell, ends) => {
    const [from, until] = ends;
    const phase = phaseOf(starts);
    expect(phase.known(nowMs)).toBe(false);
    tell(phase);
    expect(phase.known(nowMs)).toBe(true);
    const { fromMs, untilMs } = endOf(phase, nowMs);
    // 200 ppm of 30 s.
    expect(fromMs - 40_000).toBeCloseTo(from - skewMs - 6, -1);
    expect(fromMs - 40_000).toBeLessThanOrEqual(from - skewMs);
    expect(untilMs - 40_000).toBeCloseTo(until + skewMs + 6, -1);
    expect(untilMs - 40_000).toBeGreaterThanOrEqual(until + skewMs);
  });

  test("with a figure that fell: a window began between the sending of one and the answer of the other", () => {
    const phase = phaseOf("unknown");
    phase.counted(40, { sentMs: 9_900, receivedMs: 9_950 }, { cost: 1, settled: 40, inFlight: 0 });
    phase.counted(1, trip, { cost: 1, settled: 41, inFlight: 0 });
    const { fromMs, untilMs } = endOf(phase, nowMs);
    expect(fromMs).toBeLessThanOrEqual(69_900 - skewMs);
    expect(fromMs).toBeGreaterThan(69_900 - skewMs - 13);
    expect(untilMs).toBeGreaterThanOrEqual(70_100 + skewMs);
    expect(untilMs).toBeLessThan(70_100 + skewMs + 13);
  });

  test("with a figure that fell on UTC: the same, until an answer tells the exchange's time", () => {
    const phase = phaseOf("utc");
    phase.counted(40, { sentMs: 9_900, receivedMs: 9_950 }, { cost: 1, settled: 40, inFlight: 0 });
    phase.counted(1, trip, { cost: 1, settled: 41, inFlight: 0 });
    expect(endOf(phase, nowMs).untilMs).toBeGreaterThanOrEqual(70_100 + skewMs);
    const before = phase.version;
    phase.stamped({ serverMs: 90_000, stepMs: 1 }, trip);
    expect(phase.version).toBeGreaterThan(before);
    expect(phase.endOf(before)).toEqual({ atMs: nowMs, from: -Infinity });
    expect(endOf(phase, nowMs).untilMs).toBeLessThan(40_200);
  });

  test("with a figure of this call alone: the window began with it, where windows begin with a call", () => {
    const phase = phaseOf("first-request");
    phase.counted(1, trip, { cost: 1, settled: 1, inFlight: 3 });
    const { fromMs, untilMs } = endOf(phase, nowMs);
    expect(fromMs).toBeCloseTo(70_000 - skewMs - 12, -1);
    expect(fromMs).toBeLessThanOrEqual(70_000 - skewMs);
    expect(untilMs).toBeCloseTo(70_100 + skewMs + 12, -1);
    expect(untilMs).toBeGreaterThanOrEqual(70_100 + skewMs);
  });

  test.each<[what: string, tell: (phase: Phase) => void]>([
    ["what is too coarse", (phase) => phase.ends(30_000, trip, 10_000)],
    ["a reset that is longer than a window", (phase) => phase.ends(61_500, trip)],
    ["a reset that is none", (phase) => phase.ends(Number.NaN, trip)],
    ["a figure alone", (phase) => phase.counted(40, trip, alone)],
    ["a figure of this call alone", (phase) => phase.counted(1, trip, alone)],
    [
      "figures that rise",
      (phase) => {
        phase.counted(
          40,
          { sentMs: 9_900, receivedMs: 9_950 },
          { cost: 1, settled: 40, inFlight: 0 },
        );
        phase.counted(41, trip, { cost: 1, settled: 41, inFlight: 0 });
      },
    ],
    [
      "figures of calls that were under way together",
      (phase) => {
        phase.counted(
          40,
          { sentMs: 9_900, receivedMs: 10_050 },
          { cost: 1, settled: 40, inFlight: 1 },
        );
        phase.counted(1, trip, { cost: 1, settled: 41, inFlight: 0 });
      },
    ],
  ])("with %s nothing is known", (_what, tell) => {
    const phase = phaseOf("unknown");
    tell(phase);
    expect(phase.known(nowMs)).toBe(false);
  });
});

describe("a figure that is lower than what of ours was counted since", () => {
  /** Another host has counted a little less, or the limit was raised and only what remains is told. */
  const lower = (phase: Phase, sentMs: number): void => {
    phase.counted(
      40,
      { sentMs: sentMs - 200, receivedMs: sentMs - 150 },
      { cost: 1, settled: 40, inFlight: 0 },
    );
    phase.counted(38, { sentMs, receivedMs: sentMs + 50 }, { cost: 1, settled: 41, inFlight: 3 });
  };

  test("is no boundary", () => {
    const phase = phaseOf("unknown");
    lower(phase, 10_000);
    expect(phase.known(10_050)).toBe(false);
  });

  test("within a window takes away what was known of it: a rolling window holds", () => {
    const phase = phaseOf("unknown");
    phase.ends(30_000, { sentMs: 10_000, receivedMs: 10_100 }, 1);
    lower(phase, 25_000);
    expect(phase.known(25_050)).toBe(false);
  });

  test("where a boundary can be changes nothing", () => {
    const phase = phaseOf("unknown");
    phase.ends(30_000, { sentMs: 10_000, receivedMs: 10_100 }, 1);
    const before = endOf(phase, 41_000);
    lower(phase, 40_050);
    expect(phase.known(40_200)).toBe(true);
    expect(endOf(phase, 41_000)).toEqual(before);
  });
});
