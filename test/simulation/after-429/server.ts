/**
 * An exchange that refuses and bans: a fixed window whose limit may change while it runs. More than 50
 * refusals in one window are a ban of two minutes, and each further one is twice as long.
 */

export type Answer = Readonly<{
  accepted: boolean;
  banned: boolean;
  /** `Retry-After`, in whole seconds, where the exchange sends one. */
  waitMs?: number;
  /** The header `date`. */
  dateMs: number;
}>;

export const windowMs = 60_000;
const refusalsMax = 50;
const banMs = 120_000;

export class Server {
  readonly #maxAt: (atMs: number) => number;
  readonly #saysWait: boolean;
  readonly #phaseMs: number;
  #window = -1;
  #used = 0;
  #refusals = 0;
  #bannedUntilMs = -Infinity;
  bans = 0;

  /** `maxAt` is what it lets through in the window that begins at an instant of our clock. */
  constructor(
    options: Readonly<{ maxAt: (atMs: number) => number; saysWait: boolean; phaseMs: number }>,
  ) {
    this.#maxAt = options.maxAt;
    this.#saysWait = options.saysWait;
    this.#phaseMs = options.phaseMs;
  }

  /** One request of ours, of weight 1. */
  offer(nowMs: number): Answer {
    const dateMs = Math.floor((nowMs + this.#phaseMs) / 1_000) * 1_000;
    if (nowMs < this.#bannedUntilMs) return this.#refuse(true, this.#bannedUntilMs - nowMs, dateMs);
    if (this.take(nowMs)) return { accepted: true, banned: false, dateMs };
    this.#refusals += 1;
    if (this.#refusals <= refusalsMax) {
      return this.#refuse(false, windowMs - ((nowMs + this.#phaseMs) % windowMs), dateMs);
    }
    this.#refusals = 0;
    this.#bannedUntilMs = nowMs + banMs * 2 ** Math.min(this.bans, 8);
    this.bans += 1;
    return this.#refuse(true, this.#bannedUntilMs - nowMs, dateMs);
  }

  /** One request, whoever sends it. */
  take(nowMs: number): boolean {
    const window = Math.floor((nowMs + this.#phaseMs) / windowMs);
    if (window !== this.#window) {
      this.#window = window;
      this.#used = 0;
      this.#refusals = 0;
    }
    if (this.#used >= this.#maxAt(window * windowMs - this.#phaseMs)) return false;
    this.#used += 1;
    return true;
  }

  #refuse(banned: boolean, leftMs: number, dateMs: number): Answer {
    const wait = this.#saysWait ? { waitMs: Math.ceil(leftMs / 1_000) * 1_000 } : {};
    return { accepted: false, banned, dateMs, ...wait };
  }
}
