/** A small part of `npm run sim`, and what shows that it can fail. */
import { expect, test } from "vitest";
import { runCell } from "./cell.ts";
import type { Cell, Row } from "./cell.ts";
import { Events } from "./events.ts";
import { allCells, broken, missed } from "./grid.ts";
import { runShare } from "./mode.ts";
import { modes } from "./modes.ts";
import { table } from "./table.ts";

/** Cells of a second or ten, which are quick. */
const quick = (of: (cell: Cell) => boolean, every = 3): readonly Row[] =>
  allCells()
    .filter((cell) => cell.size.windowMs < 60_000 && cell.jitter !== "tail" && of(cell))
    .filter((_, index) => index % every === 0)
    .map((cell) => runCell(cell, [5]));

test("a declaration that fits the server is never refused", () => {
  const rows = quick(({ client, jitter }) => client === "matching" && jitter !== "none", 5);
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.filter((row) => broken(row).length > 0)).toEqual([]);
  expect(rows.filter((row) => missed(row) !== undefined)).toEqual([]);
});

test("where nothing is known, windows and buckets refuse nothing", () => {
  const rows = quick(({ client, demand }) => client === "default" && demand === "bursty");
  expect(rows.filter((row) => missed(row) !== undefined)).toEqual([]);
  const kept = rows.filter(({ server }) => server === "aligned" || server === "rolling-log");
  expect(kept.map(({ refused }) => refused)).toEqual(kept.map(() => 0));
  expect(kept).not.toEqual([]);
});

test("a bucket of 0.95 of the limit that refills as much is refused by every window", () => {
  const windows = new Set(["aligned", "first-request", "server-start", "rolling-log"]);
  const rows = quick(
    ({ client, server, demand }) =>
      client === "naive" && windows.has(server) && demand === "saturated",
  );
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.filter(({ refused }) => refused === 0)).toEqual([]);
});

test("a run that is refused, or plans with too little, is broken", () => {
  const [row] = quick(
    ({ client, server }) => client === "matching" && server === "rolling-log",
    50,
  );
  expect(row).toBeDefined();
  const fine = { ...row, jitter: "uniform", refused: 0 } as Row;
  expect(broken(fine)).toEqual([]);
  expect(broken({ ...fine, refused: 1 })).toEqual([`refused 1 of ${fine.sent}`]);
  expect(broken({ ...fine, refused: 1, jitter: "tail" })).toEqual([]);
  expect(broken({ ...fine, planned: 0.89 * fine.limit })).toHaveLength(1);
  expect(broken({ ...fine, refused: 1, client: "naive" })).toEqual([]);
  expect(missed({ ...fine, demand: "saturated", utilisation: 0.5 })).toMatch("utilisation 0.500");
});

test("the same cell and seed give the same figures", () => {
  const cell = allCells().find(({ demand, jitter }) => demand === "bursty" && jitter === "stall");
  expect(cell).toBeDefined();
  expect(runCell(cell as Cell, [3])).toEqual(runCell(cell as Cell, [3]));
});

test("the threads' shares are all cells, each once", async () => {
  const cells = ["a", "b", "c", "d", "e"];
  const of = { cells: () => cells, run: (cell: string) => cell };
  const done = await Promise.all(
    [0, 1].map((from) => runShare(of, { every: 2, from, seeds: 1, maxMs: Infinity })),
  );
  const rows = done.flat().toSorted((one, other) => one.cell - other.cell);
  expect(rows.map(({ row }) => row)).toEqual(cells);
  expect(await runShare(of, { every: 1, from: 0, seeds: 1, maxMs: -1 })).toEqual([]);
});

test("a row of the command's own is a line of its table", async () => {
  const share = { every: 700, from: 5, seeds: 1, maxMs: Infinity };
  const [first] = await modes.servers.share(share);
  const row = first?.row as Row;
  expect(row.sent).toBeGreaterThan(0);
  expect(table([row]).split("\n")).toHaveLength(2);
});

test("events happen in the order of their instants, and of their planning", () => {
  const events = new Events();
  const happened: string[] = [];
  for (const [index, atMs] of [5, 1, 3, 1, 4, 2, 5, 0].entries()) {
    events.at(atMs, () => happened.push(`${events.nowMs} ${index}`));
  }
  events.runUntil(5);
  expect(happened).toEqual(["0 7", "1 1", "1 3", "2 5", "3 2", "4 4"]);
});
