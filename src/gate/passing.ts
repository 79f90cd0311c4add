/**
 * Whether a call may go before those who wait, or has to wait for one of them. It passes another one only
 * where that takes nothing from it: not from the bucket that the other waits for, and of the other's
 * remaining buckets only what is there beside its claim.
 */
import { costIn } from "../ledger/ledger.ts";
import type { Draw, Reply } from "../ledger/ledger.ts";
import type { Claimed } from "./claims.ts";
import type { Asking } from "./lane.ts";
import type { Queue } from "./queue.ts";

/** The bucket in which it would take something from another one, and until when; left out where nobody knows. */
type Obstacle = Readonly<{ queue: Queue; untilMs?: number }>;

/** A promised instant is a sum of decimals: one that came out this much early is not asked for again at once. */
export const roundingMs = 0.001;

const goesAtOnce = { waitMs: 0, costMax: Infinity, atOnceMax: Infinity } as const;

/** `peek` says whether so much is there now, or when it is, and charges nothing. */
export type Peek = (draw: Draw) => Reply;

export function obstacle(call: Asking, nowMs: number, peek: Peek): Obstacle | undefined {
  for (const queue of call.takes) {
    const cost = costIn(call.draws, queue.key);
    if (queue.next(call, cost) !== undefined) return { queue };
    if (queue.claims.isEmpty) continue;
    // Most often there is room for everybody.
    const all = queue.claims.all(nowMs);
    const beside = besideMs({ queue, cost, claimed: all, nowMs, peek });
    if (beside.untilMs === nowMs) continue;
    const before = queue.claims.before(call, beside.costMax);
    const { untilMs } = besideMs({ queue, cost, claimed: before, nowMs, peek });
    if (untilMs > nowMs) return { queue, untilMs };
  }
  return undefined;
}

/** When a cost may be taken beside what is claimed; `Infinity` where only once a claim is gone. */
function besideMs(
  of: Readonly<{ queue: Queue; cost: number; claimed: Claimed; nowMs: number; peek: Peek }>,
): Readonly<{ untilMs: number; costMax: number }> {
  const { queue, cost, claimed, nowMs, peek } = of;
  const goes = { untilMs: nowMs, costMax: Infinity };
  if (claimed.cost === 0) return goes;
  const reply = peek({ ...queue.draw, cost: cost + claimed.cost });
  const { waitMs, costMax, atOnceMax } = reply.granted ? goesAtOnce : reply;
  const never = !reply.granted && reply.why === "never";
  // One that alone is too much is refused at once.
  if (never && cost > costMax) return goes;
  const atMs = nowMs + waitMs;
  // Where both are more than may leave at once, one such call would go before all of it has come in.
  const afterMs = cost + claimed.cost > atOnceMax ? queue.backMs(cost) : 0;
  if (atMs + afterMs <= Math.max(nowMs, claimed.byMs) + roundingMs) return goes;
  return { untilMs: atMs > nowMs ? atMs : Infinity, costMax };
}

/** What a call leaves of each bucket for urgent ones. */
export function leaves({ draws, rank, takes }: Asking, urgentShare: number): number {
  if (rank === 0 || urgentShare === 0) return 0;
  const owed = takes.some((queue) => queue.mayTakeAll(rank, costIn(draws, queue.key)));
  return owed ? 0 : urgentShare;
}

/** Counts a grant for the shares of those who wait. */
export function count({ draws, rank, takes }: Asking): void {
  for (const queue of takes) queue.granted(rank, costIn(draws, queue.key));
}
