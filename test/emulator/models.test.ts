/** Each model as a table: what is offered at which instant, and what becomes of it. */
import {
  evenSpacing,
  fixedWindow,
  minimumDistance,
  rollingLog,
  slidingCounter,
  steppedDecay,
  tokenBucket,
} from "headgate/emulator";
import type { CountingModel } from "headgate/emulator";
import { describe, expect, test } from "vitest";

/** At an instant, a weight: accepted or not, what counts then, and the wait where one is told. */
type Row = readonly [
  atMs: number,
  weight: number,
  accepted: boolean,
  used: number,
  waitMs?: number | undefined,
];

const window = { max: 10, windowMs: 1_000 };
const refill = { max: 10, refillPerSecond: 10 };

const tables: Record<string, readonly [make: () => CountingModel, rows: readonly Row[]]> = {
  "an aligned window starts from 0 at its phase, and only there": [
    () => fixedWindow({ ...window, starts: "aligned", phaseMs: 300 }),
    [
      [1_299, 10, true, 10],
      [1_299, 1, false, 10, 1],
      [1_300, 4, true, 4],
      [2_299, 7, false, 4, 1],
      [2_299, 6, true, 10],
      [2_300, 11, false, 0],
    ],
  ],
  "a window from the first request ends one length later, and the next waits for another": [
    () => fixedWindow({ ...window, starts: "first-request" }),
    [
      [700, 9, true, 9],
      [1_600, 2, false, 9, 100],
      [1_699, 1, true, 10],
      [2_500, 10, true, 10],
      [3_499, 1, false, 10, 1],
      [3_500, 1, true, 1],
    ],
  ],
  "windows from the server's start go on without requests": [
    () => fixedWindow({ ...window, starts: "server-start" }),
    [
      [700, 10, true, 10],
      [1_700, 10, true, 10],
      [4_600, 10, true, 10],
      [4_700, 10, true, 10],
      [5_699, 1, false, 10, 1],
    ],
  ],
  "a log forgets each request one window after it came": [
    () => rollingLog(window),
    [
      [0, 4, true, 4],
      [500, 6, true, 10],
      [999, 1, false, 10, 1],
      [999, 5, false, 10, 501],
      [1_000, 4, true, 10],
      [1_500, 6, true, 10],
      [1_500, 11, false, 10],
    ],
  ],
  "a counter of two windows sees less and less of the one before": [
    () => slidingCounter(window),
    [
      [900, 10, true, 10],
      [1_000, 1, false, 10, 100],
      [1_100, 1, true, 10],
      [1_500, 5, false, 6, 100],
      [1_600, 5, true, 10],
      [1_600, 5, false, 10, 566.666],
      [4_000, 10, true, 10],
    ],
  ],
  "a token bucket refills all the time and never above full": [
    () => tokenBucket(refill),
    [
      [0, 10, true, 10],
      [50, 1, false, 9.5, 50],
      [100, 1, true, 10],
      [600, 5, true, 10],
      [9_000, 11, false, 0],
      [9_000, 10, true, 10],
    ],
  ],
  "a decaying counter falls on its steps only": [
    () => steppedDecay({ ...refill, stepMs: 500, phaseMs: 100 }),
    [
      [0, 10, true, 10],
      [99, 1, false, 10, 1],
      [100, 5, true, 10],
      [599, 6, false, 10, 501],
      [600, 5, true, 10],
      [700, 1, false, 10, 400],
    ],
  ],
  "what comes early is queued, and what finds the queue full is refused": [
    () => evenSpacing({ intervalMs: 100, queueMax: 2 }),
    [
      [0, 1, true, 0, 0],
      [0, 1, true, 1, 100],
      [0, 1, true, 2, 200],
      [0, 1, false, 2, 100],
      [99, 1, false, 2, 1],
      [100, 1, true, 2, 200],
      [900, 1, true, 0, 0],
    ],
  ],
  "a request closer than the distance is refused, and moves nothing": [
    () => minimumDistance({ distanceMs: 50 }),
    [
      [0, 1, true, 1],
      [49, 1, false, 1, 1],
      [50, 1, true, 1],
      [60, 1, false, 1, 40],
      [100, 2, true, 1],
      [150, 1, false, 1, 50],
      [200, 1, true, 1],
    ],
  ],
};

describe.each(Object.entries(tables))("%s", (_, [make, rows]) => {
  test("as in the table", () => {
    const model = make();
    for (const [atMs, weight, accepted, used, waitMs] of rows) {
      const offered = model.offer("a", weight, atMs);
      const at = `${weight} at ${atMs}`;
      expect(offered.accepted, at).toBe(accepted);
      expect(offered.used, at).toBeCloseTo(used, 4);
      expect(offered.waitMs ?? -1, at).toBeCloseTo(waitMs ?? -1, 2);
    }
  });

  test("the wait it tells is the first at which the request is accepted", () => {
    for (const [index, row] of rows.entries()) {
      const [atMs, weight, , , waitMs] = row;
      if (row[2] || waitMs === undefined) continue;
      const replay = (afterMs: number): boolean => {
        const model = make();
        for (const [thenMs, taken] of rows.slice(0, index)) model.offer("a", taken, thenMs);
        return model.offer("a", weight, atMs + afterMs).accepted;
      };
      expect(replay(waitMs + 0.01)).toBe(true);
      expect(replay(waitMs - 0.01)).toBe(false);
    }
  });

  test("keys are counted apart, and forgotten when nothing of theirs counts", () => {
    const model = make();
    for (let key = 0; key < 200; key += 1) {
      expect(model.offer(String(key), 1, 0).accepted).toBe(true);
    }
    expect(model.size).toBe(200);
    for (let key = 200; key < 400; key += 1) model.offer(String(key), 1, 60_000);
    expect(model.size).toBeLessThan(300);
  });
});

test("a figure that is none is refused", () => {
  for (const none of [0, -1, Number.NaN, Infinity]) {
    expect(() => fixedWindow({ ...window, max: none, starts: "aligned" })).toThrow(RangeError);
    expect(() => rollingLog({ ...window, windowMs: none })).toThrow(RangeError);
    expect(() => slidingCounter({ ...window, max: none })).toThrow(RangeError);
    expect(() => tokenBucket({ ...refill, refillPerSecond: none })).toThrow(RangeError);
    expect(() => steppedDecay({ ...refill, stepMs: none })).toThrow(RangeError);
    expect(() => evenSpacing({ intervalMs: none, queueMax: 1 })).toThrow(RangeError);
    expect(() => minimumDistance({ distanceMs: none })).toThrow(RangeError);
  }
});
