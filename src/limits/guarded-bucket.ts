/**
 * A bucket as all limits have it: a guard that counts as the exchange does, a pacer that spreads calls
 * within the window, and what refusals have done.
 *
 *     earliest = the latest of: end of a block, pacer, guard
 */
import type {
  Block,
  Bucket,
  BucketLevel,
  Charge,
  Ending,
  Heard,
  Kept,
  Refused,
  Report,
  Shape,
} from "./bucket.ts";
import type { Congestion } from "./congestion.ts";
import { howEnded, isSilent } from "./endings.ts";
import { settledCost, usedFigure } from "./guard.ts";
import type { Guard, Terms } from "./guard.ts";
import type { Assumed, BucketParts, Pacer } from "./parts.ts";
import { Taken } from "./taken.ts";
import type { TokenBucket } from "./token-bucket.ts";
import type { Waiting } from "./waiting.ts";

export class GuardedBucket implements Bucket {
  readonly key: string;
  readonly #terms: Terms;
  readonly #planFor: (max: number) => number;
  readonly #guard: Guard;
  readonly #pacer: TokenBucket | undefined;
  readonly #paceFor: Pacer["sizesFor"] | undefined;
  readonly #evenFor: Pacer["evenFor"];
  readonly #congestion: Congestion;
  readonly #waiting: Waiting;
  #costliest = 0;
  #isEven = false;
  #isDoubted = false;
  #assumed: Assumed | undefined;
  #open = 0;
  /**
   * So much may leave at any time from now on, as far as only time goes on: what the last look has found,
   * less what has left since. It spares most calls a look, and 0 is always true.
   */
  #sure = 0;

  constructor(parts: BucketParts) {
    this.key = parts.key;
    this.#terms = parts.terms;
    this.#planFor = parts.planFor;
    this.#guard = parts.guard;
    this.#pacer = parts.pacer?.bucket;
    this.#paceFor = parts.pacer?.sizesFor;
    this.#evenFor = parts.pacer?.evenFor;
    this.#congestion = parts.congestion;
    this.#waiting = parts.waiting;
    this.#assumed = parts.assumed;
  }

  get open(): number {
    return this.#open;
  }

  get isEven(): boolean {
    return this.#isEven;
  }

  get costMax(): number {
    return this.#terms.planned;
  }

  atOnceMax(nowMs: number): number {
    const most = Math.min(this.#pacer?.capacity ?? Infinity, this.#guard.atOnceMax ?? Infinity);
    return most * this.#congestion.shareAt(nowMs);
  }

  earliestMs(cost: number, leaveShare: number, nowMs: number): number {
    const isSure = cost <= this.#sure && leaveShare === 0 && cost > 0;
    return isSure ? nowMs : this.#lookMs(cost, leaveShare, nowMs);
  }

  #lookMs(cost: number, leaveShare: number, nowMs: number): number {
    const freeMs = this.#congestion.freeMs(nowMs);
    // What weighs nothing, or is not limited, still respects a block.
    if (cost === 0 || this.#terms.planned === Infinity) return freeMs;
    // Most often it may go now, and there is nothing to look for.
    if (freeMs <= nowMs && this.#fitsMs(cost, leaveShare, nowMs) <= nowMs) return nowMs;
    return this.#searchMs(cost, leaveShare, freeMs);
  }

  #searchMs(cost: number, leaveShare: number, fromMs: number): number {
    let atMs = fromMs;
    while (atMs < Infinity) {
      const fitsMs = this.#fitsMs(cost, leaveShare, atMs);
      if (fitsMs <= atMs) break;
      const changesMs = this.#congestion.nextChangeMs(atMs);
      atMs = Math.min(fitsMs, changesMs);
    }
    return atMs;
  }

  #sureAt(nowMs: number, share: number): number {
    const guarded = this.#guard.sure?.(nowMs) ?? 0;
    if (guarded <= 0 || share < 1 || this.#congestion.freeMs(nowMs) > nowMs) return 0;
    return Math.max(0, Math.min(guarded, this.#pacer?.tokens(nowMs, share) ?? guarded));
  }

  /** When there is room, if no more of a refusal is made good until then. */
  #fitsMs(cost: number, leaveShare: number, atMs: number): number {
    const share = this.#congestion.shareAt(atMs);
    const leave = leaveShare * this.#terms.planned;
    const fitsMs = this.#guard.earliestMs({ cost, share, leave }, atMs);
    const pacer = this.#pacer;
    // The one that tries has waited for the end of a block already.
    if (pacer === undefined || this.#congestion.probing) return fitsMs;
    const paced = { cost, share, leave: leaveShare * pacer.capacity };
    return Math.max(fitsMs, pacer.earliestMs(paced, atMs));
  }

  waits(untilMs: number, nowMs: number): void {
    this.#waiting.begin(this.#congestion.freeMs(nowMs), untilMs);
  }

  charge(cost: number, nowMs: number): Charge {
    this.#waiting.end(nowMs);
    const charge = new Taken(this, cost, nowMs);
    const share = this.#congestion.shareAt(nowMs);
    if (cost > this.#costliest) this.#weigh(cost, nowMs);
    this.#open += 1;
    this.#congestion.sent(charge);
    this.#pacer?.take(cost, nowMs, share);
    this.#guard.charge(cost, nowMs, share);
    this.#sure -= cost;
    if (this.#sure < 0) this.#sure = this.#sureAt(nowMs, share);
    return charge;
  }

  settle(charge: Charge, ending: Ending | undefined, nowMs: number): void {
    this.#open -= 1;
    this.#waiting.end(nowMs);
    // Most answers say nothing: there is little to do then.
    if (ending !== undefined) this.#learn(charge, ending, nowMs);
    this.#guard.settle(charge, ending, nowMs, this.#congestion.shareAt(nowMs));
    if (this.#congestion.ended(charge, howEnded(ending), nowMs)) this.#cut(nowMs);
    if (this.#assumed !== undefined) this.#see(charge, ending, nowMs);
    if (typeof ending === "object") this.#obey(charge, ending, nowMs);
  }

  /** What has to be known before it is counted. */
  #learn(charge: Charge, ending: Ending, nowMs: number): void {
    const share = this.#congestion.shareAt(nowMs);
    const more = settledCost(charge, ending) - charge.cost;
    if (more !== 0) this.#pacer?.take(more, nowMs, share);
    if (more > 0 || !isSilent(ending)) this.#sure = 0;
    if (typeof ending === "object") this.#adopt(ending, nowMs);
  }

  /** What follows from it once it is counted. */
  #obey(charge: Charge, { credit, refused }: Report, nowMs: number): void {
    if (credit !== undefined)
      this.#guard.report({ credit }, nowMs, this.#congestion.shareAt(nowMs));
    if (refused !== undefined) this.#refuse(refused, charge.atMs, nowMs);
  }

  /** What a pacer has saved up in a block would go at once after it. */
  #cut(nowMs: number): void {
    this.#pacer?.cut(0, nowMs, this.#congestion.shareAt(nowMs));
  }

  report(report: Report, nowMs: number): void {
    this.hear(report, { sentMs: nowMs, toldMs: nowMs, nowMs });
  }

  kept(nowMs: number): Kept | undefined {
    const share = this.#congestion.shareAt(nowMs);
    const { held, untilMs: heldUntilMs } = this.#guard.held(nowMs, share);
    const pacedMs = this.#pacer?.fullMs(nowMs, share) ?? -Infinity;
    const refusals = this.#congestion.kept(nowMs);
    if (held.length === 0 && pacedMs === -Infinity && refusals === undefined) return undefined;
    const untilMs = Math.max(heldUntilMs, pacedMs, refusals?.untilMs ?? -Infinity);
    return {
      held,
      pacedMs,
      untilMs,
      ...(refusals === undefined ? {} : { refusals }),
      ...(this.#assumed === undefined ? {} : { unseen: true }),
    };
  }

  isAtRest(nowMs: number): boolean {
    return (
      this.#open === 0 &&
      this.#assumed === undefined &&
      !this.isEven &&
      this.#guard.hasMore !== true &&
      this.#congestion.isForgotten(nowMs) &&
      this.#waiting.isOver(nowMs)
    );
  }

  resume(kept: Kept, nowMs: number): void {
    this.#sure = 0;
    if (kept.refusals !== undefined) this.#congestion.resume(kept.refusals, nowMs);
    for (const held of kept.held) this.#guard.carry(held, nowMs);
    this.#pacer?.fillBy(kept.pacedMs, nowMs, kept.refusals?.share ?? 1);
  }

  block(nowMs: number): Block | undefined {
    const forMs = this.#congestion.blockedMs(nowMs);
    return forMs > 0 ? { forMs, isBan: this.#congestion.isBanned(nowMs) } : undefined;
  }

  level(nowMs: number): BucketLevel {
    const share = this.#congestion.shareAt(nowMs);
    const { max, planned } = this.#terms;
    const blockedMs = this.#congestion.blockedMs(nowMs);
    const free = Math.max(0, planned * share - this.#guard.used(nowMs));
    const paced = Math.max(0, Math.min(free, this.#pacer?.tokens(nowMs, share) ?? free));
    const used = this.#guard.reported(nowMs);
    return {
      max,
      planned,
      available: this.#congestion.freeMs(nowMs) > nowMs ? 0 : paced,
      inFlight: this.#guard.inFlight,
      ...(used === undefined ? {} : { used }),
      shrunkTo: planned * share,
      blockedMs,
    };
  }

  shape(nowMs: number): Shape {
    const share = this.#congestion.shareAt(nowMs);
    const planned = this.#terms.planned * share;
    const pace = this.#congestion.probing ? undefined : this.#pacer?.sizes(share);
    return { planned, pace, counted: this.#guard.used(nowMs), ...this.#guard.shape(nowMs, share) };
  }

  theirs(cost: number, sinceMs: number, nowMs: number): void {
    this.#sure = 0;
    // Whoever counts all together paces all together, too.
    this.#guard.theirs?.(cost, { sinceMs, nowMs, share: this.#congestion.shareAt(nowMs) });
  }

  hear(report: Report, { sentMs, toldMs, nowMs }: Heard): void {
    this.#sure = 0;
    const share = this.#congestion.shareAt(nowMs);
    this.#adopt(report, nowMs);
    this.#guard.report(report, nowMs, share);
    if (report.refused !== undefined) this.#refuse(report.refused, sentMs, toldMs);
  }

  /**
   * The first answer says what was used, or nobody knows. Where it is more than this call was thought to
   * cost, others use the limit or it costs more: either shows within a few calls that do not come at once.
   */
  #see(charge: Charge, ending: Ending | undefined, nowMs: number): void {
    const assumed = this.#assumed;
    if (assumed === undefined || typeof ending === "string") return;
    this.#assumed = undefined;
    this.#sure = 0;
    const used = usedFigure(ending, this.#terms);
    if (used !== undefined && used <= settledCost(charge, ending)) return;
    this.#cut(nowMs);
    if (used !== undefined) return;
    const before = assumed(nowMs);
    if (before !== undefined) this.#guard.carry(before, nowMs);
    this.#guard.empty?.(nowMs, this.#congestion.shareAt(nowMs));
  }

  #weigh(cost: number, nowMs: number): void {
    this.#costliest = cost;
    if (this.#isEven) this.#repace(nowMs);
  }

  #adopt({ max }: Report, nowMs: number): void {
    if (max === undefined || !(max > 0) || max === this.#terms.max) return;
    const planned = this.#planFor(max);
    this.#terms.max = max;
    this.#terms.planned = planned;
    this.#repace(nowMs);
    this.#guard.adopted?.(nowMs, this.#congestion.shareAt(nowMs));
  }

  /** A raised limit may be used at once: it is the guard that keeps it, a pacer only spreads. */
  #repace(nowMs: number): void {
    this.#sure = 0;
    const share = this.#congestion.shareAt(nowMs);
    const pacer = this.#pacer;
    const { planned } = this.#terms;
    const even = this.#isEven ? this.#evenFor?.(planned, this.#costliest) : undefined;
    const sizes = even ?? this.#paceFor?.(planned);
    if (pacer === undefined || sizes === undefined) return;
    const before = pacer.capacity;
    pacer.resize(sizes, nowMs, share);
    const more = pacer.capacity - before;
    if (more > 0 && before < Infinity) pacer.take(-more * share, nowMs, share);
  }

  #refuse(refused: Refused, sentMs: number, nowMs: number): void {
    const leastShare = Math.min(1, this.#costliest / this.#terms.planned);
    const taken = this.#guard.taken?.(nowMs);
    const shrank = this.#congestion.refuse(refused, {
      sentMs,
      nowMs,
      leastShare,
      taken: taken === undefined ? undefined : taken / this.#terms.planned,
      waitedMs: this.#waiting.lastMs(nowMs),
    });
    if (!shrank) return;
    this.#cut(nowMs);
    if (this.#evenFor !== undefined && !this.#sharesWithOthers(nowMs)) this.#doubt(nowMs);
  }

  /**
   * Refused once, it may have been somebody else; refused again, it may be how the exchange counts. If it
   * refuses calls that leave evenly as well, it was somebody else after all.
   */
  #doubt(nowMs: number): void {
    const wasEven = this.#isEven;
    this.#isEven = this.#isDoubted && !wasEven;
    this.#isDoubted = !wasEven;
    if (this.#isEven !== wasEven) this.#repace(nowMs);
  }

  /** Whether a used figure tells of more than ours. */
  #sharesWithOthers(nowMs: number): boolean {
    const own = this.#guard.inFlight + (this.#guard.taken?.(nowMs) ?? 0);
    return (this.#guard.reported(nowMs) ?? 0) > own;
  }
}
