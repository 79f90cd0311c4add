/**
 * What one sees while a run goes on: on a terminal a panel that is redrawn in place, elsewhere a plain
 * line a second. Pure; `demo-screen.ts` shows it.
 */
import type { Level } from "../limits/bucket.ts";
import { aligned, seconds, whole } from "./demo-result.ts";

type Main = Readonly<{ limit: string; max: number; used: number; bannedForMs: number }>;

/** A run at one instant. */
export type Frame = Readonly<{
  title: string;
  elapsedMs: number;
  runMs: number;
  /** What has been counted so far, with its name. */
  counters: readonly (readonly [name: string, value: string])[];
  /** The main limit as the exchange counts it, where that is known. */
  main?: Main;
  levels: readonly Level[];
}>;

const runBar = 30;
const levelBar = 10;

/** A bar of that many characters, so much of it full. */
export function bar(share: number, width: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * width);
  return "█".repeat(full) + "░".repeat(width - full);
}

/** The panel: the run, what it has come to, and its buckets, or else what the exchange has counted. */
export function panel(frame: Frame): readonly string[] {
  const { main } = frame;
  const levels = shown(frame.levels);
  if (levels.length > 0) return [...summary(frame), ...levelLines(levels)];
  return main === undefined ? summary(frame) : [...summary(frame), mainLine(main)];
}

/** The run and what it has come to: what stays of the panel when the run is over. */
export function summary({ title, elapsedMs, runMs, counters }: Frame): readonly string[] {
  const time = `${seconds(elapsedMs)} of ${seconds(runMs)}`;
  return [
    `${title.padEnd(12)}  ${bar(elapsedMs / runMs, runBar)}  ${time}`,
    `  ${counters.map(([name, value]) => `${name} ${value}`).join("  ")}`,
  ];
}

/** All that the panel says, on one line. */
export function plainLine(frame: Frame): string {
  const { title, elapsedMs, runMs, counters, main } = frame;
  const levels = shown(frame.levels);
  const counted = levels.length === 0 && main !== undefined ? [mainText(main)] : [];
  return [
    `${title} ${whole(elapsedMs / 1_000)}/${whole(runMs / 1_000)} s`,
    counters.map(([name, value]) => `${name} ${value}`).join(", "),
    ...levels.map(levelText),
    ...counted,
  ].join(" | ");
}

/** Limits that only ever block are no buckets to look at, unless they do. */
function shown(levels: readonly Level[]): readonly Level[] {
  return levels.filter(({ planned, blockedMs }) => planned < Infinity || blockedMs > 0);
}

function levelLines(levels: readonly Level[]): readonly string[] {
  const head = ["  bucket", "whose", "free now", "", "in flight", "used", ""];
  const rows = levels.map((level) => [
    `  ${level.limit}`,
    nameOf(level),
    bar(level.available / level.planned, levelBar),
    `${whole(level.available)} of ${whole(level.planned)}`,
    whole(level.inFlight),
    level.used === undefined ? "-" : whole(level.used),
    marks(level),
  ]);
  return aligned([head, ...rows], { left: 3, gap: 2 });
}

function levelText(level: Level): string {
  const used = level.used === undefined ? "" : ` used ${whole(level.used)}`;
  const noted = marks(level);
  const free = `${whole(level.available)}/${whole(level.planned)}${used}`;
  return `${level.limit} ${nameOf(level)} ${free}${noted === "" ? "" : ` ${noted}`}`;
}

function nameOf({ whose }: Level): string {
  return Object.values(whose).join(" ");
}

function marks({ planned, shrunkTo, blockedMs }: Level): string {
  const shrunk = shrunkTo < planned ? [`shrunk to ${whole(shrunkTo)}`] : [];
  const blocked = blockedMs > 0 ? [`blocked for ${seconds(blockedMs)}`] : [];
  return [...shrunk, ...blocked].join(", ");
}

function mainLine(main: Main): string {
  return `  ${main.limit}  ${bar(main.used / main.max, levelBar)}  ${mainText(main)}`;
}

function mainText({ max, used, bannedForMs }: Main): string {
  const banned = bannedForMs > 0 ? `, banned for ${seconds(bannedForMs)}` : "";
  return `the exchange has counted ${whole(used)} of ${whole(max)}${banned}`;
}
