/** The figures for people: one line per client and server. */
import type { Row } from "./cell.ts";
import { clients } from "./clients.ts";
import { peers } from "./peers/peers.ts";
import { missed } from "./grid.ts";
import { servers } from "./servers.ts";

const heads = [
  "client",
  "server",
  "used worst",
  "used mean",
  "of possible",
  "refused worst",
  "refused mean",
  "with a tail",
  "cells",
  "missed",
] as const;

/**
 * `used` is of planned, saturated, with bounded jitter; `of possible` is the least of it over
 * window / (window + round trip), which is all that can be had where no boundary is known.
 */
export function table(rows: readonly Row[]): string {
  const lines: (readonly string[])[] = [heads];
  for (const client of [...clients, ...peers]) {
    for (const server of servers) {
      const own = rows.filter((row) => row.client === client && row.server === server);
      if (own.length > 0) lines.push([client, server, ...figures(own)]);
    }
  }
  return columns(lines, 2);
}

/** Lines as columns: the first `left` of them begin together, the others end together. */
export function columns(lines: readonly (readonly string[])[], left: number): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? "").length)),
  );
  const aligned = (word: string, column: number): string =>
    column < left ? word.padEnd(widths[column] ?? 0) : word.padStart(widths[column] ?? 0);
  return lines.map((line) => line.map(aligned).join("  ")).join("\n");
}

function figures(rows: readonly Row[]): readonly string[] {
  const bounded = rows.filter(({ jitter }) => jitter !== "tail");
  const full = bounded.filter(({ demand }) => demand === "saturated");
  const used = full.map(({ utilisation }) => utilisation);
  const possible = full.map(
    ({ utilisation, windowMs, roundTripMs }) => utilisation * (1 + roundTripMs / windowMs),
  );
  const refused = bounded.map((row) => row.refused / Math.max(1, row.sent));
  const tail = rows
    .filter(({ jitter }) => jitter === "tail")
    .map((row) => row.refused / Math.max(1, row.sent));
  return [
    percent(Math.min(...used)),
    percent(mean(used)),
    percent(Math.min(...possible)),
    percent(Math.max(...refused)),
    percent(mean(refused)),
    percent(Math.max(...tail)),
    String(rows.length),
    String(rows.filter((row) => missed(row) !== undefined).length),
  ];
}

function mean(shares: readonly number[]): number {
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/** A zero is none at all; what is less than can be shown is not zero. */
function percent(share: number): string {
  if (!Number.isFinite(share)) return "-";
  if (share > 0 && share < 5e-5) return "<0.01 %";
  return share === 0 ? "0 %" : `${(100 * share).toFixed(share < 0.1 ? 2 : 1)} %`;
}
