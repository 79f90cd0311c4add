/**
 * `npm run sim`: every client against every server. Prints a table, and fails where the declaration that
 * fits a server is refused although the jitter is bounded, or plans with less than 0.9 of the limit.
 *
 *     --json         prints the rows and nothing else
 *     --full         20 seeds for each cell instead of 3
 *     --seconds 30   stops then, with cells from everywhere
 *
 * Compiled before it runs: Node 20 cannot read TypeScript. One thread for each core.
 */
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { seededRandom } from "../../src/emulator/random.ts";
import { runCell } from "./cell.ts";
import type { Cell, Row } from "./cell.ts";
import { allCells, broken, missed } from "./grid.ts";
import { table } from "./table.ts";

export type Share = Readonly<{
  /** Every how-many-th cell, beginning with which. */
  every: number;
  from: number;
  seeds: number;
  /** Begins no cell after so long. */
  maxMs: number;
}>;

type Numbered = Readonly<{ cell: number; row: Row }>;

/** Runs one thread's share of the cells, in an order that mixes them. */
export function runShare({ every, from, seeds, maxMs }: Share): readonly Numbered[] {
  const startMs = performance.now();
  const cells = mixed(allCells());
  const seedList = Array.from({ length: seeds }, (_, index) => 1 + index);
  const done: Numbered[] = [];
  for (const [index, [cell, number]] of cells.entries()) {
    if (index % every !== from) continue;
    if (performance.now() - startMs > maxMs) break;
    done.push({ cell: number, row: runCell(cell, seedList) });
  }
  return done;
}

/** The cells with their numbers, always in the same disorder. */
function mixed(cells: readonly Cell[]): readonly (readonly [Cell, number])[] {
  const random = seededRandom(7);
  return cells
    .map((cell, number) => ({ cell, number, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ cell, number }) => [cell, number]);
}

async function runAll(
  options: Readonly<{ seeds: number; maxMs: number }>,
): Promise<readonly Row[]> {
  const every = availableParallelism();
  const shares = Array.from({ length: every }, (_, from) => inThread({ ...options, every, from }));
  const done = (await Promise.all(shares)).flat();
  return done.toSorted((one, other) => one.cell - other.cell).map(({ row }) => row);
}

function inThread(share: Share): Promise<readonly Numbered[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: share });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      json: { type: "boolean", default: false },
      full: { type: "boolean", default: false },
      seconds: { type: "string" },
    },
  });
  const seconds = Number(values.seconds ?? Infinity);
  if (!(seconds > 0)) throw new RangeError(`--seconds must be above 0, not ${values.seconds}.`);
  const startMs = performance.now();
  const rows = await runAll({ seeds: values.full ? 20 : 3, maxMs: seconds * 1_000 });
  process.stdout.write(values.json ? json(rows) : report(rows, startMs));
  if (rows.some((row) => broken(row).length > 0)) process.exitCode = 1;
}

function json(rows: readonly Row[]): string {
  const rounded = (_: string, value: unknown): unknown =>
    typeof value === "number" ? Number(value.toFixed(4)) : value;
  return `${JSON.stringify(rows, rounded)}\n`;
}

function report(rows: readonly Row[], startMs: number): string {
  const took = ((performance.now() - startMs) / 1_000).toFixed(0);
  const lines = [table(rows), "", `${rows.length} of ${allCells().length} cells in ${took} s`];
  for (const row of rows) {
    const { client, server, windowMs, weights, jitter, demand } = row;
    const cell = `${client} ${server} ${windowMs / 1_000} s, weight ${weights}, ${jitter}, ${demand}`;
    for (const what of broken(row)) lines.push(`BROKEN  ${cell}: ${what}`);
    const what = missed(row);
    if (what !== undefined) lines.push(`missed  ${cell}: ${what}`);
  }
  return `${lines.join("\n")}\n`;
}

// The tests import this file; only the command runs it.
if (!isMainThread && parentPort !== null) {
  const port = parentPort;
  // A thread of the tests' runner has other data.
  if (isShare(workerData)) port.postMessage(runShare(workerData));
} else if (process.argv[1] === fileURLToPath(import.meta.url)) await main();

function isShare(what: unknown): what is Share {
  return typeof what === "object" && what !== null && "every" in what && "seeds" in what;
}
