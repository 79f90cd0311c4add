/** After an attempt that failed: again, or a typed error. Only what was certainly not executed is tried again. */
import { AnswerTooLargeError, BudgetExhaustedError, UnknownOutcomeError } from "../errors.ts";
import type { Permit } from "../gate/permit.ts";
import type { Rejection } from "../venue/refusals.ts";
import type { Desk, Prepared } from "./prepare.ts";
import { Failure, backOffMs } from "./retry.ts";
import { TransportError } from "./transport.ts";
import { clientIdOf } from "./waiting-orders.ts";

/** No answer came: never sent, or sent and perhaps executed. */
export function unanswered(
  desk: Desk,
  call: Prepared,
  at: Readonly<{
    error: unknown;
    permit: Permit;
    attempt: number;
    signal: AbortSignal | undefined;
  }>,
): Failure {
  const { error, permit, attempt, signal } = at;
  const sent = !(error instanceof TransportError) || error.sent;
  if (sent) permit.lose();
  else permit.release();
  // Of what never arrived, or changes nothing, it does not matter whether it did.
  const harmless = !sent || call.endpoint.idempotent;
  if (signal?.aborted === true && harmless) return new Failure(signal.reason);
  const backOff = backOffMs(attempt, 0, desk.random());
  if (!sent) {
    const { name: endpoint } = call;
    return new Failure(
      new BudgetExhaustedError({ endpoint, attempts: attempt, cause: error }),
      backOff,
    );
  }
  const cause = error instanceof TransportError ? error.cause : error;
  // It would be as long the next time.
  if (harmless && cause instanceof AnswerTooLargeError) return new Failure(cause);
  const unknown = unknownOutcome(call, error);
  return harmless ? new Failure(unknown, backOff) : new Failure(unknown);
}

/** Sent, and nobody can say what became of it. */
export function unknownOutcome(call: Prepared, cause: unknown): UnknownOutcomeError {
  return new UnknownOutcomeError({ endpoint: call.name, clientId: clientIdOf(call), cause });
}

/** What a refusal means for this call: again after the pause its limits now keep, or the end. */
export function refusal(
  desk: Desk,
  call: Prepared,
  at: Readonly<{ rejection: Rejection; error: Error; attempt: number }>,
): Failure {
  const { rejection, error, attempt } = at;
  const safe = rejection.executed === "no" || call.endpoint.idempotent;
  if (!safe) return new Failure(unknownOutcome(call, error));
  switch (rejection.kind) {
    // The buckets hold the pause: the next attempt lines up behind it. A new signature has the new time.
    case "quota":
    case "timestamp":
      return new Failure(error, 0);
    case "overload":
    case "fault":
      return new Failure(error, backOffMs(attempt, rejection.waitMs ?? 0, desk.random()));
    case "ban":
    case "firewall":
    case "credentials":
    case "request":
      return new Failure(error);
  }
}
