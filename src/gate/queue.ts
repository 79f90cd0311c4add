/**
 * Who waits for one bucket: the lanes that it has refused, and those that stay behind one of them.
 *
 *     whose turn?   the most urgent, and of those the first that came;
 *                   but for a less urgent one that is owed its minimum share
 *
 * A share is of the weight that is granted while somebody of that priority waits, so nothing grows with
 * time: ten thousand old calls pass no urgent one.
 */
import { costIn } from "../ledger/ledger.ts";
import type { Draw } from "../ledger/ledger.ts";
import { ratePerMs } from "../limits/limit.ts";
import { priorities } from "../priority.ts";
import { Claims } from "./claims.ts";
import type { Rank } from "./claims.ts";
import { Heap } from "./heap.ts";
import type { Seat } from "./heap.ts";
import { laneBefore, orderOf } from "./lane.ts";
import type { Lane, Place } from "./lane.ts";

/** How long an answer may take: until then what was taken does not come back. */
const answerMs = 300;

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
  /** Time brings back what was taken. */
  readonly refills: boolean;
  readonly claims: Claims;
  /** When the lane that was asked last may go, and where that stands among the queues. */
  dueMs = Infinity;
  readonly due: Seat = { index: -1 };
  asked: Lane | undefined;
  /** Whoever is next has to be asked for again. */
  isAwake = false;
  /** Lanes that draw from it. */
  lanes = 0;
  readonly #ratePerMs: number;
  readonly #ranks: (Ranked | undefined)[] = [undefined, undefined, undefined, undefined];
  /** The heaviest call that has waited: nobody is owed more than two such, one of them not whole. */
  #heaviest = 0;
  /** The last grant in turn, and what was granted out of turn since. */
  #turnRank = 0;
  #turnCost = 0;
  #outOfTurn = 0;

  constructor(draw: Draw) {
    this.key = draw.key;
    this.draw = draw;
    this.#ratePerMs = ratePerMs(draw.limit);
    this.refills = this.#ratePerMs > 0;
    this.claims = new Claims(draw.limit.max / this.#ratePerMs + answerMs);
  }

  /** In how much time so much comes in; nothing where none ever does. */
  backMs(cost: number): number {
    return this.refills ? cost / this.#ratePerMs : 0;
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
  next(call?: Rank, cost = 0): Lane | undefined {
    const own = call?.rank ?? priorities.length;
    let next = this.#firstRank(own);
    // Of those who are owed something whoever is owed most: light calls would leave no turn to heavy ones.
    let most = 0;
    for (let rank = next + 1; rank < priorities.length; rank += 1) {
      const credit = this.#ranks[rank]?.credit ?? 0;
      if (credit <= most) continue;
      const lane = this.#earliest(rank, call);
      if (lane === undefined && rank !== own) continue;
      if (!this.#isOwed(rank, lane === undefined ? cost : this.#costOf(lane))) continue;
      next = rank;
      most = credit;
    }
    return this.#earliest(next, call);
  }

  /** It may take what is kept for urgent calls, since those do: otherwise it would never go beside them. */
  mayTakeAll(rank: number, cost: number): boolean {
    const urgent = this.#isParked(0) || this.#turnRank === 0;
    return rank === 0 || (urgent && this.#isOwed(rank, cost));
  }

  /** The rank in whose place it goes: what is owed is owed by the most urgent, too. */
  turnOf(rank: number, cost: number): number {
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
      this.#turnRank = rank;
      this.#turnCost = cost;
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

  /** The first lane of a rank, unless the call came before it. */
  #earliest(rank: number, call: Rank | undefined): Lane | undefined {
    const lane = this.#ranks[rank]?.parked.first;
    if (lane === undefined || rank !== call?.rank) return lane;
    return call.order <= orderOf(lane) ? undefined : lane;
  }

  /** One call out of turn between two in turn; more only as far as they weigh less than the one before. */
  #isOwed(rank: number, cost: number): boolean {
    const credit = this.#ranks[rank]?.credit ?? 0;
    if (credit === 0 || credit < cost) return false;
    return this.#outOfTurn === 0 || this.#outOfTurn + cost <= this.#turnCost;
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
