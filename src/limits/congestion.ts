/**
 * What a refusal does to a bucket, and how it comes back.
 *
 *     share  1 ----.                                  ,---- 1
 *                  | shrink once per event     ,-----'
 *                  '--- quiet ---.__ recover _/ up to 0.95 of the ceiling until the next try above it
 *
 * Requests that were sent before the last shrink belong to the same event and shrink nothing. The share at
 * which it happened is remembered as a ceiling; each time it is hit again, the next try above it comes 1.4
 * times later. `Retry-After` is a floor that nothing cuts. After a block one call goes alone.
 *
 * One decrease per event is the rule of TCP NewReno; the constants are the ones that met the fewest further
 * refusals in simulation against a server whose true limit is lower than the declared one.
 */
import { backOffMs, pauseMs, statedWaitMs } from "./back-off.ts";
import type { Charge, Refused } from "./bucket.ts";

/** What is left after a quota refusal; squared after a ban. */
const beta = 0.7;

/** Recovery per window, in steps so small that none lets a burst go. */
const growth = 0.1;
const stepsPerWindow = 100;

/** Above the ceiling it grows with the square of the time: little is sent too much where the limit still holds. */
const tryGrowthSquared = 0.05;

const leastShare = 0.05;

/** Sooner or more often, each try is one more refusal; later, the end of a cause is noticed later. */
const firstTryWindows = 6;
const tryGrowth = 1.4;
const tryMaxMs = 3_600_000;

/** What is left of refusals, to go on from; from `untilMs` on nothing of it matters. */
export type Refusals = Readonly<{ share: number; blockedUntilMs: number; untilMs: number }>;

/** How a call ended: without an answer nobody knows whether more may go. */
export type Ended = "accepted" | "refused" | "unknown";

export class Congestion {
  readonly #windowMs: number;
  readonly #random: () => number;
  /** The share at the last shrink, and the share before it. */
  #shrunkTo = 1;
  #ceiling = 1;
  #shrunkMs = -Infinity;
  /** Until then it stays as the shrink left it. */
  #quietEndMs = -Infinity;
  #blockedUntilMs = -Infinity;
  /** The same, or never while one call is out to try. */
  #freeMs = -Infinity;
  #bannedUntilMs = -Infinity;
  #tryAtMs = -Infinity;
  #tryGapMs = 0;
  #events = 0;
  /** From then on calls have gone well for so long that the next refusal is a first one. */
  #sustainedMs = -Infinity;
  /** One call is to go alone, or has gone and has not ended. */
  #isProbeDue = false;
  #probe: Charge | undefined;

  /**
   * `windowMs` is the limit's own time scale; `random` is from 0 to 1. With `probes` the first call goes
   * alone, as after a block.
   */
  constructor(options: Readonly<{ windowMs: number; random: () => number; probes?: boolean }>) {
    this.#windowMs = options.windowMs;
    this.#random = options.random;
    if (options.probes === true) this.#isProbeDue = true;
  }

  /** What another one must know to go on from here; `undefined` where nothing is left of any refusal. */
  kept(nowMs: number): Refusals | undefined {
    if (this.isClear(nowMs)) return undefined;
    const blockedUntilMs = this.#blockedUntilMs;
    return { share: this.shareAt(nowMs), blockedUntilMs, untilMs: this.#memoryEndsMs };
  }

  /**
   * Goes on from there, as if it had been refused just now: one call goes first, and it grows from here.
   * It is not whole before the other one would have been.
   */
  resume({ share, blockedUntilMs, untilMs }: Refusals, nowMs: number): void {
    this.#isProbeDue = true;
    this.#block(blockedUntilMs);
    // Which refusal it was is not kept: what lasts for longer than a process is a ban.
    this.#bannedUntilMs = blockedUntilMs;
    this.#shrunkTo = share;
    this.#ceiling = share;
    this.#shrunkMs = nowMs;
    this.#quietEndMs = nowMs + this.#windowMs;
    this.#tryGapMs = firstTryWindows * this.#windowMs;
    this.#tryAtMs = nowMs + this.#tryGapMs;
    this.#stayQuiet();
    const earlyMs = untilMs - this.#memoryEndsMs;
    // Its steps fall on other instants: one of them late is late enough for all.
    this.#tryAtMs += Math.max(0, earlyMs + this.#stepMs);
  }

  /** Takes in a refusal of a call that was sent at `sentMs`; true where it shrank the bucket. */
  refuse(
    refused: Refused,
    at: Readonly<{
      sentMs: number;
      nowMs: number;
      leastShare: number;
      /** What of the plan was had in the present window, and for how long of it calls waited for more. */
      taken?: number | undefined;
      waitedMs?: number;
    }>,
  ): boolean {
    const { nowMs } = at;
    const statedMs = statedWaitMs(refused);
    const lastBlockMs = this.#blockedUntilMs;
    this.#block(nowMs + statedMs);
    if (refused.as === "ban") this.#bannedUntilMs = this.#blockedUntilMs;
    if (refused.as === "pause") {
      if (statedMs === 0) this.#block(nowMs + pauseMs * this.#between(1, 1.2));
      return false;
    }
    if (this.#probe === undefined) this.#isProbeDue = true;
    if (at.sentMs <= this.#shrunkMs) {
      if (nowMs < this.#quietEndMs) this.#stayQuiet();
      return false;
    }
    const share = this.shareAt(nowMs);
    const recovered = share === 1 && nowMs >= this.#fullMs + this.#windowMs;
    this.#events = nowMs < this.#sustainedMs ? this.#events + 1 : 1;
    this.#sustainedMs = Infinity;
    this.#ceiling = this.#given(share, { ...at, freeMs: nowMs - lastBlockMs });
    const left = refused.as === "ban" ? beta * beta : beta;
    this.#shrunkTo = Math.min(share, Math.max(leastShare, at.leastShare, left * this.#ceiling));
    this.#shrunkMs = nowMs;
    this.#tryGapMs =
      recovered || this.#tryGapMs === 0
        ? firstTryWindows * this.#windowMs
        : Math.min(tryMaxMs, tryGrowth * this.#tryGapMs);
    const backOff = { windowMs: this.#windowMs, events: this.#events, stated: statedMs > 0 };
    // The jitter never makes it shorter.
    this.#block(nowMs + backOffMs(backOff) * this.#between(1, 1.2));
    this.#quietEndMs = nowMs + this.#windowMs;
    // Without jitter: processes that are refused together try together, and are refused together again.
    // That is one event for all, after which their shares are closer to each other than before.
    this.#tryAtMs = nowMs + this.#tryGapMs;
    this.#stayQuiet();
    return true;
  }

  /** Every charge is told, so that of those after a block one goes first. */
  sent(charge: Charge): void {
    if (this.#isProbeDue) this.#try(charge);
  }

  #try(charge: Charge): void {
    this.#isProbeDue = false;
    this.#probe = charge;
    this.#freeMs = Infinity;
  }

  /** Whether the next call goes alone to try, after a block that was seen here. */
  get probing(): boolean {
    return this.#isProbeDue && this.#events > 0;
  }

  /** A charge has ended; true where that was the try after a block, so that others may go again. */
  ended(charge: Charge, how: Ended, nowMs: number): boolean {
    // Small enough to be compiled into every call, as `shareAt` is.
    const matters = this.#sustainedMs === Infinity || this.#probe === charge;
    return matters && this.#endedAfter(charge, how, nowMs);
  }

  /** After a refusal. */
  #endedAfter(charge: Charge, how: Ended, nowMs: number): boolean {
    if (this.#sustainedMs === Infinity && how === "accepted" && charge.atMs > this.#shrunkMs) {
      this.#sustainedMs = nowMs + Math.max(this.#windowMs, pauseMs);
    }
    if (this.#probe !== charge) return false;
    this.#probe = undefined;
    this.#freeMs = this.#blockedUntilMs;
    this.#isProbeDue = how === "unknown";
    return !this.#isProbeDue && this.#blockedUntilMs > -Infinity;
  }

  /** When something may go again: the end of a block, or `Infinity` while one call is out to try. */
  freeMs(nowMs: number): number {
    return Math.max(nowMs, this.#freeMs);
  }

  /** The part of what is planned that is left at an instant. */
  shareAt(atMs: number): number {
    // Small enough to be compiled into every call: most buckets were never refused.
    return this.#shrunkTo === 1 ? 1 : this.#leftAt(atMs);
  }

  #leftAt(atMs: number): number {
    if (atMs < this.#quietEndMs) return this.#shrunkTo;
    const grown = this.#grown(this.#quietEndMs, Math.min(atMs, this.#tryAtMs));
    const before = Math.min(this.#top, this.#shrunkTo + grown);
    return atMs < this.#tryAtMs ? before : Math.min(1, before + this.#tried(atMs));
  }

  /** The next instant at which the share may be another one. */
  nextChangeMs(atMs: number): number {
    const share = this.shareAt(atMs);
    if (share === 1) return Infinity;
    const quietEndMs = this.#quietEndMs;
    if (atMs < quietEndMs) return quietEndMs;
    if (atMs < this.#tryAtMs && share >= this.#top) return this.#tryAtMs;
    const fromMs = atMs < this.#tryAtMs ? quietEndMs : this.#tryAtMs;
    const nextMs = fromMs + (this.#steps(fromMs, atMs) + 1) * this.#stepMs;
    return atMs < this.#tryAtMs ? Math.min(nextMs, this.#tryAtMs) : nextMs;
  }

  /** For how long nothing may go. */
  blockedMs(nowMs: number): number {
    return Math.max(0, this.#blockedUntilMs - nowMs);
  }

  isBanned(nowMs: number): boolean {
    return nowMs < this.#bannedUntilMs;
  }

  isClear(nowMs: number): boolean {
    const memoryEndsMs = this.#memoryEndsMs;
    // The first of all calls is not owed to any refusal.
    return memoryEndsMs === -Infinity || (!this.#probes && nowMs >= memoryEndsMs);
  }

  /** No refusal is felt any more, and no call has to go alone. */
  isForgotten(nowMs: number): boolean {
    return !this.#probes && this.isClear(nowMs);
  }

  /**
   * The share that the exchange gave, which only who took all there was knows. One refusal never takes more
   * than half for it: others may have been quicker this once.
   */
  #given(
    share: number,
    had: Readonly<{ taken?: number | undefined; waitedMs?: number; freeMs: number }>,
  ): number {
    const { taken = share, waitedMs = 0, freeMs } = had;
    const tookAll = waitedMs >= Math.min(this.#windowMs, freeMs) / 2;
    return tookAll ? Math.min(share, Math.max(share / 2, taken)) : share;
  }

  #block(untilMs: number): void {
    this.#blockedUntilMs = Math.max(this.#blockedUntilMs, untilMs);
    if (this.#probe === undefined) this.#freeMs = this.#blockedUntilMs;
  }

  /** Nothing grows while nothing may go. */
  #stayQuiet(): void {
    this.#quietEndMs = Math.max(this.#quietEndMs, this.#blockedUntilMs);
    this.#tryAtMs = Math.max(this.#tryAtMs, this.#quietEndMs);
  }

  /** When it is whole again if nothing is refused until then. */
  get #fullMs(): number {
    if (this.#shrunkTo === 1) return -Infinity;
    const missing = 1 - this.shareAt(this.#tryAtMs);
    return this.#tryAtMs + Math.sqrt(missing / tryGrowthSquared) * this.#windowMs;
  }

  get #memoryEndsMs(): number {
    return Math.max(this.#fullMs + this.#windowMs, this.#blockedUntilMs);
  }

  get #probes(): boolean {
    return this.#isProbeDue || this.#probe !== undefined;
  }

  /** How far it recovers before the next try above what failed. */
  get #top(): number {
    return Math.max(this.#shrunkTo, 0.95 * this.#ceiling);
  }

  #grown(fromMs: number, untilMs: number): number {
    return (growth / stepsPerWindow) * Math.max(0, this.#steps(fromMs, untilMs));
  }

  #tried(atMs: number): number {
    return tryGrowthSquared * (this.#steps(this.#tryAtMs, atMs) / stepsPerWindow) ** 2;
  }

  #steps(fromMs: number, untilMs: number): number {
    // An instant that was computed as the end of a step has passed it, whatever the decimals say.
    return Math.floor((untilMs - fromMs) / this.#stepMs + 1e-6);
  }

  get #stepMs(): number {
    return this.#windowMs / stepsPerWindow;
  }

  #between(low: number, high: number): number {
    return low + this.#random() * (high - low);
  }
}
