/**
 * Lazily refilled, weighted: the pacer of every window, and the mirror of exchanges that count so.
 *
 *     tokens(t) = min(capacity, tokens + refill x (t - then))
 *
 * A cost above the capacity goes when the bucket is full, or once the rest of it has been saved up above
 * the capacity, and leaves a debt. `share` scales all of it after a refusal: 1 where nothing is shrunk.
 */
import type { Charge, Ending, Report } from "./bucket.ts";
import { ForeignUse } from "./foreign-use.ts";
import { creditFigure, less, nothingHeld, settledCost, usedFigure } from "./guard.ts";
import type { Asked, Guard, GuardShape, Held, Holding, Terms } from "./guard.ts";

/** What counts as full or enough, in spite of decimals. */
const epsilon = 1e-9;

export type TokenSizes = Readonly<{
  capacity: number;
  refillPerMs: number;
  /** What is saved up for one cost above the capacity. @default capacity */
  saved?: number;
}>;

export class TokenBucket {
  // Not 0: a field that held a whole number first, or nothing, would be boxed anew each time it changes.
  #capacity = Infinity;
  #refillPerMs = Infinity;
  #saved = Infinity;
  #tokens = Infinity;
  #atMs = -Infinity;

  constructor(sizes: TokenSizes) {
    this.#size(sizes);
    this.#tokens = this.#saved;
  }

  get capacity(): number {
    return this.#capacity;
  }

  /** Its size where a refusal has left a share of it. */
  sizes(share: number): MirrorSizes {
    const refillPerMs = this.#refillPerMs * share;
    return { capacity: this.#capacity * share, refillPerMs, saved: this.#saved * share };
  }

  /** The first instant from `nowMs` on at which `cost` is there and `leave` stays. */
  earliestMs({ cost, leave, share }: Asked, nowMs: number): number {
    const needed = Math.min(cost + leave, this.#saved * share);
    const missing = needed - this.saved(nowMs, share);
    if (missing <= epsilon * (1 + needed)) return nowMs;
    return nowMs + missing / (this.#refillPerMs * share);
  }

  tokens(nowMs: number, share: number): number {
    return Math.min(this.#capacity * share, this.#grown(nowMs, share));
  }

  /** The tokens, and what has been saved up above the capacity. */
  saved(nowMs: number, share: number): number {
    return Math.min(this.#saved * share, this.#grown(nowMs, share));
  }

  /** Takes `cost`, whether it is there or not; a negative one is given back. */
  take(cost: number, nowMs: number, share: number): void {
    const grown = this.#grown(nowMs, share);
    const most = this.#saved * share;
    // With the first that goes, what was saved up is gone: it was for one alone.
    const left = Math.min(cost > 0 ? this.#capacity * share : most, grown);
    this.#tokens = Math.min(most, left - cost);
    this.#atMs = Math.max(nowMs, this.#atMs);
  }

  /** What has come back and finds no room where `cost` is taken now. */
  spills(cost: number, nowMs: number, share: number): number {
    const grown = this.#grown(nowMs, share);
    const most = cost > 0 ? this.#capacity : this.#saved;
    return grown < Infinity ? Math.max(0, grown - most * share) : 0;
  }

  /** Leaves no more than `tokens`. */
  cut(tokens: number, nowMs: number, share: number): void {
    this.#tokens = Math.min(tokens, this.saved(nowMs, share));
    this.#atMs = Math.max(nowMs, this.#atMs);
  }

  /** When all of it is there if nothing is taken until then; `-Infinity` where it is. */
  fullMs(nowMs: number, share: number): number {
    const missing = this.#saved - this.saved(nowMs, share);
    return missing > epsilon ? nowMs + missing / (this.#refillPerMs * share) : -Infinity;
  }

  /** Becomes one that is full at that instant, and not before. */
  fillBy(fullMs: number, nowMs: number, share: number): void {
    if (fullMs <= nowMs) return;
    this.cut(this.#saved - (fullMs - nowMs) * this.#refillPerMs * share, nowMs, share);
  }

  /** Becomes another size. A smaller one loses what it is smaller by; a larger one has to fill up first. */
  resize(sizes: TokenSizes, nowMs: number, share: number): void {
    const before = this.#saved;
    this.cut(Infinity, nowMs, share);
    this.#size(sizes);
    // Without a limit until now, it knows nothing of what was taken.
    this.#tokens =
      before === Infinity ? 0 : this.#tokens - Math.max(0, before - this.#saved) * share;
  }

  /** What there would be without a bound; before the first charge it is full, whatever the time. */
  #grown(nowMs: number, share: number): number {
    const forMs = nowMs - this.#atMs;
    return forMs > 0 ? this.#tokens + forMs * this.#refillPerMs * share : this.#tokens;
  }

  #size({ capacity, refillPerMs, saved }: TokenSizes): void {
    this.#capacity = capacity;
    this.#refillPerMs = refillPerMs;
    this.#saved = saved ?? capacity;
  }
}

export type MirrorSizes = Required<TokenSizes>;

/**
 * An exchange's own bucket, seen from here. It never believes more than the exchange would grant: the
 * refill is the exchange's less the headroom, and what may be refilled on the way is left out of it. A cost
 * that needs this too waits until all before it must have been counted: for as long as it is saved up.
 */
export class MirrorBucket implements Guard {
  readonly #bucket: TokenBucket;
  readonly #terms: Terms;
  readonly #sizesFor: (planned: number) => MirrorSizes;
  #sizes: MirrorSizes;
  #inFlight = 0;
  #reported: Readonly<{ used: number; atMs: number }> | undefined;
  readonly #foreign: ForeignUse;
  /** Of ours, since the last figure. */
  #settled = 0;
  /** What came back and found no room, since others were last heard of. */
  #spilled = 0;

  constructor(options: Readonly<{ terms: Terms; sizesFor: (planned: number) => MirrorSizes }>) {
    this.#terms = options.terms;
    this.#sizesFor = options.sizesFor;
    this.#sizes = options.sizesFor(options.terms.planned);
    const windowMs = this.#sizes.saved / this.#sizes.refillPerMs;
    this.#foreign = new ForeignUse({ windowMs, terms: options.terms });
    this.#bucket = new TokenBucket(this.#sizes);
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  earliestMs(asked: Asked, nowMs: number): number {
    return this.#bucket.earliestMs(asked, nowMs);
  }

  charge(cost: number, nowMs: number, share: number): void {
    this.#inFlight += cost;
    this.#take(cost, nowMs, share);
  }

  settle(charge: Charge, ending: Ending | undefined, nowMs: number, share: number): void {
    const cost = settledCost(charge, ending);
    this.#inFlight = less(this.#inFlight, charge.cost);
    this.#take(cost - charge.cost, nowMs, share);
    this.#settled += cost;
    if (typeof ending === "object") this.#note(ending, { sentMs: charge.atMs, nowMs, share });
  }

  report(report: Report, nowMs: number, share: number): void {
    if (report.others === "none") this.#foreign.forget();
    this.#take(-creditFigure(report), nowMs, share);
    this.#note(report, { sentMs: nowMs, nowMs, share });
  }

  adopted(nowMs: number, share: number): void {
    this.#sizes = this.#sizesFor(this.#terms.planned);
    this.#bucket.resize(this.#sizes, nowMs, share);
    this.#spilled = 0;
  }

  held(nowMs: number, share: number): Holding {
    const untilMs = this.#bucket.fullMs(nowMs, share);
    if (untilMs === -Infinity) return nothingHeld;
    const used = this.#sizes.saved - this.#bucket.saved(nowMs, share);
    return { held: [{ used, fromMs: -Infinity, atMs: nowMs }], untilMs };
  }

  theirs(cost: number, { nowMs, share }: Readonly<{ nowMs: number; share: number }>): void {
    this.#settled += cost;
    this.#take(0, nowMs, share);
    // They have taken it since they were last heard of: what spilled over meanwhile they had.
    const spilled = this.#spilled;
    this.#spilled = 0;
    this.#take(Math.max(0, cost - spilled), nowMs, share);
  }

  get atOnceMax(): number {
    return this.#sizes.capacity;
  }

  get hasMore(): boolean {
    return this.#reported !== undefined;
  }

  carry({ used, atMs }: Held): void {
    this.#cut(this.#sizes.saved - used, atMs, 1);
  }

  empty(nowMs: number, share: number): void {
    this.#cut(0, nowMs, share);
  }

  shape(_nowMs: number, share: number): GuardShape {
    return { pace: this.#bucket.sizes(share) };
  }

  used(nowMs: number): number {
    return this.#sizes.saved - this.#bucket.saved(nowMs, 1);
  }

  reported(nowMs: number): number | undefined {
    // By then the exchange's bucket is full again, and a figure of the past.
    const fullMs = this.#sizes.saved / this.#sizes.refillPerMs;
    const reported = this.#reported;
    return reported !== undefined && nowMs < reported.atMs + fullMs ? reported.used : undefined;
  }

  #note(report: Report, at: Readonly<{ sentMs: number; nowMs: number; share: number }>): void {
    const used = usedFigure(report, this.#terms);
    if (used === undefined) return;
    const { sentMs, nowMs, share } = at;
    this.#look(used, nowMs);
    const { max, planned } = this.#terms;
    // What others have used since, beyond what the headroom holds.
    const unseen = Math.max(0, this.#foreign.reserve(nowMs - sentMs) - (max - planned));
    // What is in flight may or may not be in the figure. Taken away once more it can only be too careful,
    // and a bucket forgets by refilling.
    this.#cut(planned - used - this.#inFlight - unseen, nowMs, share);
  }

  #take(cost: number, nowMs: number, share: number): void {
    this.#spilled += this.#bucket.spills(cost, nowMs, share);
    this.#bucket.take(cost, nowMs, share);
  }

  #cut(tokens: number, nowMs: number, share: number): void {
    this.#bucket.cut(tokens, nowMs, share);
    this.#spilled = 0;
  }

  #look(used: number, nowMs: number): void {
    const before = this.#reported;
    this.#reported = { used, atMs: nowMs };
    if (before !== undefined) {
      const forMs = nowMs - before.atMs;
      const { max, planned } = this.#terms;
      const refilled = Math.min(before.used, (forMs * this.#sizes.refillPerMs * max) / planned);
      this.#foreign.observe(
        { weight: used - before.used + refilled - this.#settled, forMs },
        nowMs,
      );
    }
    this.#settled = 0;
  }
}
