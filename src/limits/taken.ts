/** A charge that knows its bucket: whoever settles it has nothing to look for. */
import type { Charge } from "./bucket.ts";
import type { GuardedBucket } from "./guarded-bucket.ts";

export class Taken implements Charge {
  readonly bucket: GuardedBucket;
  readonly cost: number;
  readonly atMs: number;

  constructor(bucket: GuardedBucket, cost: number, atMs: number) {
    this.bucket = bucket;
    this.cost = cost;
    this.atMs = atMs;
  }

  get key(): string {
    return this.bucket.key;
  }
}
