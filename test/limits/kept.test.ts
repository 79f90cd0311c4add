/**
 * A bucket that is put away and gone on from is never more generous than the one that was not: whatever was
 * used, refused and given back before, and however long it lay there.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createBucket } from "../../src/limits/bucket.ts";
import type { Bucket, Kept, Report } from "../../src/limits/bucket.ts";
import type { Held } from "../../src/limits/guard.ts";
import type { FlatLimit } from "../../src/limits/limit.ts";
import { ServerClock } from "../../src/limits/server-clock.ts";
import { Operated, operations } from "../support/property-operations.ts";
import type { Operation } from "../support/property-operations.ts";
import { runs } from "../support/property-play.ts";

const windowMs = 1_000;
const common = { max: 20, per: [], headroom: 0.05 } as const;

type Case = Readonly<{
  limit: FlatLimit;
  /** Of the stamps in the answers; without it the phase stays unknown. */
  stampStepMs?: number;
  /** The next bucket knows the exchange's time, as one of the same process does. */
  sameProcess?: boolean;
  /** Figures teach how much others use. That is learned anew, and what is set aside for them with it. */
  withoutUsed?: boolean;
}>;

const utc: FlatLimit = { counted: "fixed-window", starts: "utc", windowMs, ...common };
const cases: Readonly<Record<string, Case>> = {
  "a rolling window": { limit: { counted: "rolling-window", windowMs, ...common } },
  "a window on UTC of unknown phase": { limit: utc, withoutUsed: true },
  "a window on UTC of known phase": { limit: utc, stampStepMs: 1, withoutUsed: true },
  "a window on UTC, in the same process": {
    limit: utc,
    stampStepMs: 1,
    withoutUsed: true,
    sameProcess: true,
  },
  "a window that begins with a request": {
    limit: { ...utc, starts: "first-request" },
    stampStepMs: 1,
    withoutUsed: true,
  },
  "a mirror bucket": { limit: { counted: "bucket", refillPerSecond: 4, ...common } },
  "what is open": { limit: { counted: "open", ...common } },
  "a budget for ever": { limit: { counted: "lifetime", ...common } },
};

const costs = [0, 1, 3, 8, 19];

/** An instant that was solved for is promised so much later, and in decimals. */
const roundingMs = 1e-3;

/** The instants at which one is looked at after it was put away, in windows. */
const looks = [0, 0.01, 0.3, 0.7, 1, 1.5, 2.5, 4, 4.5, 6, 9, 15];

type Put = Readonly<{ done: readonly Operation[]; awayMs: number }>;

const puts: fc.Arbitrary<Put> = fc.record({
  done: operations({ max: common.max, windowMs }),
  awayMs: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 3 * windowMs, noNaN: true })),
});

/** A report as the case has it. What the limit itself has become is known to the ledger. */
function told(report: Report, { withoutUsed = false }: Case): Report {
  const { max: _, used, ...rest } = report;
  return withoutUsed || used === undefined ? rest : { ...rest, used };
}

function toldIn(operation: Operation, of: Case): Operation {
  if (operation.do === "report") return { ...operation, report: told(operation.report, of) };
  if (operation.do !== "settle" || typeof operation.ending === "string") return operation;
  return { ...operation, ending: told(operation.ending, of) };
}

type Resume = (next: Bucket, kept: Kept, nowMs: number) => void;

/** Where the next bucket promises an earlier instant than the one before. */
function moreGenerous(of: Case, { done, awayMs }: Put, resume: Resume): readonly string[] {
  const clock = new ServerClock();
  const make = (exchange: ServerClock): Bucket =>
    createBucket(of.limit, { key: "k", random: () => 0.5, clock: exchange });
  const { stampStepMs } = of;
  const before = new Operated(make(clock), {
    startMs: 5_000,
    ...(stampStepMs === undefined ? {} : { stampStepMs }),
  });
  for (const operation of done) before.run(toldIn(operation, of));
  // Nothing is in flight when it is put away.
  while (before.bucket.open > 0) before.run({ do: "settle", which: 0, ending: {} });
  const kept = before.bucket.kept(before.nowMs);
  const nowMs = before.nowMs + awayMs;
  const next = make(of.sameProcess === true ? clock : new ServerClock());
  if (kept !== undefined && kept.untilMs > nowMs) resume(next, kept, nowMs);
  return looks.flatMap((windows) => {
    const atMs = nowMs + windows * windowMs;
    return costs.flatMap((cost) => {
      const [was, is] = [before.bucket, next].map((one) => one.earliestMs(cost, 0, atMs) - atMs);
      if (was === undefined || is === undefined || is >= was - 2 * roundingMs) return [];
      return [`${cost} after ${windows}: ${is}, not ${was}`];
    });
  });
}

const never = (of: Case, resume: Resume): fc.IProperty<[Put]> =>
  fc.property(puts, (put) => {
    expect(moreGenerous(of, put, resume)).toEqual([]);
  });

describe.each(Object.entries(cases))("%s", (_, of) => {
  test("goes on no more generous than the one that was never put away", () => {
    fc.assert(
      never(of, (next, kept, nowMs) => next.resume(kept, nowMs)),
      runs(400),
    );
  });
});

describe("the property catches a next one that forgets", () => {
  const rolling = { limit: { counted: "rolling-window", windowMs, ...common } } as const;
  const mirror = { limit: { counted: "bucket", refillPerSecond: 4, ...common } } as const;
  const each =
    (forget: (held: Held) => Held) =>
    (kept: Kept): Kept => ({ ...kept, held: kept.held.map(forget) });
  const whole = (kept: Kept): Kept => {
    const { refusals: _, ...rest } = kept;
    return rest;
  };
  test.each<readonly [string, Case, (kept: Kept) => Kept]>([
    ["the pacer", rolling, (kept) => ({ ...kept, pacedMs: -Infinity })],
    ["what was used", rolling, each((held) => ({ ...held, used: 0 }))],
    ["a debt", mirror, each((held) => ({ ...held, used: Math.min(held.used, common.max) }))],
    ["when it was counted", rolling, each((held) => ({ ...held, atMs: held.atMs - windowMs / 2 }))],
    ["all but the last part", rolling, (kept) => ({ ...kept, held: kept.held.slice(-1) })],
    ["the refusals", rolling, whole],
    [
      "how far apart they try after many refusals",
      rolling,
      ({ refusals, ...kept }) => ({
        ...kept,
        ...(refusals === undefined ? {} : { refusals: { ...refusals, untilMs: -Infinity } }),
      }),
    ],
  ])("%s", (_, of, forgets) => {
    const wrong = never(of, (next, kept, nowMs) => next.resume(forgets(kept), nowMs));
    expect(fc.check(wrong, { numRuns: 2_000, seed: 7 }).failed).toBe(true);
  });
});
