/**
 * The true boundary of a window is never outside the interval that the phase gives it, and no window of the
 * exchange ever holds more than what is planned. For each property, mistakes that it must catch.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createBucket } from "../../src/limits/bucket.ts";
import type { Report } from "../../src/limits/bucket.ts";
import { Phase } from "../../src/limits/phase.ts";
import type { Own, Starts, Trip } from "../../src/limits/phase.ts";
import { ServerClock } from "../../src/limits/server-clock.ts";
import type { StampSample } from "../../src/limits/server-clock.ts";
import { play, runs, stepsOf } from "../support/property-play.ts";
import type { Counted, Step } from "../support/property-play.ts";
import { firstCallServer, fixedServer, serverTime } from "../support/server-models.ts";
import type { ServerTime } from "../support/server-models.ts";

const windowMs = 60_000;

const phaseOf = (starts: Starts, exchange = new ServerClock()): Phase =>
  new Phase({ windowMs, starts, exchange });

/** A call as it went, and what its answer said. */
type Told = Trip & Readonly<{ countedMs: number; report: Report; own: Own; used: number }>;

type World = Readonly<{
  time: ServerTime;
  calls: readonly Readonly<{ gapMs: number; outMs: number; backMs: number }>[];
  source: "date" | "ms" | "reset" | "reset in ms" | "figures";
  rounds: "up" | "down";
}>;

const worlds = (sources: readonly World["source"][], ppmMax = 150): fc.Arbitrary<World> =>
  fc.record({
    time: fc.record({
      offsetMs: fc.integer({ min: 0, max: windowMs }).map((ms) => 1_764_460_800_000 + ms),
      ppm: fc.constantFrom(-ppmMax, 0, ppmMax),
    }),
    source: fc.constantFrom(...sources),
    rounds: fc.constantFrom("up" as const, "down" as const),
    calls: fc.array(
      fc.record({
        gapMs: fc.oneof(
          fc.constant(0),
          fc.double({ min: 0, max: 400, noNaN: true }),
          fc.double({ min: 0, max: 30_000, noNaN: true }),
        ),
        outMs: fc.double({ min: 0, max: 800, noNaN: true }),
        backMs: fc.double({ min: 0, max: 800, noNaN: true }),
      }),
      { minLength: 1, maxLength: 80, size: "max" },
    ),
  });

/** When windows begin: one after the other on UTC, or each with the first call that finds none. */
type Windows = "following" | "first-request";

/** All answers in the order in which they came, and when the window ends that is present at an instant. */
function happened(
  { time, calls, source, rounds }: World,
  windows: Windows,
): Readonly<{ told: readonly Told[]; endMs: (atMs: number) => number }> {
  let sentMs = 0;
  const sent = calls.map(({ gapMs, outMs, backMs }) => {
    sentMs += gapMs;
    return { sentMs, countedMs: sentMs + outMs, receivedMs: sentMs + outMs + backMs };
  });
  const pace = 1 + time.ppm * 1e-6;
  const begins: number[] = [];
  const endMs = (atMs: number): number => {
    if (windows === "first-request") {
      return (begins.findLast((begunMs) => begunMs <= atMs) ?? -Infinity) + windowMs / pace;
    }
    const next = Math.floor(serverTime(time, atMs) / windowMs + 1) * windowMs;
    return (next - time.offsetMs) / pace;
  };
  let used = 0;
  let windowEndMs = -Infinity;
  const counted = sent
    .toSorted((a, b) => a.countedMs - b.countedMs)
    .map((call) => {
      if (call.countedMs >= windowEndMs) {
        used = 0;
        begins.push(call.countedMs);
        windowEndMs = endMs(call.countedMs);
      }
      used += 1;
      return {
        ...call,
        used,
        report: reportOf({ time, source, rounds }, call.countedMs, windowEndMs),
      };
    });
  const told = counted
    .toSorted((a, b) => a.receivedMs - b.receivedMs)
    .map((call, index) => {
      const under = sent.filter((one) => one.sentMs <= call.receivedMs).length;
      return { ...call, own: { cost: 1, settled: index + 1, inFlight: under - index - 1 } };
    });
  return { told, endMs };
}

function reportOf(
  { time, source, rounds }: Pick<World, "time" | "source" | "rounds">,
  countedMs: number,
  windowEndMs: number,
): Report {
  if (source === "figures") return {};
  const stepMs = source === "date" || source === "reset" ? 1_000 : 1;
  if (source === "date" || source === "ms") {
    return {
      stamp: { serverMs: Math.floor(serverTime(time, countedMs) / stepMs) * stepMs, stepMs },
    };
  }
  const round = rounds === "up" ? Math.ceil : Math.floor;
  return { endsInMs: round((windowEndMs - countedMs) / stepMs) * stepMs, endsStepMs: stepMs };
}

/** Whether a boundary was ever outside its interval. */
function missed(
  world: World,
  windows: Windows,
  of: Readonly<{ phase: Phase; exactReset?: boolean; anyFirst?: boolean }>,
): boolean {
  const { phase, exactReset = false, anyFirst = false } = of;
  const { told, endMs } = happened(world, windows);
  return told.some((call) => {
    const { report, receivedMs: nowMs, used, own } = call;
    if (report.stamp !== undefined) phase.stamped(report.stamp, call);
    if (report.endsInMs !== undefined) {
      phase.ends(report.endsInMs, call, exactReset ? 0 : report.endsStepMs);
    }
    if (world.source === "figures") {
      phase.counted(used, call, anyFirst ? { ...own, cost: Infinity } : own);
    }
    phase.renew(nowMs);
    return [0, 20_000].some((laterMs) => {
      const atMs = nowMs + laterMs;
      if (!phase.known(atMs) || phase.first(atMs) < phase.last(atMs)) return false;
      const boundaryMs = endMs(atMs);
      if (boundaryMs < atMs) return false;
      return phase.first(boundaryMs - 1e-3) === phase.last(boundaryMs + 1e-3);
    });
  });
}

/** Forgets that clocks drift apart. */
class Driftless extends ServerClock {
  #atMs = 0;
  override sample(sample: StampSample): boolean {
    this.#atMs = sample.receivedMs;
    return super.sample(sample);
  }
  override earliestMs(nowMs: number): number {
    return super.earliestMs(this.#atMs) + nowMs - this.#atMs;
  }
  override latestMs(nowMs: number): number {
    return super.latestMs(this.#atMs) + nowMs - this.#atMs;
  }
}

/** Takes what is most likely for what is. */
class Point extends ServerClock {
  override earliestMs(nowMs: number): number {
    return super.nowMs(nowMs) ?? -Infinity;
  }
  override latestMs(nowMs: number): number {
    return super.nowMs(nowMs) ?? Infinity;
  }
}

describe("the true boundary is never outside the interval", () => {
  const never = (
    starts: Starts,
    sources: readonly World["source"][],
    of: Readonly<{
      windows?: Windows;
      exchange?: () => ServerClock;
      exactReset?: boolean;
      anyFirst?: boolean;
      ppmMax?: number;
    }> = {},
  ): fc.IProperty<[World]> =>
    fc.property(worlds(sources, of.ppmMax), (world) => {
      const phase = phaseOf(starts, of.exchange?.());
      return !missed(world, of.windows ?? "following", { ...of, phase });
    });
  const stamps = ["date", "ms"] as const;
  const own = ["reset", "reset in ms", "figures"] as const;

  test("by stamps", () => fc.assert(never("utc", stamps), runs(500)));
  test("by resets and figures that fall, on UTC where no answer tells the time", () =>
    fc.assert(never("utc", own), runs(500)));
  test("by resets and figures that fall", () => fc.assert(never("unknown", own), runs(500)));
  test("where each window begins with the first call after the last one", () =>
    fc.assert(never("first-request", own, { windows: "first-request" }), runs(500)));

  const caught = (property: fc.IProperty<[World]>): boolean =>
    fc.check(property, { numRuns: 1_000, seed: 7 }).failed;

  test("the property catches an interval that does not widen with the drift", () => {
    const exchange = (): ServerClock => new Driftless();
    expect(caught(never("utc", ["ms"], { exchange, ppmMax: 200 }))).toBe(true);
  });

  test("the property catches a clock that is a point", () => {
    expect(caught(never("utc", stamps, { exchange: () => new Point() }))).toBe(true);
  });

  test("the property catches a reset that is taken for exact", () => {
    expect(caught(never("unknown", ["reset"], { exactReset: true }))).toBe(true);
  });

  test("the property catches a call that is taken for the first of its window and is not", () => {
    const wrong = { windows: "first-request", anyFirst: true } as const;
    expect(caught(never("first-request", ["figures"], wrong))).toBe(true);
  });

  test("the property catches windows that are thought to follow one another and do not", () => {
    expect(caught(never("unknown", own, { windows: "first-request" }))).toBe(true);
  });
});

describe("no true window holds more than what is planned", () => {
  const common = {
    counted: "fixed-window",
    windowMs: 2_000,
    max: 100,
    headroom: 0.05,
    per: [],
  } as const;
  const steps = stepsOf({ windowMs: 2_000, costMax: 30, outMaxMs: 300 });
  const stepsMs = fc.constantFrom(1, 100);

  const never = (
    starts: "unknown" | "first-request",
    by: "unknown" | "first-request",
    { exactReset = false, figuresAlone = false } = {},
  ): fc.IProperty<[Step[], number, number]> =>
    fc.property(steps, fc.nat(2_000), stepsMs, (chosen, offsetMs, stepMs) => {
      const bucket = createBucket({ ...common, starts }, { key: "k", random: () => 0.5 });
      const following = fixedServer(2_000, { offsetMs, ppm: 0 });
      const first = firstCallServer(2_000);
      const server = by === "unknown" ? following : first;
      const ends = new Map<number, number>();
      const answer = ({ countedMs, used }: Counted): Report => {
        if (figuresAlone) return { used };
        const endMs = ends.get(countedMs) ?? countedMs;
        if (exactReset) return { used, endsInMs: endMs - countedMs + 500, endsStepMs: 0 };
        const endsInMs = Math.ceil((endMs - countedMs) / stepMs) * stepMs;
        return { used, endsInMs, endsStepMs: stepMs };
      };
      const worst = play({
        bucket,
        server,
        steps: chosen,
        costMax: 30,
        answer,
        onCounted: ({ atMs }) =>
          ends.set(atMs, by === "unknown" ? following.boundaryMs(atMs + 1e-3) : first.endMs()),
      });
      return worst <= 95 + 1e-6;
    });

  test.each(["unknown", "first-request"] as const)("by resets and figures: %s", (starts) => {
    fc.assert(never(starts, starts), runs(400));
  });

  test.each(["unknown", "first-request"] as const)("by figures alone: %s", (starts) => {
    fc.assert(never(starts, starts, { figuresAlone: true }), runs(400));
  });

  /** Figures at first, and from some instant on the exchange's time as well. */
  const whenTimed = (lateMs: number): fc.IProperty<[Step[], number, number]> =>
    fc.property(steps, fc.nat(2_000), fc.nat(8_000), (chosen, offsetMs, fromMs) => {
      const time = { offsetMs, ppm: 0 };
      const bucket = createBucket({ ...common, starts: "utc" }, { key: "k", random: () => 0.5 });
      const answer = ({ countedMs, used }: Counted): Report => {
        if (countedMs < fromMs) return { used };
        return { used, stamp: { serverMs: serverTime(time, countedMs) - lateMs, stepMs: 1 } };
      };
      const server = fixedServer(2_000, time);
      return play({ bucket, server, steps: chosen, costMax: 30, answer }) <= 95 + 1e-6;
    });

  test("on UTC, where the exchange's time is told from some answer on", () => {
    fc.assert(whenTimed(0), runs(400));
  });

  test("the property catches a time that is not the exchange's", () => {
    expect(fc.check(whenTimed(700), { numRuns: 2_000, seed: 7 }).failed).toBe(true);
  });

  test("the property catches a reset that is taken for exact, and is half a second late", () => {
    const wrong = never("unknown", "unknown", { exactReset: true });
    expect(fc.check(wrong, { numRuns: 2_000, seed: 7 }).failed).toBe(true);
  });
});
