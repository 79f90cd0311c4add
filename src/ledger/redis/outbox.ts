/**
 * What the others have to hear of: charges that cost something else than was taken, that were long on their
 * way, that tried after a block, and answers that say more than all of us have taken.
 */
import type { Charge, Ending, Report } from "../../limits/bucket.ts";
import { settledCost } from "../../limits/guard.ts";
import type { Known } from "./known.ts";
import type { News, Parcel } from "./question.ts";

/** A charge on its way: where it counts in Redis, and since when. */
export type Placed = {
  readonly of: Known;
  /** By Redis' clock; 0 where it was taken without contact. */
  atUs: number;
  atMs: number;
  /** It goes alone, after a block. */
  readonly tries: boolean;
};

/** How a charge ended, and what that changed here. */
export type Ended = Readonly<{
  charge: Charge;
  ending: Ending;
  nowMs: number;
  /** Left out where it says nothing. */
  told: Change | undefined;
}>;

/** What an answer has changed here. */
type Change = Readonly<{
  /** When it was told, by Redis' clock, at the latest. */
  toldUs: number;
  /** All that counted here before. */
  countedBefore: number;
  maxBefore: number;
  /** For how long nothing may go now. */
  blockedMs: number;
}>;

export class Outbox {
  readonly #placed = new Map<Charge, Placed>();
  #lateMs = Infinity;
  /** What may have been heard, or not: it stays as it is until somebody knows. */
  #sent: News[] = [];
  /** So many were heard. */
  #heard = 0;
  #isOpen = false;
  #news: News[] = [];

  /** Nothing is there that could be sent now. */
  get isEmpty(): boolean {
    return this.#isOpen || this.#news.length + this.#sent.length === 0;
  }

  place(charge: Charge, placed: Placed): void {
    this.#placed.set(charge, placed);
    placed.of.open += 1;
    this.#lateMs = Math.min(this.#lateMs, placed.atMs + placed.of.travelMs);
  }

  placed(charge: Charge): Placed | undefined {
    return this.#placed.get(charge);
  }

  put(...news: readonly News[]): void {
    for (const one of news) {
      // The last word holds.
      const at = this.#news.findIndex((other) => isReplaced(other, one));
      if (at !== -1) this.#news.splice(at, 1);
      this.#news.push(one);
    }
  }

  /** One after the other, so that they are heard in their order. */
  take(): Parcel {
    const first = this.#heard;
    if (this.isEmpty) return { all: [], first };
    this.#isOpen = true;
    this.#sent.push(...this.#news.splice(0));
    return { all: [...this.#sent], first };
  }

  /** What became of them: nobody may know, and then they are said again. */
  taken({ all }: Parcel, isHeard: boolean): void {
    if (all.length === 0) return;
    this.#isOpen = false;
    if (!isHeard) return;
    this.#heard += all.length;
    this.#sent = [];
  }

  /** What has been on its way for longer than was planned for counts from now on. */
  late(nowMs: number): void {
    if (nowMs < this.#lateMs) return;
    this.#lateMs = Infinity;
    for (const [charge, placed] of this.#placed) {
      const { of, atUs, atMs } = placed;
      if (nowMs >= atMs + of.travelMs) {
        if (atUs > 0 && charge.cost > 0) this.#later(placed, charge.cost);
        placed.atMs = nowMs;
      }
      this.#lateMs = Math.min(this.#lateMs, placed.atMs + of.travelMs);
    }
  }

  /** None of them is before. */
  get lateMs(): number {
    return this.#lateMs;
  }

  /** True where the others should hear of it at once. */
  ended(how: Ended): boolean {
    const { charge, ending, nowMs, told } = how;
    const placed = this.#placed.get(charge);
    if (placed === undefined) return false;
    this.#placed.delete(charge);
    if (this.#placed.size === 0) this.#lateMs = Infinity;
    const { of, atUs, tries } = placed;
    of.open -= 1;
    if (atUs > 0)
      this.#correct(placed, settledCost(charge, ending) - charge.cost, charge.cost, nowMs);
    if (of.draw.limit.counted === "open") this.put({ of, kind: "open" });
    if (typeof ending !== "object") return false;
    if (tries && ending.refused === undefined) this.put({ of, kind: "tried" });
    if (told !== undefined) this.#tell(of, ending, { ...told, sentUs: atUs });
    return tries || ending.refused !== undefined;
  }

  /** News without a call. */
  told(of: Known, report: Report, how: Change): void {
    this.#tell(of, report, { ...how, sentUs: how.toldUs });
  }

  #tell(
    of: Known,
    { used, remaining, max, refused }: Report,
    how: Change & Readonly<{ sentUs: number }>,
  ): void {
    const { toldUs, sentUs, countedBefore, maxBefore, blockedMs } = how;
    const figure = used ?? (remaining === undefined ? undefined : (max ?? maxBefore) - remaining);
    const isMore = figure !== undefined && figure > countedBefore;
    if (isMore || (max !== undefined && max !== maxBefore)) {
      const text = JSON.stringify({ used: figure, max, sentUs });
      this.put({ of, kind: "told", topic: "used", text, toldUs, blockUs: 0, probes: false });
    }
    if (refused === undefined) return;
    const text = JSON.stringify({ refused, sentUs });
    const probes = refused.as !== "pause";
    this.put({
      of,
      kind: "told",
      topic: "refused",
      text,
      toldUs,
      blockUs: blockedMs * 1_000,
      probes,
    });
  }

  /** What it took in Redis is another cost, or was counted later than was planned for. */
  #correct(placed: Placed, more: number, cost: number, nowMs: number): void {
    const { of, atUs, atMs } = placed;
    if (more !== 0) this.put({ of, kind: "cost", atUs, more });
    if (cost + more > 0 && nowMs > atMs + of.travelMs) this.#later(placed, cost + more);
  }

  /** It is as if it had been sent just now. */
  #later({ of, atUs }: Placed, cost: number): void {
    if (!of.isTimeless) this.put({ of, kind: "late", atUs, cost });
  }
}

function isReplaced(one: News, by: News): boolean {
  if (one.of !== by.of) return false;
  if (one.kind === "open") return by.kind === "open";
  return one.kind === "told" && by.kind === "told" && one.topic === by.topic;
}
