/** The arithmetic of `npm run bench`; its figures depend on the machine and are no test. */
import { expect, test } from "vitest";
import { inTurns, median, ratiosTo } from "./measure.ts";
import { json, rowOf, table } from "./row.ts";
import { mostInWindow } from "./starts.ts";

test("the median is the middle, or the mean of the two in the middle", () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([9, 1, 5, 100])).toBe(7);
});

test("a ratio is taken within each round, so that a slow round is slow for both", () => {
  const rounds = [
    { bare: 10, headgate: 20 },
    { bare: 100, headgate: 200 },
    { bare: 10, headgate: 10 },
  ];
  expect(ratiosTo("bare", rounds)["headgate"]).toBe(0.5);
});

test("all sides run in every round, and not always in the same order", async () => {
  const ran: string[] = [];
  const side = (name: string) => ({ name, run: () => void ran.push(name) });
  const seen = await inTurns([side("one"), side("other")], { rounds: 2, roundMs: 0 });
  expect(seen.map((round) => Object.keys(round))).toEqual([
    ["one", "other"],
    ["other", "one"],
  ]);
  expect(ran.slice(-4)).toEqual(["one", "other", "other", "one"]);
});

test("the most starts in a window are found wherever it begins, and its end belongs to the next", () => {
  expect(mostInWindow([0, 950, 960, 1_000, 1_949], 1_000)).toBe(4);
  expect(mostInWindow([0, 1_000, 2_000], 1_000)).toBe(1);
});

test("a row says whether it reached its goal, and keeps what headgate does beside it apart", () => {
  const about = { name: "acquire", what: "awaited", unit: "ns" } as const;
  const figures = { headgate: 300, "headgate told": 400, limiter: 2_200 };
  const row = rowOf({ ...about, goal: { atMost: 310 } }, figures);
  expect(row).toMatchObject({ headgate: 300, met: true, peers: { limiter: 2_200 } });
  expect(row.also).toEqual({ "headgate told": 400 });
  expect(rowOf({ ...about, goal: { atLeast: 310 } }, figures).met).toBe(false);
  const result = { clockNs: 62, rows: [row] };
  expect(JSON.parse(json(result))).toEqual(result);
  expect(table(result)).toContain("acquire  300 ns, to reach <= 310: reached.");
});
