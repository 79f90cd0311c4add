/**
 * Calls to Redis, each with a time-out, and whether there is any contact.
 *
 *     in contact --- no answer, an error ---> lost --- an answer ---> in contact
 *                    heartbeats              tries
 *
 * Whoever is not heard of for `overdueMs` may live on its own share, which the script keeps for it from then
 * on; before that it must not. Both count from the last question that was sent in contact, here from when it
 * can have been carried out at the latest. A try is not counted, as its answer may be lost, too: so the
 * script is always first.
 */
import type { Clock, Timer } from "../../clock.ts";
import { ServerClock } from "../../limits/server-clock.ts";
import { answerOf } from "./question.ts";
import type { Answer, Common } from "./question.ts";
import { script } from "./script/index.ts";
import type { Store } from "./store.ts";

/** A process that was not heard of for so long may live on its own share. */
export const overdueMs = 2_000;

/** So long the share of one that is gone is kept for it. */
export const placeMs = 60_000;

const heartbeatMs = 800;
const tryMs = 100;

export type Call = (common: Common) => Readonly<{ keys: readonly string[]; argument: string }>;

export class Contact {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly name: string;
  readonly #channel: string;
  readonly #beat: () => void;
  readonly time = new ServerClock();
  /** Cut off, this process takes one of so many parts of every limit; as declared until Redis has said it. */
  parts: number;
  #answered = false;
  /** Who takes part; nobody before it has a place there. */
  #members = 0;
  /** When the last question that was sent in contact was carried out, at the latest. */
  #askedMs: number | undefined;
  #lost: Error | undefined;
  #timer: Timer | undefined;
  #closed = false;

  constructor(
    of: Readonly<{
      store: Store;
      clock: Clock;
      timeoutMs: number;
      name: string;
      channel: string;
      /** Into how many parts limits are divided until Redis has said it. */
      parts: number;
      /** It is time to be heard of, or to try again. */
      beat: () => void;
    }>,
  ) {
    this.#store = of.store;
    this.#clock = of.clock;
    this.#timeoutMs = of.timeoutMs;
    this.name = of.name;
    this.#channel = of.channel;
    this.parts = of.parts;
    this.#beat = of.beat;
  }

  /** Why there is none, where there is none. */
  get lost(): Error | undefined {
    return this.#lost;
  }

  /** From then on this process may live on its own share. */
  get aloneMs(): number {
    return (this.#askedMs ?? this.#clock.nowMs()) + overdueMs;
  }

  /** Asks, or says why there is no answer. `late` is told of one that came after all. */
  async ask(call: Call, late: (answer: Answer) => void): Promise<Answer | Error> {
    if (this.#closed) return new Error("It is closed.");
    const first = await this.#run(call, late);
    // Its clock is another one than it was, or this process has slept: now it is known.
    const answer = first === undefined ? await this.#run(call, late) : first;
    this.#arm();
    return answer ?? new Error("It carries nothing out in time.");
  }

  /** Whether somebody is there again, who hears nothing by that: this process goes on living on its own share. */
  async look(call: Call): Promise<Error | undefined> {
    const looked = await this.#run((common) => call({ ...common, only: "looks" }));
    this.#arm();
    return looked instanceof Error ? looked : undefined;
  }

  /** An instant of our clock by that of Redis, µs: the earliest that it can be. */
  earliestUs(atMs: number): number {
    return this.#answered ? Math.floor(this.time.earliestMs(atMs) * 1_000) : 0;
  }

  latestUs(atMs: number): number {
    return this.#answered ? Math.ceil(this.time.latestMs(atMs) * 1_000) : 0;
  }

  /** An instant of Redis' clock by ours: the earliest that it can be. */
  earliestMs(atUs: number): number {
    const nowMs = this.#clock.nowMs();
    return Math.min(nowMs, nowMs - (this.time.latestMs(nowMs) - atUs / 1_000));
  }

  latestMs(atUs: number): number {
    const nowMs = this.#clock.nowMs();
    return nowMs - (this.time.earliestMs(nowMs) - atUs / 1_000);
  }

  async close(leave: Call): Promise<void> {
    this.#closed = true;
    this.#timer?.cancel();
    if (this.#members > 0 && this.#lost === undefined) {
      await this.#run((common) => leave({ ...common, only: "leaves" }));
    }
  }

  /** Nothing where it was not carried out. */
  async #run(
    call: Call,
    late: (answer: Answer) => void = () => undefined,
  ): Promise<Answer | Error | undefined> {
    const sentMs = this.#clock.nowMs();
    const tries = this.#lost !== undefined;
    if (!tries) this.#askedMs = sentMs + this.#timeoutMs;
    const { keys, argument } = call({
      me: this.name,
      members: this.#members,
      parts: this.parts,
      channel: this.#channel,
      byUs: this.earliestUs(sentMs + this.#timeoutMs),
      overdueUs: overdueMs * 1_000,
      placeUs: placeMs * 1_000,
      tries,
    });
    try {
      const raw = await this.#inTime(this.#store.run(script, keys, [argument]), late);
      return this.#heard(raw, sentMs);
    } catch (error) {
      this.#lost = error instanceof Error ? error : new Error(String(error));
      return this.#lost;
    }
  }

  #heard(raw: unknown, sentMs: number): Answer | undefined {
    const nowMs = this.#clock.nowMs();
    const { answer, nowUs } = answerOf(raw);
    this.time.sample({ serverMs: nowUs / 1_000, stepMs: 0.001, sentMs, receivedMs: nowMs });
    this.#answered = true;
    if (answer === undefined) return undefined;
    this.#lost = undefined;
    this.parts = answer.parts;
    this.#members = answer.members;
    return answer;
  }

  async #inTime(running: Promise<unknown>, late: (answer: Answer) => void): Promise<unknown> {
    let timer: Timer | undefined;
    let over = false;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = this.#clock.at(this.#clock.nowMs() + this.#timeoutMs, () => {
        over = true;
        reject(new Error(`Redis has not answered within ${this.#timeoutMs} ms.`));
      });
    });
    try {
      return await Promise.race([running, timeout]);
    } finally {
      timer?.cancel();
      if (over) void this.#hearLate(running, late);
    }
  }

  async #hearLate(running: Promise<unknown>, late: (answer: Answer) => void): Promise<void> {
    const [outcome] = await Promise.allSettled([running]);
    const { answer } =
      outcome.status === "fulfilled" ? answerOf(outcome.value) : { answer: undefined };
    if (answer !== undefined) late(answer);
  }

  #arm(): void {
    this.#timer?.cancel();
    if (this.#closed) return;
    const waitMs = this.#lost === undefined ? heartbeatMs : tryMs;
    this.#timer = this.#clock.at(this.#clock.nowMs() + waitMs, () => this.#beat());
    this.#timer.unref?.();
  }
}
