/** One cell: a client against a server, over a road, with calls to send. */
import { seededRandom } from "../../src/emulator/random.ts";
import { clientOf } from "./clients.ts";
import type { ClientName, Told } from "./clients.ts";
import type { PeerName } from "./peers/peers.ts";
import { pull } from "./pull.ts";
import { Road } from "./road.ts";
import type { Answer } from "./road.ts";
import { weightsOf } from "./servers.ts";
import type { ServerName, Size } from "./servers.ts";
import { callsOf } from "./world.ts";
import type { Demand, Jitter } from "./world.ts";

export type Cell = Readonly<{
  client: ClientName;
  server: ServerName;
  size: Size;
  jitter: Jitter;
  demand: Demand;
}>;

/** The figures of a cell; over several seeds the mean of its shares and the sum of its counts. */
export type Row = Readonly<{
  client: ClientName | PeerName;
  server: ServerName;
  windowMs: number;
  jitter: Jitter;
  demand: Demand;
  /** What calls weigh: all the same, or evenly from the least to the most. */
  weights: string;
  /** Per window. */
  planned: number;
  limit: number;
  /** The mean. */
  roundTripMs: number;
  /** Weight that was accepted after the first two windows, as a part of what was planned for them. */
  utilisation: number;
  /** Requests, refused and sent, of the whole run. */
  refused: number;
  sent: number;
}>;

export type Run = Pick<Row, "planned" | "roundTripMs" | "utilisation" | "refused" | "sent">;

/** Runs a cell once for each seed. */
export function runCell(cell: Cell, seeds: readonly number[]): Row {
  const runs = seeds.map((seed) => runOnce(cell, seed));
  return rowOf(cell, runs);
}

export function rowOf(
  cell: Readonly<{ client: Row["client"] }> & Omit<Cell, "client">,
  runs: readonly Run[],
): Row {
  const sum = (of: (run: Run) => number): number => runs.reduce((all, run) => all + of(run), 0);
  const { client, server, size, jitter, demand } = cell;
  return {
    client,
    server,
    windowMs: size.windowMs,
    jitter,
    demand,
    weights: weightsOf(size),
    planned: sum((run) => run.planned) / runs.length,
    limit: size.max,
    roundTripMs: sum((run) => run.roundTripMs) / runs.length,
    utilisation: sum((run) => run.utilisation) / runs.length,
    refused: sum((run) => run.refused),
    sent: sum((run) => run.sent),
  };
}

function runOnce(cell: Cell, seed: number): Run {
  const { size } = cell;
  const road = new Road(cell, seed);
  const { server } = road;
  const client = clientOf(cell.client, { size, server, random: seededRandom(seed + 2_000) });
  const tells = ({ accepted, serverMs }: Answer): Told =>
    server.stamps
      ? { accepted, stamp: { serverMs: Math.floor(serverMs), stepMs: 1 } }
      : { accepted };
  pull(road, { client, calls: callsOf(cell, seed), tells });
  road.events.runUntil(road.untilMs);
  return figuresOf(road, { planned: client.planned, windowMs: size.windowMs });
}

/** The figures of a road at its end. */
export function figuresOf(road: Road, of: Readonly<{ planned: number; windowMs: number }>): Run {
  const { accepted, refused, sent } = road.totals;
  const windows = (road.untilMs - road.fromMs) / of.windowMs;
  return {
    planned: of.planned,
    roundTripMs: road.roundTripMs,
    utilisation: accepted / (of.planned * windows),
    refused,
    sent,
  };
}
