import { expect, test } from "vitest";
import {
  aligned,
  isGood,
  percentile,
  resultOf,
  tableOf,
  utilisationOf,
  verdictOf,
} from "../../src/cli/demo-result.ts";
import type { Run } from "../../src/cli/demo-run.ts";

const naive: Run = {
  bot: "plain undici",
  totals: { sent: 1_234, weight: 900, refused: 40, bans: 2, bannedMs: 10_250.4 },
  max: 600,
  planned: undefined,
  windows: [
    { startMs: 0, own: 480, others: 120 },
    { startMs: 5_000, own: 0, others: 120 },
  ],
  cancelWaitsMs: [12, 9_000.6, 15],
};

const headgate: Run = {
  bot: "headgate",
  totals: { sent: 800, weight: 1_300, refused: 0, bans: 0, bannedMs: 0 },
  max: 600,
  planned: 558,
  windows: [
    { startMs: 20_000, own: 430, others: 121 },
    { startMs: 25_000, own: 420, others: 119 },
  ],
  cancelWaitsMs: [10, 20, 30],
};

test("a percentile is the smallest value that this share of them does not exceed", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  for (const [values, share, expected] of [
    [[], 0.5, undefined],
    [[7], 0.5, 7],
    [[7], 0.99, 7],
    [[3, 1, 2], 0.5, 2],
    [[4, 1, 3, 2], 0.5, 2],
    [hundred, 0.99, 99],
    [hundred, 1, 100],
    [hundred, 0, 1],
  ] as const) {
    expect(percentile(values, share)).toBe(expected);
  }
});

test("rows are aligned: the first column to the left, the others to the right", () => {
  const rows = [
    ["", "a", "long title"],
    ["name", "1,000", ""],
  ];
  expect(aligned(rows)).toEqual(["           a   long title", "name   1,000"]);
  expect(aligned(rows, { left: 2, gap: 1 })).toEqual(["     a     long title", "name 1,000"]);
});

test("utilisation is the own weight over what others left of what is planned", () => {
  expect(utilisationOf(headgate)).toBeCloseTo(850 / (558 - 121 + 558 - 119), 9);
  expect(utilisationOf({ ...headgate, windows: [] })).toBeUndefined();
  expect(utilisationOf(naive)).toBeUndefined();
});

test("the result has these figures and no others", () => {
  expect(resultOf(naive, headgate)).toEqual({
    naive: {
      sent: 1_234,
      weight: 900,
      refused: 40,
      bans: 2,
      bannedMs: 10_250,
      cancelWaitMsP99: 9_001,
    },
    headgate: {
      sent: 800,
      weight: 1_300,
      refused: 0,
      bans: 0,
      bannedMs: 0,
      cancelWaitMsP99: 30,
      utilisation: 0.97,
    },
  });
});

test("the table has a column for each bot", () => {
  expect(tableOf([naive, headgate])).toEqual([
    "                                        plain undici   headgate",
    "requests                                       1,234        800",
    "weight                                           900      1,300",
    "refused (429)                                     40          0",
    "bans (418)                                         2          0",
    "time banned                                   10.3 s      0.0 s",
    "weight per window, share of the limit         40.0 %     70.8 %",
    "wait of a cancel, p50                          15 ms      20 ms",
    "wait of a cancel, p99                       9,001 ms      30 ms",
  ]);
});

test("what was never measured is a dash in the table and null in JSON", () => {
  const nothing: Run = { ...headgate, windows: [], cancelWaitsMs: [] };
  expect(tableOf([nothing]).filter((line) => line.endsWith("-"))).toHaveLength(3);
  expect(resultOf(nothing, nothing).headgate).toMatchObject({
    cancelWaitMsP99: null,
    utilisation: null,
  });
});

test("the verdict says in one line what was kept and what was not", () => {
  const one = (
    totals: Partial<Run["totals"]>,
    own = 430,
  ): Readonly<{ good: boolean; said: string }> => {
    const run = {
      ...headgate,
      totals: { ...headgate.totals, ...totals },
      windows: [{ startMs: 0, own, others: 120 }],
    };
    const result = resultOf(naive, run);
    return { good: isGood(result), said: verdictOf(result) };
  };
  expect(one({})).toEqual({
    good: true,
    said: "headgate was never refused and never banned, and used 98.2 % of what was left to it.",
  });
  expect(one({ refused: 1 })).toEqual({
    good: false,
    said: "headgate was refused once and banned 0 times, and used 98.2 % of what was left to it.",
  });
  expect(one({ refused: 21, bans: 1 })).toMatchObject({ good: false });
  expect(one({}, 350)).toEqual({
    good: false,
    said: "headgate was never refused and never banned, and used 79.9 % of what was left to it, less than 90.0 %.",
  });
});

test("a run without a whole window is judged by its refusals alone", () => {
  const result = resultOf(naive, { ...headgate, windows: [] });
  expect(isGood(result)).toBe(true);
  expect(verdictOf(result)).toBe(
    "headgate was never refused and never banned; the run was too short to see a whole window.",
  );
});
