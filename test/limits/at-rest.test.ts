/**
 * A bucket that is put away whenever it is at rest, and built anew with the next thing that happens to it,
 * is never more generous than one that always stays, and hardly ever less.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createBucket } from "../../src/limits/bucket.ts";
import type { Bucket, Kept, Report } from "../../src/limits/bucket.ts";
import type { FlatLimit } from "../../src/limits/limit.ts";
import { ServerClock } from "../../src/limits/server-clock.ts";
import { Operated, endings, operations } from "../support/property-operations.ts";
import type { Operation } from "../support/property-operations.ts";
import { runs } from "../support/property-play.ts";

const windowMs = 1_000;
const startMs = 5_000;
const common = { max: 20, per: [], headroom: 0.05 } as const;

type Case = Readonly<{ limit: FlatLimit; stampStepMs?: number; told: readonly (keyof Report)[] }>;

const always = ["cost", "credit", "refused"] as const;
const utc: FlatLimit = { counted: "fixed-window", starts: "utc", windowMs, ...common };
const rolling: FlatLimit = { counted: "rolling-window", windowMs, ...common };
const cases: Readonly<Record<string, Case>> = {
  "a rolling window": { limit: rolling, told: always },
  "a rolling window with figures": { limit: rolling, told: [...always, "used"] },
  "a window on UTC of unknown phase": { limit: utc, told: [...always, "used"] },
  "a window on UTC of known phase": { limit: utc, stampStepMs: 1, told: always },
  "a window that begins with a request": {
    limit: { ...utc, starts: "first-request" },
    stampStepMs: 1,
    told: always,
  },
  "a mirror bucket": {
    limit: { counted: "bucket", refillPerSecond: 4, ...common },
    told: [...always, "used"],
  },
  "what is open": { limit: { counted: "open", ...common }, told: always },
  "a budget for ever": { limit: { counted: "lifetime", ...common }, told: always },
};

type Wake = (kept: Kept) => Kept;

/** The same bucket to whoever asks, and another one each time that it was at rest. */
class Sleeper implements Bucket {
  readonly #make: () => Bucket;
  readonly #wake: Wake;
  #bucket: Bucket;
  slept = 0;

  constructor(make: () => Bucket, wake: Wake) {
    this.#make = make;
    this.#wake = wake;
    this.#bucket = make();
  }

  sleep(nowMs: number): void {
    if (!this.#bucket.isAtRest(nowMs)) return;
    const kept = this.#bucket.kept(nowMs);
    this.#bucket = this.#make();
    this.slept += 1;
    if (kept !== undefined) this.#bucket.resume(this.#wake(kept), nowMs);
  }

  get costMax(): number {
    return this.#bucket.costMax;
  }
  get open(): number {
    return this.#bucket.open;
  }
  atOnceMax: Bucket["atOnceMax"] = (nowMs) => this.#bucket.atOnceMax(nowMs);
  get isEven(): boolean {
    return this.#bucket.isEven;
  }
  earliestMs: Bucket["earliestMs"] = (...all) => this.#bucket.earliestMs(...all);
  shape: Bucket["shape"] = (...all) => this.#bucket.shape(...all);
  theirs: Bucket["theirs"] = (...all) => this.#bucket.theirs(...all);
  hear: Bucket["hear"] = (...all) => this.#bucket.hear(...all);
  waits: Bucket["waits"] = (...all) => this.#bucket.waits(...all);
  charge: Bucket["charge"] = (...all) => this.#bucket.charge(...all);
  settle: Bucket["settle"] = (...all) => this.#bucket.settle(...all);
  report: Bucket["report"] = (...all) => this.#bucket.report(...all);
  kept: Bucket["kept"] = (...all) => this.#bucket.kept(...all);
  isAtRest: Bucket["isAtRest"] = (...all) => this.#bucket.isAtRest(...all);
  resume: Bucket["resume"] = (...all) => this.#bucket.resume(...all);
  block: Bucket["block"] = (...all) => this.#bucket.block(...all);
  level: Bucket["level"] = (...all) => this.#bucket.level(...all);
}

function heard(report: Report, { told }: Case): Report {
  return Object.fromEntries(told.map((field) => [field, report[field]]));
}

function heardIn(operation: Operation, of: Case): Operation {
  if (operation.do === "report") return { ...operation, report: heard(operation.report, of) };
  if (operation.do !== "settle" || typeof operation.ending === "string") return operation;
  return { ...operation, ending: heard(operation.ending, of) };
}

/** A few calls at a time, all of which end before the next: between them it is at rest. */
const visits: fc.Arbitrary<Operation[]> = fc
  .array(
    fc.record({
      ms: fc.oneof(fc.constantFrom(1, 90), fc.double({ min: 0, max: windowMs / 2, noNaN: true })),
      costs: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 2 }),
      tripMs: fc.constantFrom(0, 1, 20, 100),
      ending: endings(common.max),
    }),
    { minLength: 1, maxLength: 30, size: "max" },
  )
  .map((all) =>
    all.flatMap(({ ms, costs: paid, tripMs, ending }): Operation[] => [
      { do: "wait", ms },
      ...paid.map((cost) => ({ do: "charge", cost }) as const),
      { do: "wait", ms: tripMs },
      ...paid.map(() => ({ do: "settle", which: 0, ending }) as const),
    ]),
  );

/** That, or anything else. */
const drawn = fc.oneof(
  { weight: 3, arbitrary: visits },
  { weight: 1, arbitrary: operations({ max: common.max, windowMs }) },
);

const costs = [0, 1, 3, 8, 19];
const looks = [0, 0.05, 0.3, 0.7, 1, 1.5, 2.5, 6];

/** How much later than one that always stays the sleeper promises each thing, at each instant; below 0 is earlier. */
function laterMs(of: Case, done: readonly Operation[], wake: Wake): readonly number[] {
  const { limit, stampStepMs } = of;
  const options = { startMs, ...(stampStepMs === undefined ? {} : { stampStepMs }) };
  const clocks = [new ServerClock(), new ServerClock()] as const;
  const make = (clock: ServerClock): Bucket =>
    createBucket(limit, { key: "k", random: () => 0.5, clock });
  const sleeper = new Sleeper(() => make(clocks[1]), wake);
  const [stays, sleeps] = [new Operated(make(clocks[0]), options), new Operated(sleeper, options)];
  const later: number[] = [];
  for (const operation of done) {
    for (const one of [stays, sleeps]) one.run(heardIn(operation, of));
    sleeper.sleep(sleeps.nowMs);
  }
  for (const windows of looks) {
    const atMs = stays.nowMs + windows * windowMs;
    for (const cost of costs) {
      const [was, is] = [stays, sleeps].map(({ bucket }) => bucket.earliestMs(cost, 0, atMs));
      if (was !== undefined && is !== undefined && is !== was) later.push(is - was);
    }
  }
  return later;
}

const never = (of: Case, wake: Wake): fc.IProperty<[Operation[]]> =>
  fc.property(drawn, (done) => {
    expect(laterMs(of, done, wake).filter((ms) => ms < -1e-3)).toEqual([]);
  });

/** What is kept is kept by sixteenths of a window. How much a refusal takes depends on what was asked before. */
const hardly = (of: Case, wake: Wake): fc.IProperty<[Operation[]]> =>
  fc.property(drawn, (done) => {
    const told = of.told.filter((field) => field !== "refused");
    expect(laterMs({ ...of, told }, done, wake).filter((ms) => ms > windowMs / 16 + 1)).toEqual([]);
  });

const asItIs: Wake = (kept) => kept;

describe.each(Object.entries(cases))("%s that sleeps", (_, of) => {
  test("is never more generous than one that stays", () => {
    fc.assert(never(of, asItIs), runs(300));
  });
});

describe.each(["a rolling window", "what is open", "a mirror bucket", "a budget for ever"])(
  "%s that sleeps",
  (name) => {
    test("is hardly less generous than one that stays", () => {
      const of = cases[name];
      if (of === undefined) throw new Error("No such case.");
      fc.assert(hardly(of, asItIs), runs(300));
    });
  },
);

describe("the properties catch one that", () => {
  const first = { limit: rolling, told: ["cost"] } as const;
  test("forgets the earlier parts", () => {
    const wake: Wake = (kept) => ({ ...kept, held: kept.held.slice(-1) });
    expect(fc.check(never(first, wake), { numRuns: 1_000, seed: 7 }).failed).toBe(true);
  });

  test("counts all parts as if they were the last", () => {
    const wake: Wake = (kept) => {
      const atMs = Math.max(...kept.held.map((held) => held.atMs));
      return { ...kept, held: kept.held.map((held) => ({ ...held, atMs })) };
    };
    expect(fc.check(hardly(first, wake), { numRuns: 1_000, seed: 7 }).failed).toBe(true);
  });

  test("forgets its pace", () => {
    const wake: Wake = (kept) => ({ ...kept, pacedMs: -Infinity });
    expect(fc.check(never(first, wake), { numRuns: 1_000, seed: 7 }).failed).toBe(true);
  });
});
