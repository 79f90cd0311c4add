/**
 * What the headers that everybody has say about one limit. Field by field the first family wins:
 *
 *     RateLimit, RateLimit-Policy     IETF drafts 7 to 10: limit=100, remaining=50, reset=30, or "name";r=50;t=30
 *     RateLimit-Limit, -Remaining ..  IETF drafts up to 6; those up to 3 put the policies behind the limit
 *     X-RateLimit-*, X-Rate-Limit-*   written down nowhere
 *
 * What is malformed says nothing. No regular expression here can backtrack badly, whatever the text.
 */
import { parseHttpDate } from "../clock.ts";
import type { Report } from "../limits/bucket.ts";
import type { Answer } from "./endpoint.ts";
import { dateMs, headerNumber } from "./retry-after.ts";

type Text = string | undefined;
type Figure = number | undefined;
type Reset = Readonly<{ endsInMs?: Figure; endsStepMs?: Figure }>;
type Figures = Reset & Readonly<{ used?: Figure; remaining?: Figure; max?: Figure }>;

/** A member of a list: `"daily";q=1000;w=86400`. It has no `name` where `head` cannot be one. */
type Item = Readonly<{ head: string; name: Text; params: ReadonlyMap<string, string> }>;

/** No quota of an exchange ends further away: what says so is in another unit, or a mistake. */
const resetMaxMs = 31 * 86_400_000;
/** How far an instant may have passed: `Date` is in whole seconds, and a counter may be a little late. */
const resetPastMs = 5_000;

/** An instant less a `Date`, which is in whole seconds: wrong by less than this, and once more where it is, too. */
const dateStepMs = 1_000;

/** The largest X- reset that is read as seconds from now; `guessedReset` says why. */
const secondsMax = 90_000;
/** The smallest that is epoch seconds, of 2001; as ms from now it would be eleven days. */
const epochSecondsMin = 1e9;
/** The smallest that is epoch ms, of 1973; as epoch seconds it would be the year 5138. */
const epochMsMin = 1e11;

/**
 * Reads what `RateLimit`, `RateLimit-*`, `X-RateLimit-*` and `X-Rate-Limit-*` say about `limit`: a row for a
 * venue's `reports`.
 *
 * Of several policies in `RateLimit` the one with least remaining is taken, since it binds; those that count
 * other things than requests are left out. Its quota becomes `max` only if no other policy grants less, or
 * a limit per minute would adopt the quota of a day. With `policy`, items of that name alone are read, and
 * no field without a name: a venue with several limits has a row for each, and names it.
 *
 * A reset in `X-` is seconds or ms from now, or epoch seconds or ms, by its size, or an HTTP date. Instants
 * are read against the answer's `Date`, and ignored without one. An answer from a cache (`Age` above 0) says
 * nothing.
 *
 * @example
 * ```ts
 * reports: [standardHeaders("perMinute", { policy: "burst" }), standardHeaders("perDay", { policy: "daily" })]
 * ```
 */
export function standardHeaders<const Name extends string>(
  limit: Name,
  options: Readonly<{ policy?: string }> = {},
): (answer: Answer) => Readonly<Partial<Record<Name, Report>>> {
  const { policy } = options;
  return (answer) => {
    const reports: Partial<Record<Name, Report>> = {};
    if ((headerNumber(answer, "age") ?? 0) > 0) return reports;
    const report = policy === undefined ? anyPolicy(answer) : onePolicy(answer, policy);
    if (Object.keys(report).length > 0) reports[limit] = report;
    return reports;
  };
}

function onePolicy(answer: Answer, policy: string): Report {
  const named = ({ name }: Item): boolean => name === policy;
  const max = leastQuota(listOf(answer.header("ratelimit-policy")).filter(named));
  return merged([{ ...binding(listOf(answer.header("ratelimit")).filter(named)), max }]);
}

function anyPolicy(answer: Answer): Report {
  const declared = [
    ...listOf(answer.header("ratelimit-policy")),
    ...["ratelimit-limit", "x-ratelimit-limit", "x-rate-limit-limit"].flatMap((name) =>
      listOf(answer.header(name)).slice(1),
    ),
  ];
  const policies = declared.filter(countsRequests);
  const others = new Set(declared.filter((item) => !countsRequests(item)).map(({ name }) => name));
  const list = listOf(answer.header("ratelimit"));
  const item = binding(list.filter(({ name }) => !others.has(name)));
  const members = new Map(list.map(({ head }) => pairOf(head)));
  const serverMs = dateMs(answer);
  const guess = (text: Text): Reset => guessedReset(text, serverMs);
  const { max, ...rest } = merged([
    { ...item, max: leastQuota(policies.filter(({ name }) => name === item?.name)) },
    figuresOf((field) => members.get(field), secondsReset),
    figuresOf((field) => answer.header(`ratelimit-${field}`), secondsReset),
    { max: policies.length === 1 ? leastQuota(policies) : undefined },
    figuresOf((field) => answer.header(`x-ratelimit-${field}`), guess),
    figuresOf((field) => answer.header(`x-rate-limit-${field}`), guess),
  ]);
  return max === undefined || max > (leastQuota(policies) ?? max) ? rest : { ...rest, max };
}

/** Field by field the first figure that is one. */
function merged(families: readonly Figures[]): Report {
  const report: { -readonly [Field in keyof Figures]: number } = {};
  // What a reset is true to belongs to that reset, not to another family's.
  const endsStepMs = families.find(({ endsInMs }) => endsInMs !== undefined)?.endsStepMs;
  if (endsStepMs !== undefined) report.endsStepMs = endsStepMs;
  for (const field of ["used", "remaining", "max", "endsInMs"] as const) {
    const figure = families.find((figures) => figures[field] !== undefined)?.[field];
    if (figure !== undefined) report[field] = figure;
  }
  return report;
}

/** Of several items the one with least remaining; of equal ones the one that takes longest. */
function binding(items: readonly Item[]): (Figures & Pick<Item, "name">) | undefined {
  const stated = items.flatMap(({ name, params }) => {
    const remaining = figureOf(params.get("r"));
    if (name === undefined || remaining === undefined) return [];
    return [{ name, remaining, endsInMs: secondsMs(params.get("t")) }];
  });
  return stated.toSorted(
    (a, b) => a.remaining - b.remaining || (b.endsInMs ?? 0) - (a.endsInMs ?? 0),
  )[0];
}

/** One text for each figure: a family of headers, or the members of draft 7's dictionary. */
function figuresOf(said: (field: string) => Text, reset: (text: Text) => Reset): Figures {
  const max = figureOf(listOf(said("limit"))[0]?.head);
  return {
    used: figureOf(said("used")),
    remaining: figureOf(said("remaining")),
    max: max === 0 ? undefined : max,
    ...reset(said("reset")),
  };
}

/** The draft's text calls the unit "requests", its registry "request"; without one it is that. */
function countsRequests({ name, params }: Item): boolean {
  return name !== undefined && /^"requests?"$/.test(params.get("qu") ?? '"requests"');
}

/** The smallest quota: in `q` or, as in drafts up to 7, in front: `100;w=60`. */
function leastQuota(policies: readonly Item[]): Figure {
  const quotas = policies.map(({ head, params }) => figureOf(params.get("q") ?? head) ?? 0);
  const least = Math.min(...quotas.filter((quota) => quota > 0));
  return least < Infinity ? least : undefined;
}

/**
 * Up to 90 000 it is seconds from now: a window of a day is the longest that is usual, and a calendar's
 * longest day has 25 hours. Above that it is ms, so the last 90 s of a reset in ms are read as up to 25 h:
 * too late is the smaller mistake. Instants begin where either would be weeks away.
 */
function guessedReset(text = "", serverMs = NaN): Reset {
  const figure = figureOf(text) ?? NaN;
  if (figure <= secondsMax) return { endsInMs: figure * 1_000 };
  if (figure < epochSecondsMin) return { endsInMs: figure };
  const epochMs = figure < epochMsMin ? figure * 1_000 : figure;
  const endsInMs = (parseHttpDate(text) ?? epochMs) - serverMs;
  if (!(endsInMs >= -resetPastMs && endsInMs <= resetMaxMs)) return {};
  // One that has passed is so much further from the truth as "now".
  const pastMs = Math.max(0, -endsInMs);
  const stepMs = epochMs % 1_000 > 0 ? dateStepMs : 2 * dateStepMs;
  return { endsInMs: endsInMs + pastMs, endsStepMs: stepMs + pastMs };
}

/** Seconds from now, as the IETF's fields have them, in ms. */
function secondsMs(text: Text): Figure {
  const endsInMs = (figureOf(text) ?? NaN) * 1_000;
  return endsInMs <= resetMaxMs ? endsInMs : undefined;
}

function secondsReset(text: Text): Reset {
  return { endsInMs: secondsMs(text) };
}

/** A finite number that is not negative, and nothing around it. */
function figureOf(text = ""): Figure {
  const figure = /^\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : Infinity;
  return figure < Infinity ? figure : undefined;
}

/** The members of a list (RFC 9651, section 3.1); none where a quotation does not end. */
function listOf(text: Text): readonly Item[] {
  const members = split(text ?? "", ",").filter((member) => member !== "");
  return members.map((member) => {
    const [head = "", ...params] = split(member, ";");
    // A name is a string or a token; there are tokens that begin with a digit.
    const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(head)?.[1]?.replaceAll(/\\(.)/g, "$1");
    const name = quoted ?? /^[\w!#$%&'*+.^`|~:/-]+$/.exec(head)?.[0];
    return { head, name, params: new Map(params.map(pairOf)) };
  });
}

function pairOf(text: string): readonly [key: string, value: string] {
  const at = text.indexOf("=");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** The parts between separators, where those in quotations are none. */
function split(text: string, separator: "," | ";"): readonly string[] {
  const ends: number[] = [];
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (quoted && text[at] === "\\") at += 1;
    else if (text[at] === '"') quoted = !quoted;
    else if (text[at] === separator && !quoted) ends.push(at);
  }
  if (quoted) return [];
  return [...ends, text.length].map((end, index) =>
    text.slice((ends[index - 1] ?? -1) + 1, end).trim(),
  );
}
