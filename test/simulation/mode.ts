/**
 * What one mode of the command runs and says: its cells, a row for each, and the report of the rows.
 *
 *     command.ts -> mode -> threads, each with its share of the cells -> rows -> report
 *
 * The types of cells and rows stay inside.
 */
import { seededRandom } from "../../src/emulator/random.ts";

export type Share = Readonly<{
  /** Every how-many-th cell, beginning with which. */
  every: number;
  from: number;
  seeds: number;
  /** Begins no cell after so long. */
  maxMs: number;
}>;

export type Numbered<Row> = Readonly<{ cell: number; row: Row }>;

export type Settings = Readonly<{ seeds: number; maxMs: number }>;

/** Runs all shares, each in a thread of its own. */
export type Spread = <Row>(settings: Settings) => Promise<readonly Numbered<Row>[]>;

export type Outcome = Readonly<{ rows: readonly unknown[]; report: string; failed: boolean }>;

export type Mode = Readonly<{
  /** How many seeds a cell has when nobody asks for more. */
  seeds: number;
  /** Throws where something is missing that it needs. */
  check(): void;
  share(share: Share): Promise<readonly Numbered<unknown>[]>;
  run(spread: Spread, settings: Settings): Promise<Outcome>;
}>;

export function modeOf<Cell, Row>(
  of: Readonly<{
    seeds: number;
    cells: () => readonly Cell[];
    run: (cell: Cell, seeds: readonly number[]) => Row | Promise<Row>;
    report: (rows: readonly Row[]) => string;
    failed: (rows: readonly Row[]) => boolean;
    check?: () => void;
  }>,
): Mode {
  return {
    seeds: of.seeds,
    check: () => of.check?.(),
    share: (share) => runShare(of, share),
    async run(spread, settings) {
      const startMs = performance.now();
      const done = await spread<Row>(settings);
      const rows = done.toSorted((one, other) => one.cell - other.cell).map(({ row }) => row);
      const took = ((performance.now() - startMs) / 1_000).toFixed(0);
      const ran = `${rows.length} of ${of.cells().length} cells in ${took} s`;
      return { rows, report: `${of.report(rows)}\n\n${ran}\n`, failed: of.failed(rows) };
    },
  };
}

/** Runs one thread's share of the cells, in an order that mixes them. */
export async function runShare<Cell, Row>(
  of: Readonly<{
    cells: () => readonly Cell[];
    run: (cell: Cell, seeds: readonly number[]) => Row | Promise<Row>;
  }>,
  { every, from, seeds, maxMs }: Share,
): Promise<readonly Numbered<Row>[]> {
  const startMs = performance.now();
  const seedList = Array.from({ length: seeds }, (_, index) => 1 + index);
  const done: Numbered<Row>[] = [];
  for (const [index, [cell, number]] of mixed(of.cells()).entries()) {
    if (index % every !== from) continue;
    if (performance.now() - startMs > maxMs) break;
    done.push({ cell: number, row: await of.run(cell, seedList) });
  }
  return done;
}

/** The cells with their numbers, always in the same disorder. */
function mixed<Cell>(cells: readonly Cell[]): readonly (readonly [Cell, number])[] {
  const random = seededRandom(7);
  return cells
    .map((cell, number) => ({ cell, number, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ cell, number }) => [cell, number]);
}
