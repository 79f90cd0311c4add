/** The cells of `--peers`: what else there is, in the same worlds, of the whole limit. */
import { figuresOf, rowOf } from "../cell.ts";
import type { Cell, Row, Run } from "../cell.ts";
import { sizes } from "../grid.ts";
import { Road } from "../road.ts";
import { countsRequests, servers } from "../servers.ts";
import { callsOf, jitters } from "../world.ts";
import { peers, weighs } from "./peers.ts";
import type { PeerName } from "./peers.ts";
import { push } from "./push.ts";

export type PeerCell = Omit<Cell, "client"> & Readonly<{ client: PeerName }>;

/** Those that know no weights have no cells with weights. */
export function peerCells(): readonly PeerCell[] {
  const cells: PeerCell[] = [];
  for (const client of peers) {
    for (const server of servers) {
      for (const size of sizes) {
        if (size.heaviest > 1 && (countsRequests(server) || !weighs(client))) continue;
        for (const jitter of jitters) {
          for (const demand of ["saturated", "bursty"] as const) {
            cells.push({ client, server, size, jitter, demand });
          }
        }
      }
    }
  }
  return cells;
}

/** Much slower than an accounting that is asked, and nothing that they would learn later. */
const part = 0.5;

export async function runPeer(cell: PeerCell, seeds: readonly number[]): Promise<Row> {
  const runs: Run[] = [];
  for (const seed of seeds) {
    const road = new Road({ ...cell, part }, seed);
    await push(road, { peer: cell.client, size: cell.size, calls: callsOf(cell, seed) });
    runs.push(figuresOf(road, { planned: cell.size.max, windowMs: cell.size.windowMs }));
  }
  return rowOf(cell, runs);
}
