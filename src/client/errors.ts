/** The errors of a call that was sent: the exchange said no, or nobody knows what it did. */
import { HeadgateError, inMs, words } from "../errors.ts";
import type { ErrorOptions, Whose } from "../errors.ts";
import type { Item } from "../venue/endpoint.ts";

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

/** How an unknown outcome was found out. */
export type Resolution = (
  | /** It was executed: `data` is its answer, as if it had come. */
    Readonly<{ outcome: "found"; data: unknown }>
  /** It was not executed, and will not be any more. */
  | Readonly<{ outcome: "not-found" }>
  /** Of a batch: some were executed, the others not. */
  | Readonly<{ outcome: "partly" }>
  /** Nobody could say yet; `cause` is why. */
  | Readonly<{ outcome: "unknown"; cause: unknown }>
) &
  Readonly<{
    /** Of a batch: what became of each of its orders, in their order. */
    items?: readonly Resolution[];
  }>;

/** It was sent, and whether it was executed is not known. Ask the exchange before sending it again. */
export class UnknownOutcomeError extends HeadgateError {
  readonly code = "HEADGATE_UNKNOWN_OUTCOME";
  readonly retryable = false;
  readonly endpoint: string;
  /** The name by which the exchange would know the order. */
  readonly clientId: string | undefined;
  /** Of a batch: those of its orders. */
  readonly clientIds: readonly (string | undefined)[];
  readonly #resolve: UnknownOutcomeError["resolve"];

  constructor(
    at: Readonly<Pick<UnknownOutcomeError, "endpoint" | "clientIds" | "resolve">> & ErrorOptions,
  ) {
    const names = at.clientIds.filter((clientId) => clientId !== undefined);
    const named = names.length === 0 ? "" : ` (client id ${names.join(", ")})`;
    super(`${at.endpoint}${named} was sent, and no answer says whether it was executed.`, {
      cause: at.cause,
    });
    this.endpoint = at.endpoint;
    this.clientIds = at.clientIds;
    this.clientId = at.clientIds.length === 1 ? at.clientIds[0] : undefined;
    this.#resolve = at.resolve;
  }

  /**
   * Asks the exchange for the order, or each of a batch, by its client id; sends nothing else. An order that is not there is
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

function refusedMessage(at: Refused): string {
  const code = at.exchangeCode === undefined ? "" : ` code ${at.exchangeCode}`;
  const limits = at.limits.length === 0 ? "" : ` by ${at.limits.join(", ")}`;
  const whose = Object.keys(at.whose).length === 0 ? "" : ` for ${words(at.whose)}`;
  const wait = at.retryAfterMs === undefined ? "" : `, wait ${inMs(at.retryAfterMs)}`;
  return `${at.endpoint} was refused (${at.kind}, HTTP ${at.status}${code})${limits}${whose}${wait}: ${at.snippet}`;
}
