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
import type { Outgoing } from "../venue/signing.ts";
import type { Answered } from "./call.ts";
import { conclude } from "./conclude.ts";
import type { Sent } from "./conclude.ts";
import { newAttempts, unanswered } from "./decide.ts";
import type { Attempts } from "./decide.ts";
import type { Caller, Desk, Prepared } from "./prepare.ts";
import { resync } from "./resync.ts";
import { Failure, withRetries } from "./retry.ts";
import { withResolution } from "./unknown-outcome.ts";

export type CallOptions = WaitOptions &
  Readonly<{
    onLimited?: "wait" | "reject";
    /**
     * Equal reads that are in line or in flight share one call and one answer, which nobody may change:
     * it is the same object for all. Abort and `maxWaitMs` stay each caller's own.
     * @default as its endpoint says
     */
    coalesce?: boolean;
    /**
     * What becomes of an order whose outcome is unknown: it is never sent again on a guess. With
     * "when-not-found" it is asked for by its client id, and answered for if it is there (with a status of 0
     * and no headers); only if the exchange certainly does not know it, it is sent again, that much later,
     * unless it was cancelled meanwhile.
     * @default "never"
     */
    resend?: "never" | "when-not-found";
  }>;

/** A call that changes something is worth less the later it comes. */
const changeMaxWaitMs = 5_000;

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

type Options = CallOptions & Readonly<{ granted?: () => void }>;

function performAlone(desk: Desk, call: Prepared, options: Options): Promise<Answered<unknown>> {
  const { resend = "never", signal } = options;
  const { clock, maxAttempts } = desk;
  const maxWaitMs = longestWait(call, options);
  const tried = (): Promise<Answered<unknown>> => {
    const attempts = newAttempts(clock.nowMs(), maxWaitMs);
    return withRetries(
      (count) => {
        attempts.count = count;
        return once(desk, call, options, attempts);
      },
      { maxAttempts, clock, signal },
    );
  };
  return resend === "never" ? tried() : withResolution(desk, call, signal, tried);
}

/** One attempt. Everything that fails before the wire gives the permit back by leaving here. */
async function once(
  desk: Desk,
  call: Prepared,
  options: Options,
  attempts: Attempts,
): Promise<Answered<unknown>> {
  if (attempts.misdated > 0) await setClock(desk, call, options, attempts);
  for (;;) {
    using permit = await lineUp(desk, call, options, attempts);
    options.granted?.();
    attempts.waitedMs += permit.waitedMs;
    const request = call.caller === undefined ? call.outgoing : await sign(desk, call, call.caller);
    // What was blocked meanwhile is blocked for this one, too: it lines up again.
    if (request === undefined) continue;
    using watched = desk.weights.watch(call.draws, desk.events);
    const sent = await send(desk, call, { request, permit, attempts, signal: options.signal });
    return conclude(desk, call, { sent, permit, watched, attempts });
  }
}

/** Before the attempt that follows a refused timestamp; one that is refused twice ends with the refusal. */
async function setClock(
  desk: Desk,
  call: Prepared,
  { signal }: Options,
  attempts: Attempts,
): Promise<void> {
  if (attempts.misdated > 1) throw new Failure(attempts.failed);
  try {
    attempts.waitedMs += await resync(desk, call, { maxWaitMs: leftMs(attempts), signal });
  } catch {
    throw new Failure(signal?.aborted === true ? signal.reason : attempts.failed);
  }
}

/** A place in line for one attempt. A later one that cannot go tells how the one before has ended. */
async function lineUp(
  desk: Desk,
  call: Prepared,
  { signal, id = [], priority = call.endpoint.priority }: Options,
  before: Readonly<Attempts>,
): Promise<Permit> {
  const withdrawn = desk.orders.withdraw(call);
  if (withdrawn !== undefined) throw new Failure(new WithdrawnError(withdrawn));
  // One that may have been executed is for the exchange to cancel.
  const waiting = before.unproven ? undefined : desk.orders.enter(desk.gate, call);
  try {
    return await desk.gate.acquire(call.draws, {
      priority,
      maxWaitMs: leftMs(before),
      signal,
      id: waiting === undefined ? id : [id, waiting.name].flat(),
    });
  } catch (error) {
    throw new Failure(waiting?.withdrawn(error) ?? told(error, before));
  } finally {
    waiting?.leave();
  }
}

/** What is left may be less than nothing; what was asked for is for the gate to check. */
function leftMs({ maxWaitMs, waitedMs }: Readonly<Attempts>): number {
  return waitedMs === 0 ? maxWaitMs : Math.max(0, maxWaitMs - waitedMs);
}

function told(error: unknown, { failed }: Readonly<Attempts>): unknown {
  return error instanceof NotSentError ? (failed ?? error) : error;
}

async function send(
  desk: Desk,
  call: Prepared,
  by: Readonly<{
    request: Outgoing;
    permit: Permit;
    attempts: Attempts;
    signal: AbortSignal | undefined;
  }>,
): Promise<Sent> {
  const { request, permit, attempts, signal } = by;
  if (signal?.aborted === true) throw new Failure(signal.reason);
  const sentMs = desk.clock.nowMs();
  const flight = desk.flights.start(sentMs, signal);
  desk.events.emit("send", {
    endpoint: call.name,
    attempt: attempts.count,
    account: call.caller?.name,
    egress: call.egress,
  });
  try {
    const { maxAnswerBytes } = desk;
    const dispatcher = desk.dispatchers[call.egress];
    const answer = await desk.carry({ request, maxAnswerBytes, dispatcher }, flight);
    return { answer, sentMs, request };
  } catch (error) {
    throw unanswered(desk, call, { error, permit, sentMs, attempts, signal });
  } finally {
    desk.flights.end(flight);
  }
}

/** Signs; `undefined` where something that the call draws from was blocked meanwhile. */
async function sign(
  desk: Desk,
  call: Prepared,
  { account }: NonNullable<Caller>,
): Promise<Outgoing | undefined> {
  const { venue, venueClock } = desk;
  const { auth } = call.endpoint;
  if (venue.sign === undefined || auth === "none") return call.outgoing;
  let blocked = false;
  const stop = desk.gate.on("block", ({ key }) => {
    blocked ||= call.draws.some((draw) => draw.key === key);
  });
  try {
    const signed = await venue.sign({ ...call.outgoing, auth }, account, venueClock.nowMs());
    return blocked ? undefined : signed;
  } catch (error) {
    throw new Failure(
      new InvalidCallError(`${venue.name}: ${call.name} could not be signed.`, { cause: error }),
    );
  } finally {
    stop();
  }
}
