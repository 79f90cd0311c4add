/**
 * One run: processes that share what an exchange lets through, in virtual time.
 *
 *     asked -> goes -> 40 ms -> taken or refused -> 40 ms -> the process is told
 */
import { seededRandom } from "../../../src/emulator/random.ts";
import { Events } from "../events.ts";
import { declaredMax, ruleOf } from "./rules.ts";
import type { Rule, RuleName } from "./rules.ts";
import { Server, windowMs } from "./server.ts";
import { situationOf } from "./situations.ts";
import type { Situation, SituationName } from "./situations.ts";

export type Run = Readonly<{
  situation: SituationName;
  rule: RuleName;
  saysWait: boolean;
  seed: number;
}>;

export type Figures = Readonly<{
  refusedPerHour: number;
  utilisation: number;
  bans: number;
  jain: number;
  /** Not a number where nothing ends that could be recovered from. */
  recoveryMinutes: number;
}>;

/** The median of a way, out or back; lognormal. */
const wayMs = 40;
const waySpread = 0.5;

/** So many windows in a row with so much of the limit are recovered. */
const recoveredWindows = 5;
const recoveredShare = 0.8;

type Counts = {
  /** Weight of ours that was accepted, by the window. */
  readonly accepted: number[];
  readonly refused: number[];
  readonly byProcess: number[];
  leastShare: number;
};

export function runOnce({ situation: name, rule, saysWait, seed }: Run): Figures {
  const situation = situationOf(name);
  const random = seededRandom(seed);
  const events = new Events();
  const phaseMs = random() * windowMs;
  const server = new Server({
    maxAt: (atMs) => declaredMax * situation.part(atMs),
    saysWait,
    phaseMs,
  });
  const counts: Counts = { accepted: [], refused: [], byProcess: [], leastShare: 1 };
  const world = { situation, events, server, counts, random };
  playOthers(world);
  for (let process = 0; process < situation.processes; process += 1) {
    const one = ruleOf(rule, seededRandom(1_000 * (process + 1) + seed));
    counts.byProcess.push(0);
    events.at(37 * process, playProcess(world, { rule: one, process }));
  }
  events.runUntil(situation.minutes * windowMs);
  return figuresOf(world);
}

type World = Readonly<{
  situation: Situation;
  events: Events;
  server: Server;
  counts: Counts;
  random: () => number;
}>;

function playProcess(world: World, at: Readonly<{ rule: Rule; process: number }>): () => void {
  const { situation, events, server, counts, random } = world;
  const { rule, process } = at;
  const { calls } = situation;
  const travelMs = (): number => wayMs * Math.exp(waySpread * normal(random));
  const gapMs = (): number =>
    calls === undefined ? 0 : (-Math.log(1 - random()) * windowMs) / calls;
  let thereMs = gapMs();
  let asked = 0;

  const send = (): void => {
    const told = rule.send(events.nowMs);
    events.at(events.nowMs + travelMs(), () => {
      const answer = server.offer(events.nowMs);
      count(answer.accepted ? counts.accepted : counts.refused, events.nowMs);
      if (answer.accepted) counts.byProcess[process] = (counts.byProcess[process] ?? 0) + 1;
      events.at(events.nowMs + travelMs(), () => {
        told(answer, events.nowMs);
        if (!answer.accepted) {
          counts.leastShare = Math.min(counts.leastShare, rule.share(events.nowMs));
        }
        ask();
      });
    });
  };
  const ask = (): void => {
    // What was promised before something happened is void.
    asked += 1;
    const mine = asked;
    for (;;) {
      const { nowMs } = events;
      const leavesMs = thereMs > nowMs ? thereMs : rule.earliestMs(nowMs);
      if (leavesMs > nowMs + 1e-9) {
        if (leavesMs < Infinity) events.at(leavesMs, () => void (mine === asked && ask()));
        return;
      }
      send();
      thereMs = nowMs + gapMs();
    }
  };
  return ask;
}

/** Others come one by one, at random instants. */
function playOthers({ situation, events, server, random }: World): void {
  const next = (): void => {
    const used = situation.others(events.nowMs);
    if (used === 0) return events.at(events.nowMs + 1_000, next);
    server.take(events.nowMs);
    events.at(events.nowMs - (Math.log(1 - random()) * windowMs) / (used * declaredMax), next);
  };
  if (situation.over !== undefined) next();
}

function figuresOf({ situation, server, counts }: World): Figures {
  const { used, refused, over, calls } = situation;
  const sum = (of: readonly number[], [from, until]: readonly [number, number]): number => {
    let total = 0;
    for (let minute = from; minute < until; minute += 1) total += of[minute] ?? 0;
    return total;
  };
  let free = 0;
  for (let minute = used[0]; minute < used[1]; minute += 1) free += freeIn(situation, minute);
  const squares = counts.byProcess.reduce((all, one) => all + one * one, 0);
  return {
    refusedPerHour: (sum(counts.refused, refused) / (refused[1] - refused[0])) * 60,
    utilisation: calls === undefined ? sum(counts.accepted, used) / free : counts.leastShare,
    bans: server.bans,
    jain: counts.byProcess.reduce((all, one) => all + one, 0) ** 2 / situation.processes / squares,
    recoveryMinutes: over === undefined ? Number.NaN : recovery(situation, counts, over),
  };
}

/** What others leave in a minute. */
function freeIn({ part, others }: Situation, minute: number): number {
  const atMs = minute * windowMs;
  return declaredMax * (part(atMs) - others(atMs));
}

/** From a minute on, how many until as much is used again as there is. */
function recovery(situation: Situation, { accepted }: Counts, over: number): number {
  let inARow = 0;
  for (let minute = over; minute < situation.minutes; minute += 1) {
    const recovered = (accepted[minute] ?? 0) >= recoveredShare * freeIn(situation, minute);
    inARow = recovered ? inARow + 1 : 0;
    if (inARow === recoveredWindows) return minute + 1 - recoveredWindows - over;
  }
  return Infinity;
}

function count(counts: number[], atMs: number): void {
  const minute = Math.floor(atMs / windowMs);
  counts[minute] = (counts[minute] ?? 0) + 1;
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
