/** What the picture tells: three clients, each once before one server that counts the last 10 s. */
import { seededRandom } from "../../../src/emulator/random.ts";
import { clientOf } from "../clients.ts";
import type { ClientName } from "../clients.ts";
import { pull } from "../pull.ts";
import { Road } from "../road.ts";
import type { Answer } from "../road.ts";
import { callsOf, turns } from "../world.ts";

const size = { max: 100, windowMs: 10_000, heaviest: 1, jitterMs: 500 };
const seed = 1;

/** Two turns of calls without end, and a rest after each. */
const shownMs = 2 * turns.wholeWindows * size.windowMs;

export type Story = Readonly<{
  client: ClientName;
  limit: number;
  shownMs: number;
  /** When there is nothing to send. */
  rests: readonly Readonly<{ fromMs: number; untilMs: number }>[];
  /** What the server counts at an instant. */
  usedAt: (atMs: number) => number;
  /** When it refused. */
  refusedAtMs: readonly number[];
  accepted: number;
  /** The mean of what the server counts while there is something to send, as a part of the limit. */
  utilisation: number;
}>;

export function storyOf(client: ClientName): Story {
  const world = { server: "rolling-log", size, jitter: "uniform", demand: "on-off" } as const;
  const road = new Road(world, seed);
  const answers: Answer[] = [];
  pull(road, {
    client: clientOf(client, { size, server: road.server, random: seededRandom(seed + 2_000) }),
    calls: callsOf(world, seed),
    tells({ accepted, ...answer }) {
      answers.push({ accepted, ...answer });
      return { accepted };
    },
  });
  road.events.runUntil(road.untilMs);
  return { client, limit: size.max, shownMs, rests: rests(), ...seen(answers) };
}

function rests(): Story["rests"] {
  return [0, 1].map((turn) => ({
    fromMs: (turn * turns.wholeWindows + turns.busyWindows) * size.windowMs,
    untilMs: (turn + 1) * turns.wholeWindows * size.windowMs,
  }));
}

/** Answers as the server gave them; its time begins with the first. */
function seen(answers: readonly Answer[]): Omit<Story, "client" | "limit" | "shownMs" | "rests"> {
  const startMs = Math.min(...answers.map(({ serverMs }) => serverMs));
  const shown = answers
    .map(({ accepted, serverMs }) => ({ accepted, atMs: serverMs - startMs }))
    .filter(({ atMs }) => atMs < shownMs)
    .toSorted((one, other) => one.atMs - other.atMs);
  const accepted = shown.filter((answer) => answer.accepted);
  const usedAt = (atMs: number): number =>
    accepted.filter((answer) => answer.atMs <= atMs && answer.atMs > atMs - size.windowMs).length;
  const busyMs = Array.from({ length: shownMs / 100 }, (_, index) => 100 * index).filter(
    (atMs) => !rests().some((rest) => atMs >= rest.fromMs && atMs < rest.untilMs),
  );
  return {
    usedAt,
    refusedAtMs: shown.filter((answer) => !answer.accepted).map(({ atMs }) => atMs),
    accepted: accepted.length,
    utilisation: busyMs.reduce((sum, atMs) => sum + usedAt(atMs), 0) / busyMs.length / size.max,
  };
}
