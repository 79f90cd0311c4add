/**
 * Reserve, fallback and return as a small model: two or three processes, a limit of a few, and a Redis that
 * can be paused, be emptied, or lose its answers. Every order of steps is gone through, and in each of them
 * what all were granted in any window is compared with what is planned.
 *
 *     ask -> answered | answer lost | not heard      the charge counts where Redis has carried it out
 *     out of contact -> overdue -> own share          and what it used is told before anything is asked for
 *
 * All instants are ages in ticks, and those that no rule can tell apart are one: so it ends. A place is kept
 * for longer than that.
 */
import { overdueMs, placeMs } from "../../src/ledger/redis/contact.ts";

/** The rules that can be simpler than they are. */
export type Rules = Readonly<{
  /** A process without contact waits so long before it lives on its own share, in ticks. */
  waits: number;
  /** So long after it was heard of, its share is kept for it. */
  kept: number;
  /** What it used without contact is told when it comes back. */
  merges: boolean;
  /** Redis does not take a process to be there that only tries whether there is contact. */
  doubts: boolean;
  /** What it may take without contact. */
  alone: "share" | "all" | "nothing";
  /** What is kept for one without contact: as much as it was told, or as much as there would be for it now. */
  keeps: "told" | "counted";
  /** One is told no more than the others were not, who may not have heard of it. */
  tells: boolean;
  /** A bucket that is not there has nothing to give where somebody may have used it. */
  startsEmpty: boolean;
}>;

/** So long is one tick. */
const tickMs = overdueMs / 2;
const overdue = overdueMs / tickMs;

export const product: Rules = {
  // A question is carried out in time, or not at all.
  waits: overdue + 1,
  doubts: true,
  kept: placeMs / tickMs,
  merges: true,
  alone: "share",
  keeps: "told",
  tells: true,
  startsEmpty: true,
};

export type World = Readonly<{
  processes: number;
  planned: number;
  window: number;
  /** Whether Redis may be emptied once. */
  loses: boolean;
  /** So many of them come later, at any time. */
  joining: number;
}>;

type Process = Readonly<{
  isThere: boolean;
  isDead: boolean;
  /** Without contact it takes one of so many parts. */
  parts: number;
  isLost: boolean;
  /** Since it last asked while there was contact: so old is what Redis knows of it at the least. */
  asked: number;
  /** Charges of its own share, what it began with included; none while there is contact. */
  share: readonly number[] | undefined;
  /** What it was granted without contact, and has not told. */
  used: readonly number[];
}>;

/** Since when a process was not heard of, and into how many parts it may believe that the limit is divided. */
type Heard = Readonly<{ age: number; parts: number }>;

type State = Readonly<{
  processes: readonly Process[];
  /** `undefined` where it is not known. */
  heard: readonly (Heard | undefined)[];
  /** Charges in Redis. */
  log: readonly number[];
  /** For so long those who took part before Redis was emptied may be there. */
  learning: number;
  wasEmptied: boolean;
  granted: readonly number[];
}>;

/**
 * The most that was granted in a window, in any order of steps, and how many states that took. It stops
 * where that is more than `enough`.
 */
export function explore(
  world: World,
  rules: Rules,
  enough: number = Infinity,
): Readonly<{ most: number; states: number }> {
  const seen = new Set<string>();
  const open: State[] = [start(world)];
  let most = 0;
  for (let state = open.pop(); state !== undefined && most <= enough; state = open.pop()) {
    for (const next of steps(state, world, rules)) {
      const key = JSON.stringify(next);
      if (seen.has(key)) continue;
      seen.add(key);
      most = Math.max(most, next.granted.length);
      open.push(next);
    }
  }
  return { most, states: seen.size };
}

function start({ processes, joining }: World): State {
  const parts = processes - joining;
  const all = Array.from({ length: processes }, (_, index) => index < parts);
  return {
    processes: all.map((isThere) => ({
      isThere,
      isDead: false,
      // Of one that was never heard of nothing can be kept: what is declared for it comes on top.
      parts: isThere ? parts : Infinity,
      isLost: false,
      asked: 0,
      share: undefined,
      used: [],
    })),
    heard: all.map((isThere) => (isThere ? { age: 0, parts } : undefined)),
    log: [],
    learning: 0,
    wasEmptied: false,
    granted: [],
  };
}

function* steps(state: State, world: World, rules: Rules): Generator<State> {
  yield tick(state, world);
  if (world.loses && !state.wasEmptied) {
    yield { ...state, wasEmptied: true, log: [], heard: state.heard.map(() => undefined) };
  }
  const aliveCount = state.processes.filter(({ isThere, isDead }) => isThere && !isDead).length;
  for (const [index, one] of state.processes.entries()) {
    if (!one.isThere) yield changed(state, index, { isThere: true });
    if (!one.isThere || one.isDead) continue;
    if (aliveCount > 1 && !one.isLost) yield changed(state, index, { isDead: true });
    if (one.isLost) {
      yield* alone(state, index, { world, rules });
      yield* back(state, index, { world, rules });
    } else {
      // Not heard; or carried out, and the answer lost; or answered.
      yield changed(state, index, { isLost: true, asked: 0 });
      const { after, isGranted, parts } = carriedOut(state, index, { world, rules, asks: true });
      yield changed(after, index, { isLost: true, asked: 0 });
      const answered = changed(after, index, { asked: 0, parts });
      yield isGranted ? granted(answered) : answered;
    }
  }
}

type How = Readonly<{ world: World; rules: Rules }>;

/** What the script does: who takes part, what was used, and then what is asked for. */
function carriedOut(
  state: State,
  index: number,
  { world, rules, asks }: How & Readonly<{ asks: boolean }>,
): Readonly<{ after: State; isGranted: boolean; parts: number }> {
  const isNew = state.heard.every((one) => one === undefined);
  const learning = isNew ? overdue : state.learning;
  const heard = state.heard.map((one) => (one && one.age <= rules.kept ? one : undefined));
  const { part, parts } = divided(heard, index, { world, rules, isLearning: learning > 0 });
  const believed = Math.min(state.processes[index]?.parts ?? parts, parts);
  // Who has no contact yet is not taken to have it: the answer may be lost, too.
  if (asks || !rules.doubts) heard[index] = { age: 0, parts: believed };
  const before = isNew && rules.startsEmpty ? usedEvenly(world.planned, world) : state.log;
  const counted = [...before, ...told(state, index, rules)];
  const isGranted = asks && world.planned * part - counted.length >= 1;
  const log = newest(isGranted ? [...counted, 0] : counted, world);
  return { after: { ...state, heard, learning, log }, isGranted, parts };
}

/** What it used without contact, as if it had been now. */
function told({ processes }: State, index: number, { merges }: Rules): readonly number[] {
  return merges ? (processes[index]?.used ?? []).map(() => 0) : [];
}

/** What is left for those who are there, and what each of them may take alone. */
function divided(
  heard: readonly (Heard | undefined)[],
  index: number,
  { world, rules, isLearning }: How & Readonly<{ isLearning: boolean }>,
): Readonly<{ part: number; parts: number }> {
  const others = heard.flatMap((one, other) => (one && other !== index ? [one] : []));
  const missing = others.filter(({ age }) => age > overdue);
  const connected = others.length - missing.length + 1;
  let members = others.length + 1;
  let kept = missing.reduce((sum, { parts }) => sum + 1 / parts, 0);
  if (isLearning) {
    kept += 1 - members / world.processes;
    members = world.processes;
  }
  if (rules.keeps === "counted") kept = (members - connected) / members;
  const part = Math.max(0, 1 - kept);
  const sum = rules.tells ? others.reduce((all, { parts }) => all + 1 / parts, 0) : 0;
  const fair = Math.max(connected / part, 1 / Math.max(0, 1 - sum));
  return { part, parts: Math.max(members, Math.min(fair, 10 * members)) };
}

// On its own share, once all others know that it may.
function* alone(state: State, index: number, { world, rules }: How): Generator<State> {
  const one = state.processes[index];
  if (one === undefined || one.asked < rules.waits) return;
  if (rules.alone === "nothing") return;
  const most = rules.alone === "all" ? world.planned : world.planned / one.parts;
  const share = one.share ?? (rules.alone === "all" ? [] : usedEvenly(most, world));
  if (one.share === undefined) yield changed(state, index, { share });
  if (share.length + 1 > most) return;
  const used = newest([...one.used, 0], world);
  yield granted(changed(state, index, { share: [...share, 0], used }));
}

// It is heard again: what it used goes first. The answer may be lost, too.
function* back(state: State, index: number, how: How): Generator<State> {
  const { after, parts } = carriedOut(state, index, { ...how, asks: false });
  yield after;
  const home = { isLost: false, share: undefined, used: [], parts };
  yield changed(after, index, home);
}

/** All of it, as if it had been used evenly in the window before. */
function usedEvenly(cost: number, { window }: World): readonly number[] {
  return Array.from({ length: cost }, (_, index) => window - (window * (index + 1)) / cost);
}

/** With so many there is no room, whatever was before. */
function newest(ages: readonly number[], { planned }: World): readonly number[] {
  return ages.toSorted((one, other) => other - one).slice(-planned);
}

function granted(state: State): State {
  return { ...state, granted: [...state.granted, 0] };
}

function tick(state: State, { window }: World): State {
  const later = (ages: readonly number[]): readonly number[] =>
    ages.map((age) => age + 1).filter((age) => age < window);
  const longAgo = overdue + 1;
  return {
    ...state,
    learning: Math.max(0, state.learning - 1),
    heard: state.heard.map((one) => one && { ...one, age: Math.min(one.age + 1, longAgo) }),
    log: later(state.log),
    granted: later(state.granted),
    processes: state.processes.map((one) => ({
      ...one,
      asked: Math.min(one.asked + 1, longAgo),
      used: later(one.used),
      share: one.share && later(one.share),
    })),
  };
}

function changed(state: State, index: number, change: Partial<Process>): State {
  const processes = state.processes.map((one, at) => (at === index ? { ...one, ...change } : one));
  return { ...state, processes };
}
