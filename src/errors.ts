/**
 * Every error class and its code. One class for each thing the caller can do about it; the message alone
 * is enough in a log, and never holds a key, a signature or a secret.
 *
 *     HeadgateError
 *       NotSentError            nothing was executed, nothing was charged
 *         WeightExceedsLimitError  WaitTooLongError  LineFullError  WithdrawnError
 *         BlockedError  ClosedError  BudgetExhaustedError
 *       RefusedError            the exchange said no, see client/errors.ts
 *       UnknownOutcomeError     it may have been executed, or not
 *       AnswerTooLargeError     the answer to a read was longer than `maxAnswerBytes`
 *       InvalidCallError        the call itself is wrong
 */

/** Whom a limit counts, in words: `ip=default`, `account=maker symbol=BTCUSDT`. */
export type Whose = Readonly<Record<string, string | undefined>>;

export type ErrorOptions = Readonly<{ cause?: unknown }>;

/** The mark by which errors of another installed copy are known. */
const mark = Symbol.for("headgate.error");

export abstract class HeadgateError extends Error {
  /** Never changes, for programs to decide by. */
  abstract readonly code: `HEADGATE_${string}`;
  /** The same call may succeed later without any change. */
  abstract readonly retryable: boolean;
  readonly [mark] = true;

  /** Also true for the errors of another installed copy of headgate. */
  static is(error: unknown): error is HeadgateError {
    return typeof error === "object" && error !== null && mark in error;
  }

  override get name(): string {
    return this.constructor.name;
  }
}

/** Nothing was sent, so nothing was executed and nothing stays charged. */
export abstract class NotSentError extends HeadgateError {}

/** No wait could ever be long enough: the call is heavier than what is planned of a limit. */
export class WeightExceedsLimitError extends NotSentError {
  readonly code = "HEADGATE_WEIGHT_EXCEEDS_LIMIT";
  readonly retryable = false;
  readonly limit: string;
  readonly whose: Whose;
  readonly weight: number;
  /** The heaviest call that could pass. */
  readonly most: number;

  constructor(at: Readonly<{ limit: string; whose: Whose; weight: number; most: number }>) {
    super(
      `A weight of ${at.weight} can never pass ${at.limit} (${words(at.whose)}): at most ${at.most} is planned.`,
    );
    this.limit = at.limit;
    this.whose = at.whose;
    this.weight = at.weight;
    this.most = at.most;
  }
}

/** It would have waited longer than `maxWaitMs`. */
export class WaitTooLongError extends NotSentError {
  readonly code = "HEADGATE_WAIT_TOO_LONG";
  readonly retryable = true;
  /** The limit that it waited for, where one is known. */
  readonly limit: string | undefined;
  readonly whose: Whose;
  readonly maxWaitMs: number;
  /** How much longer it would have been; `Infinity` where only an answer can make room. */
  readonly waitMs: number;

  constructor(at: Readonly<{ limit?: string; whose?: Whose; maxWaitMs: number; waitMs: number }>) {
    const forWhat = at.limit === undefined ? "the line" : `${at.limit} (${words(at.whose ?? {})})`;
    super(
      `Waiting for ${forWhat} would take ${inMs(at.waitMs)} more, and maxWaitMs is ${at.maxWaitMs}.`,
    );
    this.limit = at.limit;
    this.whose = at.whose ?? {};
    this.maxWaitMs = at.maxWaitMs;
    this.waitMs = at.waitMs;
  }
}

/** The line of this priority has no place left. */
export class LineFullError extends NotSentError {
  readonly code = "HEADGATE_LINE_FULL";
  readonly retryable = true;
  readonly priority: string;
  /** How many wait in it. */
  readonly length: number;
  /** About how long a place at its end would wait. */
  readonly waitMs: number;

  constructor(at: Readonly<{ priority: string; length: number; waitMs: number }>) {
    super(
      `The line of priority ${at.priority} is full: ${at.length} wait, for about ${inMs(at.waitMs)}.`,
    );
    this.priority = at.priority;
    this.length = at.length;
    this.waitMs = at.waitMs;
  }
}

/** Somebody took it out of the line. */
export class WithdrawnError extends NotSentError {
  readonly code = "HEADGATE_WITHDRAWN";
  readonly retryable = false;
  readonly id: string;

  constructor(id: string) {
    super(`The call "${id}" was withdrawn from the line.`);
    this.id = id;
  }
}

/** Nothing may go through a limit or a scope for longer than a call waits: a ban, a very long pause. */
export class BlockedError extends NotSentError {
  readonly code = "HEADGATE_BLOCKED";
  readonly retryable = true;
  readonly limit: string;
  readonly whose: Whose;
  readonly waitMs: number;
  /** When it ends, in epoch ms by this machine's calendar. */
  readonly untilMs: number;

  constructor(at: Readonly<{ limit: string; whose: Whose; waitMs: number; untilMs: number }>) {
    super(`${at.limit} (${words(at.whose)}) is blocked for ${inMs(at.waitMs)}.`);
    this.limit = at.limit;
    this.whose = at.whose;
    this.waitMs = at.waitMs;
    this.untilMs = at.untilMs;
  }
}

/** The client or gate was closed. */
export class ClosedError extends NotSentError {
  readonly code = "HEADGATE_CLOSED";
  readonly retryable = false;

  constructor() {
    super("The gate is closed.");
  }
}

/** All tries are used up, and the last one was never sent. */
export class BudgetExhaustedError extends NotSentError {
  readonly code = "HEADGATE_BUDGET_EXHAUSTED";
  readonly retryable = true;
  readonly attempts: number;

  constructor(at: Readonly<{ endpoint: string; attempts: number }> & ErrorOptions) {
    super(`${at.endpoint} could not be sent in ${at.attempts} attempts.`, { cause: at.cause });
    this.attempts = at.attempts;
  }
}

/** The answer was longer than `maxAnswerBytes`, and was not read to its end. */
export class AnswerTooLargeError extends HeadgateError {
  readonly code = "HEADGATE_ANSWER_TOO_LARGE";
  readonly retryable = false;
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The answer is longer than ${maxBytes} bytes, and was given up.`);
    this.maxBytes = maxBytes;
  }
}

/** The call is wrong as it stands: a parameter, an endpoint, missing credentials. */
export class InvalidCallError extends HeadgateError {
  readonly code = "HEADGATE_INVALID_CALL";
  readonly retryable = false;

  constructor(message: string, options: ErrorOptions = {}) {
    super(message, options);
  }
}

/** A scope as a message shows it. */
export function words(whose: Whose): string {
  const parts = Object.entries(whose).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  );
  return parts.length === 0 ? "everybody" : parts.join(" ");
}

/** A wait as a message shows it. */
export function inMs(waitMs: number): string {
  return waitMs === Infinity ? "no known time" : `${Math.ceil(waitMs)} ms`;
}
