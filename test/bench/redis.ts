/** One limit kept by many over a real Redis: what a call costs, who waits how long, and how much is used. */
import { setImmediate as turn } from "node:timers/promises";
import { startRedis } from "../support/redis-server.ts";
import { median } from "./measure.ts";
import type { Peers } from "./peers.ts";
import { headgate, pacedPerSecond, sidesOf } from "./redis-sides.ts";
import type { Budget, Opened, RedisSide } from "./redis-sides.ts";
import { processes, utilisation } from "./redis-processes.ts";
import { rowOf } from "./row.ts";
import type { Row } from "./row.ts";

const rounds = 5;
const roundMs = 400;

/** Who waits together, in one process and in five. */
const many = 64;

type Figures = Readonly<Record<string, number>>;

export async function redis(peers: Peers | undefined): Promise<readonly Row[]> {
  const sides = [headgate, ...(peers ? sidesOf(peers) : [])];
  const refusing = sides.filter(({ name }) => name !== "bottleneck");
  await using server = await startRedis();
  const { port } = server;
  const each = async (
    of: readonly RedisSide[],
    budget: Budget,
    measure: (opened: Opened) => Promise<number>,
    times: number = rounds,
  ): Promise<Figures> => {
    await server.command("FLUSHALL");
    return inTurns(of, { port, budget, measure, times });
  };
  const callsIdle = await each(sides, "plenty", (one) => commandsPer(one, 1), 3);
  const callsBusy = await each(sides, "rolling", (one) => commandsPer(one, many, 3_000), 1);
  const short = await each([headgate], "short", (one) => commandsPer(one, many, 3_000), 1);
  const callsRefused = await each(refusing, "empty", refusedCommands, 1);
  const perSecond = await each(sides, "three", (one) => rate(one, many));
  const oneUs = await each(sides, "plenty", oneAtATimeUs);
  const together = await processes(sides, server);
  const { used, refused } = await utilisation(server);
  const idealMs = (50 / pacedPerSecond) * 1_000;
  const p99s = Object.fromEntries(together.map(({ name, p99Ms }) => [name, p99Ms / idealMs]));
  const jains = Object.fromEntries(together.map(({ name, jain }) => [name, jain]));
  return [
    rowOf(
      {
        name: "redisCallsPerGrantIdle",
        what: "commands for each call, one after another, endings counted",
        unit: "calls",
        goal: { atMost: 1 },
      },
      callsIdle,
    ),
    rowOf(
      {
        name: "redisCallsPerGrantBusy",
        what: "commands for each call where 64 wait for 2 000 in any 10 s, or for 200 per second",
        unit: "calls",
        goal: { atMost: 0.1 },
      },
      { ...callsBusy, "headgate 200 in any second": short["headgate"] ?? NaN },
    ),
    rowOf(
      {
        name: "redisCallsPerRefusal",
        what: "commands for each call that is refused at once, nothing being left",
        unit: "calls",
        goal: { atMost: 0.01 },
      },
      callsRefused,
    ),
    rowOf(
      {
        name: "redisWaitP99Ratio",
        what: "99th percentile of waiting, 50 in 5 processes at 200 per second, to the ideal",
        unit: "ratio",
        goal: { atMost: 1.2 },
      },
      p99s,
    ),
    rowOf(
      {
        name: "redisJain",
        what: "the same: Jain's fairness between the processes",
        unit: "ratio",
        goal: { atLeast: 0.99 },
      },
      jains,
    ),
    rowOf(
      {
        name: "redisGrantsPerSecond",
        what: "one process, 64 at once, three buckets",
        unit: "calls",
        goal: { atLeast: 12_000 },
      },
      perSecond,
    ),
    rowOf(
      {
        name: "redisP50Us",
        what: "one call after another: until it may go, median",
        unit: "us",
        goal: { atMost: 200 },
      },
      oneUs,
    ),
    rowOf(
      {
        name: "redisUtilisation",
        what: "of planned, 8 processes, messages up to 40 ms on their way, a strict exchange",
        unit: "ratio",
        goal: { atLeast: 0.95 },
      },
      used,
    ),
    rowOf(
      {
        name: "redisRefused",
        what: "the same: calls that the exchange refused",
        unit: "calls",
        goal: { atMost: 0 },
      },
      refused,
    ),
  ];
}

async function inTurns(
  sides: readonly RedisSide[],
  of: Readonly<{
    port: number;
    budget: Budget;
    measure: (opened: Opened) => Promise<number>;
    times: number;
  }>,
): Promise<Figures> {
  const { port, budget, measure, times } = of;
  const all = await Promise.all(
    sides.map(async (side) => ({
      name: side.name,
      opened: await side.open({ port, budget }),
      figures: [] as number[],
    })),
  );
  for (let time = times === 1 ? 0 : -1; time < times; time += 1) {
    for (const { opened, figures } of time % 2 === 0 ? all : all.toReversed()) {
      await turn();
      const figure = await measure(opened);
      if (time >= 0) figures.push(figure);
    }
  }
  for (const { opened } of all) await opened.close();
  return Object.fromEntries(all.map(({ name, figures }) => [name, median(figures)]));
}

/** How many went while so many called again and again. */
async function calls(opened: Opened, atOnce: number, forMs: number): Promise<number> {
  const untilMs = performance.now() + forMs;
  let went = 0;
  const caller = async (): Promise<void> => {
    while (performance.now() < untilMs) {
      await opened.call();
      went += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
  return went;
}

async function commandsPer(opened: Opened, atOnce: number, forMs = roundMs): Promise<number> {
  // What was there at once is not what those who wait cost.
  if (atOnce > 1) await calls(opened, atOnce, 1_500);
  const before = opened.commands();
  const went = await calls(opened, atOnce, forMs);
  return (opened.commands() - before) / went;
}

async function refusedCommands(opened: Opened): Promise<number> {
  const before = opened.commands();
  while (await opened.call());
  const count = 1_000;
  for (let call = 0; call < count; call += 1) await opened.call();
  return (opened.commands() - before) / count;
}

async function rate(opened: Opened, atOnce: number): Promise<number> {
  const startMs = performance.now();
  const went = await calls(opened, atOnce, roundMs);
  return (went / (performance.now() - startMs)) * 1_000;
}

async function oneAtATimeUs(opened: Opened): Promise<number> {
  const untilMs = performance.now() + roundMs;
  const us: number[] = [];
  for (let nowMs = performance.now(); nowMs < untilMs;) {
    const startMs = nowMs;
    await opened.call();
    nowMs = performance.now();
    us.push((nowMs - startMs) * 1_000);
  }
  return median(us);
}
