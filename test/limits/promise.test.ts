/**
 * `earliestMs` is a question and a promise: asking changes nothing, and what it promises is exact. Refused
 * just before, granted at the very instant, where nothing else happens; whatever has happened before.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createBucket } from "../../src/limits/bucket.ts";
import type { Bucket } from "../../src/limits/bucket.ts";
import type { FlatLimit } from "../../src/limits/limit.ts";
import { Operated, operations } from "../support/property-operations.ts";
import type { Operation } from "../support/property-operations.ts";
import { runs } from "../support/property-play.ts";

const max = 20;
const windowMs = 2_000;
const common = { max, headroom: 0.05, per: [] } as const;

const limits: Readonly<Record<string, { limit: FlatLimit; stampStepMs?: number }>> = {
  rolling: { limit: { counted: "rolling-window", windowMs, ...common } },
  "rolling, with a burst": {
    limit: { counted: "rolling-window", windowMs, burstMax: 3, ...common },
  },
  "rolling, small": { limit: { counted: "rolling-window", windowMs, ...common, max: 3 } },
  "fixed, stamped in ms": {
    limit: { counted: "fixed-window", starts: "utc", windowMs, ...common },
    stampStepMs: 1,
  },
  "fixed, stamped in s": {
    limit: { counted: "fixed-window", starts: "utc", windowMs, ...common },
    stampStepMs: 1_000,
  },
  "fixed, falling": {
    limit: { counted: "fixed-window", starts: "utc", windowMs, falls: true, ...common },
    stampStepMs: 1,
  },
  "fixed, of unknown phase": {
    limit: { counted: "fixed-window", starts: "unknown", windowMs, ...common },
  },
  bucket: { limit: { counted: "bucket", refillPerSecond: 5, ...common } },
  "bucket, in steps": { limit: { counted: "bucket", refillPerSecond: 5, stepMs: 500, ...common } },
  open: { limit: { counted: "open", ...common } },
  lifetime: { limit: { counted: "lifetime", ...common, headroom: 0 } },
  "without a limit": { limit: { counted: "unknown", windowMs, ...common, max: Infinity } },
};

const asked = fc.record({
  cost: fc.constantFrom(0, 1, 3, 8, 19),
  leaveShare: fc.constantFrom(0, 0, 0.2, 0.5),
});
type Asked = Readonly<{ cost: number; leaveShare: number }>;

/** Multiples of a window; far ahead as well. */
const ahead = fc.array(fc.double({ min: 0, max: 40, noNaN: true }), { maxLength: 6 });

function operated(name: string): Operated {
  const { limit, stampStepMs } = limits[name] ?? {};
  if (limit === undefined) throw new Error(`No limit is called ${name}.`);
  const bucket = createBucket(limit, { key: "k", random: () => 0.5 });
  return new Operated(bucket, {
    startMs: 50_000,
    ...(stampStepMs === undefined ? {} : { stampStepMs }),
  });
}

/** Holds where the promise is kept. */
function isKept(bucket: Bucket, { cost, leaveShare }: Asked, nowMs: number): boolean {
  const promisedMs = bucket.earliestMs(cost, leaveShare, nowMs);
  if (Number.isNaN(promisedMs) || promisedMs < nowMs) return false;
  if (promisedMs === nowMs || promisedMs === Infinity) return true;
  const justBeforeMs = Math.max(nowMs, promisedMs - 0.5);
  return (
    bucket.earliestMs(cost, leaveShare, justBeforeMs) > justBeforeMs &&
    bucket.earliestMs(cost, leaveShare, promisedMs) === promisedMs
  );
}

/** Holds where what goes without a look would go with one: a share that leaves nothing asks for that. */
function isSure(bucket: Bucket, cost: number, nowMs: number): boolean {
  const goes = bucket.earliestMs(cost, 0, nowMs) <= nowMs;
  return !goes || bucket.earliestMs(cost, Number.MIN_VALUE, nowMs) <= nowMs;
}

describe.each(Object.keys(limits))("%s", (name) => {
  const drawn = operations({ max, windowMs });

  test("asking changes no later answer", () => {
    const pure = fc.property(drawn, asked, ahead, (chosen: Operation[], question, instants) => {
      const one = operated(name);
      const other = operated(name);
      for (const operation of chosen) {
        one.run(operation);
        other.run(operation);
        for (const windows of instants) {
          const atMs = one.nowMs + windows * windowMs;
          one.bucket.earliestMs(question.cost, question.leaveShare, atMs);
        }
        const answers = [one, other].map(({ bucket, nowMs }) => [
          bucket.earliestMs(question.cost, question.leaveShare, nowMs),
          bucket.earliestMs(2, 0, nowMs),
        ]);
        if (answers[0]?.join(" ") !== answers[1]?.join(" ")) return false;
      }
      expect(one.bucket.level(one.nowMs)).toEqual(other.bucket.level(other.nowMs));
      return (
        (one.bucket.kept(one.nowMs) === undefined) ===
        (other.bucket.kept(other.nowMs) === undefined)
      );
    });
    fc.assert(pure, runs(80));
  });

  test("what goes without a look would go with one", () => {
    const sure = fc.property(drawn, (chosen: Operation[]) => {
      const one = operated(name);
      return chosen.every((operation) => {
        one.run(operation);
        return [1, 2, 3, 8].every((cost) => isSure(one.bucket, cost, one.nowMs));
      });
    });
    fc.assert(sure, runs(150));
  });

  test("what is promised is exact", () => {
    const exact = fc.property(drawn, asked, (chosen: Operation[], question) => {
      const one = operated(name);
      return chosen.every((operation) => {
        one.run(operation);
        return isKept(one.bucket, question, one.nowMs);
      });
    });
    fc.assert(exact, runs(150));
  });
});

describe("the properties", () => {
  const drawn = operations({ max, windowMs });
  /** The rolling window, with an answer of its own to the question. */
  const mutant = (
    earliestMs: (bucket: Bucket, ...asked: Parameters<Bucket["earliestMs"]>) => number,
  ): Operated => {
    const { bucket } = operated("rolling");
    const wrapped: Bucket = {
      costMax: bucket.costMax,
      isEven: false,
      atOnceMax: (nowMs) => bucket.atOnceMax(nowMs),
      earliestMs: (...question) => earliestMs(bucket, ...question),
      shape: (...rest) => bucket.shape(...rest),
      theirs: (...rest) => bucket.theirs(...rest),
      hear: (...rest) => bucket.hear(...rest),
      waits: (...rest) => bucket.waits(...rest),
      charge: (...rest) => bucket.charge(...rest),
      settle: (...rest) => bucket.settle(...rest),
      report: (...rest) => bucket.report(...rest),
      get open() {
        return bucket.open;
      },
      kept: (...rest) => bucket.kept(...rest),
      isAtRest: (...rest) => bucket.isAtRest(...rest),
      resume: (...rest) => bucket.resume(...rest),
      block: (...rest) => bucket.block(...rest),
      level: (...rest) => bucket.level(...rest),
    };
    return new Operated(wrapped, { startMs: 50_000 });
  };

  test.each([
    ["a ms too late", 1],
    ["a ms too early", -1],
  ])("catch a promise that comes %s", (_name, errorMs) => {
    const wrong = fc.property(drawn, asked, (chosen: Operation[], question) => {
      const one = mutant((bucket, cost, leaveShare, nowMs) => {
        const promisedMs = bucket.earliestMs(cost, leaveShare, nowMs);
        // A short wait is told right: who comes at the wrong promise is refused there.
        return promisedMs - nowMs > 1 ? promisedMs + errorMs : promisedMs;
      });
      return chosen.every((operation) => {
        one.run(operation);
        return isKept(one.bucket, question, one.nowMs);
      });
    });
    expect(fc.check(wrong, { numRuns: 300, seed: 7 }).failed).toBe(true);
  });

  test("catch a bucket that stays sure of what news have taken", () => {
    const wrong = fc.property(drawn, (chosen: Operation[]) => {
      let sure = 0;
      const one = mutant((bucket, cost, leaveShare, nowMs) => {
        sure = Math.max(sure, bucket.level(nowMs).available);
        return leaveShare === 0 && cost <= sure
          ? nowMs
          : bucket.earliestMs(cost, leaveShare, nowMs);
      });
      return chosen.every((operation) => {
        one.run(operation);
        return isSure(one.bucket, 1, one.nowMs);
      });
    });
    expect(fc.check(wrong, { numRuns: 300, seed: 7 }).failed).toBe(true);
  });

  test("catch a question that moves time on", () => {
    const wrong = fc.property(drawn, ahead, (chosen: Operation[], instants) => {
      const [one, other] = [1, 2].map(() =>
        mutant((bucket, cost, leaveShare, nowMs) => {
          bucket.level(nowMs);
          return bucket.earliestMs(cost, leaveShare, nowMs);
        }),
      );
      return chosen.every((operation) => {
        one?.run(operation);
        other?.run(operation);
        for (const windows of instants)
          one?.bucket.earliestMs(1, 0, one.nowMs + windows * windowMs);
        const answers = [one, other].map((each) => each?.bucket.earliestMs(8, 0, each.nowMs));
        return answers[0] === answers[1];
      });
    });
    expect(fc.check(wrong, { numRuns: 300, seed: 7 }).failed).toBe(true);
  });
});
