/**
 * Questions to Redis, and what their answers change here.
 *
 *     asks, news, notes -> one question -> contact -> others' use, notes, and a reply for each ask
 */
import type { Clock } from "../../clock.ts";
import type { Ask, Reservation } from "../ledger.ts";
import type { Contact } from "./contact.ts";
import type { Here } from "./here.ts";
import type { Known } from "./known.ts";
import { Notes } from "./notes.ts";
import type { Others } from "./others.ts";
import { Outbox } from "./outbox.ts";
import { knownIn, question } from "./question.ts";
import type { Answer, Asked, News, Place } from "./question.ts";

/** What a question has that asks nothing and tells nothing. */
const nothing = { notes: { told: [], heard: 0 }, asks: [], news: { all: [], first: 0 } };

/** What this process lets go, to be asked for in Redis. */
export type Sent = Readonly<{ index: number; ask: Ask; here: Reservation; asked: Asked }>;

/** What Redis says, and the buckets that it numbers. */
export type Said = Readonly<{ answer: Answer; all: readonly Known[] }>;

export class Dialogue {
  readonly outbox = new Outbox();
  readonly notes = new Notes();
  readonly #prefix: string;
  readonly #clock: Clock;
  readonly #contact: Contact;
  readonly #here: Here;
  readonly #others: Others;
  /** Of the question that had no answer: there is contact again when they can be read. */
  #failed: readonly Known[] = [];
  #isMute = false;

  constructor(
    of: Readonly<{ prefix: string; clock: Clock; contact: Contact; here: Here; others: Others }>,
  ) {
    this.#prefix = of.prefix;
    this.#clock = of.clock;
    this.#contact = of.contact;
    this.#here = of.here;
    this.#others = of.others;
  }

  /** What happens may not be published to all. */
  get isMute(): boolean {
    return this.#isMute;
  }

  /** Something is to be told. */
  get hasNews(): boolean {
    return !this.outbox.isEmpty || !this.notes.isEmpty;
  }

  /** One question: all that is asked for, and all news. `more` is looked at as well. */
  async ask(sent: readonly Sent[], more: readonly Known[] = []): Promise<Said | Error> {
    const { outbox, notes } = this;
    const asks = sent.map(({ asked }) => asked);
    outbox.late(this.#clock.nowMs());
    const news = outbox.take();
    const told = notes.take();
    const all = knownIn(asks, news.all, [...this.#failed, ...more]);
    const answer = await this.#contact.ask(
      (common) => {
        const places = all.map((of) => this.#place(of, sent));
        const prefix = this.#prefix;
        return question(common, {
          prefix,
          notes: { told, heard: notes.heard },
          places,
          asks,
          news,
        });
      },
      (late) => this.#tooLate(late, asks),
    );
    outbox.taken(news, !(answer instanceof Error));
    if (answer instanceof Error) {
      notes.putBack(told);
      for (const known of all) known.isUnsure = true;
      this.#failed = all;
      return answer;
    }
    this.#failed = [];
    this.#take(answer, { all, asks, news: news.all });
    return { answer, all };
  }

  /** Whether somebody would answer. */
  look(): Promise<Error | undefined> {
    const places = this.#failed.map((of) => this.#place(of, []));
    return this.#contact.look((common) =>
      question(common, { ...nothing, prefix: this.#prefix, places }),
    );
  }

  /** The last word. */
  close(): Promise<void> {
    return this.#contact.close((common) =>
      question(common, { ...nothing, prefix: this.#prefix, places: [] }),
    );
  }

  #take(
    { states, replies, notes, isMute }: Answer,
    of: Readonly<{ all: readonly Known[]; asks: readonly Asked[]; news: readonly News[] }>,
  ): void {
    const nowMs = this.#clock.nowMs();
    this.#isMute ||= isMute;
    const granted = of.asks.filter((_, index) => replies[index]?.granted === true);
    const mine = takenIn(granted, of.news);
    for (const [index, known] of of.all.entries()) {
      const state = states[index];
      if (state !== undefined) this.#others.took(known, state, mine.get(known.key) ?? 0, nowMs);
    }
    this.notes.took(notes);
  }

  /** Nobody waits any more for what it grants. */
  #tooLate({ replies, nowUs }: Answer, asks: readonly Asked[]): void {
    for (const [index, { draws }] of asks.entries()) {
      if (replies[index]?.granted !== true) continue;
      for (const { of, cost } of draws)
        this.outbox.put({ of, kind: "cost", atUs: nowUs, more: -cost });
    }
  }

  #place(of: Known, sent: readonly Sent[]): Place {
    const nowMs = this.#clock.nowMs();
    const shape = this.#here.bucket(of).shape(nowMs);
    const { limit } = of.draw;
    let open = -1;
    if (limit.counted === "open") {
      open = shape.counted;
      for (const { here } of sent) {
        for (const charge of here.charges) if (charge.key === of.key) open -= charge.cost;
      }
    }
    const fromUs = shape.begins && this.#contact.earliestUs(shape.begins.fromMs);
    const untilUs = shape.begins && this.#contact.latestUs(shape.begins.untilMs);
    const begins = fromUs && untilUs ? { fromUs, untilUs } : undefined;
    return { of, limit, shape, open, begins };
  }
}

/** What this process took with one question, by bucket. */
function takenIn(granted: readonly Asked[], news: readonly News[]): ReadonlyMap<string, number> {
  const mine = new Map<string, number>();
  const add = ({ key }: Known, cost: number): void =>
    void mine.set(key, (mine.get(key) ?? 0) + cost);
  for (const one of news) {
    if (one.kind === "cost") add(one.of, one.more);
    if (one.kind === "used") add(one.of, one.cost);
  }
  for (const { draws } of granted) for (const { of, cost } of draws) add(of, cost);
  return mine;
}
