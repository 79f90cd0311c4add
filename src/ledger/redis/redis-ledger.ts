/**
 * The buckets of many processes. Each keeps the accounting that one process keeps, of all that it knows; what
 * all take together is counted in Redis, and a call goes where both let it.
 *
 *     asks -> what is known here -> one script in Redis -> granted, each with its instant
 *                  ^   refused here costs no call                |
 *                  '--- what others took, and were told ---------'
 *
 * Endings are sent only where the others have to hear of them. Without contact this process lives on its own
 * share of every limit.
 */
import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { Clock, Timer } from "../../clock.ts";
import { systemClock } from "../../clock.ts";
import type { Charge, Level, Report } from "../../limits/bucket.ts";
import type {
  Adopted,
  Ask,
  Denial,
  Draw,
  Endings,
  FarLedger,
  Replies,
  Reply,
  Reservation,
} from "../ledger.ts";
import { MemoryLedger } from "../memory-ledger.ts";
import { Contact } from "./contact.ts";
import { Known } from "./known.ts";
import { LocalShare } from "./local-share.ts";
import { Others, messageOf } from "./others.ts";
import { Outbox } from "./outbox.ts";
import { knownIn, question } from "./question.ts";
import type { Answer, Asked, News, Place } from "./question.ts";
import { StoreError } from "./store-error.ts";
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

const nothingBefore = { countedBefore: Infinity, maxBefore: Infinity };

/** What a question has that asks nothing and tells nothing. */
const nothing = { notes: { told: [], heard: 0 }, asks: [], news: { all: [], first: 0 } };

type Listener = Parameters<FarLedger["onChange"]>[0];

/** What this process lets go, to be asked for in Redis. */
type Sent = Readonly<{ index: number; ask: Ask; here: Reservation; asked: Asked }>;

/** What waits here without being asked for: so much, the heaviest of it, and until when. */
type Wants = Readonly<{ cost: number; heaviest: number; untilMs: number }>;

const nobodyWaits: Wants = { cost: 0, heaviest: 0, untilMs: Infinity };

/** What Redis says, and the buckets that it numbers. */
type Said = Readonly<{ answer: Answer; all: readonly Known[] }>;

export class RedisLedger implements FarLedger {
  readonly asksMax = 64;
  readonly #prefix: string;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #store: Store;
  readonly #near: MemoryLedger;
  readonly #contact: Contact;
  readonly #others: Others;
  readonly #outbox = new Outbox();
  readonly #known = new Map<string, Known>();
  readonly #listeners = new Set<Listener>();
  readonly #contactListeners = new Set<(lost: Error | undefined) => void>();
  readonly #noteListeners = new Set<(name: string, text: string) => void>();
  /** What is told a moment later; nothing is told of what was only tried and is taken back. */
  #held: Parameters<Listener>[] | undefined;
  /** Since the last question. */
  #wanting = new Map<Known, Wants>();
  #share: LocalShare | undefined;
  #notes: { name: string; text: string }[] = [];
  #noted = 0;
  #timer: Timer | undefined;
  #timerMs = Infinity;
  /** Of the question that had no answer: there is contact again when they can be read. */
  #failed: readonly Known[] = [];
  #isLostSaid = false;
  #isSeeking = false;
  /** The others' messages are heard, or are being asked for. */
  #isHearing = false;
  #leave: (() => Promise<void>) | undefined;
  readonly #leaving = new AbortController();
  /** Nobody is told of a block before his next call: it may not be published, or is not heard here. */
  #isMute = false;
  #isDeaf = true;

  constructor(store: Store, options: RedisLedgerOptions = {}) {
    const { prefix = "headgate", timeoutMs = 50, processes = 10 } = options;
    this.#prefix = prefix;
    this.#clock = options.clock ?? systemClock;
    this.#random = options.random ?? Math.random;
    this.#store = store;
    this.#near = new MemoryLedger({ clock: this.#clock, random: this.#random });
    this.#near.onChange((...news) => {
      if (this.#held === undefined) this.#tell(...news);
      else this.#held.push(news);
    });
    this.#contact = new Contact({
      store,
      clock: this.#clock,
      timeoutMs,
      name: randomUUID(),
      channel: this.#channel,
      members: processes,
      beat: () => void this.#beat(this.#inUse()),
    });
    this.#others = new Others(this.#near, this.#contact);
  }

  async reserve(asks: readonly Ask[]): Promise<Replies> {
    if (!this.#isHearing) void this.#hear();
    if (this.#contact.lost !== undefined) return asks.map((ask) => this.#alone(ask));
    const nowMs = this.#clock.nowMs();
    this.#outbox.late(nowMs);
    const replies: (Reply | undefined)[] = [];
    const refusing = new Map<string, Denial>();
    const sent: Sent[] = [];
    this.#wanting = new Map();
    for (const [index, ask] of asks.entries()) {
      const here = this.#here(ask, refusing, nowMs);
      replies.push(here);
      if (!here.granted) {
        refusing.set(here.limitedBy.key, here);
        this.#want(ask, here, nowMs);
      } else if (ask.draws.length > 0) sent.push({ index, ask, here, asked: this.#asked(ask) });
    }
    if (sent.length > 0) {
      const said = await this.#call(sent);
      for (const [at, one] of sent.entries()) replies[one.index] = this.#answered(one, said, at);
    }
    this.#arm();
    return replies.map((reply) => reply ?? missing());
  }

  peek(ask: Ask): Reply {
    return this.#here({ ...ask, withinMs: -1 }, new Map(), this.#clock.nowMs());
  }

  settle(charges: readonly Charge[], endings: Endings): void {
    const nowMs = this.#clock.nowMs();
    const befores = charges.map((charge, index) => {
      const ending = typeof endings === "string" ? endings : endings[index];
      const of = typeof ending === "object" ? this.#outbox.placed(charge)?.of : undefined;
      return of === undefined ? nothingBefore : this.#before(of, nowMs);
    });
    const held: Parameters<Listener>[] = (this.#held = []);
    this.#near.settle(charges, endings);
    this.#held = undefined;
    this.#share?.settle(charges, endings);
    let isUrgent = false;
    for (const [index, charge] of charges.entries()) {
      const ending = typeof endings === "string" ? endings : (endings[index] ?? {});
      const of = this.#outbox.placed(charge)?.of;
      if (of === undefined) continue;
      const before = befores[index] ?? nothingBefore;
      const after = this.#after(of, nowMs);
      if (this.#outbox.ended({ charge, ending, nowMs, ...before, ...after })) isUrgent = true;
    }
    if (isUrgent) void this.#beat();
    else this.#arm();
    // Who asks because of it asks after it was said.
    for (const news of held) this.#tell(...news);
  }

  report(draw: Omit<Draw, "cost">, report: Report): void {
    const nowMs = this.#clock.nowMs();
    const of = this.#knownOf(draw);
    const before = this.#before(of, nowMs);
    this.#near.report(of.draw, report);
    this.#outbox.told(of, report, { ...before, ...this.#after(of, nowMs) });
    if (draw.limit.counted === "open") this.#outbox.put({ of, kind: "open" });
    if (report.refused === undefined) this.#arm();
    else void this.#beat();
  }

  adopt(changed: Adopted): void {
    this.#near.adopt(changed);
    this.note(
      `${adopts}${changed.limitKey} ${JSON.stringify(changed.whose)}`,
      JSON.stringify(changed),
    );
  }

  note(name: string, text: string): void {
    this.#notes.push({ name, text });
    this.#arm();
  }

  onNote(listener: (name: string, text: string) => void): () => void {
    this.#noteListeners.add(listener);
    return () => void this.#noteListeners.delete(listener);
  }

  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  onContact(listener: (lost: Error | undefined) => void): () => void {
    this.#contactListeners.add(listener);
    return () => void this.#contactListeners.delete(listener);
  }

  levels(): readonly Level[] {
    return this.#near.levels();
  }

  async close(): Promise<void> {
    this.#timer?.cancel();
    await this.#contact.close((common) =>
      question(common, { ...nothing, prefix: this.#prefix, places: [] }),
    );
    this.#leaving.abort();
    await this.#leave?.();
    await this.#near.close();
    this.#listeners.clear();
  }

  get #channel(): string {
    return `{${this.#prefix}}:news`;
  }

  /** What is known here says no, or this process lets it go. */
  #here(ask: Ask, refusing: ReadonlyMap<string, Denial>, nowMs: number): Reply {
    let aheadMs = Math.max(0, ask.withinMs);
    for (const draw of ask.draws) {
      const known = this.#knownOf(draw);
      aheadMs = Math.min(aheadMs, known.horizonMs);
      if (draw.cost === 0) continue;
      const before = ask.inLine === true ? refusing.get(draw.key) : undefined;
      if (before !== undefined) return { ...before, limitedBy: draw };
    }
    const draws = ask.draws.map((draw) => ({ ...this.#knownOf(draw).draw, cost: draw.cost }));
    const [here = missing()] = this.#near.reserve([{ ...ask, draws, aheadMs }]);
    const remembered = this.#remembered(draws, nowMs);
    if (remembered === undefined || (!here.granted && here.waitMs >= remembered.waitMs))
      return here;
    if (here.granted) this.#takeBack(here.charges);
    return remembered;
  }

  /** It waits here without being asked for: those of other processes have to know that it does. */
  #want({ draws, inLine, withinMs }: Ask, denial: Denial, nowMs: number): void {
    const { limitedBy, waitMs, why } = denial;
    if (inLine !== true || why !== "full" || waitMs > withinMs) return;
    const of = this.#knownOf(limitedBy);
    const cost = draws.reduce(
      (sum, { key, cost: one }) => sum + (key === limitedBy.key ? one : 0),
      0,
    );
    const known = this.#wanting.get(of) ?? nobodyWaits;
    const untilMs = Math.min(known.untilMs, nowMs + waitMs);
    const heaviest = Math.max(known.heaviest, cost);
    this.#wanting.set(of, { cost: known.cost + cost, heaviest, untilMs });
  }

  /** So much, or less, was refused a moment ago, and until later than now. */
  #remembered(draws: readonly Draw[], nowMs: number): Denial | undefined {
    for (const draw of draws) {
      const { refused } = this.#knownOf(draw);
      if (refused === undefined || draw.cost < refused.cost || nowMs >= refused.untilMs) continue;
      return this.#denial(draw, { waitMs: refused.untilMs - nowMs, why: refused.why }, nowMs);
    }
    return undefined;
  }

  #asked(ask: Ask): Asked {
    const draws = ask.draws.map((draw) => ({ of: this.#knownOf(draw), cost: draw.cost }));
    const horizonMs = Math.min(...draws.map(({ of }) => of.horizonMs));
    const { leaveShare, inLine = false } = ask;
    const { withinMs: patienceMs } = ask;
    return { leaveShare, inLine, withinMs: Math.min(patienceMs, horizonMs), patienceMs, draws };
  }

  #answered({ ask, here, asked }: Sent, said: Said | Error, at: number): Reply {
    if (said instanceof Error) {
      this.#takeBack(here.charges);
      return this.#alone(ask);
    }
    const { answer, all } = said;
    const nowMs = this.#clock.nowMs();
    const reply = answer.replies[at] ?? missing();
    if (reply.granted) {
      const { nowUs: atUs } = answer;
      for (const [index, charge] of here.charges.entries()) {
        const of = asked.draws[index]?.of ?? missing();
        of.charged(nowMs);
        this.#outbox.place(charge, { of, atUs, atMs: nowMs, tries: reply.tries });
      }
      return { ...here, waitMs: Math.max(here.waitMs, reply.waitMs) };
    }
    this.#takeBack(here.charges);
    const limiting = asked.draws.findIndex(({ of }) => of === all[reply.limiting]);
    const draw = ask.draws[limiting] ?? missing();
    const known = this.#knownOf(draw);
    const waitMs = reply.waitMs === Infinity ? lookMs : reply.waitMs;
    const why = reply.blocked ? "blocked" : "full";
    if (draw.cost > 0 || why === "blocked") {
      known.refused = { cost: draw.cost, untilMs: nowMs + waitMs, why };
      this.#near.bucketOf(known.draw).waits(nowMs + waitMs, nowMs);
    }
    return this.#denial(draw, { waitMs, why }, nowMs);
  }

  #denial(draw: Draw, of: Pick<Denial, "waitMs" | "why">, nowMs: number): Denial {
    const bucket = this.#near.bucketOf(this.#knownOf(draw).draw);
    const { costMax } = bucket;
    const { isBan = true } = bucket.block(nowMs) ?? {};
    const block = of.why === "blocked" ? { forMs: of.waitMs, isBan } : undefined;
    return {
      granted: false,
      ...of,
      limitedBy: draw,
      block,
      costMax,
      atOnceMax: bucket.atOnceMax(nowMs),
    };
  }

  /** Without contact: what is known here, and this process's own part. */
  #alone(ask: Ask): Reply {
    const nowMs = this.#clock.nowMs();
    const { members, aloneMs } = this.#contact;
    const mayGo = nowMs >= aloneMs;
    if (mayGo) {
      this.#share ??= new LocalShare({ clock: this.#clock, random: this.#random, members });
      this.#share.begin(ask.draws, (draw) => this.#near.bucketOf(this.#knownOf(draw).draw));
    }
    const withinMs = Math.min(ask.withinMs, 0);
    const here = this.#here({ ...ask, aheadMs: 0, withinMs }, new Map(), nowMs);
    const [draw] = ask.draws;
    if (!here.granted || draw === undefined) return here;
    const own =
      this.#share === undefined || !mayGo
        ? this.#denial(draw, { waitMs: aloneMs - nowMs, why: "full" }, nowMs)
        : this.#share.reserve(ask, here.charges, (one) => this.#knownOf(one));
    if (own !== undefined && !own.granted) {
      this.#takeBack(here.charges);
      return own;
    }
    for (const [index, charge] of here.charges.entries()) {
      const of = this.#knownOf(ask.draws[index] ?? missing());
      this.#outbox.place(charge, { of, atUs: 0, atMs: nowMs, tries: false });
    }
    return here;
  }

  #takeBack(charges: readonly Charge[]): void {
    this.#held = [];
    this.#near.settle(charges, "unsent");
    this.#held = undefined;
  }

  /** One call: what is asked for, and all news. */
  async #call(sent: readonly Sent[], more: readonly Known[] = []): Promise<Said | Error> {
    const asks = sent.map(({ asked }) => asked);
    const news = this.#outbox.take();
    const notes = this.#notes;
    this.#notes = [];
    const wanting = this.#wanting;
    this.#wanting = new Map();
    const all = knownIn(asks, news.all, [...this.#failed, ...more]);
    const answer = await this.#contact.ask(
      (common) =>
        question(common, {
          prefix: this.#prefix,
          notes: { told: notes, heard: this.#noted },
          places: all.map((of) => this.#place(of, { sent, wanting })),
          asks,
          news,
        }),
      (late) => this.#tooLate(late, asks),
    );
    this.#outbox.taken(news, !(answer instanceof Error));
    if (answer instanceof Error) {
      this.#notes = [...notes, ...this.#notes];
      for (const known of all) known.isUnsure = true;
      this.#failed = all;
      return answer;
    }
    this.#failed = [];
    this.#take(answer, { all, asks, news: news.all });
    return { answer, all };
  }

  #take(
    { states, replies, notes, isMute }: Answer,
    of: Readonly<{ all: readonly Known[]; asks: readonly Asked[]; news: readonly News[] }>,
  ): void {
    const nowMs = this.#clock.nowMs();
    this.#isMute ||= isMute;
    this.#hush();
    const granted = of.asks.filter((_, index) => replies[index]?.granted === true);
    const mine = takenIn(granted, of.news);
    for (const [index, known] of of.all.entries()) {
      const state = states[index];
      if (state !== undefined) this.#others.took(known, state, mine.get(known) ?? 0, nowMs);
    }
    this.#noted = notes.version;
    for (const [name, text] of notes.told) {
      const changed = name.startsWith(adopts) ? adopted(text) : undefined;
      if (changed !== undefined) this.#near.adopt(changed);
      for (const listener of this.#noteListeners) listener(name, text);
    }
  }

  /** Nobody waits any more for what it grants. */
  #tooLate({ replies, nowUs }: Answer, asks: readonly Asked[]): void {
    for (const [index, { draws }] of asks.entries()) {
      if (replies[index]?.granted !== true) continue;
      for (const { of, cost } of draws)
        this.#outbox.put({ of, kind: "cost", atUs: nowUs, more: -cost });
    }
  }

  #place(
    of: Known,
    { sent, wanting }: Readonly<{ sent: readonly Sent[]; wanting: ReadonlyMap<Known, Wants> }>,
  ): Place {
    const nowMs = this.#clock.nowMs();
    const shape = this.#near.bucketOf(of.draw).shape(nowMs);
    const { limit } = of.draw;
    let open = -1;
    if (limit.counted === "open") {
      open = shape.counted;
      for (const { here } of sent) {
        for (const charge of here.charges) if (charge.key === of.draw.key) open -= charge.cost;
      }
    }
    const fromUs = shape.begins && this.#contact.earliestUs(shape.begins.fromMs);
    const untilUs = shape.begins && this.#contact.latestUs(shape.begins.untilMs);
    const begins = fromUs && untilUs ? { fromUs, untilUs } : undefined;
    const { cost, heaviest, untilMs } = wanting.get(of) ?? nobodyWaits;
    const wants = { cost, heaviest, inMs: Math.max(0, untilMs - nowMs) };
    return { of, limit, shape, open, begins, wants };
  }

  /** Those of which something may still count: Redis may have lost some of it, and is told with a heartbeat. */
  #inUse(): readonly Known[] {
    const nowMs = this.#clock.nowMs();
    const all = [...this.#known.values()].filter((known) => nowMs < known.countsUntilMs);
    return all.slice(-this.asksMax);
  }

  /** Is heard of, and tells what it has to. */
  async #beat(of: readonly Known[] = []): Promise<void> {
    if (this.#contact.lost !== undefined) return this.#seek();
    this.#outbox.late(this.#clock.nowMs());
    await this.#call([], of);
    this.#arm();
  }

  /** Looks whether there is contact again; then what was used meanwhile is told before anything is asked for. */
  async #seek(): Promise<void> {
    if (this.#isSeeking) return;
    this.#isSeeking = true;
    const places = this.#failed.map((of) => this.#place(of, { sent: [], wanting: this.#wanting }));
    const lost =
      (await this.#contact.look((common) =>
        question(common, { ...nothing, prefix: this.#prefix, places }),
      )) ?? (await this.#return());
    this.#isSeeking = false;
    if (lost !== undefined && this.#clock.nowMs() >= this.#contact.aloneMs) this.#say(lost);
    this.#arm();
  }

  async #return(): Promise<Error | undefined> {
    this.#tellUsed();
    const answer = await this.#call([]);
    if (answer instanceof Error) return answer;
    // What went while this was on its way goes with the next one.
    this.#tellUsed();
    this.#share = undefined;
    this.#say(undefined);
    if (!this.#isHearing) void this.#hear();
    this.#tell();
    return undefined;
  }

  #tellUsed(): void {
    this.#outbox.put(...(this.#share?.used(this.#clock.nowMs()) ?? []));
  }

  #say(lost: Error | undefined): void {
    if (this.#isLostSaid === (lost !== undefined)) return;
    this.#isLostSaid = lost !== undefined;
    for (const listener of this.#contactListeners) listener(lost);
  }

  /** News go with the next question, or after a while alone. */
  #arm(): void {
    const nowMs = this.#clock.nowMs();
    const news = this.#hasNews ? nowMs + newsMs : Infinity;
    const atMs = Math.min(news, this.#outbox.lateMs);
    if (this.#contact.lost !== undefined || atMs >= this.#timerMs) return;
    this.#timer?.cancel();
    this.#timerMs = atMs;
    this.#timer = this.#clock.at(atMs, () => {
      this.#timerMs = Infinity;
      this.#outbox.late(this.#clock.nowMs());
      // What was on its way has come home, or the news have gone with a question.
      if (this.#hasNews) void this.#beat();
      else this.#arm();
    });
    this.#timer.unref?.();
  }

  get #hasNews(): boolean {
    return !this.#outbox.isEmpty || this.#notes.length > 0;
  }

  async #hear(): Promise<void> {
    this.#isHearing = true;
    try {
      const { signal } = this.#leaving;
      this.#leave = await this.#store.subscribe(this.#channel, (raw) => this.#message(raw), signal);
      this.#isDeaf = false;
    } catch (error) {
      // Where it may not, it is not asked for again.
      this.#isHearing = error instanceof StoreError && error.why === "not-allowed";
      this.#isDeaf = true;
    }
    this.#hush();
  }

  #hush(): void {
    for (const known of this.#known.values()) known.isMute = this.#isMute || this.#isDeaf;
  }

  #message(raw: string): void {
    const message = messageOf(raw);
    if (message === undefined) return;
    for (const known of this.#known.values()) {
      if (known.hash !== message.hash || known.field !== message.field) continue;
      if (message.from === this.#contact.name) continue;
      if (message.news !== undefined) {
        this.#others.published(known, message.news, this.#clock.nowMs());
      }
      known.refused = undefined;
      this.#tell(undefined, [known.draw.key]);
    }
  }

  #before(of: Known, nowMs: number) {
    const bucket = this.#near.bucketOf(of.draw);
    return { countedBefore: bucket.shape(nowMs).counted, maxBefore: bucket.level(nowMs).max };
  }

  #after(of: Known, nowMs: number) {
    const { blockedMs } = this.#near.bucketOf(of.draw).level(nowMs);
    return { blockedMs, toldUs: this.#contact.latestUs(nowMs) };
  }

  #knownOf(draw: Omit<Draw, "cost">): Known {
    const known = this.#known.get(draw.key);
    if (known !== undefined) return known;
    const made = new Known(this.#prefix, draw);
    made.isMute = this.#isMute || this.#isDeaf;
    this.#known.set(draw.key, made);
    return made;
  }

  #tell(...news: Parameters<Listener>): void {
    for (const listener of this.#listeners) listener(...news);
  }
}

/** What this process took with one question. */
function takenIn(granted: readonly Asked[], news: readonly News[]): ReadonlyMap<Known, number> {
  const mine = new Map<Known, number>();
  const add = (known: Known, cost: number): void =>
    void mine.set(known, (mine.get(known) ?? 0) + cost);
  for (const one of news) {
    if (one.kind === "cost") add(one.of, one.more);
    if (one.kind === "used") add(one.of, one.cost);
  }
  for (const { draws } of granted) for (const { of, cost } of draws) add(of, cost);
  return mine;
}

/** What another process was told of a limit. */
function adopted(text: string): Adopted | undefined {
  const { data } = z
    .object({ limitKey: z.string(), max: z.number(), whose: z.record(z.string(), z.string()) })
    .safeParse(JSON.parse(text));
  return data;
}

/** What was sent has its answer: it is a fault of ours if not. */
function missing(): never {
  throw new Error("Redis did not answer what it was asked.");
}
