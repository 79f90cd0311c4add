/** Questions to a ledger whose buckets are in this process: answered at once. */
import type { Draw, NearLedger, Reply } from "../ledger/ledger.ts";
import type { Charge } from "../limits/bucket.ts";

export function answerTo(
  ledger: NearLedger,
  draws: readonly Draw[],
  leaveShare: number,
  withinMs = Infinity,
): Reply {
  // By its index: a pattern would ask the array for an iterator.
  const reply = ledger.reserve([{ draws, leaveShare, withinMs }])[0];
  if (reply === undefined) throw new Error("The ledger did not answer what it was asked.");
  return reply;
}

/** What is charged at once; nothing where it cannot be. */
export function take(
  ledger: NearLedger,
  draws: readonly Draw[],
  leaveShare: number,
): readonly Charge[] | undefined {
  if (ledger.take !== undefined) return ledger.take(draws, leaveShare);
  const reply = answerTo(ledger, draws, leaveShare);
  return reply.granted ? reply.charges : undefined;
}
