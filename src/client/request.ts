/**
 * The life of one request, from the line on.
 *
 *     prepared -> [ line up -> permit -> sign -> send -> read -> settle -> decide ]
 *                      '------------- again, only if nothing was executed -----------'
 *
 * The permit comes before the signature, so that a timestamp never grows old in line; each attempt takes
 * a permit and is signed anew.
 */
import { InvalidCallError, NotSentError, WithdrawnError } from "../errors.ts";
import { wrongWait } from "../gate/bounds.ts";
import type { WaitOptions } from "../gate/gate.ts";
import type { Permit } from "../gate/permit.ts";
import type { Scope } from "../limits/limit.ts";
import type { Answer } from "../venue/endpoint.ts";
import type { Outgoing } from "../venue/signing.ts";
import type { Answered } from "./call.ts";
import type { Carried } from "./carrier.ts";
import { refusal, unanswered, unknownOutcome } from "./decide.ts";
import type { Caller, Desk, Prepared } from "./prepare.ts";
import { Failure, withRetries } from "./retry.ts";
import { redacted, secretsIn } from "./secrets.ts";
import { judge, refusedError } from "./verdict.ts";
import type { Verdict } from "./verdict.ts";
import type { Watch } from "./weights.ts";
import { answerOf } from "./wire.ts";

export type CallOptions = WaitOptions &
  Readonly<{
    onLimited?: "wait" | "reject";
    /**
     * Equal reads that are in line or in flight share one call and one answer, which nobody may change:
     * it is the same object for all. Abort and `maxWaitMs` stay each caller's own.
     * @default as its endpoint says
     */
    coalesce?: boolean;
  }>;

/** A call that changes something is worth less the later it comes. */
const changeMaxWaitMs = 5_000;

const snippetLength = 200;

/** Sends a prepared call, as often as it may be sent; or shares the answer of an equal one. */
export async function perform(
  desk: Desk,
  call: Prepared,
  options: CallOptions,
): Promise<Answered<unknown>> {
  if (!(options.coalesce ?? call.endpoint.coalesce)) return performAlone(desk, call, options);
  const { caller, egress, endpoint, name, outgoing } = call;
  if (endpoint.changes)
    throw new InvalidCallError(`${name} changes something: calls of it are never one call.`);
  const { priority = endpoint.priority, signal } = options;
  const maxWaitMs = longestWait(call, options);
  const wrong = wrongWait(priority, maxWaitMs);
  if (wrong !== undefined) throw wrong;
  const by = [name, caller?.name, egress, outgoing.url.href, outgoing.body, call.params];
  return desk.shared.join({
    key: JSON.stringify(by),
    priority,
    maxWaitMs,
    signal,
    estimateMs: () => desk.gate.estimate(call.draws, { priority }).waitMs,
    run: (run) => performAlone(desk, call, { ...options, ...run, maxWaitMs: Infinity }),
  });
}

function longestWait(call: Prepared, { maxWaitMs, onLimited }: CallOptions): number {
  if (onLimited === "reject") return 0;
  return maxWaitMs ?? (call.endpoint.changes ? changeMaxWaitMs : Infinity);
}

/** What is known of a call over its attempts. */
type Attempts = { waitedMs: number; refused: unknown; unproven: boolean };

async function performAlone(
  desk: Desk,
  call: Prepared,
  options: CallOptions & Readonly<{ granted?: () => void }>,
): Promise<Answered<unknown>> {
  const { clock, maxAttempts } = desk;
  const maxWaitMs = longestWait(call, options);
  const attempts: Attempts = { waitedMs: 0, refused: undefined, unproven: false };
  return withRetries(
    (attempt) => {
      // What is left may be less than nothing; what was asked for is for the gate to check.
      const leftMs = attempt === 1 ? maxWaitMs : Math.max(0, maxWaitMs - attempts.waitedMs);
      return once(desk, call, { options, maxWaitMs: leftMs, attempt, attempts });
    },
    { maxAttempts, clock, signal: options.signal },
  );
}

type Attempt = Readonly<{
  options: CallOptions & Readonly<{ granted?: () => void }>;
  /** What is left of it. */
  maxWaitMs: number;
  attempt: number;
  attempts: Attempts;
}>;

/** One attempt. Everything that fails before the wire gives the permit back by leaving here. */
async function once(desk: Desk, call: Prepared, by: Attempt): Promise<Answered<unknown>> {
  const { options, attempt, attempts } = by;
  using permit = await lineUp(desk, call, by);
  options.granted?.();
  attempts.waitedMs += permit.waitedMs;
  // Until an answer says that it was not executed.
  attempts.unproven = true;
  using watched = desk.weights.watch(call.draws, desk.events);
  const sent = await send(desk, call, { permit, attempt, signal: options.signal });
  return conclude(desk, call, { sent, permit, watched, attempt, attempts });
}

/** A place in line for one attempt. A later one that cannot go tells what the exchange had said. */
async function lineUp(desk: Desk, call: Prepared, by: Attempt): Promise<Permit> {
  const { options, maxWaitMs, attempts: before } = by;
  const { signal, id = [], priority = call.endpoint.priority } = options;
  const withdrawn = desk.orders.withdraw(call);
  if (withdrawn !== undefined) throw new Failure(new WithdrawnError(withdrawn));
  // One that may have been executed is for the exchange to cancel.
  const waiting = before.unproven ? undefined : desk.orders.enter(desk.gate, call);
  try {
    return await desk.gate.acquire(call.draws, {
      priority,
      maxWaitMs,
      signal,
      id: waiting === undefined ? id : [id, waiting.name].flat(),
    });
  } catch (error) {
    throw new Failure(waiting?.withdrawn(error) ?? told(error, before));
  } finally {
    waiting?.leave();
  }
}

function told(error: unknown, { refused }: Readonly<Attempts>): unknown {
  return error instanceof NotSentError ? (refused ?? error) : error;
}

type Sent = Readonly<{ answer: Carried; sentMs: number; request: Outgoing }>;

/** Signs and sends. */
async function send(
  desk: Desk,
  call: Prepared,
  with_: Readonly<{ permit: Permit; attempt: number; signal: AbortSignal | undefined }>,
): Promise<Sent> {
  const { permit, attempt, signal } = with_;
  const request = call.caller === undefined ? call.outgoing : await sign(desk, call, call.caller);
  if (signal?.aborted === true) throw new Failure(signal.reason);
  const sentMs = desk.clock.nowMs();
  const flight = desk.flights.start(sentMs, signal);
  desk.events.emit("send", {
    endpoint: call.name,
    attempt,
    account: call.caller?.name,
    egress: call.egress,
  });
  try {
    const { maxAnswerBytes } = desk;
    const dispatcher = desk.dispatchers[call.egress];
    const answer = await desk.carry({ request, maxAnswerBytes, dispatcher }, flight);
    return { answer, sentMs, request };
  } catch (error) {
    throw unanswered(desk, call, { error, permit, attempt, signal });
  } finally {
    desk.flights.end(flight);
  }
}

async function sign(
  desk: Desk,
  call: Prepared,
  { account }: NonNullable<Caller>,
): Promise<Outgoing> {
  const { venue, clock, serverClock } = desk;
  const { auth } = call.endpoint;
  if (venue.sign === undefined || auth === "none") return call.outgoing;
  const serverTimeMs = serverClock.nowMs(clock.nowMs()) ?? clock.wallMs();
  try {
    return await venue.sign({ ...call.outgoing, auth }, account, serverTimeMs);
  } catch (error) {
    throw new Failure(
      new InvalidCallError(`${venue.name}: ${call.name} could not be signed.`, { cause: error }),
    );
  }
}

/** Reads the answer, settles the permit with it, and decides what the caller gets. */
function conclude(
  desk: Desk,
  call: Prepared,
  got: Readonly<{
    sent: Sent;
    permit: Permit;
    watched: Watch;
    attempt: number;
    attempts: Attempts;
  }>,
): Answered<unknown> {
  const { sent, permit, attempt, attempts } = got;
  const answer = answerOf(sent.answer);
  const { rejection, stamp, reports, changed, cost } = verdict(desk, call, answer, permit);
  if (stamp !== undefined) {
    const { serverMs, stepMs } = stamp;
    const receivedMs = desk.clock.nowMs();
    desk.serverClock.sample({ serverMs, stepMs, sentMs: sent.sentMs, receivedMs });
  }
  // First the limit: what remains of it is read against it.
  for (const [name, max] of Object.entries(changed)) desk.gate.adopt(name, max, toldTo(call));
  permit.settle(reports);
  attempts.unproven = rejection?.executed !== "no";
  // What was refused may not have been counted as what it is.
  if (rejection === undefined) got.watched.answered(reports);
  if (rejection !== undefined) {
    // Before it is cut: half a key is a key.
    const whole = redacted(sent.answer.body, secretsIn(call, sent.request));
    const snippet = whole.slice(0, snippetLength);
    const exchangeCode = desk.venue.code?.(answer);
    const error = refusedError(
      call,
      { rejection, reports },
      { status: answer.status, snippet, exchangeCode },
    );
    attempts.refused = error;
    throw refusal(desk, call, { rejection, error, attempt });
  }
  return {
    data: checkAnswer(desk, call, answer),
    status: answer.status,
    headers: sent.answer.headers,
    cost,
    waitedMs: attempts.waitedMs,
    attempts: attempt,
  };
}

/** A public answer speaks of everybody's limits, another one of those of its account. */
function toldTo({ caller, scope }: Prepared): Scope {
  return caller === undefined ? {} : { account: scope["account"], apiKey: scope["apiKey"] };
}

/** A declaration that cannot read an answer must not make it look as if nothing had been sent. */
function verdict(desk: Desk, call: Prepared, answer: Answer, permit: Permit): Verdict {
  try {
    const { venue, settings, clock, gate } = desk;
    return judge(venue, call, { answer, wallMs: clock.wallMs(), settings, gate });
  } catch (error) {
    permit.lose();
    throw new Failure(unknownOutcome(call, error));
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
