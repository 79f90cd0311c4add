/**
 * What the exchange saw of one bot: the truth, from the server's own counting and not from the bot.
 *
 *     bot -> emulator -> meter's server side -> the venue's
 *                             '- counts: requests, refusals, bans, and each window's weight
 */
import type { Counted, ServerSide } from "../emulator/emulator.ts";

/** One window of the main limit. */
export type Window = Readonly<{
  startMs: number;
  /** Weight of the bot that was accepted. */
  own: number;
  /** Weight that others on its address took. */
  others: number;
}>;

export type Totals = Readonly<{
  /** Requests that arrived. */
  sent: number;
  /** Of those that were accepted. */
  weight: number;
  /** 429. */
  refused: number;
  /** How many times a ban began. */
  bans: number;
  /** For how long its address was banned. */
  bannedMs: number;
}>;

export class Meter {
  /** To be run in place of the venue's. */
  readonly serverSide: ServerSide;
  readonly #startMs: number;
  readonly #windows = new Map<number, { own: number; others: number }>();
  /** When each ban began, by when it ends. */
  readonly #bans = new Map<number, number>();
  readonly #stopListening: () => void;
  #last: Counted | undefined;
  #sent = 0;
  #weight = 0;
  #refused = 0;

  /** `startMs` is when the bot starts, epoch ms by the server's clock. */
  constructor(serverSide: ServerSide, startMs: number) {
    this.#startMs = startMs;
    this.serverSide = {
      ...serverSide,
      useByOthers: (ip, weight, nowMs) => {
        const { windowMs } = serverSide.limit;
        this.#window(Math.floor(nowMs / windowMs) * windowMs).others += weight;
        serverSide.useByOthers(ip, weight, nowMs);
      },
    };
    this.#stopListening = serverSide.onCounted((counted) => this.#count(counted));
  }

  /** What comes from here on is not the bot's any more. */
  stop(): void {
    this.#stopListening();
  }

  totals(nowMs: number): Totals {
    let bannedMs = 0;
    for (const [untilMs, sinceMs] of this.#bans) bannedMs += Math.min(untilMs, nowMs) - sinceMs;
    return {
      sent: this.#sent,
      weight: this.#weight,
      refused: this.#refused,
      bans: this.#bans.size,
      bannedMs,
    };
  }

  /** What the present window holds with everybody's use, as of the last request. */
  used(nowMs: number): number {
    if (this.#last === undefined) return 0;
    const { windowStartMs, used } = this.#last;
    return nowMs < windowStartMs + this.serverSide.limit.windowMs ? used : 0;
  }

  /** For how long the bot's address is banned still. */
  bannedForMs(nowMs: number): number {
    return Math.max(0, (this.#last?.bannedUntilMs ?? 0) - nowMs);
  }

  /**
   * The windows that lie wholly in the run. The last one that counts was over when the last request came:
   * before that nobody knows what others still took in it.
   */
  completeWindows(): readonly Window[] {
    const untilMs = this.#last?.atMs ?? -Infinity;
    const { windowMs } = this.serverSide.limit;
    const windows: Window[] = [];
    const firstMs = Math.ceil(this.#startMs / windowMs) * windowMs;
    for (let startMs = firstMs; startMs + windowMs <= untilMs; startMs += windowMs) {
      windows.push({ startMs, ...this.#window(startMs) });
    }
    return windows;
  }

  #count(counted: Counted): void {
    const { outcome, weight, atMs, windowStartMs, bannedUntilMs } = counted;
    this.#last = counted;
    this.#sent += 1;
    if (outcome === "refused") this.#refused += 1;
    if (outcome === "accepted") {
      this.#weight += weight;
      this.#window(windowStartMs).own += weight;
    }
    if (bannedUntilMs !== undefined && !this.#bans.has(bannedUntilMs)) {
      this.#bans.set(bannedUntilMs, atMs);
    }
  }

  #window(startMs: number): { own: number; others: number } {
    const known = this.#windows.get(startMs);
    if (known !== undefined) return known;
    const window = { own: 0, others: 0 };
    this.#windows.set(startMs, window);
    return window;
  }
}
