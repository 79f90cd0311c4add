/** What a bucket is put together from. */
import type { Congestion } from "./congestion.ts";
import type { Guard, Held, Terms } from "./guard.ts";
import type { TokenBucket, TokenSizes } from "./token-bucket.ts";
import type { Waiting } from "./waiting.ts";

export type BucketParts = Readonly<{
  key: string;
  /** Shared with the guard; changed here when the exchange changes its limit. */
  terms: Terms;
  /** What to plan with under another `max`. */
  planFor: (max: number) => number;
  guard: Guard;
  pacer?: Pacer;
  congestion: Congestion;
  waiting: Waiting;
  /** Where nothing is known of what was used before: what to assume if the first answer does not say it. */
  assumed?: Assumed | undefined;
}>;

export type Assumed = (nowMs: number) => Held | undefined;

/** What spreads calls within a window, and its size under another plan. */
export type Pacer = Readonly<{
  bucket: TokenBucket;
  sizesFor: (planned: number) => TokenSizes;
  /** Its size where the exchange turns out to count more strictly than the guard does. */
  evenFor?: (planned: number, costliest: number) => TokenSizes;
}>;
