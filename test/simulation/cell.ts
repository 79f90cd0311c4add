/**
 * One cell: a client against a server over a network, in virtual time.
 *
 *     call there -> client lets it go -> travels -> counted or refused -> travels -> client is told
 *
 * Seeded, so that a cell gives the same figures on every machine.
 */
import { seededRandom } from "../../src/emulator/random.ts";
import { clientOf } from "./clients.ts";
import type { ClientName } from "./clients.ts";
import { Events } from "./events.ts";
import { serverOf } from "./servers.ts";
import type { ServerName, Size } from "./servers.ts";
import { delayOf, nextCall } from "./world.ts";
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
  client: ClientName;
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

/** The shortest way, out or back. */
const wayMs = 20;

/** How many windows a run lasts: enough for some thousand requests. */
const windows = new Map([
  [1_000, 42],
  [10_000, 22],
  [60_000, 10],
]);

/** Of which the full bucket at the start makes so many another thing. */
const skippedWindows = 2;

/** How fast the server's clock runs, by seed. */
const driftsPpm = [0, 100, -100];

/** Epoch ms as doubles are exact to a quarter of a microsecond: so much later it is past a boundary. */
const roundingMs = 0.001;

/** Midnight, in a year to come. */
const epochMs = 1_764_460_800_000;

function weightsOf({ heaviest }: Size): string {
  return heaviest === 1 ? "1" : `1-${heaviest}`;
}

/** Runs a cell once for each seed. */
export function runCell(cell: Cell, seeds: readonly number[]): Row {
  const runs = seeds.map((seed) => runOnce(cell, seed));
  const sum = (of: (run: Run) => number): number => runs.reduce((all, run) => all + of(run), 0);
  const { client, server, size, jitter, demand } = cell;
  const figures = {
    planned: sum((run) => run.planned) / runs.length,
    limit: size.max,
    roundTripMs: sum((run) => run.roundTripMs) / runs.length,
    utilisation: sum((run) => run.utilisation) / runs.length,
    refused: sum((run) => run.refused),
    sent: sum((run) => run.sent),
  };
  return {
    client,
    server,
    windowMs: size.windowMs,
    jitter,
    demand,
    weights: weightsOf(size),
    ...figures,
  };
}

type Run = Pick<Row, "planned" | "roundTripMs" | "utilisation" | "refused" | "sent">;

function runOnce({ client: name, server: kind, size, jitter, demand }: Cell, seed: number): Run {
  const { max, windowMs, heaviest, jitterMs } = size;
  const random = seededRandom(seed);
  const pickRandom = seededRandom(seed + 1_000);
  const phaseMs = random() * windowMs;
  const server = serverOf(kind, size, phaseMs);
  const client = clientOf(name, { size, server, random: seededRandom(seed + 2_000) });
  const events = new Events();
  const pace = 1 + (driftsPpm[seed % driftsPpm.length] ?? 0) * 1e-6;
  const serverMs = (atMs: number): number => epochMs + phaseMs + pace * atMs;
  const heldMs = (sentMs: number): number => {
    const soonest = serverMs(sentMs + wayMs);
    return (server.boundaryMs(soonest) - soonest) / pace + roundingMs;
  };
  const delay = delayOf(jitter, { jitterMs, windowMs, random, heldMs });
  const trickleMs = (windowMs * (heaviest + 1)) / 2 / (0.4 * max);
  const next = nextCall(demand, { windowMs, random: seededRandom(seed + 3_000), trickleMs });
  const pick = (): number => 1 + Math.floor(pickRandom() * heaviest);
  const fromMs = skippedWindows * windowMs;
  const untilMs = (windows.get(windowMs) ?? 10) * windowMs;
  const totals = { sent: 0, refused: 0, accepted: 0, answered: 0, travelledMs: 0 };

  const send = (cost: number): void => {
    const sentMs = events.nowMs;
    const settle = client.send(cost, sentMs);
    totals.sent += 1;
    events.at(sentMs + wayMs + delay(sentMs), () => {
      const countedMs = events.nowMs;
      const stampMs = serverMs(countedMs);
      const { accepted, waitMs = 0 } = server.model.offer("k", cost, stampMs);
      if (accepted) server.accepted(stampMs);
      else totals.refused += 1;
      if (accepted && countedMs >= fromMs) totals.accepted += cost;
      const stamp = server.stamps ? { stampMs: Math.floor(stampMs) } : {};
      const servedMs = countedMs + (accepted ? waitMs : 0);
      events.at(servedMs + wayMs + random() * jitterMs * 0.02, () => {
        totals.answered += 1;
        totals.travelledMs += events.nowMs - sentMs;
        settle({ accepted, ...stamp }, events.nowMs);
        ask();
      });
    });
  };
  let cost = pick();
  let thereMs = next(0);
  let asked = 0;
  const ask = (): void => {
    // What was promised before something happened is void.
    asked += 1;
    const mine = asked;
    for (;;) {
      const { nowMs } = events;
      const leavesMs = thereMs > nowMs ? thereMs : client.earliestMs(cost, nowMs);
      if (leavesMs > nowMs + 1e-9) {
        if (leavesMs < untilMs) events.at(leavesMs, () => void (mine === asked && ask()));
        return;
      }
      send(cost);
      cost = pick();
      thereMs = next(nowMs);
    }
  };
  ask();
  events.runUntil(untilMs);
  return {
    planned: client.planned,
    roundTripMs: totals.travelledMs / Math.max(1, totals.answered),
    utilisation: totals.accepted / ((client.planned * (untilMs - fromMs)) / windowMs),
    refused: totals.refused,
    sent: totals.sent,
  };
}
