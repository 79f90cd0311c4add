/** Anything that can happen to a bucket, in any order: calls, endings, refusals, news, time. */
import fc from "fast-check";
import type { Bucket, Charge, Ending, Report } from "../../src/limits/bucket.ts";

export type Operation =
  | Readonly<{ do: "wait"; ms: number }>
  | Readonly<{ do: "charge"; cost: number }>
  /** Of the charges that are out, the one at this place, counted round. */
  | Readonly<{ do: "settle"; which: number; ending: Ending }>
  | Readonly<{ do: "report"; report: Report }>;

const maybe = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(of, { nil: undefined, freq: 3 });

/** What an answer says; a stamp is filled in where it is played, by the exchange's clock. */
function reports(max: number): fc.Arbitrary<Report> {
  const refused = fc.record({
    as: fc.constantFrom("quota" as const, "ban" as const, "pause" as const),
    waitMs: fc.constantFrom(0, 500, 3_000, 20_000),
  });
  return fc
    .record({
      used: maybe(fc.integer({ min: 0, max })),
      cost: maybe(fc.integer({ min: 0, max: 8 })),
      credit: maybe(fc.integer({ min: 0, max: 5 })),
      max: fc.option(fc.constantFrom(max, Math.ceil(max / 2), 2 * max), {
        nil: undefined,
        freq: 20,
      }),
      refused: fc.option(refused, { nil: undefined, freq: 12 }),
    })
    .map((drawn) => {
      const known = Object.entries(drawn).filter(([, value]) => value !== undefined);
      const report: Report = Object.fromEntries(known);
      return report;
    });
}

export function endings(max: number): fc.Arbitrary<Ending> {
  return fc.oneof(
    { weight: 6, arbitrary: reports(max) },
    { weight: 1, arbitrary: fc.constant("lost" as const) },
    { weight: 1, arbitrary: fc.constant("unsent" as const) },
  );
}

export function operations(
  of: Readonly<{ max: number; windowMs: number }>,
): fc.Arbitrary<Operation[]> {
  const operation: fc.Arbitrary<Operation> = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant("wait" as const),
        ms: fc.oneof(
          fc.constantFrom(0, 1, 20),
          fc.double({ min: 0, max: 1.5 * of.windowMs, noNaN: true }),
        ),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant("charge" as const),
        cost: fc.integer({ min: 0, max: 8 }),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant("settle" as const),
        which: fc.nat(20),
        ending: endings(of.max),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant("report" as const), report: reports(of.max) }),
    },
  );
  return fc.array(operation, { minLength: 1, maxLength: 60, size: "max" });
}

/** Plays operations; `look` is called after each with the present instant. */
export class Operated {
  readonly bucket: Bucket;
  nowMs: number;
  readonly #out: Charge[] = [];
  readonly #stampStepMs: number | undefined;

  constructor(bucket: Bucket, options: Readonly<{ startMs: number; stampStepMs?: number }>) {
    this.bucket = bucket;
    this.nowMs = options.startMs;
    this.#stampStepMs = options.stampStepMs;
  }

  run(operation: Operation): void {
    switch (operation.do) {
      case "wait":
        this.nowMs += operation.ms;
        return;
      case "charge":
        this.#out.push(this.bucket.charge(operation.cost, this.nowMs));
        return;
      case "settle": {
        const [charge] = this.#out.splice(operation.which % Math.max(1, this.#out.length), 1);
        if (charge === undefined) return;
        // Between sending and receiving, as all stamps are.
        const ending = this.#stamped(operation.ending, (charge.atMs + this.nowMs) / 2);
        this.bucket.settle(charge, ending, this.nowMs);
        return;
      }
      case "report":
        this.bucket.report(operation.report, this.nowMs);
    }
  }

  #stamped(ending: Ending, atMs: number): Ending {
    const stepMs = this.#stampStepMs;
    if (stepMs === undefined || typeof ending !== "object") return ending;
    return { ...ending, stamp: { serverMs: Math.floor((1e12 + atMs) / stepMs) * stepMs, stepMs } };
  }
}
