/**
 * Who waits for one bucket: the lanes that it has refused, and those that stay behind one of them.
 *
 *     whose turn?   the most urgent, and of those the first that came;
 *                   but for a less urgent one that is owed its minimum share
 *
 * A share is of the weight that is granted while somebody of that priority waits, so nothing grows with
 * time: ten thousand old calls pass no urgent one.
 */
import type { Draw } from "../ledger/ledger.ts";
import { ratePerMs } from "../limits/limit.ts";
import { priorities } from "../priority.ts";
import { Claims } from "./claims.ts";
import { Heap } from "./heap.ts";
import type { Seat } from "./heap.ts";
import { costIn, laneBefore, orderOf } from "./lane.ts";
import type { Lane, Place } from "./lane.ts";

/** A call that might go, parked or not. */
export type Candidate = Readonly<{ rank: number; order: number; cost: number }>;

const nobody: Candidate = { rank: priorities.length, order: Infinity, cost: 0 };

/** Those of one priority. */
type Ranked = {
  readonly parked: Heap<Lane>;
  /** How many take from the bucket, wherever they are parked, and how much. */
  places: number;
  cost: number;
  minShare: number;
  /** What they are owed. */
  credit: number;
};

const seatOf = (lane: Lane): Seat => lane.inQueue;

export class Queue {
  readonly key: string;
  /** Any draw from the bucket, for its name. */
  readonly draw: Draw;
  readonly claims: Claims;
  /** When the lane that was asked last may go, and where that stands among the queues. */
  dueMs = Infinity;
  readonly due: Seat = { index: -1 };
  asked: Lane | undefined;
  /** Lanes that draw from it. */
  lanes = 0;
  readonly #ranks: (Ranked | undefined)[] = [undefined, undefined, undefined, undefined];
  /** The heaviest call that has waited: nobody is owed more than two such, one of them not whole. */
  #heaviest = 0;
  /** The last grant in turn, and what was granted out of turn since. */
  #inTurn = { rank: 0, cost: 0 };
  #outOfTurn = 0;

  constructor(draw: Draw) {
    this.key = draw.key;
    this.draw = draw;
    this.claims = new Claims(draw.limit.max / ratePerMs(draw.limit));
  }

  park(lane: Lane): void {
    this.#ranked(lane.rank).parked.put(lane);
  }

  unpark(lane: Lane): void {
    this.#ranked(lane.rank).parked.remove(lane);
    if (this.asked !== lane) return;
    this.asked = undefined;
    this.dueMs = Infinity;
  }

  /** A call that takes from the bucket has come. */
  enter({ draws, entrance, lane }: Place): void {
    const ranked = this.#ranked(lane.rank);
    const cost = costIn(draws, this.key);
    ranked.places += 1;
    ranked.cost += cost;
    ranked.minShare = Math.max(ranked.minShare, entrance.minShares[lane.rank] ?? 0);
    this.#heaviest = Math.max(this.#heaviest, cost);
  }

  leave({ draws, lane }: Place): void {
    const ranked = this.#ranked(lane.rank);
    ranked.places -= 1;
    ranked.cost -= costIn(draws, this.key);
    // Decimals would leave a trace; and who comes later is owed nothing for those who waited.
    if (ranked.places === 0) Object.assign(ranked, { cost: 0, credit: 0 });
  }

  /** What those who are at least as urgent will take. */
  ahead(rank: number): number {
    let cost = 0;
    for (let other = 0; other <= rank; other += 1) cost += this.#ranks[other]?.cost ?? 0;
    return cost;
  }

  /** Whoever goes before this call; or, of those who are parked, whoever is next. */
  next(candidate: Candidate = nobody): Lane | undefined {
    const first = this.#firstRank(candidate.rank);
    for (let rank = first + 1; rank < priorities.length; rank += 1) {
      const lane = this.#earliest(rank, candidate);
      const cost = lane === undefined ? candidate.cost : this.#costOf(lane);
      const isThere = lane !== undefined || rank === candidate.rank;
      if (isThere && this.#isOwed(rank, cost)) return lane;
    }
    return this.#earliest(first, candidate);
  }

  /** It may take what is kept for urgent calls, since those do: otherwise it would never go beside them. */
  mayTakeAll({ rank, cost }: Candidate): boolean {
    const urgent = this.#isParked(0) || this.#inTurn.rank === 0;
    return rank === 0 || (urgent && this.#isOwed(rank, cost));
  }

  /** The rank in whose place it goes: what is owed is owed by the most urgent, too. */
  turnOf({ rank, cost }: Candidate): number {
    return this.#isOwed(rank, cost) ? 0 : rank;
  }

  /** What was granted counts for the shares of those who wait. */
  granted(rank: number, cost: number): void {
    for (const ranked of this.#ranks) {
      if (ranked === undefined || ranked.places === 0) continue;
      ranked.credit = Math.min(2 * this.#heaviest, ranked.credit + ranked.minShare * cost);
    }
    const own = this.#ranks[rank];
    if (own !== undefined) own.credit = Math.max(0, own.credit - cost);
    if (this.#firstRank(rank) < rank) this.#outOfTurn += cost;
    else {
      this.#outOfTurn = 0;
      this.#inTurn = { rank, cost };
    }
  }

  /** The most urgent of those who are parked, up to a rank. */
  #firstRank(upTo: number): number {
    let rank = 0;
    while (rank < upTo && rank < priorities.length && !this.#isParked(rank)) rank += 1;
    return rank;
  }

  #isParked(rank: number): boolean {
    return (this.#ranks[rank]?.parked.size ?? 0) > 0;
  }

  /** The first lane of a rank, unless the candidate came before it. */
  #earliest(rank: number, candidate: Candidate): Lane | undefined {
    const lane = this.#ranks[rank]?.parked.first;
    const passes =
      lane !== undefined && rank === candidate.rank && candidate.order <= orderOf(lane);
    return passes ? undefined : lane;
  }

  /** One call out of turn between two in turn; more only as far as they weigh less than the one before. */
  #isOwed(rank: number, cost: number): boolean {
    const credit = this.#ranks[rank]?.credit ?? 0;
    if (credit === 0 || credit < cost) return false;
    return this.#outOfTurn === 0 || this.#outOfTurn + cost <= this.#inTurn.cost;
  }

  #costOf(lane: Lane): number {
    return costIn(lane.first?.draws ?? [], this.key);
  }

  #ranked(rank: number): Ranked {
    const known = this.#ranks[rank];
    if (known !== undefined) return known;
    const parked = new Heap(laneBefore, seatOf);
    return (this.#ranks[rank] = { parked, places: 0, cost: 0, minShare: 0, credit: 0 });
  }
}
