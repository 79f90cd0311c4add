/** Orders whose fate is not known. Nothing is sent again on a guess; `resolution.ts` finds out. */
import type { Answered } from "./call.ts";
import { UnknownOutcomeError } from "./errors.ts";
import type { Resolution } from "./errors.ts";
import { ordersIn } from "./orders.ts";
import type { Desk, Prepared } from "./prepare.ts";
import { resolve } from "./resolution.ts";
import { clientIdOf } from "./waiting-orders.ts";

/** Sent at `sentMs`, and nobody can say what became of it. */
export function unknownOutcome(
  desk: Desk,
  call: Prepared,
  at: Readonly<{ sentMs: number; cause: unknown }>,
): UnknownOutcomeError {
  return new UnknownOutcomeError({
    endpoint: call.name,
    clientIds: ordersIn(call).map(clientIdOf),
    cause: at.cause,
    resolve: (options) => resolve(desk, call, { sentMs: at.sentMs, signal: options?.signal }),
  });
}

/**
 * Sends an order, and finds out what became of it where that is unknown: one that is there is answered for,
 * one that certainly is not is sent again, unless it was cancelled meanwhile. A batch is sent again only if
 * none of its orders is there.
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
      if (resolution.outcome !== "not-found" || sends >= desk.maxAttempts) throw error;
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
  const cancel = (): void => cancelled.abort();
  const doubts = ordersIn(call).map((order) => desk.orders.doubt(order, cancel));
  const signals = signal === undefined ? [cancelled.signal] : [cancelled.signal, signal];
  try {
    return await error.resolve({ signal: AbortSignal.any(signals) });
  } catch (cause) {
    return { outcome: "unknown", cause };
  } finally {
    for (const forget of doubts) forget?.();
  }
}

/** No answer of its own ever came. */
function answeredFor(data: unknown, attempts: number): Answered<unknown> {
  return { data, status: 0, headers: {}, cost: 0, waitedMs: 0, attempts };
}
