/** One cell of `--told`: the matching declaration, by what answers carry and what others use. */
import { seededRandom } from "../../../src/emulator/random.ts";
import { clientOf } from "../clients.ts";
import type { Told } from "../clients.ts";
import { sizes } from "../grid.ts";
import { pull } from "../pull.ts";
import { Road } from "../road.ts";
import type { Answer } from "../road.ts";
import { weightsOf } from "../servers.ts";
import type { Size } from "../servers.ts";
import { callsOf } from "../world.ts";
import { foreigns, nameOf, sendForeign } from "./foreign.ts";
import type { Foreign, ForeignTotals } from "./foreign.ts";

/** A fixed window of known phase, one of unknown phase, a rolling one, and a bucket. */
const servers = ["aligned", "server-start", "rolling-log", "token-bucket"] as const;

/** The exchange's time in an answer: to the ms, as an HTTP `Date` carries it, or not there. */
const times = ["ms", "date", "none"] as const;

export type ToldCell = Readonly<{
  server: (typeof servers)[number];
  size: Size;
  time: (typeof times)[number];
  figures: "used" | "none";
  foreign: Foreign;
}>;

export type ToldRow = Readonly<{
  server: string;
  windowMs: number;
  weights: string;
  time: string;
  figures: string;
  /** What others send, as a part of the limit. */
  foreign: string;
  planned: number;
  limit: number;
  roundTripMs: number;
  /** Own weight that was accepted, as a part of what the others leave of planned. */
  utilisation: number;
  /** Own requests, and in how many of the runs one or more was refused. */
  refused: number;
  sent: number;
  runsRefused: number;
  runs: number;
  /** Of what others sent, the part that was refused. */
  foreignRefused: number;
  /** The most by which the server's count was above what is planned. */
  overPlanned: number;
}>;

export function toldCells(): readonly ToldCell[] {
  const cells: ToldCell[] = [];
  for (const server of servers) {
    for (const size of sizes) {
      for (const figures of ["used", "none"] as const) {
        for (const time of times) {
          for (const foreign of foreigns) cells.push({ server, size, time, figures, foreign });
        }
      }
    }
  }
  return cells;
}

export function runTold(cell: ToldCell, seeds: readonly number[]): ToldRow {
  const runs = seeds.map((seed) => runOnce(cell, seed));
  const sum = (of: (run: Run) => number): number => runs.reduce((all, run) => all + of(run), 0);
  const { size, foreign, ...names } = cell;
  return {
    ...names,
    windowMs: size.windowMs,
    weights: weightsOf(size),
    foreign: nameOf(foreign),
    planned: sum((run) => run.planned) / runs.length,
    limit: size.max,
    roundTripMs: sum((run) => run.roundTripMs) / runs.length,
    utilisation: sum((run) => run.accepted) / sum((run) => run.left),
    refused: sum((run) => run.refused),
    sent: sum((run) => run.sent),
    runsRefused: runs.filter(({ refused }) => refused > 0).length,
    runs: runs.length,
    foreignRefused:
      sum((run) => run.foreignRefused) /
      Math.max(
        1,
        sum((run) => run.foreignSent),
      ),
    overPlanned: Math.max(...runs.map((run) => run.usedMost - run.planned)),
  };
}

type Run = ReturnType<typeof runOnce>;

function runOnce(cell: ToldCell, seed: number) {
  const { size } = cell;
  const road = new Road({ server: cell.server, size, jitter: "uniform" }, seed);
  const of = { size, server: road.server, random: seededRandom(seed + 2_000) };
  const client = clientOf("matching", of);
  const calls = callsOf({ size, demand: "saturated" }, seed);
  const others = sendForeign(road, cell, seed);
  pull(road, { client, calls, tells: (answer) => told(cell, answer) });
  road.events.runUntil(road.untilMs);
  const { accepted, refused, sent, usedMost } = road.totals;
  return {
    planned: client.planned,
    roundTripMs: road.roundTripMs,
    left: leftBy(others, { planned: client.planned, windowMs: size.windowMs, road }),
    foreignSent: others.sent,
    foreignRefused: others.refused,
    accepted,
    refused,
    sent,
    usedMost,
  };
}

function told({ time, figures }: ToldCell, { accepted, used, serverMs }: Answer): Told {
  const stepMs = time === "ms" ? 1 : 1_000;
  const stamp = { serverMs: Math.floor(serverMs / stepMs) * stepMs, stepMs };
  return {
    accepted,
    ...(figures === "used" ? { used } : {}),
    ...(time === "none" ? {} : { stamp }),
  };
}

/** What the others leave of planned: nothing of a window in which they want more. */
function leftBy(
  { sentIn }: ForeignTotals,
  of: Readonly<{ planned: number; windowMs: number; road: Road }>,
): number {
  const { planned, windowMs, road } = of;
  let left = 0;
  for (let window = road.fromMs / windowMs; window < road.untilMs / windowMs; window += 1) {
    left += Math.max(0, planned - (sentIn.get(window) ?? 0));
  }
  return left;
}
