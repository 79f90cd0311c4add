/** A call that may not go now: which bucket says so, for how long, and what could pass. */
import type { Block, Bucket } from "../limits/bucket.ts";
import type { Denial, Draw } from "./ledger.ts";

export function deny(
  draw: Draw,
  at: Readonly<{ bucket: Bucket; waitMs: number; why: Denial["why"]; block?: Block | undefined }>,
  nowMs: number,
): Denial {
  const { bucket, waitMs, why, block } = at;
  const { costMax } = bucket;
  const atOnceMax = bucket.atOnceMax(nowMs);
  return { granted: false, waitMs, limitedBy: draw, why, block, costMax, atOnceMax };
}
