/**
 * The end of an attempt that was answered: the answer is read, the permit is settled with it, and the caller
 * gets it, or the error that it means.
 */
import type { Permit } from "../gate/permit.ts";
import type { Scope } from "../limits/limit.ts";
import type { Answer } from "../venue/endpoint.ts";
import { fits } from "../venue/refusals.ts";
import type { Outgoing } from "../venue/signing.ts";
import type { Answered } from "./call.ts";
import type { Carried } from "./carrier.ts";
import { executedOverAll, refusal } from "./decide.ts";
import type { Attempts } from "./decide.ts";
import type { Desk, Prepared } from "./prepare.ts";
import { refusedError } from "./refused.ts";
import { Failure } from "./retry.ts";
import { unknownOutcome } from "./unknown-outcome.ts";
import { judge } from "./verdict.ts";
import type { Verdict } from "./verdict.ts";
import type { Watch } from "./weights.ts";
import { answerOf } from "./wire.ts";

/** What went out at `sentMs`, and what came back. */
export type Sent = Readonly<{ answer: Carried; sentMs: number; request: Outgoing }>;

/** Reads the answer, settles the permit with it, and decides what the caller gets. */
export function conclude(
  desk: Desk,
  call: Prepared,
  got: Readonly<{ sent: Sent; permit: Permit; watched: Watch; attempts: Attempts }>,
): Answered<unknown> {
  const { sent, permit, attempts } = got;
  const { sentMs } = sent;
  const answer = answerOf(sent.answer);
  const said = verdict(desk, call, { answer, permit, sentMs });
  const { rejection, stamp, reports, changed, cost, items } = said;
  const nowMs = desk.clock.nowMs();
  desk.venueClock.answered(stamp, { sentMs, rejected: rejection?.kind });
  // First the limit: what remains of it is read against it.
  for (const [name, max] of Object.entries(changed)) desk.gate.adopt(name, max, toldTo(call));
  // To be told that an order is not there is an answer.
  const error = isAbsence(desk, call, answer) ? undefined : rejection;
  const { maxErrors } = desk;
  const errors = desk.breaker.answered(call, { rejection: error, nowMs, maxErrors });
  permit.settle(errors === undefined ? reports : { ...reports, ...errors });
  if (rejection !== undefined) {
    const executed = executedOverAll(call, attempts, said.executed);
    const refused = refusedError(desk, call, { ...said, ...sent, rejection, executed, attempts });
    if (rejection.kind === "timestamp") attempts.misdated += 1;
    throw refusal(desk, call, { rejection, error: refused, sentMs, attempts });
  }
  // What was refused may not have been counted as what it is.
  got.watched.answered(reports);
  desk.retries.at(call.egress).answered();
  const { status } = answer;
  const { headers } = sent.answer;
  const { count, waitedMs } = attempts;
  const data = checkAnswer(desk, call, answer);
  const full = { data, status, headers, cost, waitedMs, attempts: count };
  return items === undefined ? full : { ...full, items };
}

function isAbsence({ venue }: Desk, { absences }: Prepared, answer: Answer): boolean {
  return absences.some((absence) => fits(absence, answer, venue.code?.(answer)));
}

/** A public answer speaks of everybody's limits, another one of those of its account. */
function toldTo({ caller, scope }: Prepared): Scope {
  return caller === undefined ? {} : { account: scope["account"], apiKey: scope["apiKey"] };
}

/** A declaration that cannot read an answer must not make it look as if nothing had been sent. */
function verdict(
  desk: Desk,
  call: Prepared,
  { answer, permit, sentMs }: Readonly<{ answer: Answer; permit: Permit; sentMs: number }>,
): Verdict {
  try {
    const { venue, settings, clock, gate } = desk;
    return judge(venue, call, { answer, wallMs: clock.wallMs(), settings, gate });
  } catch (error) {
    permit.lose();
    throw new Failure(unknownOutcome(desk, call, { sentMs, cause: error }));
  }
}

/** What was accepted is never turned into a failure: an answer that does not fit is said, and returned. */
function checkAnswer(desk: Desk, call: Prepared, answer: Answer): unknown {
  if (!desk.checkAnswers) return answer.body;
  const parsed = call.endpoint.answer.safeParse(answer.body);
  if (parsed.success) return parsed.data;
  const at = parsed.error.issues[0];
  desk.events.sayOnce(
    `${desk.venue.name}: an answer of ${call.name} does not fit its schema at ${at?.path.join(".") || "its root"}: ${at?.message}`,
  );
  return answer.body;
}
