/** What `npm run sim` can run. */
import { isBanned, refusedCells, refusedReport, runRefused } from "./after-429/rows.ts";
import { runCell } from "./cell.ts";
import type { Row } from "./cell.ts";
import { allCells, broken, findings } from "./grid.ts";
import { modeOf } from "./mode.ts";
import { peerCells, runPeer } from "./peers/cell.ts";
import { checkInstalled } from "./peers/peers.ts";
import { table } from "./table.ts";
import { runTold, toldCells } from "./told/cell.ts";
import { brokenTold, toldReport } from "./told/report.ts";

const said = {
  report: (rows: readonly Row[]) => [table(rows), ...findings(rows)].join("\n"),
  failed: (rows: readonly Row[]) => rows.some((row) => broken(row).length > 0),
};

export const modes = {
  servers: modeOf({ ...said, seeds: 3, cells: allCells, run: runCell }),
  peers: modeOf({ ...said, seeds: 1, cells: peerCells, run: runPeer, check: checkInstalled }),
  told: modeOf({
    seeds: 10,
    cells: toldCells,
    run: runTold,
    report: toldReport,
    failed: (rows) => rows.some(brokenTold),
  }),
  refused: modeOf({
    seeds: 20,
    cells: refusedCells,
    run: runRefused,
    report: refusedReport,
    failed: (rows) => rows.some(isBanned),
  }),
} as const;

export type ModeName = keyof typeof modes;

/** What each option runs, and what is run without one. */
export const options: ReadonlyMap<string, readonly ModeName[]> = new Map([
  ["peers", ["servers", "peers"]],
  ["told", ["told"]],
  ["after-429", ["refused"]],
]);

export const unasked: readonly ModeName[] = ["servers"];

export function isModeName(name: string): name is ModeName {
  return Object.hasOwn(modes, name);
}
