/**
 * What is tried again, how often and when. The only import of p-retry: it counts the attempts, and the
 * wait between them is the injected clock's.
 */
import pRetry from "p-retry";
import type { Clock } from "../clock.ts";

/** How an attempt failed: what the caller is told, and whether another attempt may be made. */
export class Failure extends Error {
  readonly reason: unknown;
  /** How long to wait before the next attempt; `undefined` where there must be none. */
  readonly againInMs: number | undefined;

  constructor(reason: unknown, againInMs?: number) {
    super("An attempt failed.");
    this.reason = reason;
    this.againInMs = againInMs;
  }
}

/**
 * Runs attempts until one succeeds, one fails for good, or `maxAttempts` are used up.
 *
 * @throws The reason of the last failure.
 * @throws `signal.reason` on abort during a wait.
 */
export async function withRetries<T>(
  attempt: (number: number) => Promise<T>,
  options: Readonly<{ maxAttempts: number; clock: Clock; signal: AbortSignal | undefined }>,
): Promise<T> {
  const { maxAttempts, clock, signal } = options;
  // Most calls need one attempt. p-retry costs more than all the rest, so it hears of those that failed.
  const first = attempt(1);
  try {
    return await first;
  } catch {
    // Told below, as the first that p-retry sees.
  }
  try {
    // The signal stays with us: p-retry would throw away an answer that came together with an abort.
    return await pRetry((number) => (number === 1 ? first : attempt(number)), {
      retries: maxAttempts - 1,
      minTimeout: 0,
      shouldRetry: async ({ error }) => {
        if (!(error instanceof Failure) || error.againInMs === undefined) return false;
        if (error.againInMs > 0) await clock.sleep(error.againInMs, signal);
        return true;
      },
    });
  } catch (error) {
    throw error instanceof Failure ? error.reason : error;
  }
}

const firstBackOffMs = 500;
const longestBackOffMs = 30_000;

/** Exponential with jitter, above whatever the exchange asked for; `random` is from 0 to 1. */
export function backOffMs(attempt: number, floorMs: number, random: number): number {
  const grown = Math.min(longestBackOffMs, firstBackOffMs * 2 ** (attempt - 1));
  return floorMs + grown * (0.5 + random);
}
