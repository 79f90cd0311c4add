/**
 * After an attempt that failed: again, or a typed error. Only what was certainly not executed is tried again,
 * or what may be executed twice; and only within what a call, and all calls of an address, may try.
 */
import { AnswerTooLargeError, BudgetExhaustedError } from "../errors.ts";
import type { HeadgateError } from "../errors.ts";
import type { Permit } from "../gate/permit.ts";
import type { Rejection } from "../venue/refusals.ts";
import type { RefusedError } from "./errors.ts";
import type { Desk, Prepared } from "./prepare.ts";
import { Failure, backOffMs } from "./retry.ts";
import { TransportError } from "./transport.ts";
import { unknownOutcome } from "./unknown-outcome.ts";

/** What is known of a call over its attempts. */
export type Attempts = {
  readonly startedMs: number;
  readonly maxWaitMs: number;
  /** Which one it is, from 1. */
  count: number;
  /** In line and in pauses. */
  waitedMs: number;
  /** One of them may have been executed, for all that is known. */
  unproven: boolean;
  /** How often its timestamp was refused. */
  misdated: number;
  /** What the last one ended with. */
  failed: unknown;
};

export function newAttempts(startedMs: number, maxWaitMs: number): Attempts {
  const none = { count: 1, waitedMs: 0, misdated: 0, unproven: false, failed: undefined };
  return { startedMs, maxWaitMs, ...none };
}

/** No answer came: never sent, or sent and perhaps executed. */
export function unanswered(
  desk: Desk,
  call: Prepared,
  at: Readonly<{
    error: unknown;
    permit: Permit;
    sentMs: number;
    attempts: Attempts;
    signal: AbortSignal | undefined;
  }>,
): Failure {
  const { error, permit, sentMs, attempts, signal } = at;
  const sent = !(error instanceof TransportError) || error.sent;
  if (sent) permit.lose();
  else permit.release();
  // Of what never arrived, or changes nothing, it does not matter whether it did.
  const harmless = !sent || call.endpoint.idempotent;
  if (signal?.aborted === true && harmless) return new Failure(signal.reason);
  // It would be as long the next time.
  if (harmless && isTooLarge(error)) return new Failure(error.cause);
  if (sent && call.endpoint.changes) attempts.unproven = true;
  attempts.failed = failedBy(desk, call, { error, sent, sentMs, attempts });
  if (!harmless) return new Failure(attempts.failed);
  const pauseMs = backOffMs(attempts.count, 0, desk.random());
  return new Failure(attempts.failed, again(desk, call, attempts, pauseMs));
}

function isTooLarge(error: unknown): error is TransportError {
  return error instanceof TransportError && error.cause instanceof AnswerTooLargeError;
}

function failedBy(
  desk: Desk,
  call: Prepared,
  at: Readonly<{ error: unknown; sent: boolean; sentMs: number; attempts: Attempts }>,
): HeadgateError {
  const { error: cause, sentMs, attempts } = at;
  // One of the attempts before may have arrived, where this one has not.
  if (at.sent || attempts.unproven) return unknownOutcome(desk, call, { sentMs, cause });
  return new BudgetExhaustedError({ endpoint: call.name, attempts: attempts.count, cause });
}

/** What the attempts have done so far, all together, after an answer that says what the last one did. */
export function executedOverAll(
  call: Prepared,
  attempts: Attempts,
  executed: RefusedError["executed"],
): RefusedError["executed"] {
  if (executed === "no") return attempts.unproven ? "unknown" : "no";
  if (call.endpoint.changes) attempts.unproven = true;
  return executed;
}

/** What a refusal means for this call: again after the pause its limits now keep, or the end. */
export function refusal(
  desk: Desk,
  call: Prepared,
  at: Readonly<{ rejection: Rejection; error: RefusedError; sentMs: number; attempts: Attempts }>,
): Failure {
  const { rejection, error, sentMs, attempts } = at;
  attempts.failed = error;
  if (error.executed === "no" || call.endpoint.idempotent)
    return new Failure(error, afterRefusal(desk, call, { rejection, attempts }));
  // What is known in part is known.
  if (error.executed === "partly") return new Failure(error);
  return new Failure(unknownOutcome(desk, call, { sentMs, cause: error }));
}

function afterRefusal(
  desk: Desk,
  call: Prepared,
  { rejection, attempts }: Readonly<{ rejection: Rejection; attempts: Attempts }>,
): number | undefined {
  switch (rejection.kind) {
    // The buckets hold the pause, and are its budget: the next attempt lines up behind it.
    case "quota":
      return isInTime(desk, attempts, 0) ? 0 : undefined;
    // A new signature has the new time: there is nothing to wait for.
    case "timestamp":
      return again(desk, call, attempts, 0);
    case "overload":
    case "fault": {
      const pauseMs = backOffMs(attempts.count, rejection.waitMs ?? 0, desk.random());
      return again(desk, call, attempts, pauseMs);
    }
    case "ban":
    case "firewall":
    case "credentials":
    case "request":
      return undefined;
  }
}

/** Takes another attempt from all budgets; how long to wait before it, or `undefined` where there is none. */
function again(desk: Desk, call: Prepared, attempts: Attempts, waitMs: number): number | undefined {
  if (!isInTime(desk, attempts, waitMs)) return undefined;
  if (!desk.retries.at(call.egress).take(desk.maxRetries)) return undefined;
  attempts.waitedMs += waitMs;
  return waitMs;
}

/** Whether the call's own bounds leave room for another attempt. */
function isInTime(desk: Desk, attempts: Attempts, waitMs: number): boolean {
  if (attempts.count >= desk.maxAttempts) return false;
  if (attempts.waitedMs + waitMs > attempts.maxWaitMs) return false;
  return desk.clock.nowMs() + waitMs <= attempts.startedMs + desk.maxRetryMs;
}
