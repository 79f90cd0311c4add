/**
 * What a call takes from the buckets of this process. Loops by index: iterators, and functions made for one
 * call, take as long as the accounting.
 */
import type { Bucket, Charge } from "../limits/bucket.ts";
import { Taken } from "../limits/taken.ts";
import type { Draw } from "./ledger.ts";

/** Of one draw: its bucket, and what the call takes from that in all its draws. */
export type Take = Readonly<{
  draw: Draw;
  /** What the draw cost then: it may turn out otherwise while the call waits. */
  given: number;
  bucket: Bucket;
  cost: number;
}>;

export function takesOf(draws: readonly Draw[], bucketOf: (draw: Draw) => Bucket): readonly Take[] {
  const takes = draws.map((draw) => ({ draw, given: draw.cost, bucket: bucketOf(draw), cost: 0 }));
  const costOf = (bucket: Bucket): number =>
    takes.reduce((sum, take) => (take.bucket === bucket ? sum + take.given : sum), 0);
  for (const take of takes) take.cost = costOf(take.bucket);
  return takes;
}

/** No draw costs anything else by now. */
export function areAsGiven(takes: readonly Take[]): boolean {
  for (let index = 0; index < takes.length; index += 1) {
    const take = takes[index];
    if (take !== undefined && take.draw.cost !== take.given) return false;
  }
  return true;
}

/** All of it may go now. */
export function fit(takes: readonly Take[], leaveShare: number, nowMs: number): boolean {
  for (let index = 0; index < takes.length; index += 1) {
    const take = takes[index];
    if (take !== undefined && !fits(take, leaveShare, nowMs)) return false;
  }
  return true;
}

function fits({ bucket, cost }: Take, leaveShare: number, nowMs: number): boolean {
  return cost <= bucket.costMax && bucket.earliestMs(cost, leaveShare, nowMs) <= nowMs;
}

export function charged(takes: readonly Take[], nowMs: number): readonly Charge[] {
  // A list of its length from the start: one that grows by itself takes the room of sixteen more.
  // oxlint-disable-next-line unicorn/no-new-array
  const charges = new Array<Charge>(takes.length);
  for (let index = 0; index < takes.length; index += 1) {
    const take = takes[index];
    if (take !== undefined) charges[index] = take.bucket.charge(take.given, nowMs);
  }
  return charges;
}

/** All of it was answered, and the answer said nothing. */
export function settle(charges: readonly Charge[], nowMs: number): void {
  for (let index = 0; index < charges.length; index += 1) {
    const charge = charges[index];
    if (charge instanceof Taken) charge.bucket.settle(charge, undefined, nowMs);
  }
}
