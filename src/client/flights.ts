/**
 * The requests of a client that are on the wire. Each is given up when its time is over or its caller wants
 * no more of it.
 *
 *     start -> connecting -> headers -> body -> end
 *                 '- abort of its caller, time over -> given up, once
 *
 * One timer does for all. An AbortSignal is made only for a transport that asks for one, since it costs as
 * much as a gate.
 */
import type { Clock, Timer } from "../clock.ts";
import { Aborts } from "../gate/aborts.ts";

/** How long each stage may take, and all of them together, ms. They start on the wire, not in the line. */
export type Timeouts = Readonly<{
  /** Until there is a connection. What was given up by then was never sent. @default totalMs */
  connectMs?: number;
  /** From the connection to the headers of the answer. @default totalMs */
  headersMs?: number;
  /** From the headers to the end of the answer. @default totalMs */
  bodyMs?: number;
  /** @default 10_000 */
  totalMs?: number;
}>;

type Stage = "connect" | "headers" | "body";

/** How long something may take, and what is missed after that. */
type Term = Readonly<{ lack: string; timeoutMs: number }>;

/** A request on its way, as the one who sends it sees it. */
export class Flight {
  readonly follows: AbortSignal | undefined;
  /** For those who time it: among the open ones its place, in which stage it is, and until when. */
  place = 0;
  stage: Stage = "connect";
  stageUntilMs = Infinity;
  untilMs = Infinity;
  readonly #course: Course | undefined;
  #givenUp: Readonly<{ reason: unknown }> | undefined;
  #told: ((reason: unknown) => void) | undefined;

  constructor(follows?: AbortSignal, course?: Course) {
    this.follows = follows;
    this.#course = course;
  }

  /** Calls back when it is given up; at once where it is already. There is one listener. */
  onGivenUp(told: (reason: unknown) => void): void {
    if (this.#givenUp === undefined) this.#told = told;
    else told(this.#givenUp.reason);
  }

  giveUp(reason: unknown): void {
    if (this.#givenUp !== undefined) return;
    this.#givenUp = { reason };
    this.#told?.(reason);
  }

  /** The transport has come so far. One that does not tell spends the time of the stage that it is in. */
  enters(stage: "headers" | "body"): void {
    this.#course?.(this, stage);
  }
}

type Course = (flight: Flight, stage: "headers" | "body") => void;

/** The same as a signal. */
export function signalOf(flight: Flight): AbortSignal {
  const controller = new AbortController();
  flight.onGivenUp((reason) => controller.abort(reason));
  return controller.signal;
}

export class Flights {
  readonly #clock: Clock;
  readonly #total: Term;
  readonly #stages: Readonly<Record<Stage, Term>>;
  /**
   * In no order: the last one takes the place of one that ends. Maps and linked lists that see every call
   * pass hold answers long after they were read: what has grown old in them, dead or not, leads to all that
   * came after it, until the next great collection of garbage.
   */
  readonly #open: Flight[] = [];
  readonly #aborts = new Aborts<Flight>((flights, reason) => {
    for (const flight of flights) flight.giveUp(reason);
  });
  #timer: Timer | undefined;
  #timerMs = Infinity;

  constructor(clock: Clock, { connectMs, headersMs, bodyMs, totalMs = 10_000 }: Timeouts) {
    const term = (lack: string, timeoutMs = totalMs): Term =>
      // What may take as long as all of it needs no time of its own.
      ({ lack, timeoutMs: timeoutMs < totalMs ? timeoutMs : Infinity });
    this.#clock = clock;
    this.#total = { lack: "answer", timeoutMs: totalMs };
    this.#stages = {
      connect: term("connection", connectMs),
      headers: term("headers", headersMs),
      body: term("end of the answer", bodyMs),
    };
  }

  start(nowMs: number, signal: AbortSignal | undefined): Flight {
    const flight = new Flight(signal, this.#course);
    flight.place = this.#open.push(flight) - 1;
    flight.untilMs = nowMs + this.#total.timeoutMs;
    flight.stageUntilMs = nowMs + this.#stages.connect.timeoutMs;
    this.#lookBy(overMs(flight));
    if (signal !== undefined) this.#aborts.follow(signal, flight);
    return flight;
  }

  end(flight: Flight): void {
    const last = this.#open.pop();
    if (last !== undefined && last !== flight) {
      last.place = flight.place;
      this.#open[flight.place] = last;
    }
    if (flight.follows !== undefined) this.#aborts.unfollow(flight.follows, flight);
    if (this.#open.length > 0) return;
    this.#timer?.cancel();
    this.#timerMs = Infinity;
  }

  readonly #course: Course = (flight, stage) => {
    // One that has ended may still hear from its socket.
    if (this.#open[flight.place] !== flight) return;
    flight.stage = stage;
    const { timeoutMs } = this.#stages[stage];
    flight.stageUntilMs = timeoutMs < Infinity ? this.#clock.nowMs() + timeoutMs : Infinity;
    this.#lookBy(flight.stageUntilMs);
  };

  #lookBy(atMs: number): void {
    if (atMs >= this.#timerMs) return;
    this.#timer?.cancel();
    this.#timerMs = atMs;
    this.#timer = this.#clock.at(atMs, this.#look);
  }

  /** The timer may be that of one which has ended since. */
  readonly #look = (): void => {
    this.#timerMs = Infinity;
    const nowMs = this.#clock.nowMs();
    for (const flight of this.#open.filter((one) => overMs(one) <= nowMs)) {
      const { untilMs, stage } = flight;
      const { lack, timeoutMs } = untilMs <= nowMs ? this.#total : this.#stages[stage];
      flight.untilMs = Infinity;
      flight.stageUntilMs = Infinity;
      flight.giveUp(new Error(`No ${lack} within ${timeoutMs} ms.`));
    }
    let nextMs = Infinity;
    for (const flight of this.#open) nextMs = Math.min(nextMs, overMs(flight));
    this.#lookBy(nextMs);
  };
}

function overMs({ untilMs, stageUntilMs }: Flight): number {
  return Math.min(untilMs, stageUntilMs);
}
