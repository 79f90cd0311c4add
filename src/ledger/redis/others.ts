/** What the others took and were told, as far as answers and messages of Redis say it: taken into the accounting here. */
import * as z from "zod";
import type { Report } from "../../limits/bucket.ts";
import type { MemoryLedger } from "../memory-ledger.ts";
import type { Contact } from "./contact.ts";
import type { Known } from "./known.ts";
import { parsed } from "./parsed.ts";
import type { Answer } from "./question.ts";

/** A used figure says little later: it may be of a window that is over. */
const freshMs = 1_000;

const told = z.object({
  used: z.number().optional(),
  max: z.number().optional(),
  refused: z
    .object({ as: z.enum(["quota", "ban", "pause"]), waitMs: z.number().optional() })
    .optional(),
  sentUs: z.number(),
});

const message = z.union([
  z.tuple([z.string(), z.string(), z.string()]),
  z.tuple([z.string(), z.string(), z.string(), z.string(), z.coerce.number(), z.number()]),
]);

/** What one of us was told, and the number that it has there. */
type News = Readonly<{ text: string; toldUs: number; version: number }>;

export type Message = Readonly<{
  from: string;
  hash: string;
  field: string;
  news?: News;
}>;

/** What was published; `undefined` where somebody else has written there. */
export function messageOf(raw: string): Message | undefined {
  const { data } = message.safeParse(parsed(raw));
  if (data === undefined) return undefined;
  const [from, hash, field, text, toldUs, version] = data;
  return {
    from,
    hash,
    field,
    ...(text === undefined || toldUs === undefined || version === undefined
      ? {}
      : { news: { text, toldUs, version } }),
  };
}

export class Others {
  readonly #near: MemoryLedger;
  readonly #contact: Contact;

  constructor(near: MemoryLedger, contact: Contact) {
    this.#near = near;
    this.#contact = contact;
  }

  /** `mine` is what this process has taken with the call that was answered. */
  took(known: Known, state: Answer["states"][number], mine: number, nowMs: number): void {
    const isNew = known.birthUs !== state.birthUs;
    known.own = isNew ? mine : known.own + mine;
    known.birthUs = state.birthUs;
    known.seen = isNew ? state.taken : Math.max(known.seen, state.taken);
    const others = state.total - known.own;
    const more = others - known.others;
    known.others = others;
    if (!isNew && !known.isUnsure && more > 1e-9 && !known.isTimeless) {
      this.#near.bucketOf(known.draw).theirs(more, known.heardMs, nowMs);
    }
    known.heardMs = nowMs;
    known.isUnsure = false;
    for (let index = 0; index + 1 < state.told.length; index += 2) {
      const [text = "", toldUs] = [state.told[index], state.told[index + 1]];
      this.heard(known, { text, toldUs: Number(toldUs) }, nowMs);
    }
    known.heard = isNew ? state.version : Math.max(known.heard, state.version);
  }

  /** A message: where it is the next one, it is not heard again with an answer. */
  published(known: Known, news: News, nowMs: number): void {
    if (news.version <= known.heard) return;
    if (news.version === known.heard + 1) known.heard = news.version;
    this.heard(known, news, nowMs);
  }

  /** What one of them was told. */
  heard(known: Known, news: Readonly<{ text: string; toldUs: number }>, nowMs: number): void {
    const { data } = told.safeParse(parsed(news.text));
    if (data === undefined) return;
    const { used, max, refused, sentUs } = data;
    const toldMs = this.#contact.earliestMs(news.toldUs);
    const isFresh = nowMs - toldMs < freshMs;
    const report: Report = {
      ...(used === undefined || !isFresh ? {} : { used }),
      ...(max === undefined ? {} : { max }),
      ...(refused === undefined ? {} : { refused: refusal(refused) }),
    };
    const sentMs = Math.min(toldMs, this.#contact.earliestMs(sentUs));
    this.#near.hear(known.draw, report, { sentMs, toldMs, nowMs });
  }
}

function refusal({ as, waitMs }: NonNullable<z.output<typeof told>["refused"]>) {
  return waitMs === undefined ? { as } : { as, waitMs };
}
