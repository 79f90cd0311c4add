/**
 * Every error class and its code. One class for each thing the caller can do about it; the message alone
 * is enough in a log, and never holds a key, a signature or a secret.
 *
 *     HeadgateError
 *       NotSentError            nothing was executed, nothing was charged
 *         WeightExceedsLimitError  WaitTooLongError  LineFullError  WithdrawnError
 *         BlockedError  ClosedError  BudgetExhaustedError
 *       RefusedError            the exchange said no
 *       UnknownOutcomeError     it may have been executed, or not
 *       AnswerTooLargeError     the answer to a read was longer than `maxAnswerBytes`
 *       InvalidCallError        the call itself is wrong
 */

/** Whom a limit counts, in words: `ip=default`, `account=maker symbol=BTCUSDT`. */
export type Whose = Readonly<Record<string, string | undefined>>;

type ErrorOptions = Readonly<{ cause?: unknown }>;

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

type Refused = Readonly<{
  endpoint: string;
  status: number;
  kind: string;
  executed: "no" | "partly" | "unknown";
  retryable: boolean;
  exchangeCode?: string | number | undefined;
  scope?: string | undefined;
  whose: Whose;
  limits: readonly string[];
  retryAfterMs?: number | undefined;
  usage: Readonly<Record<string, number>>;
  snippet: string;
  items?: readonly Item[] | undefined;
  cost: number;
  attempts: number;
  waitedMs: number;
  answer: Readonly<{ headers: Headers; body: unknown }>;
}>;

/** The exchange answered, and the answer is a no. */
export class RefusedError extends HeadgateError {
  readonly code = "HEADGATE_REFUSED";
  readonly retryable: boolean;
  readonly endpoint: string;
  readonly status: number;
  readonly kind: string;
  /** "no" only where the answer proves that nothing happened; "partly" where it says of what. */
  readonly executed: "no" | "partly" | "unknown";
  /** The exchange's own error code. */
  readonly exchangeCode: string | number | undefined;
  /** Whom it concerns: the dimension, and its value in this call. */
  readonly scope: string | undefined;
  readonly whose: Whose;
  /** The limits it names. */
  readonly limits: readonly string[];
  readonly retryAfterMs: number | undefined;
  /** What the answer reported as used, by limit. */
  readonly usage: Readonly<Record<string, number>>;
  /** The beginning of the body, for people. */
  readonly snippet: string;
  /** Of a batch: what became of each of its items, in their order. */
  readonly items: readonly Item[] | undefined;
  /** What it took after all from the endpoint's limits, all together, in their units. */
  readonly cost: number;
  /** How often it was sent. */
  readonly attempts: number;
  /** Time in line and in pauses between the attempts, ms. */
  readonly waitedMs: number;
  readonly #answer: Readonly<{ headers: Headers; body: unknown }>;

  constructor(at: Refused) {
    super(refusedMessage(at));
    this.endpoint = at.endpoint;
    this.status = at.status;
    this.kind = at.kind;
    this.executed = at.executed;
    this.retryable = at.retryable;
    this.exchangeCode = at.exchangeCode;
    this.scope = at.scope;
    this.whose = at.whose;
    this.limits = at.limits;
    this.retryAfterMs = at.retryAfterMs;
    this.usage = at.usage;
    this.snippet = at.snippet;
    this.items = at.items;
    this.cost = at.cost;
    this.attempts = at.attempts;
    this.waitedMs = at.waitedMs;
    this.#answer = at.answer;
  }

  /** The answer's headers, without what it repeats of the account's secrets. Not part of what a log shows. */
  get headers(): Headers {
    return this.#answer.headers;
  }

  /** The answer's body, parsed where it is JSON; the same holds for it. */
  get body(): unknown {
    return this.#answer.body;
  }
}

/** What became of one item of a batch. */
export type Item = Readonly<{
  executed: "yes" | "no" | "unknown";
  /** The exchange's own code for it, where it has one. */
  code?: string | number | undefined;
}>;

/** How an unknown outcome was found out. */
export type Resolution =
  /** It was executed: `data` is its answer, as if it had come. */
  | Readonly<{ outcome: "found"; data: unknown }>
  /** It was not executed, and will not be any more. */
  | Readonly<{ outcome: "not-found" }>
  /** Nobody could say yet; `cause` is why. */
  | Readonly<{ outcome: "unknown"; cause: unknown }>;

/** It was sent, and whether it was executed is not known. Ask the exchange before sending it again. */
export class UnknownOutcomeError extends HeadgateError {
  readonly code = "HEADGATE_UNKNOWN_OUTCOME";
  readonly retryable = false;
  readonly endpoint: string;
  /** The name by which the exchange would know the order. */
  readonly clientId: string | undefined;
  readonly #resolve: UnknownOutcomeError["resolve"];

  constructor(
    at: Readonly<Pick<UnknownOutcomeError, "endpoint" | "clientId" | "resolve">> & ErrorOptions,
  ) {
    const named = at.clientId === undefined ? "" : ` (client id ${at.clientId})`;
    super(`${at.endpoint}${named} was sent, and no answer says whether it was executed.`, {
      cause: at.cause,
    });
    this.endpoint = at.endpoint;
    this.clientId = at.clientId;
    this.#resolve = at.resolve;
  }

  /**
   * Asks the exchange for the order by its client id; sends nothing else. An order that is not there is
   * asked for again once it cannot come any more: only then it is "not-found". What `confirm` of its method
   * says meanwhile ends the question. Never rejects but on abort.
   *
   * @throws `signal.reason` on abort.
   *
   * @example
   * const { outcome } = await error.resolve();
   * if (outcome === "not-found") await placeAgain();
   */
  resolve(options: Readonly<{ signal?: AbortSignal }> = {}): Promise<Resolution> {
    return this.#resolve(options);
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

function inMs(waitMs: number): string {
  return waitMs === Infinity ? "no known time" : `${Math.ceil(waitMs)} ms`;
}

function refusedMessage(at: Refused): string {
  const code = at.exchangeCode === undefined ? "" : ` code ${at.exchangeCode}`;
  const limits = at.limits.length === 0 ? "" : ` by ${at.limits.join(", ")}`;
  const whose = Object.keys(at.whose).length === 0 ? "" : ` for ${words(at.whose)}`;
  const wait = at.retryAfterMs === undefined ? "" : `, wait ${inMs(at.retryAfterMs)}`;
  return `${at.endpoint} was refused (${at.kind}, HTTP ${at.status}${code})${limits}${whose}${wait}: ${at.snippet}`;
}
