/**
 * What this process knows of the shared buckets: its own accounting of all that it has heard of, and what
 * Redis has said of the time to come. Whatever is denied here costs no call.
 */
import type { Clock } from "../../clock.ts";
import type { Bucket, Charge } from "../../limits/bucket.ts";
import { deny } from "../denial.ts";
import { costIn } from "../ledger.ts";
import type { Ask, Denial, Draw, FarLedger, Reply } from "../ledger.ts";
import { MemoryLedger } from "../memory-ledger.ts";
import { Known, farLimit } from "./known.ts";

export type Listener = Parameters<FarLedger["onChange"]>[0];
export type Told = Parameters<Listener>;

/** So many are known before those that nobody uses are forgotten, a few for each new one. */
const knownMax = 1_000;
const looks = 2;

export class Here {
  readonly near: MemoryLedger;
  readonly #prefix: string;
  readonly #clock: Clock;
  readonly #known = new Map<string, Known>();
  #isMute = true;
  #held: Told[] | undefined;

  /** `tell` is told what happens to buckets here. */
  constructor(
    of: Readonly<{ prefix: string; clock: Clock; random: () => number; tell: Listener }>,
  ) {
    this.near = new MemoryLedger(of);
    this.#prefix = of.prefix;
    this.#clock = of.clock;
    this.near.onChange((...told) => {
      if (this.#held === undefined) of.tell(...told);
      else this.#held.push(told);
    });
  }

  /** Nobody is told of a block before his next call: it may not be published, or is not heard here. */
  set isMute(isMute: boolean) {
    if (isMute === this.#isMute) return;
    this.#isMute = isMute;
    for (const known of this.#known.values()) known.isMute = isMute;
  }

  /** The bucket that a call draws from. */
  known(draw: Omit<Draw, "cost">): Known {
    return this.#known.get(draw.key) ?? this.#meet(draw);
  }

  /** The one that has this place in Redis. */
  at(hash: string, field: string): Known | undefined {
    for (const known of this.#known.values()) {
      if (known.hash === hash && known.field === field) return known;
    }
    return undefined;
  }

  bucket(known: Known): Bucket {
    return this.near.bucketOf(known.draw);
  }

  /** Those of which something may still count: Redis may have lost some of it. */
  inUse(atMost: number): readonly Known[] {
    const nowMs = this.#clock.nowMs();
    const all = [...this.#known.values()].filter((known) => nowMs < known.countsUntilMs);
    return all.slice(-atMost);
  }

  /** Denied; or granted, uncharged, where nothing that is known here is against it. */
  peek(ask: Ask): Reply {
    const nowMs = this.#clock.nowMs();
    const draws = farDraws(ask.draws);
    const [here = missing()] = this.near.reserve([{ ...ask, draws, withinMs: -1 }]);
    if (here.granted) return here;
    const later = this.#later(ask, nowMs);
    const isAhead = ask.withinMs >= 0 && here.waitMs <= this.#aheadMs(ask);
    if (isAhead && later === undefined) return { granted: true, waitMs: 0, charges: [] };
    const isLater = later !== undefined && (isAhead || here.waitMs < later.waitMs);
    const denial = isLater ? later : here;
    if (ask.withinMs < 0) return denial;
    // The bucket has to know that a call waits for it.
    if (denial.waitMs < Infinity) {
      this.bucket(this.known(denial.limitedBy)).waits(nowMs + denial.waitMs, nowMs);
    }
    return denial;
  }

  /** Denied, or charged here. Of those in line nothing passes another one that was denied. */
  reserve(ask: Ask, denied: Map<string, Denial>): Reply {
    const reply = this.#behind(ask, denied) ?? this.#reserve(ask);
    if (!reply.granted) denied.set(reply.limitedBy.key, reply);
    return reply;
  }

  /** Where Redis has said something of the time to come, the later of both holds. */
  #reserve(ask: Ask): Reply {
    if (this.#later(ask, this.#clock.nowMs()) !== undefined) return this.peek(ask);
    const draws = farDraws(ask.draws);
    const [here = missing()] = this.near.reserve([{ ...ask, draws, aheadMs: this.#aheadMs(ask) }]);
    return here;
  }

  /** It was charged here, and Redis has not granted it. */
  takeBack(charges: readonly Charge[]): void {
    this.quietly(() => this.near.settle(charges, "unsent"));
  }

  /** Returns what there is to tell of it, untold. */
  quietly(act: () => void): readonly Told[] {
    const held: Told[] = [];
    this.#held = held;
    act();
    this.#held = undefined;
    return held;
  }

  denial(draw: Draw, of: Pick<Denial, "waitMs" | "why">): Denial {
    const nowMs = this.#clock.nowMs();
    const bucket = this.bucket(this.known(draw));
    const { isBan = true } = bucket.block(nowMs) ?? {};
    const block = of.why === "blocked" ? { forMs: of.waitMs, isBan } : undefined;
    return deny(draw, { bucket, ...of, block }, nowMs);
  }

  #behind({ draws, inLine }: Ask, denied: ReadonlyMap<string, Denial>): Denial | undefined {
    if (inLine !== true || denied.size === 0) return undefined;
    for (const draw of draws) {
      const before = draw.cost > 0 ? denied.get(draw.key) : undefined;
      if (before !== undefined) return { ...before, limitedBy: draw };
    }
    return undefined;
  }

  /** Redis has said that it would be in vain to ask. */
  #later({ draws, leaveShare }: Ask, nowMs: number): Denial | undefined {
    for (const draw of draws) {
      const later = this.known(draw).later(costIn(draws, draw.key), leaveShare, nowMs);
      if (later === undefined) continue;
      return this.denial(draw, { waitMs: later.untilMs - nowMs, why: later.why });
    }
    return undefined;
  }

  /** How much later than now it may be promised. */
  #aheadMs({ draws, withinMs }: Ask): number {
    let aheadMs = Math.max(0, withinMs);
    for (const draw of draws) aheadMs = Math.min(aheadMs, this.known(draw).horizonMs);
    return aheadMs;
  }

  #meet(draw: Omit<Draw, "cost">): Known {
    for (const known of this.#oldest()) this.#forget(known);
    const made = new Known(this.#prefix, draw);
    made.isMute = this.#isMute;
    this.#known.set(draw.key, made);
    return made;
  }

  *#oldest(): Iterable<Known> {
    let left = this.#known.size > knownMax ? looks : 0;
    for (const known of this.#known.values()) {
      if (left === 0) return;
      left -= 1;
      yield known;
    }
  }

  /** Where nothing of it counts any more; the others come up for it later. */
  #forget(known: Known): void {
    this.#known.delete(known.key);
    const isIdle = known.open === 0 && this.#clock.nowMs() >= known.countsUntilMs;
    if (!isIdle) this.#known.set(known.key, known);
  }
}

/** As they are counted here: the same ones where that is no other way. */
function farDraws(draws: readonly Draw[]): readonly Draw[] {
  if (draws.every(({ limit }) => farLimit(limit) === limit)) return draws;
  return draws.map((draw) => ({ ...draw, limit: farLimit(draw.limit) }));
}

/** What was asked has an answer: it is a fault of ours if not. */
export function missing(): never {
  throw new Error("What was asked was not answered.");
}
