/**
 * Somebody else uses the same limit, and only the used figures in answers tell: what is counted of ours, in
 * flight and reported of others is never above what is planned when a call leaves.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createBucket } from "../../src/limits/bucket.ts";
import type { Bucket, Report } from "../../src/limits/bucket.ts";
import { plan } from "../../src/limits/limit.ts";
import type { FlatLimit } from "../../src/limits/limit.ts";
import { remainingIsTokens, timedFromSending } from "../support/property-mutants.ts";
import { play, runs, stepsOf } from "../support/property-play.ts";
import type { Counted, Played, Step } from "../support/property-play.ts";
import { saturate } from "../support/property-saturate.ts";
import {
  firstCallServer,
  fixedServer,
  rollingServer,
  serverTime,
} from "../support/server-models.ts";

const epsilon = 1e-6;
const startMs = 1_000_000;
const windowMs = 2_000;
const max = 100;
const planned = 95;

type Other = Readonly<{ cost: number; atMs: number }>;

/** Irregular costs of others, from the first step on. */
const others: fc.Arbitrary<Other[]> = fc
  .array(
    fc.record({
      gapMs: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 400, noNaN: true })),
      cost: fc.integer({ min: 1, max: 9 }),
    }),
    { maxLength: 100, size: "max" },
  )
  .map((drawn) => {
    let atMs = startMs;
    return drawn.map(({ gapMs, cost }) => ({ cost, atMs: (atMs += gapMs) }));
  });

const steps = stepsOf({ windowMs, costMax: 30, outMaxMs: 300 });

/** All that a server has counted, and how much of it the caller can know. */
class Truth {
  worst = 0;
  readonly #together: (atMs: number, nowMs: number) => boolean;
  readonly #own: Other[] = [];
  readonly #others: Other[] = [];
  #inFlight = 0;
  /** How many costs of others an answer has told of. */
  #told = 0;

  /** `together` says whether what was counted at one instant still counts at another. */
  constructor(together: (atMs: number, nowMs: number) => boolean) {
    this.#together = together;
  }

  sent(cost: number, nowMs: number): void {
    this.#inFlight += cost;
    const sum = (costs: readonly Other[]): number =>
      costs.reduce((all, one) => all + (this.#together(one.atMs, nowMs) ? one.cost : 0), 0);
    const known = sum(this.#own) + sum(this.#others.slice(0, this.#told)) + this.#inFlight;
    this.worst = Math.max(this.worst, known);
  }

  unsent(cost: number): void {
    this.#inFlight -= cost;
  }

  counted(whose: "own" | "other", one: Other): void {
    (whose === "own" ? this.#own : this.#others).push(one);
  }

  arrived(reserved: number): void {
    this.#inFlight -= reserved;
  }

  told(count: number): void {
    this.#told = Math.max(this.#told, count);
  }
}

type Game = Readonly<{
  bucket: Played;
  server: Parameters<typeof play>[0]["server"];
  truth: Truth;
  steps: readonly Step[];
  others: readonly Other[];
  answer: (counted: Counted) => Report;
  /** Whether this answer must have told of others. */
  isClear?: (counted: Counted, nowMs: number) => boolean;
}>;

/** The most that was known to count when a call left. */
function worstKnown(game: Game): number {
  const { truth } = game;
  play({
    ...game,
    // What is refunded was counted as less from the start; what is unsent is not counted at all.
    steps: game.steps.map((step): Step => ({ ...step, ending: endingOf(step) })),
    startMs,
    costMax: 30,
    onSent: ({ cost, sentMs }) => truth.sent(cost, sentMs),
    onCounted: ({ whose, cost, atMs }) => {
      truth.counted(whose, { cost, atMs });
      if (whose === "own") truth.arrived(cost);
    },
    onSettled: (counted, nowMs) => {
      if (game.isClear?.(counted, nowMs) ?? true) truth.told(counted.others);
    },
  });
  return truth.worst;
}

function endingOf({ ending }: Step): Step["ending"] {
  return ending === "lost" ? "lost" : "answered";
}

describe("a fixed window whose phase is known", () => {
  const limit = {
    counted: "fixed-window",
    starts: "utc",
    windowMs,
    max,
    headroom: 0.05,
    per: [],
  } as const;
  /** Answers as near to a boundary are ambiguous: the phase is known to a few ms. */
  const marginMs = 25;

  const never = (
    make: (offsetMs: number) => Played,
    stepMs: number,
  ): fc.IProperty<[Step[], Other[], number]> =>
    fc.property(steps, others, fc.nat(windowMs), (chosen, foreign, phaseMs) => {
      const time = { offsetMs: 1_764_460_800_000 + phaseMs, ppm: 0 };
      const server = fixedServer(windowMs, time);
      const bucket = make(time.offsetMs);
      const stampAt = (atMs: number): Report => ({
        stamp: { serverMs: Math.floor(serverTime(time, atMs) / stepMs) * stepMs, stepMs },
      });
      // One short round trip long before tells the phase.
      const knownMs = startMs - 3 * windowMs;
      const first = { serverMs: Math.floor(serverTime(time, knownMs + 1)), stepMs: 1 };
      bucket.settle(bucket.charge(1, knownMs), { stamp: first }, knownMs + 2);
      const windowOf = (atMs: number): number => server.windowOf(atMs);
      const known = worstKnown({
        bucket,
        server,
        truth: new Truth((atMs, nowMs) => windowOf(atMs) === windowOf(nowMs)),
        steps: chosen,
        others: foreign,
        answer: ({ used, countedMs }) => ({ used, ...stampAt(countedMs) }),
        isClear: ({ sentMs }, nowMs) => windowOf(sentMs - marginMs) === windowOf(nowMs + marginMs),
      });
      return known <= planned + epsilon;
    });
  const make = (): Played => createBucket(limit, { key: "k", random: () => 0.5 });

  test("never sends above what is planned, others as far as they are reported", () => {
    expect(plan(limit).planned).toBe(planned);
    fc.assert(never(make, 1), runs(400));
    fc.assert(never(make, 1_000), runs(400));
  });

  test("the property catches what remains taken for what is there", () => {
    const mutant = (offsetMs: number): Played =>
      remainingIsTokens({ max, planned, windowMs, offsetMs });
    expect(fc.check(never(mutant, 1), { numRuns: 400, seed: 7 }).failed).toBe(true);
  });
});

describe("a rolling window", () => {
  const limit = { counted: "rolling-window", windowMs, max, headroom: 0.05, per: [] } as const;

  const never = (make: () => Played): fc.IProperty<[Step[], Other[]]> =>
    fc.property(steps, others, (chosen, foreign) => {
      const known = worstKnown({
        bucket: make(),
        server: rollingServer(windowMs),
        truth: new Truth((atMs, nowMs) => nowMs - atMs <= windowMs),
        steps: chosen,
        others: foreign,
        answer: ({ used }) => ({ used }),
      });
      return known <= planned + epsilon;
    });

  test("never sends above what is planned, others as far as they are reported", () => {
    fc.assert(
      never(() => createBucket(limit, { key: "k", random: () => 0.5 })),
      runs(800),
    );
  });

  test("the property catches a log that hears nothing of others", () => {
    const mutant = (): Played => timedFromSending({ max, planned, windowMs });
    expect(fc.check(never(mutant), { numRuns: 400, seed: 7 }).failed).toBe(true);
  });
});

describe("a fixed window of unknown phase", () => {
  const common = { windowMs, max, headroom: 0.05, per: [] } as const;
  /** A phase that was learned from figures is known to this; answers as near to a boundary are ambiguous. */
  const widestMs = 0.3 * windowMs;

  /** Above what is planned goes no more than what others used and no answer had told of. */
  const never = (make: () => Played, marginMs: number): fc.IProperty<[Step[], Other[], number]> =>
    fc.property(steps, others, fc.nat(windowMs), (chosen, foreign, phaseMs) => {
      const server = fixedServer(windowMs, { offsetMs: phaseMs, ppm: 0 });
      const windowOf = (atMs: number): number => server.windowOf(atMs);
      const known = worstKnown({
        bucket: make(),
        server,
        truth: new Truth((atMs, nowMs) => windowOf(atMs) === windowOf(nowMs)),
        steps: chosen,
        others: foreign,
        answer: ({ used }) => ({ used }),
        isClear: ({ sentMs }, nowMs) => windowOf(sentMs - marginMs) === windowOf(nowMs + marginMs),
      });
      return known <= planned + epsilon;
    });

  test("never sends above what is planned, others as far as they are reported: first-request", () => {
    const limit = { counted: "fixed-window", starts: "first-request", ...common } as const;
    const property = fc.property(steps, others, (chosen, foreign) => {
      const server = firstCallServer(windowMs);
      const begins: number[] = [];
      /** The number of the window that is present, if one is. */
      const windowOf = (atMs: number): number => {
        const index = begins.findLastIndex((begunMs) => begunMs <= atMs);
        return atMs < (begins[index] ?? -Infinity) + windowMs ? index : Number.NaN;
      };
      const count = (cost: number, atMs: number): number => {
        if (atMs >= server.endMs()) begins.push(atMs);
        return server.count(cost, atMs);
      };
      const known = worstKnown({
        bucket: createBucket(limit, { key: "k", random: () => 0.5 }),
        server: { ...server, count },
        truth: new Truth((atMs, nowMs) => windowOf(atMs) === windowOf(nowMs)),
        steps: chosen,
        others: foreign,
        answer: ({ used }) => ({ used }),
        isClear: ({ sentMs }, nowMs) => windowOf(sentMs - widestMs) === windowOf(nowMs + widestMs),
      });
      return known <= planned + epsilon;
    });
    fc.assert(property, runs(600));
  });

  test.each(["unknown", "utc"] as const)(
    "never sends above what is planned, others as far as they are reported: %s",
    (starts) => {
      const limit = { counted: "fixed-window", starts, ...common } as const;
      fc.assert(
        never(() => createBucket(limit, { key: "k", random: () => 0.5 }), widestMs),
        runs(600),
      );
    },
  );

  test("the property catches figures that fall as own charges expire", () => {
    const rolling = { counted: "rolling-window", ...common } as const;
    const mutant = (): Played => createBucket(rolling, { key: "k", random: () => 0.5 });
    expect(fc.check(never(mutant, 0), { numRuns: 2_000, seed: 7 }).failed).toBe(true);
  });
});

describe("a heavy call long after the newest figure", () => {
  const sizes = { windowMs: 10_000, max: 100 };

  /** Others use 5 a second; of ours a call of 1 goes twice a second for three windows, and once in the fourth. */
  function quietSince(): Bucket {
    const limit = { counted: "fixed-window", starts: "utc", headroom: 0.05, per: [] } as const;
    const bucket = createBucket({ ...limit, ...sizes }, { key: "k", random: () => 0.5 });
    let own = 0;
    for (let nowMs = 200; nowMs <= 30_200; nowMs += 500) {
      const inWindowMs = nowMs % sizes.windowMs;
      if (inWindowMs === 200) own = 0;
      own += 1;
      const used = own + Math.floor(inWindowMs / 200);
      const stamp = { serverMs: nowMs, stepMs: 1 };
      bucket.settle(bucket.charge(1, nowMs), { used, stamp }, nowMs + 1);
    }
    return bucket;
  }

  test("goes while what others must have used since leaves room for it", () => {
    const bucket = quietSince();
    expect(bucket.earliestMs(45, 0, 39_000)).toBe(39_000);
  });

  test("waits for the next window where it would meet what nobody has seen", () => {
    const bucket = quietSince();
    // 2 were reported at 30.2 s, others have used about 44 since: 60 more would be above 100.
    const promisedMs = bucket.earliestMs(60, 0, 39_000);
    expect(promisedMs).toBeGreaterThan(40_000 - 50);
    expect(promisedMs).toBeLessThan(40_000 + 50);
  });
});

describe("others who consume smoothly", () => {
  const cases = [
    { windowMs: 10_000, max: 100 },
    { windowMs: 60_000, max: 1_200 },
    { windowMs: 5_000, max: 300 },
  ].flatMap((size) =>
    [0.1, 0.3, 0.5].flatMap((share) => [1, 1_000].map((stepMs) => ({ ...size, share, stepMs }))),
  );
  const time = { offsetMs: 1_764_460_800_123, ppm: 0 };
  const limitOf = (size: { windowMs: number; max: number }): FlatLimit => ({
    counted: "fixed-window",
    starts: "utc",
    headroom: 0.05,
    per: [],
    ...size,
  });
  const answerWith =
    (stepMs: number) =>
    (countedMs: number, used: number): Report => ({
      used,
      stamp: { serverMs: Math.floor(serverTime(time, countedMs) / stepMs) * stepMs, stepMs },
    });

  // In the first window nobody knows yet how much they take.
  test.each(cases)("hardly ever meet us after one window: %o", ({ share, stepMs, ...size }) => {
    const refused = { own: 0, other: 0 };
    const outcome = saturate({
      ...size,
      bucket: createBucket(limitOf(size), { key: "k", random: () => 0.5 }),
      server: fixedServer(size.windowMs, time),
      untilMs: 40 * size.windowMs,
      fromMs: 5 * size.windowMs,
      travelMaxMs: 100,
      other: { cost: 1, everyMs: size.windowMs / (share * size.max) },
      answer: answerWith(stepMs),
      onRefused: (whose, atMs) => (refused[whose] += atMs > size.windowMs ? 1 : 0),
    });
    expect(refused.own).toBe(0);
    // Of what they send in 39 windows.
    expect(refused.other / (39 * share * size.max)).toBeLessThan(0.003);
    // Most of what they leave is ours.
    const ours = (outcome.perMs * size.windowMs) / (size.max * (0.95 - share));
    expect(ours).toBeGreaterThan(0.9);
  });

  test.each([1, 1_000])(
    "a single burst of theirs is forgotten within four windows: stamps of %d ms",
    (stepMs) => {
      const size = { windowMs: 10_000, max: 100 };
      const perWindow: number[] = [];
      saturate({
        ...size,
        bucket: createBucket(limitOf(size), { key: "k", random: () => 0.5 }),
        server: fixedServer(size.windowMs, time),
        untilMs: 20 * size.windowMs,
        travelMaxMs: 100,
        // Just after a boundary, before our own share of that window is used.
        burst: { cost: 60, atMs: 6 * size.windowMs - 121 },
        answer: (countedMs, used) => {
          const window = Math.floor((countedMs + 123) / size.windowMs);
          perWindow[window] = (perWindow[window] ?? 0) + 1;
          return answerWith(stepMs)(countedMs, used);
        },
      });
      expect(perWindow[6]).toBeLessThanOrEqual(35);
      for (const counted of perWindow.slice(10, 19)) expect(counted).toBeGreaterThan(90);
    },
  );

  test("own charges that straddle a boundary are not taken for theirs", () => {
    const size = { windowMs: 10_000, max: 100 };
    const outcome = saturate({
      ...size,
      bucket: createBucket(limitOf(size), { key: "k", random: () => 0.5 }),
      server: fixedServer(size.windowMs, time),
      untilMs: 40 * size.windowMs,
      fromMs: 2 * size.windowMs,
      travelMaxMs: 100,
      answer: answerWith(1_000),
    });
    expect((outcome.perMs * size.windowMs) / 95).toBeGreaterThan(0.99);
  });
});
