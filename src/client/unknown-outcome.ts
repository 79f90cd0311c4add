/**
 * Orders whose fate is not known, and how it is found out. Nothing is sent again on a guess.
 *
 *     sent, no answer -> ask by its client id -> there:                             found
 *                             ^               -> not there, and may still come:     wait
 *                             '---------------------------------------------------------'
 *                                             -> not there, too late to come:       not found
 *     confirmed by somebody else meanwhile:                                         found
 */
import { InvalidCallError, RefusedError, UnknownOutcomeError } from "../errors.ts";
import type { Resolution } from "../errors.ts";
import type { Answer } from "../venue/endpoint.ts";
import { fits } from "../venue/refusals.ts";
import { dateMs } from "../venue/retry-after.ts";
import type { Answered } from "./call.ts";
import { headersOf } from "./headers.ts";
import { prepare } from "./prepare.ts";
import type { Caller, Desk, Prepared } from "./prepare.ts";
import { routeOf } from "./route.ts";
import { clientIdOf } from "./waiting-orders.ts";

/** Sent at `sentMs`, and nobody can say what became of it. */
export function unknownOutcome(
  desk: Desk,
  call: Prepared,
  at: Readonly<{ sentMs: number; cause: unknown }>,
): UnknownOutcomeError {
  return new UnknownOutcomeError({
    endpoint: call.name,
    clientId: clientIdOf(call),
    cause: at.cause,
    resolve: (options) => resolve(desk, call, { sentMs: at.sentMs, signal: options?.signal }),
  });
}

/**
 * Sends an order, and finds out what became of it where that is unknown: one that is there is answered for,
 * one that certainly is not is sent again, unless it was cancelled meanwhile.
 */
export async function withResolution(
  desk: Desk,
  call: Prepared,
  signal: AbortSignal | undefined,
  send: () => Promise<Answered<unknown>>,
): Promise<Answered<unknown>> {
  for (let sends = 1; ; sends += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof UnknownOutcomeError)) throw error;
      const resolution = await resolutionOf(desk, call, { error, signal });
      if (resolution.outcome === "found") return answeredFor(resolution.data, sends);
      if (resolution.outcome === "unknown" || sends >= desk.maxAttempts) throw error;
    }
  }
}

/** An abort leaves an outcome as unknown as it is; so does a cancel, of which the exchange knows more. */
async function resolutionOf(
  desk: Desk,
  call: Prepared,
  { error, signal }: Readonly<{ error: UnknownOutcomeError; signal: AbortSignal | undefined }>,
): Promise<Resolution> {
  const cancelled = new AbortController();
  const forget = desk.orders.doubt(call, () => cancelled.abort());
  const signals = signal === undefined ? [cancelled.signal] : [cancelled.signal, signal];
  try {
    return await error.resolve({ signal: AbortSignal.any(signals) });
  } catch (cause) {
    return { outcome: "unknown", cause };
  } finally {
    forget?.();
  }
}

/** No answer of its own ever came. */
function answeredFor(data: unknown, attempts: number): Answered<unknown> {
  return { data, status: 0, headers: {}, cost: 0, waitedMs: 0, attempts };
}

async function resolve(
  desk: Desk,
  call: Prepared,
  { sentMs, signal }: Readonly<{ sentMs: number; signal: AbortSignal | undefined }>,
): Promise<Resolution> {
  signal?.throwIfAborted();
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  signal?.addEventListener("abort", abort, { once: true });
  let confirmed: Readonly<{ data: unknown }> | undefined;
  const forget = desk.confirmations.expect(call, (data) => {
    confirmed = { data };
    stop.abort();
  });
  try {
    return await ask(desk, call, { sentMs, signal: stop.signal });
  } catch (cause) {
    if (confirmed !== undefined) return { outcome: "found", ...confirmed };
    signal?.throwIfAborted();
    return { outcome: "unknown", cause };
  } finally {
    forget();
    signal?.removeEventListener("abort", abort);
  }
}

/** Asks until the answer is final. */
async function ask(
  desk: Desk,
  call: Prepared,
  { sentMs, signal }: Readonly<{ sentMs: number; signal: AbortSignal }>,
): Promise<Resolution> {
  const { outcome } = call.endpoint;
  if (outcome === undefined || clientIdOf(call) === undefined) {
    throw new InvalidCallError(`${call.name} declares nothing to ask what became of it.`);
  }
  const lateMs = sentMs + outcome.settleMs(call.params);
  for (;;) {
    // Read before it is asked: what comes after the exchange has looked is not seen.
    const tooLate = desk.clock.nowMs() >= lateMs;
    const found = await show(desk, call, { sentMs, signal });
    if (found !== undefined) return { outcome: "found", data: outcome.answer(found) };
    if (tooLate) return { outcome: "not-found" };
    await desk.clock.sleep(Math.max(0, lateMs - desk.clock.nowMs()), signal);
  }
}

/** The order as the exchange shows it; `undefined` where it says that there is none. */
async function show(
  desk: Desk,
  { endpoint: { outcome }, params, caller }: Prepared,
  { sentMs, signal }: Readonly<{ sentMs: number; signal: AbortSignal }>,
): Promise<Answer | undefined> {
  if (outcome === undefined) return undefined;
  const { notFound } = outcome;
  const known = (answer: Answer): boolean =>
    notFound === undefined || !fits(notFound, answer, desk.venue.code?.(answer));
  const isOlder = (answer: Answer): boolean => {
    const serverMs = dateMs(answer) ?? -Infinity;
    const ageMs = serverMs - (outcome.placedMs?.(answer) ?? Infinity);
    return ageMs > desk.clock.nowMs() - sentMs + skewMs;
  };
  try {
    const asked = prepare(desk, routeOf(desk, outcome.ask, caller), outcome.by(params));
    const full = await desk.perform(asked, { priority: "urgent", signal });
    const answer = answerWith(full.status, headersOf(full.headers), full.data);
    return known(answer) && !isOlder(answer) ? answer : undefined;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    // Most exchanges say that there is none by a refusal.
    if (known(answerWith(error.status, error.headers, error.body))) throw error;
    return undefined;
  }
}

/** So far apart the clocks of an exchange's front door and of its matching engine may be. */
const skewMs = 1_000;

function answerWith(status: number, headers: Headers, body: unknown): Answer {
  return { status, header: (name) => headers.get(name) ?? undefined, body };
}

/** What is told of orders from elsewhere, by a socket for instance, to those who wait to learn their fate. */
export class Confirmations {
  readonly #expected = new Map<string, Set<(data: unknown) => void>>();

  /** Calls back when the order of this call is confirmed. Returns the way out. */
  expect(call: Prepared, confirmed: (data: unknown) => void): () => void {
    const key = keyOf(call.name, call.caller, clientIdOf(call));
    const known = this.#expected.get(key) ?? new Set();
    this.#expected.set(key, known.add(confirmed));
    return () => {
      known.delete(confirmed);
      if (known.size === 0 && this.#expected.get(key) === known) this.#expected.delete(key);
    };
  }

  /** True where somebody waited for it. */
  confirm(
    of: Readonly<{ name: string; caller: Caller; clientId: string }>,
    data: unknown,
  ): boolean {
    const expected = this.#expected.get(keyOf(of.name, of.caller, of.clientId)) ?? new Set();
    for (const confirmed of expected) confirmed(data);
    return expected.size > 0;
  }
}

function keyOf(name: string, caller: Caller, clientId: string | undefined): string {
  return JSON.stringify([name, caller?.name, clientId]);
}
