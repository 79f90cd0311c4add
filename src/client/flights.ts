/**
 * The requests of a client that are on the wire. Each is given up when its time is over or its caller wants
 * no more of it.
 *
 *     start -> connecting -> headers -> body -> end
 *                 '- abort of its caller, time over -> given up, once
 *
 * All have the same times, so the first that enters a stage is the first whose time is over: one timer does
 * for all. An AbortSignal is made only for a transport that asks for one, since it costs as much as a gate.
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

/** A request on its way, as the one who sends it sees it. */
export class Flight {
  readonly follows: AbortSignal | undefined;
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
  readonly #total: Deadlines;
  readonly #stages: Readonly<Record<"connect" | "headers" | "body", Deadlines>>;
  readonly #aborts = new Aborts<Flight>((flights, reason) => {
    for (const flight of flights) flight.giveUp(reason);
  });

  constructor(clock: Clock, { connectMs, headersMs, bodyMs, totalMs = 10_000 }: Timeouts) {
    const stage = (lack: string, timeoutMs = totalMs): Deadlines =>
      // What may take as long as all of it needs no time of its own.
      new Deadlines(clock, { lack, timeoutMs: timeoutMs < totalMs ? timeoutMs : Infinity });
    this.#clock = clock;
    this.#total = new Deadlines(clock, { lack: "answer", timeoutMs: totalMs });
    this.#stages = {
      connect: stage("connection", connectMs),
      headers: stage("headers", headersMs),
      body: stage("end of the answer", bodyMs),
    };
  }

  start(nowMs: number, signal: AbortSignal | undefined): Flight {
    const flight = new Flight(signal, this.#course);
    this.#total.start(flight, nowMs);
    this.#stages.connect.start(flight, nowMs);
    if (signal !== undefined) this.#aborts.follow(signal, flight);
    return flight;
  }

  end(flight: Flight): void {
    this.#total.end(flight);
    this.#leaveStages(flight);
    if (flight.follows !== undefined) this.#aborts.unfollow(flight.follows, flight);
  }

  readonly #course: Course = (flight, stage) => {
    // One that has ended, or was given up, may still hear from its socket.
    if (!this.#total.has(flight)) return;
    this.#leaveStages(flight);
    this.#stages[stage].start(flight, this.#clock.nowMs());
  };

  #leaveStages(flight: Flight): void {
    this.#stages.connect.end(flight);
    this.#stages.headers.end(flight);
    this.#stages.body.end(flight);
  }
}

/** Flights that all have the same time. */
class Deadlines {
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #lack: string;
  /** In the order in which they started, with the ends of their times. */
  readonly #open = new Map<Flight, number>();
  #timer: Timer | undefined;

  constructor(clock: Clock, { timeoutMs, lack }: Readonly<{ timeoutMs: number; lack: string }>) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
    this.#lack = lack;
  }

  has(flight: Flight): boolean {
    return this.#open.has(flight);
  }

  start(flight: Flight, nowMs: number): void {
    const untilMs = nowMs + this.#timeoutMs;
    this.#open.set(flight, untilMs);
    if (untilMs < Infinity) this.#timer ??= this.#clock.at(untilMs, this.#look);
  }

  end(flight: Flight): void {
    if (!this.#open.delete(flight) || this.#open.size > 0) return;
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  /** The timer is that of one which may have ended since. */
  readonly #look = (): void => {
    this.#timer = undefined;
    const nowMs = this.#clock.nowMs();
    for (const [flight, untilMs] of this.#open) {
      if (untilMs > nowMs) {
        this.#timer = this.#clock.at(untilMs, this.#look);
        return;
      }
      this.#open.delete(flight);
      flight.giveUp(new Error(`No ${this.#lack} within ${this.#timeoutMs} ms.`));
    }
  };
}
