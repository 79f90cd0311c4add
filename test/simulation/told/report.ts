/** The figures of `--told` for people: a line for each server and what it tells, a column for each foreign use. */
import { columns } from "../table.ts";
import type { ToldRow } from "./cell.ts";
import { foreigns, nameOf } from "./foreign.ts";

const legend = [
  "Each column: own weight accepted, of what the others leave of planned; own requests refused (in how",
  "many of the runs); what others were refused; the most by which the count was above planned. `!` marks",
  "what is aimed at and not met: where others are told of, or there are none, nothing refused, and 0.95",
  "used of what can be.",
  "",
];

/** Alone, nothing is ever refused. */
export function brokenTold({ foreign, refused }: ToldRow): boolean {
  return foreign === nameOf(foreigns[0]) && refused > 0;
}

/**
 * With a used figure nothing of ours is to be refused, and 0.95 of what others leave is to be used, less
 * what is on the way. Without one, others are not seen, and nothing is aimed at.
 */
export function missesTold(row: ToldRow): boolean {
  const { windowMs, roundTripMs, utilisation, refused } = row;
  const seen = row.figures === "used" || row.foreign === nameOf(foreigns[0]);
  const least = (0.95 * windowMs) / (windowMs + roundTripMs);
  return seen && (refused > 0 || utilisation < least);
}

export function toldReport(rows: readonly ToldRow[]): string {
  const names = foreigns.map(nameOf);
  const lines = new Map<string, Map<string, string>>();
  for (const row of rows) {
    const line = lines.get(lineOf(row)) ?? new Map<string, string>();
    lines.set(lineOf(row), line.set(row.foreign, figuresOf(row)));
  }
  const heads = ["server", "window", "weight", "used", "time", ...names];
  const body = [...lines].map(([line, cells]) => [
    ...line.split("\t"),
    ...names.map((name) => cells.get(name) ?? "-"),
  ]);
  const broken = rows.filter(brokenTold).map((row) => {
    const where = lineOf(row).replaceAll("\t", ", ");
    return `BROKEN  ${where}: refused ${row.refused} of ${row.sent}, alone`;
  });
  const bad = rows.filter(missesTold).length;
  return [...legend, columns([heads, ...body], 5), "", ...broken, `${bad} cells miss`].join("\n");
}

function lineOf({ server, windowMs, weights, figures, time }: ToldRow): string {
  const told = figures === "used" ? "used told" : "not told";
  return [server, `${windowMs / 1_000} s`, weights, told, time].join("\t");
}

function figuresOf(row: ToldRow): string {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  const refused = row.refused === 0 ? "0" : `${row.refused} (${row.runsRefused}/${row.runs})`;
  const over = row.overPlanned > 1e-6 ? `+${row.overPlanned.toFixed(0)}` : "0";
  const others = percent(row.foreignRefused);
  return `${percent(row.utilisation)}  ${refused}  ${others}  ${over} ${missesTold(row) ? "!" : " "}`;
}
