/**
 * The buckets of many processes. Each keeps the accounting that one process keeps, of all that it knows; what
 * all take together is counted in Redis, and a call goes where both let it.
 *
 *     asks -> what is known here -> one script in Redis -> granted, each with its instant
 *                  ^   denied here costs no call                 |
 *                  '--- what others took, and were told ---------'
 *
 * Endings are sent only where the others have to hear of them. Without contact this process lives on its own
 * part of every limit.
 */
import { randomUUID } from "node:crypto";
import * as z from "zod";
import { Alarm } from "../../alarm.ts";
import type { Clock } from "../../clock.ts";
import { systemClock } from "../../clock.ts";
import type { Charge, Level, Report } from "../../limits/bucket.ts";
import { isSilent } from "../../limits/endings.ts";
import { settledCost } from "../../limits/guard.ts";
import { costIn } from "../ledger.ts";
import type { Adopted, Ask, Denial, Draw, Endings, FarLedger, Replies, Reply } from "../ledger.ts";
import { Alone } from "./alone.ts";
import { Clocks } from "./clocks.ts";
import { Contact } from "./contact.ts";
import { Dialogue } from "./dialogue.ts";
import type { Said, Sent } from "./dialogue.ts";
import { Hearing } from "./hearing.ts";
import { Here, missing } from "./here.ts";
import type { Listener, Told } from "./here.ts";
import type { Known } from "./known.ts";
import { Others, messageOf } from "./others.ts";
import { parsed } from "./parsed.ts";
import type { Asked } from "./question.ts";
import type { Store } from "./store.ts";

export type RedisLedgerOptions = Readonly<{
  /** Begins every key. Ledgers of one prefix share their buckets, and one slot of a cluster. @default "headgate" */
  prefix?: string;
  /** The longest time for one command, ms. @default 50 */
  timeoutMs?: number;
  /** How many processes share the limits, for as long as Redis has not said it. @default 10 */
  processes?: number;
  clock?: Clock;
  /** From 0 to 1, for the jitter of pauses. @default Math.random */
  random?: () => number;
}>;

/** Where time gives nothing back, it is asked again after so long. */
const lookMs = 1_000;

/** News wait so long for a question to go with. */
const newsMs = 20;

/** Begins the name of a note about a changed limit. */
const adopts = "adopt ";

const changed = z.object({
  limitKey: z.string(),
  max: z.number(),
  whose: z.record(z.string(), z.string()),
});

export class RedisLedger implements FarLedger {
  readonly asksMax = 64;
  readonly #clock: Clock;
  readonly #contact: Contact;
  readonly #hearing: Hearing;
  readonly #here: Here;
  readonly #others: Others;
  readonly #dialogue: Dialogue;
  readonly #listeners = new Set<Listener>();
  readonly #alone: Alone;
  readonly #clocks: Clocks;
  /** News go with the next question, or after a while alone. */
  readonly #alarm: Alarm;

  constructor(store: Store, options: RedisLedgerOptions = {}) {
    const { prefix = "headgate", timeoutMs = 50, processes = 10 } = options;
    const { clock = systemClock, random = Math.random } = options;
    const channel = `{${prefix}}:news`;
    this.#clock = clock;
    this.#alarm = new Alarm(clock, () => this.#ring(), true);
    this.#hearing = new Hearing({ store, channel, hear: (message) => this.#message(message) });
    this.#here = new Here({ prefix, clock, random, tell: (...told) => this.#tell(told) });
    this.#contact = new Contact({
      store,
      clock,
      timeoutMs,
      channel,
      name: randomUUID(),
      parts: processes,
      beat: () => void this.#beat(this.#here.inUse(this.asksMax)),
    });
    this.#others = new Others(this.#here.near, this.#contact);
    const [contact, here, others] = [this.#contact, this.#here, this.#others];
    this.#dialogue = new Dialogue({ prefix, clock, contact, here, others });
    const dialogue = this.#dialogue;
    const back = (): void => {
      void this.#hearing.begin();
      this.#tell([]);
    };
    this.#alone = new Alone({ clock, random, contact, here, dialogue, back });
    this.#clocks = new Clocks({ clock, near: here.near, contact, notes: dialogue.notes });
    this.onNote((name, text) => this.#noted(name, text));
  }

  async reserve(asks: readonly Ask[]): Promise<Replies> {
    void this.#hearing.begin();
    if (this.#contact.lost !== undefined) return asks.map((ask) => this.#alone.reserve(ask));
    this.#here.isMute = this.#dialogue.isMute || this.#hearing.isDeaf;
    const denied = new Map<string, Denial>();
    const replies = asks.map((ask) => this.#here.reserve(ask, denied));
    const sent: Sent[] = [];
    for (const [index, here] of replies.entries()) {
      const ask = asks[index] ?? missing();
      if (here.granted && ask.draws.length > 0)
        sent.push({ index, ask, here, asked: this.#asked(ask) });
    }
    if (sent.length > 0) {
      const said = await this.#dialogue.ask(sent);
      for (const [at, one] of sent.entries()) replies[one.index] = this.#answered(one, said, at);
    }
    this.#arm();
    return replies;
  }

  peek(ask: Ask): Reply {
    return this.#here.peek(ask);
  }

  settle(charges: readonly Charge[], endings: Endings): void {
    const nowMs = this.#clock.nowMs();
    const { outbox } = this.#dialogue;
    const ends = charges.map((charge, index) => {
      const ending = typeof endings === "string" ? endings : (endings[index] ?? {});
      const of = outbox.placed(charge)?.of;
      const before = of === undefined || isSilent(ending) ? undefined : this.#before(of, nowMs);
      return { charge, ending, of, before };
    });
    const changes = this.#here.quietly(() => this.#here.near.settle(charges, endings));
    this.#alone.settle(charges, endings);
    let isUrgent = false;
    for (const { charge, ending, of, before } of ends) {
      if (of === undefined) continue;
      if (settledCost(charge, ending) < charge.cost) of.mayHaveRoom();
      const told = before && { ...before, ...this.#after(of, nowMs) };
      if (typeof ending === "object" && ending.stamp !== undefined) this.#clocks.seen(of.key);
      if (outbox.ended({ charge, ending, nowMs, told })) isUrgent = true;
    }
    if (isUrgent) void this.#beat();
    else this.#arm();
    // Who asks because of it asks after it was said.
    for (const change of changes) this.#tell(change);
  }

  report(draw: Omit<Draw, "cost">, report: Report): void {
    const nowMs = this.#clock.nowMs();
    const { outbox } = this.#dialogue;
    const of = this.#here.known(draw);
    const before = this.#before(of, nowMs);
    this.#here.near.report(of.draw, report);
    if (report.stamp !== undefined) this.#clocks.seen(of.key);
    outbox.told(of, report, { ...before, ...this.#after(of, nowMs) });
    if (draw.limit.counted === "open") outbox.put({ of, kind: "open" });
    if (report.refused === undefined) this.#arm();
    else void this.#beat();
  }

  adopt(adopted: Adopted): void {
    this.#here.near.adopt(adopted);
    const { limitKey, whose } = adopted;
    this.note(`${adopts}${limitKey} ${JSON.stringify(whose)}`, JSON.stringify(adopted));
  }

  note(name: string, text: string): void {
    this.#dialogue.notes.put(name, text);
    this.#arm();
  }

  onNote(listener: (name: string, text: string) => void): () => void {
    return this.#dialogue.notes.on(listener);
  }

  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  onContact(listener: (lost: Error | undefined) => void): () => void {
    return this.#alone.on(listener);
  }

  levels(): readonly Level[] {
    return this.#here.near.levels();
  }

  async close(): Promise<void> {
    this.#alarm.set(Infinity);
    await this.#dialogue.close();
    await this.#hearing.end();
    await this.#here.near.close();
    this.#listeners.clear();
  }

  #asked({ draws, leaveShare, withinMs, inLine = false }: Ask): Asked {
    const own = draws.map((draw) => ({ of: this.#here.known(draw), cost: draw.cost }));
    const horizonMs = Math.min(...own.map(({ of }) => of.horizonMs));
    return {
      leaveShare,
      inLine,
      withinMs: Math.min(withinMs, horizonMs),
      patienceMs: withinMs,
      draws: own,
    };
  }

  #answered({ ask, here, asked }: Sent, said: Said | Error, at: number): Reply {
    if (said instanceof Error) {
      this.#here.takeBack(here.charges);
      return this.#alone.reserve(ask);
    }
    const { answer, all } = said;
    const reply = answer.replies[at] ?? missing();
    const waitMs = reply.waitMs === Infinity ? lookMs : reply.waitMs;
    const why = !reply.granted && reply.blocked ? "blocked" : "full";
    const limiting = this.#comesLater(ask, all[reply.limiting], { waitMs, why });
    if (!reply.granted) {
      this.#here.takeBack(here.charges);
      return this.#here.denial(limiting ?? missing(), { waitMs, why });
    }
    const placed = { atUs: answer.nowUs, atMs: this.#clock.nowMs(), tries: reply.tries };
    for (const [index, charge] of here.charges.entries()) {
      const of = asked.draws[index]?.of ?? missing();
      of.charged(placed.atMs);
      this.#dialogue.outbox.place(charge, { of, ...placed });
    }
    const goodForMs = Math.min(...asked.draws.map(({ of }) => of.jitterMs));
    return { ...here, waitMs: Math.max(here.waitMs, waitMs), goodForMs };
  }

  /** Whoever asks for as much before then asks in vain, whether this was denied or promised. */
  #comesLater(
    { draws, leaveShare }: Ask,
    limiting: Known | undefined,
    { waitMs, why }: Readonly<{ waitMs: number; why: "full" | "blocked" }>,
  ): Draw | undefined {
    const draw = draws.find(({ key }) => key === limiting?.key);
    if (draw === undefined || limiting === undefined) return undefined;
    const cost = costIn(draws, draw.key);
    const untilMs = this.#clock.nowMs() + waitMs;
    if (cost > 0 || why === "blocked") limiting.comesLater({ cost, leaveShare, untilMs, why });
    return draw;
  }

  /** Is heard of, and tells what it has to. */
  async #beat(of: readonly Known[] = []): Promise<void> {
    if (this.#contact.lost === undefined) await this.#dialogue.ask([], of);
    else await this.#alone.seek();
    this.#arm();
  }

  #arm(): void {
    if (this.#contact.lost !== undefined) return;
    const newsAtMs = this.#dialogue.hasNews ? this.#clock.nowMs() + newsMs : Infinity;
    const atMs = Math.min(newsAtMs, this.#dialogue.outbox.lateMs);
    if (atMs < Infinity) this.#alarm.set(atMs);
  }

  /** What was on its way has come home, or the news have gone with a question; otherwise they go now. */
  #ring(): void {
    this.#dialogue.outbox.late(this.#clock.nowMs());
    if (this.#dialogue.hasNews) void this.#beat();
    else this.#arm();
  }

  #message(raw: string): void {
    const message = messageOf(raw);
    if (message === undefined || message.from === this.#contact.name) return;
    const known = this.#here.at(message.hash, message.field);
    if (known === undefined) return;
    if (message.news !== undefined) {
      this.#others.published(known, message.news, this.#clock.nowMs());
    }
    known.mayHaveRoom();
    this.#tell([undefined, [known.key]]);
  }

  /** Another process was told that a limit is another one. */
  #noted(name: string, text: string): void {
    const { data } = name.startsWith(adopts) ? changed.safeParse(parsed(text)) : {};
    if (data !== undefined) this.#here.near.adopt(data);
  }

  #before(of: Known, nowMs: number) {
    const bucket = this.#here.bucket(of);
    return { countedBefore: bucket.shape(nowMs).counted, maxBefore: bucket.level(nowMs).max };
  }

  #after(of: Known, nowMs: number) {
    const { blockedMs } = this.#here.bucket(of).level(nowMs);
    return { blockedMs, toldUs: this.#contact.latestUs(nowMs) };
  }

  #tell(told: Told): void {
    for (const listener of this.#listeners) listener(...told);
  }
}
