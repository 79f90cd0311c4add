/**
 * Who waits, in which order. It asks nobody: `service.ts` does, for the lanes that it is told of here.
 *
 *     call -> lane (its priority and buckets) -> parked at one bucket's queue
 *                                                    | its instant comes, or news of that bucket
 *                                                    v
 *                                                  agenda: who is asked for next
 *
 * Everything is found by the bucket that it is about, so that nothing walks all lanes.
 */
import { costIn } from "../ledger/ledger.ts";
import type { Draw } from "../ledger/ledger.ts";
import { Heap } from "./heap.ts";
import type { Seat } from "./heap.ts";
import { Place, append, cut, laneBefore, laneKey, prepend } from "./lane.ts";
import type { Asking, Lane, Waiter } from "./lane.ts";
import { Queue } from "./queue.ts";

const dueBefore = (a: Queue, b: Queue): boolean => a.dueMs < b.dueMs;
const seatInDue = (queue: Queue): Seat => queue.due;
const seatInAgenda = (lane: Lane): Seat => lane.inAgenda;
const lateBefore = (a: Place, b: Place): boolean => a.deadlineMs < b.deadlineMs;
const seatOf = (place: Place): Seat => place;

export class Line {
  readonly #lanes = new Map<string, Lane>();
  readonly #queues = new Map<string, Queue>();
  /** Queues by the instant at which somebody in them was promised to go. */
  readonly #due = new Heap<Queue>(dueBefore, seatInDue);
  readonly #agenda = new Heap<Lane>(laneBefore, seatInAgenda);
  readonly #deadlines = new Heap<Place>(lateBefore, seatOf);
  readonly #names = new Map<string, Set<Place>>();
  /** Whose next has to be asked for again. */
  readonly #awake: Queue[] = [];
  /** The lane that was looked for last: most calls come twice, and many after another one of theirs. */
  #known: Readonly<{ draws: readonly Draw[]; rank: number; key: string }> | undefined;
  #entered = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** When somebody may go, or has waited too long. */
  get nextMs(): number {
    return Math.min(
      this.#due.first?.dueMs ?? Infinity,
      this.#deadlines.first?.deadlineMs ?? Infinity,
    );
  }

  queue(key: string): Queue | undefined {
    return this.#queues.get(key);
  }

  /** Others wait that draw from the same buckets, as urgently. */
  hasLane(draws: readonly Draw[], rank: number): boolean {
    return this.#lanes.has(this.#laneKey(draws, rank));
  }

  /** A call that does not stand in line, beside those who do. */
  asking(draws: readonly Draw[], rank: number): Asking {
    const queues = draws.flatMap(({ key, cost }) => (cost > 0 ? (this.queue(key) ?? []) : []));
    return { draws, rank, order: Infinity, takes: [...new Set(queues)] };
  }

  enter(waiter: Waiter): Place {
    const { draws, rank, entrance, ids } = waiter;
    const lane = this.#lane(draws, rank);
    const place = new Place(waiter, lane, this.#entered++);
    append(lane, place);
    this.#length += 1;
    entrance.lengths[rank] = (entrance.lengths[rank] ?? 0) + 1;
    for (const queue of lane.takes) queue.enter(place);
    if (place.deadlineMs < Infinity) this.#deadlines.put(place);
    for (const id of ids) this.#name(`${entrance.prefix}/${id}`, place);
    if (lane.first === place) this.#agenda.put(lane);
    return place;
  }

  /** Gives a place up, from anywhere in the line; false when it has been given up before. */
  leave(place: Place): boolean {
    if (place.order < 0) return false;
    const { lane, ids, entrance } = place;
    const wasFirst = lane.first === place;
    if (place.isLifted) lane.lifted -= 1;
    else cut(place);
    place.order = -1;
    this.#length -= 1;
    entrance.lengths[lane.rank] = (entrance.lengths[lane.rank] ?? 0) - 1;
    for (const queue of lane.takes) queue.leave(place);
    this.#deadlines.remove(place);
    for (const id of ids) this.#unname(`${entrance.prefix}/${id}`, place);
    if (wasFirst || (lane.first === undefined && lane.lifted === 0)) this.#next(lane);
    return true;
  }

  /** It is asked for elsewhere: it has no deadline meanwhile, and comes back or leaves. */
  lift(place: Place): void {
    const { lane } = place;
    const wasFirst = lane.first === place;
    cut(place);
    place.isLifted = true;
    lane.lifted += 1;
    this.#deadlines.remove(place);
    if (wasFirst) this.#next(lane);
  }

  /**
   * Has its turn again, before all that came after it, unless it has left meanwhile: of several the last of
   * them is put back first.
   */
  putBack(place: Place): void {
    if (place.order < 0) return;
    const { lane } = place;
    prepend(lane, place);
    place.isLifted = false;
    lane.lifted -= 1;
    if (place.deadlineMs < Infinity) this.#deadlines.put(place);
    this.#agenda.put(lane);
  }

  /** All who wait under a name. */
  named(name: string): readonly Place[] {
    return [...(this.#names.get(name) ?? [])];
  }

  /** The next to ask for: of those that are due the most urgent, and of those the first that came. */
  take(nowMs: number): Lane | undefined {
    for (let queue = this.#due.first; queue !== undefined && queue.dueMs <= nowMs;) {
      this.#ask(queue);
      queue = this.#due.first;
    }
    for (let queue = this.#awake.pop(); queue !== undefined; queue = this.#awake.pop()) {
      queue.isAwake = false;
      const lane = queue.next();
      if (lane !== undefined) this.#agenda.put(lane);
    }
    return this.#agenda.take();
  }

  /** Whoever waits for this bucket has to be asked for again. */
  wake(queue: Queue): void {
    if (queue.isAwake) return;
    queue.isAwake = true;
    this.#awake.push(queue);
  }

  wakeAll(): void {
    for (const queue of this.#queues.values()) this.wake(queue);
  }

  /** The lane stays here: until the instant that it was promised, or behind whoever was. */
  park(lane: Lane, queue: Queue, promisedMs?: number): void {
    this.#agenda.remove(lane);
    if (lane.queue !== queue) {
      this.#unpark(lane);
      lane.queue = queue;
      queue.park(lane);
    }
    if (queue.next() !== lane) {
      if (queue.asked === undefined) this.wake(queue);
      return;
    }
    if (promisedMs === undefined) return;
    queue.asked = lane;
    queue.dueMs = promisedMs;
    if (promisedMs < Infinity) this.#due.put(queue);
    else this.#due.remove(queue);
  }

  /**
   * What it needs of its other buckets at the instant that it was promised. Where that is unknown, it needs
   * at any time what no time brings back.
   */
  claim(lane: Lane, at: Queue, promisedMs: number): void {
    const { rank, takes, first } = lane;
    if (first === undefined || takes.length < 2) return;
    const isKnown = promisedMs < Infinity;
    const byMs = isKnown ? promisedMs : -Infinity;
    lane.claims = takes.flatMap((queue) => {
      if (queue === at || (queue.refills && !isKnown)) return [];
      const cost = costIn(first.draws, queue.key);
      return queue.claims.make({ rank: queue.turnOf(rank, cost), order: first.order, cost, byMs });
    });
  }

  /** Nothing is promised to it any more. Returns the instant that was. */
  unclaim(lane: Lane): number | undefined {
    const [first] = lane.claims;
    if (first === undefined) return undefined;
    for (const claim of lane.claims) claim.claims.drop(claim);
    lane.claims = [];
    return first.byMs;
  }

  nextOverdue(nowMs: number): Place | undefined {
    const place = this.#deadlines.first;
    return place !== undefined && place.deadlineMs <= nowMs ? place : undefined;
  }

  /** All who wait; of one bucket all who draw from it, if only to be stopped with it. */
  all(key?: string): readonly Place[] {
    const places: Place[] = [];
    for (const lane of this.#lanes.values()) {
      if (key !== undefined && !lane.queues.some((queue) => queue.key === key)) continue;
      for (let place = lane.first; place !== undefined; place = place.next) places.push(place);
    }
    return places.toSorted((a, b) => a.order - b.order);
  }

  /** Whoever is due is asked for once: until it is parked again nothing is promised. */
  #ask(queue: Queue): void {
    this.#due.remove(queue);
    queue.dueMs = Infinity;
    queue.asked = undefined;
    this.wake(queue);
  }

  /** The first of a lane has left: another one is the first now, or the lane has ended. */
  #next(lane: Lane): void {
    const { queue } = lane;
    if (this.unclaim(lane) !== undefined) for (const other of lane.takes) this.wake(other);
    if (lane.first === undefined) {
      this.#agenda.remove(lane);
      this.#unpark(lane);
      if (lane.lifted > 0) return;
      this.#lanes.delete(lane.key);
      for (const one of lane.queues) this.#release(one);
      return;
    }
    if (queue === undefined) return this.#agenda.put(lane);
    // It came later than the one before, so others of its priority may be in front of it.
    queue.park(lane);
    if (lane.inAgenda.index >= 0) this.#agenda.put(lane);
    this.#ask(queue);
  }

  #unpark(lane: Lane): void {
    const { queue } = lane;
    if (queue === undefined) return;
    lane.queue = undefined;
    queue.unpark(lane);
    if (queue.asked === undefined) this.#ask(queue);
  }

  #lane(draws: readonly Draw[], rank: number): Lane {
    const key = this.#laneKey(draws, rank);
    const known = this.#lanes.get(key);
    if (known !== undefined) return known;
    const queues = [...new Set(draws.map((draw) => this.#queue(draw)))];
    for (const queue of queues) queue.lanes += 1;
    const lane: Lane = {
      key,
      rank,
      queues,
      takes: queues.filter((queue) => costIn(draws, queue.key) > 0),
      first: undefined,
      last: undefined,
      lifted: 0,
      queue: undefined,
      inQueue: { index: -1 },
      inAgenda: { index: -1 },
      claims: [],
    };
    this.#lanes.set(key, lane);
    return lane;
  }

  #laneKey(draws: readonly Draw[], rank: number): string {
    if (this.#known?.draws !== draws || this.#known.rank !== rank) {
      this.#known = { draws, rank, key: laneKey(draws, rank) };
    }
    return this.#known.key;
  }

  #queue(draw: Draw): Queue {
    const known = this.#queues.get(draw.key);
    if (known !== undefined) return known;
    const queue = new Queue(draw);
    this.#queues.set(draw.key, queue);
    return queue;
  }

  #release(queue: Queue): void {
    queue.lanes -= 1;
    if (queue.lanes > 0) return;
    this.#due.remove(queue);
    this.#queues.delete(queue.key);
  }

  #name(name: string, place: Place): void {
    const known = this.#names.get(name);
    if (known === undefined) this.#names.set(name, new Set([place]));
    else known.add(place);
  }

  #unname(name: string, place: Place): void {
    const known = this.#names.get(name);
    known?.delete(place);
    if (known?.size === 0) this.#names.delete(name);
  }
}
