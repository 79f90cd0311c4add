/**
 * The requests of a client that are on the wire. Each is given up when its time is over or its caller wants
 * no more of it.
 *
 *     start -> on the wire -> end
 *                 '- abort of its caller, time over -> given up, once
 *
 * All have the same time, so the first that started is the first whose time is over: one timer does for
 * all. An AbortSignal is made only for a transport that asks for one, since it costs as much as a gate.
 */
import type { Clock, Timer } from "../clock.ts";
import { Aborts } from "../gate/aborts.ts";

/** A request on its way, as the one who sends it sees it. */
export class Flight {
  readonly untilMs: number;
  readonly follows: AbortSignal | undefined;
  #givenUp: Readonly<{ reason: unknown }> | undefined;
  #told: ((reason: unknown) => void) | undefined;

  constructor(untilMs: number, follows?: AbortSignal) {
    this.untilMs = untilMs;
    this.follows = follows;
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
}

/** The same as a signal. */
export function signalOf(flight: Flight): AbortSignal {
  const controller = new AbortController();
  flight.onGivenUp((reason) => controller.abort(reason));
  return controller.signal;
}

export class Flights {
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  /** In the order in which they started. */
  readonly #open = new Set<Flight>();
  readonly #aborts = new Aborts<Flight>((flights, reason) => {
    for (const flight of flights) flight.giveUp(reason);
  });
  #timer: Timer | undefined;

  constructor(clock: Clock, timeoutMs: number) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
  }

  start(nowMs: number, signal: AbortSignal | undefined): Flight {
    const flight = new Flight(nowMs + this.#timeoutMs, signal);
    this.#open.add(flight);
    if (signal !== undefined) this.#aborts.follow(signal, flight);
    this.#timer ??= this.#clock.at(flight.untilMs, this.#look);
    return flight;
  }

  end(flight: Flight): void {
    this.#open.delete(flight);
    if (flight.follows !== undefined) this.#aborts.unfollow(flight.follows, flight);
    if (this.#open.size > 0) return;
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  /** The timer is that of one which may have ended since. */
  readonly #look = (): void => {
    this.#timer = undefined;
    const nowMs = this.#clock.nowMs();
    for (const flight of this.#open) {
      if (flight.untilMs > nowMs) {
        this.#timer = this.#clock.at(flight.untilMs, this.#look);
        return;
      }
      this.#open.delete(flight);
      flight.giveUp(new Error(`No answer within ${this.#timeoutMs} ms.`));
    }
  };
}
