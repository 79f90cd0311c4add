/** A small part of `npm run sim -- --told`. */
import { expect, test } from "vitest";
import { Road } from "../road.ts";
import { runTold, toldCells } from "./cell.ts";
import type { ToldCell, ToldRow } from "./cell.ts";
import { foreigns, sendForeign } from "./foreign.ts";
import { brokenTold, missesTold, toldReport } from "./report.ts";

const rowsOf = (of: (cell: ToldCell) => boolean, seeds = [4]): readonly ToldRow[] =>
  toldCells()
    .filter((cell) => cell.size.windowMs < 60_000 && of(cell))
    .map((cell) => runTold(cell, seeds));

test("alone, nothing is refused whatever answers tell", () => {
  const rows = rowsOf(({ foreign }) => foreign.share === 0);
  expect(rows).toHaveLength(96);
  expect(rows.filter(brokenTold)).toEqual([]);
  expect(rows.every(({ foreignRefused }) => foreignRefused === 0)).toBe(true);
});

test("others are seen by the used figure, and cost refusals where it is not told", () => {
  const steady = ({ foreign, server, time }: ToldCell): boolean =>
    foreign.share === 0.2 && server === "aligned" && time === "ms";
  const refusedOf = (figures: string): number =>
    rowsOf((cell) => steady(cell) && cell.figures === figures).reduce(
      (sum, { refused }) => sum + refused,
      0,
    );
  expect(refusedOf("none")).toBeGreaterThan(20);
  expect(refusedOf("used")).toBeLessThan(refusedOf("none") / 5);
});

test("others send their share, and in bursts twice as much half of the time", () => {
  const size = { max: 1_000, windowMs: 10_000, heaviest: 20, jitterMs: 500 };
  for (const foreign of foreigns) {
    const road = new Road({ server: "rolling-log", size, jitter: "none" }, 1);
    const { sentIn, refused } = sendForeign(road, { foreign, size }, 1);
    road.events.runUntil(road.untilMs);
    const sums = [...sentIn.values()];
    const mean = sums.reduce((sum, weight) => sum + weight, 0) / 20;
    expect(Math.abs(mean - foreign.share * size.max)).toBeLessThan(foreign.bursty ? 150 : 30);
    expect(Math.max(0, ...sums) > 850).toBe(foreign.bursty);
    // Alone it fits.
    expect(refused).toBe(0);
  }
});

test("a row that is refused alone is broken, and one that uses little misses", () => {
  const [row] = rowsOf(({ foreign }) => foreign.share === 0);
  expect(row).toBeDefined();
  const fine = row as ToldRow;
  expect(missesTold(fine)).toBe(false);
  expect(brokenTold({ ...fine, refused: 1 })).toBe(true);
  expect(missesTold({ ...fine, utilisation: 0.8 })).toBe(true);
  expect(missesTold({ ...fine, foreign: "20 %", refused: 1 })).toBe(true);
  expect(missesTold({ ...fine, foreign: "20 %", figures: "none", refused: 1 })).toBe(false);
  expect(toldReport([fine, { ...fine, time: "none", refused: 1 }])).toMatch(
    /BROKEN.*refused 1 of/u,
  );
});
