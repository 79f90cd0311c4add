/** About how long a call would wait: the longest over its buckets, with those in front of it. */
import type { Denial, Draw, Reply } from "../ledger/ledger.ts";
import { ratePerMs } from "../limits/limit.ts";

export type Estimate = Readonly<{ waitMs: number; limitedBy?: string }>;

/** `ask` charges nothing. `ahead` says what those in front take from a bucket. */
export function estimate(
  draws: readonly Draw[],
  ask: (draw: Draw) => Reply,
  ahead: (key: string) => number,
): Estimate {
  let longest: Estimate = { waitMs: 0 };
  for (const draw of draws) {
    const waitMs = waitFor(draw, ask, draw.cost === 0 ? 0 : ahead(draw.key));
    if (waitMs > longest.waitMs) longest = { waitMs, limitedBy: draw.name };
  }
  return longest;
}

function waitFor(draw: Draw, ask: (draw: Draw) => Reply, ahead: number): number {
  const denial = denied(ask(draw));
  const aloneMs = denial?.waitMs ?? 0;
  const rate = ratePerMs(draw.limit);
  if (denial === undefined || ahead === 0 || rate === 0) return aloneMs;
  // Where there is room for all of them, those in front wait for something else.
  const cost = Math.min(denial.costMax, draw.cost + ahead);
  if (aloneMs === 0 && (denied(ask({ ...draw, cost }))?.waitMs ?? 0) === 0) return 0;
  return aloneMs + ahead / rate;
}

function denied(reply: Reply): Denial | undefined {
  return reply.granted ? undefined : reply;
}
