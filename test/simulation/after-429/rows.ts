/** The figures of many seeds as one row, and what of it is not reached. */
import { rules } from "./rules.ts";
import type { RuleName } from "./rules.ts";
import { runOnce } from "./run.ts";
import type { Figures, Run } from "./run.ts";
import { situationOf, situations } from "./situations.ts";
import type { SituationName } from "./situations.ts";

/** Medians, and the worst seed of each. */
export type Row = Readonly<{
  situation: SituationName;
  retryAfter: boolean;
  rule: RuleName;
  refusedPerHour: number;
  refusedPerHourWorst: number;
  utilisation: number;
  utilisationWorst: number;
  bans: number;
  bansWorst: number;
  jain: number;
  jainWorst: number;
  /** Null where there is nothing to recover from; `"never"` where it did not within the run. */
  recoveryMinutes: number | "never" | null;
  recoveryMinutesWorst: number | "never" | null;
  seeds: number;
}>;

type Cell = Omit<Run, "seed">;

export function refusedCells(): readonly Cell[] {
  return situations.flatMap((situation) =>
    [true, false].flatMap((saysWait) => rules.map((rule) => ({ situation, rule, saysWait }))),
  );
}

export function runRefused(cell: Cell, seeds: readonly number[]): Row {
  return rowOf(
    cell,
    seeds.map((seed) => runOnce({ ...cell, seed })),
  );
}

function rowOf({ situation, rule, saysWait }: Cell, runs: readonly Figures[]): Row {
  const refused = runs.map((run) => run.refusedPerHour);
  const used = runs.map((run) => run.utilisation);
  const bans = runs.map((run) => run.bans);
  const jain = runs.map((run) => run.jain);
  const recovery = runs.map((run) => run.recoveryMinutes);
  return {
    situation,
    retryAfter: saysWait,
    rule,
    refusedPerHour: round(median(refused)),
    refusedPerHourWorst: round(Math.max(...refused)),
    utilisation: round(median(used)),
    utilisationWorst: round(Math.min(...used)),
    bans: round(median(bans)),
    bansWorst: Math.max(...bans),
    jain: round(median(jain)),
    jainWorst: round(Math.min(...jain)),
    recoveryMinutes: minutes(median(recovery)),
    recoveryMinutesWorst: minutes(Math.max(...recovery)),
    seeds: runs.length,
  };
}

/** What the product does not reach; of the two other rules nothing is expected. */
function missed(row: Row): readonly string[] {
  if (row.rule !== "headgate") return [];
  const { aim } = situationOf(row.situation);
  const found: string[] = [];
  const atMost = (name: keyof Row, most: number | undefined): void => {
    const figure = row[name];
    if (most !== undefined && !(typeof figure === "number" && figure <= most)) {
      found.push(`${name} is ${String(figure)}, aimed at no more than ${most}`);
    }
  };
  const atLeast = (name: "utilisation" | "jain", least: number | undefined): void => {
    if (least !== undefined && !(row[name] >= least)) {
      found.push(`${name} is ${row[name]}, aimed at no less than ${least}`);
    }
  };
  atMost("refusedPerHour", aim.refusedPerHour);
  atMost("refusedPerHourWorst", aim.refusedPerHourWorst);
  atLeast("utilisation", aim.utilisation);
  atLeast("jain", aim.jain);
  atMost("recoveryMinutes", aim.recoveryMinutes);
  atMost("recoveryMinutesWorst", aim.recoveryMinutesWorst);
  atMost("bansWorst", 0);
  const said = row.retryAfter ? "with" : "without";
  return found.map((what) => `missed  ${row.situation}, ${said} Retry-After: ${what}`);
}

/** What must never be, whatever else is missed. */
export function isBanned({ rule, bansWorst }: Row): boolean {
  return rule === "headgate" && bansWorst > 0;
}

const heads = ["situation", "Retry-After", "rule", "refused/h", "used", "bans", "Jain", "back in"];

/** For people: each median with its worst, and what is missed. */
export function refusedReport(rows: readonly Row[]): string {
  return [table(rows), ...rows.flatMap(missed)].join("\n");
}

function table(rows: readonly Row[]): string {
  const lines = rows.map((row) => [
    row.situation,
    row.retryAfter ? "yes" : "no",
    row.rule,
    `${row.refusedPerHour} (${row.refusedPerHourWorst})`,
    `${row.utilisation} (${row.utilisationWorst})`,
    `${row.bans} (${row.bansWorst})`,
    `${row.jain} (${row.jainWorst})`,
    row.recoveryMinutes === null
      ? "-"
      : `${row.recoveryMinutes} (${String(row.recoveryMinutesWorst)}) min`,
  ]);
  const all = [heads, ...lines];
  const widths = heads.map((_, column) =>
    Math.max(...all.map((line) => line[column]?.length ?? 0)),
  );
  return all
    .map((line) =>
      line
        .map((word, column) => word.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  const low = sorted[(sorted.length - 1) >> 1] ?? Number.NaN;
  const high = sorted[sorted.length >> 1] ?? Number.NaN;
  return low === high ? low : (low + high) / 2;
}

function minutes(figure: number): number | "never" | null {
  if (Number.isNaN(figure)) return null;
  return figure === Infinity ? "never" : figure;
}

function round(figure: number): number {
  return Number(figure.toFixed(3));
}
