/**
 * What an answer means: for the buckets that the call drew from, and for the caller.
 *
 *     answer -> rejection? -> one report per limit: cost, usage, refusal and the exchange's time together
 */
import type { Draw } from "../ledger/ledger.ts";
import type { Level, Refused, Report, Stamp } from "../limits/bucket.ts";
import type { Scope } from "../limits/limit.ts";
import type { Answer, Endpoint, Item } from "../venue/endpoint.ts";
import type { Priced } from "../venue/price.ts";
import { readReports, stampOf } from "../venue/reports.ts";
import { classify } from "../venue/refusals.ts";
import type { Rejection } from "../venue/refusals.ts";
import type { Venue } from "../venue/venue.ts";
import type { RefusedError } from "./errors.ts";
import { seenBy } from "./figures.ts";
import type { Settings } from "./figures.ts";
import { blockedScopes, ownLimit, scopeLimit } from "./scopes.ts";

/** The dimensions that say who calls, and not what for. */
const callers: ReadonlySet<string> = new Set(blockedScopes);

/** One call as it was charged. */
export type Charged = Readonly<{
  /** The endpoint's name. */
  name: string;
  endpoint: Endpoint;
  params: unknown;
  scope: Scope;
  priced: readonly (Priced & Readonly<{ draw: Draw }>)[];
  /** Those that only respect a block. */
  blocks: readonly Draw[];
  /** All of them. */
  draws: readonly Draw[];
}>;

export type Verdict = Readonly<{
  rejection: Rejection | undefined;
  /** When it was made, by the exchange's clock. */
  stamp: Stamp | undefined;
  /** By the key of the bucket. */
  reports: Readonly<Record<string, Report>>;
  /** Limits that the exchange has told to be others than they were. */
  changed: Readonly<Record<string, number>>;
  /** What it took after all, over the endpoint's own limits. */
  cost: number;
  /** Of a batch: what became of each of its items. */
  items: readonly Item[] | undefined;
  /** Of a rejected call, by its items where it has some. */
  executed: RefusedError["executed"];
}>;

export type Judged = Readonly<{
  answer: Answer;
  wallMs: number;
  settings: Settings;
  /** Asked only where a refusal does not say which of several limits it is about. */
  gate: Readonly<{ levels: () => readonly Level[] }>;
}>;

export function judge(venue: Venue, call: Charged, at: Judged): Verdict {
  const { answer } = at;
  const rejection = classify(venue, answer, at.wallMs);
  const stamp = stampOf(venue, answer);
  const items = call.endpoint.items?.(answer, call.params);
  const refused =
    rejection === undefined ? undefined : refusedLimits(call, rejection, () => at.gate.levels());
  const { read, changed } = readFor(venue, call, at);
  const reports: Record<string, Report> = {};
  const say = ({ key, name }: Draw, cost?: number): void => {
    const refusal = refused?.[name];
    const told: { -readonly [Field in keyof Report]: Report[Field] } = {};
    if (read[name] !== undefined) Object.assign(told, read[name]);
    if (stamp !== undefined) told.stamp = stamp;
    if (refusal !== undefined) told.refused = refusal;
    if (cost !== undefined) told.cost = cost;
    reports[key] = told;
  };
  for (const draw of call.blocks) say(draw);
  let cost = 0;
  for (const { name, scope, actual, draw } of call.priced) {
    const taken = actual?.(answer, call.params, scope) ?? draw.cost;
    say(draw, taken);
    if (call.endpoint.drawsFrom.includes(name)) cost += taken;
  }
  const executed = executedOf(rejection, items);
  return { rejection, stamp, reports, changed, cost, items, executed };
}

/** Of the whole, by its items: "no" only where nothing can have happened to any of them. */
function executedOf(
  rejection: Rejection | undefined,
  items: readonly Item[] = [],
): RefusedError["executed"] {
  if (items.length === 0) return rejection?.executed ?? "unknown";
  if (items.some(({ executed }) => executed === "unknown")) return "unknown";
  return items.some(({ executed }) => executed === "yes") ? "partly" : "no";
}

/** The answer's reports: those of the limits that the call drew from, and changed figures of others. */
function readFor(
  venue: Venue,
  call: Charged,
  { answer, settings }: Judged,
): Readonly<{ read: Readonly<Record<string, Report>>; changed: Readonly<Record<string, number>> }> {
  const read: Record<string, Report> = {};
  const changed: Record<string, number> = {};
  const said = readReports(venue, answer);
  for (const of of Object.keys(said)) {
    const report = said[of];
    const name = of === "own" ? ownLimit(call.name, call.endpoint) : of;
    if (name === undefined || report === undefined) continue;
    const seen = seenBy(settings, name, report);
    const per = call.draws.find((draw) => draw.name === name)?.limit.per;
    // The figure of one instrument or category is that bucket's alone.
    const ofOne = per?.some((dimension) => !callers.has(dimension)) === true;
    // What is used of a limit that this call did not draw from is somebody else's figure.
    if (per !== undefined) {
      const told = ofOne ? seen : usageOf(seen);
      read[name] = read[name] === undefined ? told : { ...read[name], ...told };
    }
    if (seen.max !== undefined && !ofOne) changed[name] = seen.max;
  }
  return { read, changed };
}

function usageOf(report: Report): Report {
  if (report.max === undefined) return report;
  const { max: _max, ...usage } = report;
  return usage;
}

/** Which of the call's draws a refusal is about, and what it does to them. */
function refusedLimits(
  call: Charged,
  rejection: Rejection,
  levels: () => readonly Level[],
): Readonly<Record<string, Refused>> {
  const wait = rejection.waitMs === undefined ? {} : { waitMs: rejection.waitMs };
  switch (rejection.kind) {
    case "quota":
      return quota(call, rejection, { wait, levels });
    case "ban": {
      const whose = rejection.whose ?? "ip";
      const counted = call.draws.filter((draw) => draw.cost > 0 && draw.limit.per.includes(whose));
      const names = [scopeLimit(whose), ...counted.map((draw) => draw.name)];
      return Object.fromEntries(names.map((name) => [name, { as: "ban", ...wait }] as const));
    }
    case "firewall":
      return { [scopeLimit(rejection.whose ?? "ip")]: { as: "pause", ...wait } };
    // An overloaded exchange is waited for, and no limit of ours is to blame. The rest concerns one call.
    case "overload":
    case "timestamp":
    case "credentials":
    case "fault":
    case "request":
      return {};
  }
}

function quota(
  call: Charged,
  rejection: Rejection,
  with_: Readonly<{ wait: { waitMs?: number }; levels: () => readonly Level[] }>,
): Readonly<Record<string, Refused>> {
  const shrink: Refused = { as: "quota", ...with_.wait };
  const drawn = call.draws.filter((draw) => draw.cost > 0);
  const own = ownLimit(call.name, call.endpoint);
  const named = new Set((rejection.limits ?? ["own"]).map((name) => (name === "own" ? own : name)));
  const meant = drawn.filter((draw) => named.has(draw.name));
  if (meant.length > 0) return Object.fromEntries(meant.map((draw) => [draw.name, shrink]));
  // It names none that this call drew from: all pause, and the one with least left is the likeliest.
  const left = (draw: Draw): number => {
    const level = with_.levels().find(({ key }) => key === draw.key);
    return level === undefined ? 0 : level.available / level.planned;
  };
  const likeliest = drawn.toSorted((a, b) => left(a) - left(b))[0];
  const pause: Refused = { as: "pause", ...with_.wait };
  return Object.fromEntries(drawn.map((draw) => [draw.name, draw === likeliest ? shrink : pause]));
}
