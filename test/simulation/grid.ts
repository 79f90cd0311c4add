/** All cells, what is expected of each, and what is not met. */
import type { Cell, Row } from "./cell.ts";
import { clients } from "./clients.ts";
import { countsRequests, isExact, servers } from "./servers.ts";
import type { Size } from "./servers.ts";
import { demands, jitters } from "./world.ts";

/** The limits. */
export const sizes: readonly Size[] = [
  { windowMs: 1_000, max: 50, heaviest: 1, jitterMs: 200 },
  { windowMs: 10_000, max: 100, heaviest: 1, jitterMs: 500 },
  { windowMs: 60_000, max: 1_200, heaviest: 1, jitterMs: 1_000 },
  { windowMs: 1_000, max: 1_000, heaviest: 20, jitterMs: 200 },
  { windowMs: 10_000, max: 1_000, heaviest: 20, jitterMs: 500 },
  { windowMs: 60_000, max: 1_200, heaviest: 20, jitterMs: 1_000 },
];

/** Every client against every server in every world. */
export function allCells(): readonly Cell[] {
  const cells: Cell[] = [];
  for (const client of clients) {
    for (const server of servers) {
      for (const size of sizes) {
        // Who counts requests knows no weights.
        if (countsRequests(server) && size.heaviest > 1) continue;
        for (const jitter of jitters) {
          for (const demand of demands) cells.push({ client, server, size, jitter, demand });
        }
      }
    }
  }
  return cells;
}

/** What must hold, or the run fails: the names of what does not. */
export function broken(row: Row): readonly string[] {
  if (row.client !== "matching") return [];
  const found: string[] = [];
  if (row.jitter !== "tail" && row.refused > 0) found.push(`refused ${row.refused} of ${row.sent}`);
  if (row.planned < 0.9 * row.limit) found.push(`plans ${row.planned} of ${row.limit}`);
  return found;
}

/** What is aimed at beyond that: the least utilisation, or the most refusals; undefined where nothing is. */
function target(row: Row): Readonly<{ least?: number; refusedMost?: number }> {
  const { client, server, jitter, demand } = row;
  if (client === "default" && jitter !== "tail") return defaultKeeps(row) ? { refusedMost: 0 } : {};
  if (client !== "matching" || demand !== "saturated") return {};
  if (server === "sliding-counter" || countsRequests(server)) return {};
  const weighs = row.weights === "1" ? 1 : 0.97;
  if (isExact(server)) return { least: 0.99 * weighs };
  return { least: (0.98 * weighs * row.windowMs) / (row.windowMs + row.roundTripMs) };
}

function defaultKeeps({ server }: Row): boolean {
  return server !== "sliding-counter" && server !== "stepped-decay" && !countsRequests(server);
}

/** Why a row misses its target, or undefined. */
export function missed(row: Row): string | undefined {
  const { least, refusedMost } = target(row);
  if (least !== undefined && row.utilisation < least) {
    return `utilisation ${row.utilisation.toFixed(3)}, aimed at ${least.toFixed(3)}`;
  }
  if (refusedMost !== undefined && row.refused > refusedMost) {
    return `refused ${row.refused} of ${row.sent}`;
  }
  return undefined;
}

/** One line for each row that is broken or misses its target. */
export function findings(rows: readonly Row[]): readonly string[] {
  return rows.flatMap((row) => {
    const { client, server, windowMs, weights, jitter, demand } = row;
    const cell = `${client} ${server} ${windowMs / 1_000} s, weight ${weights}, ${jitter}, ${demand}`;
    const what = missed(row);
    return [
      ...broken(row).map((name) => `BROKEN  ${cell}: ${name}`),
      ...(what === undefined ? [] : [`missed  ${cell}: ${what}`]),
    ];
  });
}
