/** From two runs to figures: JSON, a small table, one line of verdict. Pure. */
import type { Run } from "./demo-run.ts";

/** What one bot did, as JSON has it. */
type Figures = Readonly<{
  sent: number;
  weight: number;
  refused: number;
  bans: number;
  bannedMs: number;
  cancelWaitMsP99: number | null;
}>;

export type DemoResult = Readonly<{
  naive: Figures;
  /** `utilisation` is of what others left of what is planned with, over the complete windows. */
  headgate: Figures & Readonly<{ utilisation: number | null }>;
}>;

/** The least that has to be used of what is left. */
const utilisationLeast = 0.9;

export function resultOf(naive: Run, headgate: Run): DemoResult {
  const utilisation = utilisationOf(headgate);
  return {
    naive: figuresOf(naive),
    headgate: {
      ...figuresOf(headgate),
      utilisation: utilisation === undefined ? null : Math.round(1_000 * utilisation) / 1_000,
    },
  };
}

function figuresOf({ totals, cancelWaitsMs }: Run): Figures {
  const p99 = percentile(cancelWaitsMs, 0.99);
  return {
    sent: totals.sent,
    weight: totals.weight,
    refused: totals.refused,
    bans: totals.bans,
    bannedMs: Math.round(totals.bannedMs),
    cancelWaitMsP99: p99 === undefined ? null : Math.round(p99),
  };
}

/** The smallest of the values that at least this share of them does not exceed; `undefined` of none. */
export function percentile(values: readonly number[], share: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

/** Own weight over what others left of what is planned with; `undefined` where no window was complete. */
export function utilisationOf({ windows, planned }: Run): number | undefined {
  if (windows.length === 0 || planned === undefined) return undefined;
  const own = sum(windows.map((window) => window.own));
  return own / sum(windows.map((window) => planned - window.others));
}

/** Own weight per window as a share of the limit. */
function shareOf({ windows, max }: Run): number | undefined {
  if (windows.length === 0) return undefined;
  return sum(windows.map((window) => window.own)) / (windows.length * max);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Whether headgate did what it promises; a run without a complete window says nothing about its use. */
export function isGood({ headgate }: DemoResult): boolean {
  const { refused, bans, utilisation } = headgate;
  return refused === 0 && bans === 0 && (utilisation ?? 1) >= utilisationLeast;
}

/** The runs side by side. */
export function tableOf(runs: readonly Run[]): readonly string[] {
  const rows: readonly (readonly [string, (run: Run) => string])[] = [
    ["requests", ({ totals }) => whole(totals.sent)],
    ["weight", ({ totals }) => whole(totals.weight)],
    ["refused (429)", ({ totals }) => whole(totals.refused)],
    ["bans (418)", ({ totals }) => whole(totals.bans)],
    ["time banned", ({ totals }) => seconds(totals.bannedMs)],
    ["weight per window, share of the limit", (run) => percent(shareOf(run))],
    ["wait of a cancel, p50", (run) => ms(percentile(run.cancelWaitsMs, 0.5))],
    ["wait of a cancel, p99", (run) => ms(percentile(run.cancelWaitsMs, 0.99))],
  ];
  return aligned([
    ["", ...runs.map(({ bot }) => bot)],
    ...rows.map(([title, cell]) => [title, ...runs.map(cell)]),
  ]);
}

/** Rows of cells as lines: the first `left` columns to the left, all others to the right. */
export function aligned(
  rows: readonly (readonly string[])[],
  { left = 1, gap = 3 }: Readonly<{ left?: number; gap?: number }> = {},
): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    }
  }
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column < left ? cell.padEnd(width) : cell.padStart(width);
      })
      .join(" ".repeat(gap))
      .trimEnd(),
  );
}

/** The result in a sentence. */
export function verdictOf({ headgate }: DemoResult): string {
  const { refused, bans, utilisation } = headgate;
  const no = refused === 0 && bans === 0;
  const said = no
    ? "headgate was never refused and never banned"
    : `headgate was refused ${times(refused)} and banned ${times(bans)}`;
  if (utilisation === null) return `${said}; the run was too short to see a whole window.`;
  const enough = utilisation >= utilisationLeast ? "" : `, less than ${percent(utilisationLeast)}`;
  return `${said}, and used ${percent(utilisation)} of what was left to it${enough}.`;
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

export function seconds(valueMs: number): string {
  return `${(valueMs / 1_000).toFixed(1)} s`;
}

function ms(valueMs: number | undefined): string {
  return valueMs === undefined ? "-" : `${whole(valueMs)} ms`;
}

function percent(share: number | undefined): string {
  return share === undefined ? "-" : `${(100 * share).toFixed(1)} %`;
}
