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
  startsEmpty: true,
};

export type World = Readonly<{
  processes: number;
  planned: number;
  window: number;
  /** Whether Redis may be emptied once. */
  loses: boolean;
}>;

type Process = Readonly<{
  isDead: boolean;
  isLost: boolean;
  /** Since it last asked while there was contact: so old is what Redis knows of it at the least. */
  asked: number;
  /** Charges of its own share, what it began with included; none while there is contact. */
  share: readonly number[] | undefined;
  /** What it was granted without contact, and has not told. */
  used: readonly number[];
}>;

type State = Readonly<{
  processes: readonly Process[];
  /** Since each was last heard of; `undefined` where it is not known. */
  heard: readonly (number | undefined)[];
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

function start({ processes }: World): State {
  const one: Process = { isDead: false, isLost: false, asked: 0, share: undefined, used: [] };
  return {
    processes: Array.from({ length: processes }, () => one),
    heard: Array.from({ length: processes }, () => 0),
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
  const aliveCount = state.processes.filter(({ isDead }) => !isDead).length;
  for (const [index, one] of state.processes.entries()) {
    if (one.isDead) continue;
    if (aliveCount > 1 && !one.isLost) yield changed(state, index, { isDead: true });
    if (one.isLost) {
      yield* alone(state, index, { world, rules });
      yield* back(state, index, { world, rules });
    } else {
      // Not heard; or carried out, and the answer lost; or answered.
      yield changed(state, index, { isLost: true, asked: 0 });
      const { after, isGranted } = carriedOut(state, index, { world, rules, asks: true });
      yield changed(after, index, { isLost: true, asked: 0 });
      const answered = changed(after, index, { asked: 0 });
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
): Readonly<{ after: State; isGranted: boolean }> {
  const { log } = state;
  const isNew = state.heard.every((at) => at === undefined);
  const learning = isNew ? overdue : state.learning;
  const heard = state.heard.map((age) => (age === undefined || age > rules.kept ? undefined : age));
  const others = heard.filter((age, other) => age !== undefined && other !== index);
  let members = others.length + 1;
  let missing = others.filter((age) => age !== undefined && age > overdue).length;
  if (learning > 0) {
    missing += world.processes - members;
    members = world.processes;
  }
  // Who has no contact yet is not taken to have it: the answer may be lost, too.
  if (asks || !rules.doubts) heard[index] = 0;
  const before = isNew && rules.startsEmpty ? usedEvenly(world.planned, world) : log;
  const used = rules.merges ? (state.processes[index]?.used ?? []) : [];
  const counted = [...before, ...used.map(() => 0)];
  const room = world.planned * (1 - missing / members) - counted.length;
  const isGranted = asks && room >= 1;
  const after = {
    ...state,
    heard,
    learning,
    log: newest(isGranted ? [...counted, 0] : counted, world),
  };
  return { after: changed(after, index, {}), isGranted };
}

// On its own share, once all others know that it may.
function* alone(state: State, index: number, { world, rules }: How): Generator<State> {
  const one = state.processes[index];
  if (one === undefined || one.asked < rules.waits) return;
  if (rules.alone === "nothing") return;
  const most = rules.alone === "all" ? world.planned : world.planned / world.processes;
  const share = one.share ?? (rules.alone === "all" ? [] : usedEvenly(most, world));
  if (one.share === undefined) yield changed(state, index, { share });
  if (share.length + 1 > most) return;
  const used = newest([...one.used, 0], world);
  yield granted(changed(state, index, { share: [...share, 0], used }));
}

// It is heard again: what it used goes first. The answer may be lost, too.
function* back(state: State, index: number, how: How): Generator<State> {
  const { after } = carriedOut(state, index, { ...how, asks: false });
  yield after;
  const home = { isLost: false, share: undefined, used: [] };
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
    heard: state.heard.map((age) => (age === undefined ? age : Math.min(age + 1, longAgo))),
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
