/** What is sent to Redis in one call, as the script reads it, and what comes back. */
import * as z from "zod";
import type { Shape } from "../../limits/bucket.ts";
import type { FlatLimit } from "../../limits/limit.ts";
import type { Known } from "./known.ts";

/** How a charge ended, or what became known, where the others have to hear of it. */
export type News = Readonly<{ of: Known }> &
  (
    | Readonly<{ kind: "cost"; atUs: number; more: number }>
    | Readonly<{ kind: "late"; atUs: number; cost: number }>
    | Readonly<{ kind: "used"; cost: number }>
    | Readonly<{ kind: "tried" }>
    | Readonly<{
        kind: "told";
        topic: string;
        text: string;
        toldUs: number;
        blockUs: number;
        probes: boolean;
      }>
    | Readonly<{ kind: "open" }>
  );

/** News in their order, and how many were sent before them: what is sent twice is heard once. */
export type Parcel = Readonly<{ all: readonly News[]; first: number }>;

export type Asked = Readonly<{
  leaveShare: number;
  withinMs: number;
  /** So long it waits for an instant that it was not promised. */
  patienceMs: number;
  inLine: boolean;
  draws: readonly Readonly<{ of: Known; cost: number }>[];
}>;

/** A bucket in a question. */
export type Place = Readonly<{
  of: Known;
  limit: FlatLimit;
  shape: Shape;
  /** What is open of ours, beside what is asked for; below 0 where nothing opens and closes. */
  open: number;
  /** One of its boundaries as an interval of Redis' clock; left out where it is not known. */
  begins: Readonly<{ fromUs: number; untilUs: number }> | undefined;
}>;

export type Common = Readonly<{
  me: string;
  /** As many as took part when it was last answered; 0 where it is new. */
  members: number;
  /** Cut off, it would take one of so many parts of every limit. */
  parts: number;
  channel: string;
  /** An instant of Redis' clock after which it is not carried out; 0 for never. */
  byUs: number;
  overdueUs: number;
  placeUs: number;
  /** It only looks whether there is contact again. */
  tries: boolean;
  /** Nothing else: it gives up its place, or sees whether there is contact again, without taking its place. */
  only?: "leaves" | "looks";
}>;

/** What all should know of the exchange: what is told, and up to where it was heard. */
export type Notes = Readonly<{
  told: readonly Readonly<{ name: string; text: string }>[];
  heard: number;
}>;

const text = z.coerce.number();

const answer = z.union([
  z.tuple([z.enum(["late", "left"]), text]),
  z.tuple([
    z.literal("ok"),
    text,
    text,
    text,
    z.number(),
    z.array(z.tuple([text, text, text, z.number(), z.array(z.string())])),
    z.array(
      z.union([
        z.tuple([z.literal(1), text, z.number(), z.number()]),
        z.tuple([z.literal(0), text, z.number(), z.number()]),
      ]),
    ),
    z.number(),
    z.array(z.tuple([z.string(), z.string()])),
  ]),
]);

/** Every bucket of a question stands in it once. */
export function knownIn(
  asks: readonly Asked[],
  news: readonly News[],
  more: readonly Known[],
): readonly Known[] {
  const all = new Map(more.map((known) => [known.key, known]));
  for (const { draws } of asks) for (const { of } of draws) all.set(of.key, of);
  for (const { of } of news) if (!all.has(of.key)) all.set(of.key, of);
  return [...all.values()];
}

/** The keys and the one argument of the script. */
export function question(
  common: Common,
  of: Readonly<{
    prefix: string;
    notes: Notes;
    places: readonly Place[];
    asks: readonly Asked[];
    news: Parcel;
  }>,
): Readonly<{ keys: readonly string[]; argument: string }> {
  const hashes = [...new Set(of.places.map((place) => place.of.hash))];
  const indexes = new Map(of.places.map((place, index) => [place.of.key, index] as const));
  const index = ({ key }: Known): number => indexes.get(key) ?? -1;
  const { byUs, overdueUs, placeUs, ...rest } = common;
  const argument = JSON.stringify({
    ...rest,
    notes: of.notes.told.map(({ name, text: value }) => [name, value]),
    noted: of.notes.heard,
    by: byUs,
    overdue: overdueUs,
    place: placeUs,
    buckets: of.places.map((place) => bucketRow(place, 3 + hashes.indexOf(place.of.hash))),
    asks: of.asks.map(({ leaveShare, withinMs, patienceMs, inLine, draws }) => [
      leaveShare,
      Math.floor(withinMs * 1_000),
      inLine ? 1 : 0,
      Math.min(patienceMs * 1_000, Number.MAX_SAFE_INTEGER),
      ...draws.flatMap(({ of: known, cost }) => [index(known), cost]),
    ]),
    first: of.news.first,
    endings: of.news.all.map((news) => newsRow(news, index(news.of))),
  });
  return { keys: [`{${of.prefix}}:members`, `{${of.prefix}}:notes`, ...hashes], argument };
}

/** Nothing where nothing is counted so. */
function finite(figure = 0): number {
  return figure === Infinity ? 0 : figure;
}

function bucketRow({ of, limit, shape, open, begins }: Place, key: number): readonly unknown[] {
  const { planned, pace, windowMs = 0 } = shape;
  const jitterUs = of.travelMs * 1_000;
  const windowUs = Math.ceil(windowMs * 1_000);
  return [
    key,
    of.field,
    planned === Infinity ? -1 : planned,
    finite(pace?.capacity),
    finite(pace?.saved),
    finite(pace?.refillPerMs) / 1_000,
    windowUs,
    windowUs + jitterUs,
    begins?.fromUs ?? 0,
    begins?.untilUs ?? 0,
    jitterUs,
    open,
    of.birthUs,
    of.heard,
    of.seen,
    of.horizonMs * 1_000,
    limit.coldStart === true ? 1 : 0,
    limit.counted === "lifetime" ? 1 : 0,
  ];
}

function newsRow(news: News, index: number): readonly unknown[] {
  switch (news.kind) {
    case "cost":
      return [index, "cost", news.atUs, news.more];
    case "late":
      return [index, "late", news.atUs, news.cost];
    case "used":
      return [index, "used", news.cost];
    case "told":
      return [
        index,
        "told",
        news.topic,
        news.text,
        news.toldUs,
        Math.ceil(news.blockUs),
        news.probes ? 1 : 0,
      ];
    case "tried":
    case "open":
      return [index, news.kind];
  }
}

export type Answer = Readonly<{
  nowUs: number;
  /** Those who take part. */
  members: number;
  /** Cut off, this process takes one of so many parts of every limit. */
  parts: number;
  /** Whether nobody can be told of a block. */
  isMute: boolean;
  notes: Readonly<{ version: number; told: readonly (readonly [string, string])[] }>;
  states: readonly Readonly<{
    total: number;
    /** All that was ever taken, whatever was given back. */
    taken: number;
    birthUs: number;
    version: number;
    told: readonly string[];
  }>[];
  replies: readonly (
    | Readonly<{ granted: true; waitMs: number; limiting: number; tries: boolean }>
    | Readonly<{ granted: false; waitMs: number; limiting: number; blocked: boolean }>
  )[];
}>;

/** What it says, and when; no answer where it was not carried out. */
export function answerOf(raw: unknown): Readonly<{ nowUs: number; answer: Answer | undefined }> {
  const read = answer.parse(raw);
  const [, nowUs] = read;
  return { nowUs, answer: read[0] === "ok" ? decoded(read) : undefined };
}

function decoded(read: Extract<z.output<typeof answer>, readonly ["ok", ...unknown[]]>): Answer {
  const [, nowUs, members, parts, mute, states, replies, noted, notes] = read;
  return {
    notes: { version: noted, told: notes },
    nowUs,
    members,
    parts,
    isMute: mute === 1,
    states: states.map(([total, taken, birthUs, version, told]) => ({
      total,
      taken,
      birthUs,
      version,
      told,
    })),
    replies: replies.map((row) =>
      row[0] === 1
        ? { granted: true, waitMs: row[1] / 1_000, limiting: row[2], tries: row[3] === 1 }
        : {
            granted: false,
            waitMs: row[1] < 0 ? Infinity : row[1] / 1_000,
            limiting: row[2],
            blocked: row[3] === 1,
          },
    ),
  };
}
