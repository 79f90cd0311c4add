/**
 * What an answer means: for the buckets that the call drew from, and for the caller.
 *
 *     answer -> rejection? -> one report per limit: cost, usage, refusal and the exchange's time together
 */
import { RefusedError } from "../errors.ts";
import type { Draw } from "../ledger/ledger.ts";
import type { Level, Refused, Report } from "../limits/bucket.ts";
import type { Scope } from "../limits/limit.ts";
import type { Answer, Endpoint } from "../venue/endpoint.ts";
import type { Priced } from "../venue/price.ts";
import { readReports, stampOf } from "../venue/reports.ts";
import { classify } from "../venue/refusals.ts";
import type { Rejection } from "../venue/refusals.ts";
import type { Venue } from "../venue/venue.ts";
import { limitName, scopeLimit } from "./scopes.ts";

/** One call as it was charged. */
export type Charged = Readonly<{
  /** The endpoint's name. */
  name: string;
  endpoint: Endpoint;
  params: unknown;
  scope: Scope;
  priced: readonly Priced[];
  draws: readonly Draw[];
}>;

export type Verdict = Readonly<{
  rejection: Rejection | undefined;
  /** By the name of the draw. */
  reports: Readonly<Record<string, Report>>;
  /** What it took after all, over the endpoint's own limits. */
  cost: number;
}>;

/** `levels` is asked only where a refusal does not say which of several limits it is about. */
export function judge(
  venue: Venue,
  call: Charged,
  at: Readonly<{ answer: Answer; wallMs: number; levels: () => readonly Level[] }>,
): Verdict {
  const { answer } = at;
  const rejection = classify(venue, answer, at.wallMs);
  const read = readReports(venue, answer);
  const stamp = stampOf(venue, answer);
  const refused = rejection === undefined ? {} : refusedLimits(call, rejection, at.levels);
  const reports: Record<string, Report> = {};
  for (const draw of call.draws) {
    const own = draw.name === limitName("own", call.name);
    const no = refused[draw.name];
    reports[draw.name] = {
      ...(own ? read["own"] : read[draw.name]),
      ...(stamp === undefined ? {} : { stamp }),
      ...(no === undefined ? {} : { refused: no }),
    };
  }
  let cost = 0;
  for (const { name, weight, actual } of call.priced) {
    const draw = limitName(name, call.name);
    const taken = actual?.(answer, call.params) ?? weight;
    if (actual !== undefined) reports[draw] = { ...reports[draw], cost: taken };
    if (call.endpoint.drawsFrom.includes(name)) cost += taken;
  }
  return { rejection, reports, cost };
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
  const named = new Set((rejection.limits ?? ["own"]).map((name) => limitName(name, call.name)));
  const meant = drawn.filter((draw) => named.has(draw.name));
  if (meant.length > 0) return Object.fromEntries(meant.map((draw) => [draw.name, shrink]));
  // It names none that this call drew from: all pause, and the one with least left is the likeliest.
  const left = (draw: Draw): number => {
    const level = with_
      .levels()
      .find((one) => one.limit === draw.name && same(one.whose, draw.whose));
    return level === undefined ? 0 : level.available / level.planned;
  };
  const likeliest = drawn.toSorted((a, b) => left(a) - left(b))[0];
  const pause: Refused = { as: "pause", ...with_.wait };
  return Object.fromEntries(drawn.map((draw) => [draw.name, draw === likeliest ? shrink : pause]));
}

function same(a: Scope, b: Scope): boolean {
  return Object.entries(a).every(([name, value]) => b[name] === value);
}

/** The refusal as the caller gets it. */
export function refusedError(
  call: Charged,
  verdict: Readonly<{ rejection: Rejection; reports: Readonly<Record<string, Report>> }>,
  answer: Readonly<{ status: number; snippet: string; exchangeCode: string | number | undefined }>,
): RefusedError {
  const { rejection, reports } = verdict;
  const meant = call.draws.filter(
    (draw) => draw.cost > 0 && reports[draw.name]?.refused !== undefined,
  );
  const dimensions =
    rejection.whose === undefined ? (meant[0]?.limit.per ?? []) : [rejection.whose];
  const usage = Object.entries(reports).flatMap(([name, { used }]) =>
    used === undefined ? [] : [[name, used] as const],
  );
  return new RefusedError({
    endpoint: call.name,
    status: answer.status,
    kind: rejection.kind,
    executed: rejection.executed,
    retryable:
      rejection.kind === "quota" || rejection.kind === "overload" || rejection.kind === "ban",
    exchangeCode: answer.exchangeCode,
    scope: dimensions[0],
    whose: Object.fromEntries(dimensions.map((dimension) => [dimension, call.scope[dimension]])),
    limits: meant.map((draw) => draw.name),
    retryAfterMs: rejection.waitMs,
    usage: Object.fromEntries(usage),
    snippet: answer.snippet,
  });
}
