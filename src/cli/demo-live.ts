/** `headgate demo --live`: a modest part of the workload against the exchange itself, public calls alone. */
import { createClient } from "../client/client.ts";
import type { Clock } from "../clock.ts";
import { HeadgateError } from "../errors.ts";
import type { Workload, WorkloadCall } from "../emulator/workload.ts";
import { sendThrough } from "./demo-headgate.ts";
import { perform } from "./demo-run.ts";
import { seconds, whole } from "./demo-result.ts";
import type { Frame } from "./demo-view.ts";

/** The exchange does not answer as it should, and going on would not help. */
export class LiveError extends Error {}

/**
 * Runs it, and returns what there is to say at the end.
 *
 * @throws {LiveError} If the first call fails.
 * @throws `signal.reason` on abort.
 */
export async function runLive(
  options: Readonly<{
    workload: Workload;
    runMs: number;
    clock: Clock;
    signal: AbortSignal;
    watch: (frame: () => Frame) => void;
  }>,
): Promise<string> {
  const { workload, runMs, clock, signal, watch } = options;
  const { venue } = workload;
  // Somebody watches: a network that swallows everything is said after ten seconds, not after thirty.
  const client = createClient(venue, { clock, timeoutMs: 5_000, maxAttempts: 2 });
  const count = { sent: 0, answered: 0, weight: 0, failed: 0 };
  client.gate.on("send", () => void (count.sent += 1));
  const call = async (one: WorkloadCall, ends: AbortSignal): Promise<void> => {
    count.weight += await sendThrough(client, one, ends);
    count.answered += 1;
  };
  try {
    await firstCall(workload, (one) => call(one, signal));
    const startedMs = clock.nowMs();
    watch(() => ({
      title: venue.name,
      elapsedMs: Math.min(runMs, clock.nowMs() - startedMs),
      runMs,
      counters: [
        ["sent", whole(count.sent)],
        ["weight", whole(count.weight)],
        ["failed", whole(count.failed)],
      ],
      levels: client.gate.levels(),
    }));
    const send = async (one: WorkloadCall, ends: AbortSignal): Promise<boolean> => {
      try {
        await call(one, ends);
        return true;
      } catch (error) {
        if (ends.aborted || !HeadgateError.is(error)) throw error;
        count.failed += 1;
        return false;
      }
    };
    await perform(workload.liveTasks(), { bot: { send }, runMs, clock, signal });
  } finally {
    await client.close();
  }
  const { sent, answered, weight, failed } = count;
  const failures = failed === 0 ? "none failed" : `${whole(failed)} failed`;
  return `${whole(sent)} requests to ${venue.origin} in ${seconds(runMs)}: ${whole(answered)} answered, ${failures}, weight ${whole(weight)}.`;
}

/** One call before all others: if it fails, so would they. */
async function firstCall(
  workload: Workload,
  call: (first: WorkloadCall) => Promise<void>,
): Promise<void> {
  const next = workload.liveTasks()[0]?.next(false);
  if (next === undefined || next.done === true) throw new LiveError("There is nothing to do live.");
  try {
    await call(next.value);
  } catch (error) {
    if (!HeadgateError.is(error)) throw error;
    throw new LiveError(`${workload.venue.origin} does not answer: ${causes(error)}`, {
      cause: error,
    });
  }
}

/** What went wrong, and why, down to what the network said. */
function causes(error: unknown): string {
  const messages: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) messages.push(cause.message);
  const said = messages.length > 2 ? [messages[0], messages.at(-1)] : messages;
  return said.join(" ").replace(/\s+/g, " ");
}
