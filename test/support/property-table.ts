/** Plays a table of instants on a bucket and tells where it says something else. */
import { createBucket } from "../../src/limits/bucket.ts";
import type { Bucket, BucketLevel, Charge, Ending, Report } from "../../src/limits/bucket.ts";
import type { FlatLimit } from "../../src/limits/limit.ts";

/** What happens, the wait of a cost right after it, and parts of the level. */
export type Row = Readonly<{
  at: number;
  /** Charges so much under a name of its own. */
  charge?: readonly [name: string, cost: number];
  settle?: readonly [name: string, ending: Ending];
  report?: Report;
  /** How long it waits, to a twentieth of a ms. */
  wait?: readonly [cost: number, waitMs: number];
  level?: Partial<BucketLevel>;
  idle?: boolean;
}>;

export type Played = Readonly<{ bucket: Bucket; wrong: readonly string[] }>;

export function play(limit: FlatLimit, rows: readonly Row[], jitterMs = 300): Played {
  const bucket = createBucket({ ...limit, jitterMs }, { key: "k", random: () => 0 });
  const charges = new Map<string, Charge>();
  const wrong = rows.flatMap((row) => {
    happen(row, bucket, charges);
    return [...compareWait(row, bucket), ...compareLevel(row, bucket)].map(
      (what) => `at ${row.at}: ${what}`,
    );
  });
  return { bucket, wrong };
}

function happen(row: Row, bucket: Bucket, charges: Map<string, Charge>): void {
  if (row.charge !== undefined) {
    const [name, cost] = row.charge;
    charges.set(name, bucket.charge(cost, row.at));
  }
  if (row.settle !== undefined) {
    const [name, ending] = row.settle;
    const charge = charges.get(name);
    if (charge === undefined) throw new Error(`Nothing was charged as ${name}.`);
    bucket.settle(charge, ending, row.at);
  }
  if (row.report !== undefined) bucket.report(row.report, row.at);
}

function compareWait({ at, wait }: Row, bucket: Bucket): string[] {
  if (wait === undefined) return [];
  const [cost, waitMs] = wait;
  const is = bucket.earliestMs(cost, 0, at) - at;
  const near = is === waitMs || Math.abs(is - waitMs) < 0.05;
  return near ? [] : [`${cost} waits for ${is}, not ${waitMs}`];
}

function compareLevel({ at, level, idle }: Row, bucket: Bucket): string[] {
  const figures: Readonly<Record<string, number>> = bucket.level(at);
  const wrong = Object.entries(level ?? {}).flatMap(([name, told]) => {
    const is = figures[name] ?? Number.NaN;
    return Math.abs(is - told) < 5e-4 ? [] : [`${name} is ${is}, not ${told}`];
  });
  if (idle !== undefined && (bucket.kept(at) === undefined) !== idle)
    wrong.push(`idle is not ${idle}`);
  return wrong;
}
