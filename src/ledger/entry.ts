/** A bucket in a ledger: whose it is, and the figure that those who share it agree on. */
import type { Bucket, Level, Report } from "../limits/bucket.ts";
import type { FlatLimit, Scope } from "../limits/limit.ts";
import type { Draw } from "./ledger.ts";

export class Entry {
  readonly bucket: Bucket;
  readonly key: string;
  readonly name: string;
  readonly whose: Scope;
  readonly limit: FlatLimit;
  /** Limits of other clients that were compared with this one. */
  #compared: WeakSet<FlatLimit> | undefined;
  /** The lower figure where clients set it differently: what one of them hears does not raise it. */
  #most = Infinity;
  #differs = false;

  constructor({ key, name, whose, limit }: Omit<Draw, "cost">, bucket: Bucket) {
    this.bucket = bucket;
    this.key = key;
    this.name = name;
    this.whose = whose;
    this.limit = limit;
  }

  /** Clients set the limit differently, and it was said. */
  get differs(): boolean {
    return this.#differs;
  }

  level(nowMs: number): Level {
    return { limit: this.name, whose: this.whose, key: this.key, ...this.bucket.level(nowMs) };
  }

  /** A report as the clients that share the bucket have settled it. */
  heard(report: Report): Report {
    const { max } = report;
    return max !== undefined && max > this.#most ? { ...report, max: this.#most } : report;
  }

  /** A figure that the exchange has told this bucket alone, where all others have `max`. */
  ownMax(max: number, nowMs: number): number | undefined {
    const level = this.bucket.level(nowMs);
    return level.max === max || level.max === this.#most ? undefined : level.max;
  }

  /**
   * Two clients that set one limit differently under one key: the lower figure holds, and the first window.
   * What the exchange itself has said since is no setting, and is compared with nothing. Returns what a
   * person should know of it, once.
   */
  compare(limit: FlatLimit, nowMs: number): string | undefined {
    this.#compared ??= new WeakSet();
    if (this.#compared.has(limit)) return undefined;
    this.#compared.add(limit);
    const { max } = this.limit;
    const [first, second] = [windowOf(this.limit), windowOf(limit)];
    if (limit.max === max && first === second) return undefined;
    this.#differs = true;
    if (limit.max !== max) this.#most = Math.min(this.#most, max, limit.max);
    if (limit.max < this.bucket.level(nowMs).max) this.bucket.report({ max: limit.max }, nowMs);
    return limit.max === max
      ? `${this.name} is set to ${first} ms and to ${second} ms under one key; the first holds.`
      : `${this.name} is set to ${max} and to ${limit.max} under one key; the lower figure holds.`;
  }
}

function windowOf(limit: FlatLimit): number | undefined {
  return "windowMs" in limit ? limit.windowMs : undefined;
}
