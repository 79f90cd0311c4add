/**
 * Buckets at rest, as the numbers that `kept` says of them: a tenth of what a bucket takes, for the accounts
 * and orders that come once and seldom again. The next draw from one builds it anew.
 *
 *     key -> start,   ... | of what kind, until when, pacer full | used, from, at | used, from, at | ...
 *
 * All stand in one array, since an object for each costs more than its numbers. It grows by a quarter, and
 * what has gone leaves a gap until it is written anew, without gaps: that is when it is full, or mostly gaps.
 */
import type { Kept } from "../limits/bucket.ts";
import type { FlatLimit, Scope } from "../limits/limit.ts";

/** What all buckets of one limit have in common. */
type Kind = Readonly<{ name: string; limit: FlatLimit }>;

export type Parked = Kind & Readonly<{ key: string; whose: Scope; kept: Kept }>;

/** Numbers of each, and of each part of what it holds. */
const headLength = 3;
const partLength = 3;

/** More parts than any guard holds: kind and number of parts are one number. */
const partsMax = 64;

/** Where every key brings a limit of its own, nothing is in common. */
const kindsMax = 10_000;

const spareLength = 1_024;

export class ParkedBuckets {
  /** In the order in which they were put away. */
  readonly #starts = new Map<string, number>();
  #numbers = new Float64Array(spareLength);
  #end = 0;
  /** All numbers but the gaps. */
  #length = 0;
  readonly #kinds: Kind[] = [];
  readonly #kindOf = new Map<string, number>();
  /** The same for limits that were seen before: most keys share theirs. */
  readonly #kindOfLimit = new WeakMap<FlatLimit, number>();
  #round = this.#starts.entries();
  #endMs = Infinity;

  /** From then on none of them matters; `Infinity` where there is none. */
  get endMs(): number {
    return this.#endMs;
  }

  /** Puts one away; false where it cannot be, since its key does not say whose it is. */
  put({ key, name, whose, limit, kept }: Parked): boolean {
    const kind = this.#kind({ name, limit });
    const { held, untilMs, pacedMs } = kept;
    if (kind === undefined || held.length >= partsMax || !says(key, whose)) return false;
    const length = headLength + partLength * held.length;
    if (this.#end + length > this.#numbers.length) this.#rewrite(length);
    this.#endMs = this.#starts.size === 0 ? untilMs : Math.max(this.#endMs, untilMs);
    this.#starts.set(key, this.#end);
    this.#numbers.set([kind * partsMax + held.length, untilMs, pacedMs], this.#end);
    let at = this.#end + headLength;
    for (const { used, fromMs, atMs } of held) {
      this.#numbers.set([used, fromMs, atMs], at);
      at += partLength;
    }
    this.#end = at;
    this.#length += length;
    return true;
  }

  /** Hands one back; it is here no more. */
  take(key: string, nowMs: number): Parked | undefined {
    const start = this.#starts.get(key);
    if (start === undefined) return undefined;
    const one = this.#read(key, start);
    this.#drop(key, start);
    return one.kept.untilMs > nowMs ? one : undefined;
  }

  // All that matter still.
  *all(nowMs: number): Iterable<Parked> {
    for (const [key, start] of this.#starts) {
      if (this.#number(start + 1) > nowMs) yield this.#read(key, start);
      else this.#drop(key, start);
    }
  }

  /** Forgets all where none matters any more; else looks at some, in turn. */
  sweep(looks: number, nowMs: number): void {
    if (nowMs >= this.#endMs) return this.#clear();
    for (let look = 0; look < looks; look += 1) {
      const next = this.#round.next();
      if (next.done === true) this.#round = this.#starts.entries();
      else if (this.#number(next.value[1] + 1) <= nowMs) this.#drop(...next.value);
    }
  }

  #read(key: string, start: number): Parked {
    const code = this.#number(start);
    const kind = this.#kinds[Math.floor(code / partsMax)];
    if (kind === undefined) throw new Error(`${key} is put away as nothing.`);
    const held = Array.from({ length: code % partsMax }, (_, part) => {
      const at = start + headLength + partLength * part;
      const [used, fromMs, atMs] = [this.#number(at), this.#number(at + 1), this.#number(at + 2)];
      return { used, fromMs, atMs };
    });
    const kept = { held, untilMs: this.#number(start + 1), pacedMs: this.#number(start + 2) };
    return { ...kind, key, whose: whoseIn(key), kept };
  }

  #drop(key: string, start: number): void {
    this.#starts.delete(key);
    this.#length -= this.#lengthAt(start);
    if (this.#length < this.#numbers.length / 4 - spareLength) this.#rewrite(0);
  }

  #clear(): void {
    this.#starts.clear();
    // The old round would hold what was in the map.
    this.#round = this.#starts.entries();
    this.#length = 0;
    this.#rewrite(0);
    this.#endMs = Infinity;
  }

  /** All of them without gaps, with room for as many numbers more. */
  #rewrite(more: number): void {
    const before = this.#numbers;
    this.#numbers = new Float64Array(Math.ceil(1.25 * (this.#length + more)) + spareLength);
    this.#end = 0;
    for (const [key, start] of this.#starts) {
      const length = headLength + partLength * ((before[start] ?? 0) % partsMax);
      this.#numbers.set(before.subarray(start, start + length), this.#end);
      this.#starts.set(key, this.#end);
      this.#end += length;
    }
  }

  #lengthAt(start: number): number {
    return headLength + partLength * (this.#number(start) % partsMax);
  }

  #number(at: number): number {
    return this.#numbers[at] ?? 0;
  }

  #kind({ name, limit }: Kind): number | undefined {
    const seen = this.#kindOfLimit.get(limit);
    if (seen !== undefined && this.#kinds[seen]?.name === name) return seen;
    const same = JSON.stringify([name, limit]);
    const kind = this.#kindOf.get(same) ?? this.#kinds.length;
    if (kind >= kindsMax) return undefined;
    if (kind === this.#kinds.length) this.#kinds.push({ name, limit });
    this.#kindOf.set(same, kind);
    this.#kindOfLimit.set(limit, kind);
    return kind;
  }
}

/** Whose a bucket is, as its key says it after the limit's part. */
function whoseIn(key: string): Scope {
  const [, ...dimensions] = key.split("|");
  return Object.fromEntries(
    dimensions.map((said) => {
      const end = said.lastIndexOf("=");
      return [said.slice(0, end), decodeURIComponent(said.slice(end + 1))];
    }),
  );
}

function says(key: string, whose: Scope): boolean {
  let said = "";
  for (const [dimension, value] of Object.entries(whose)) {
    if (value === undefined || dimension.includes("|")) return false;
    said += `|${dimension}=${encodeURIComponent(value)}`;
  }
  return key.endsWith(said) && !key.slice(0, key.length - said.length).includes("|");
}
