/**
 * Who waits, in which order. Calls that draw from the same buckets stand in one lane, first come first
 * served; of the lanes' first calls the most urgent goes first, and of those the one that came first.
 */
import type { Draw } from "../ledger/ledger.ts";
import type { Priority } from "../priority.ts";
import { priorities } from "../priority.ts";
import { Heap } from "./heap.ts";

/** One call in line. */
export type Waiter<Granted> = {
  readonly draws: readonly Draw[];
  readonly priority: Priority;
  readonly id: string | undefined;
  readonly enteredMs: number;
  /** When `maxWaitMs` is over. */
  readonly deadlineMs: number;
  readonly grant: (granted: Granted) => void;
  readonly reject: (error: unknown) => void;
};

/** A waiter's place: given back to leave the line. */
export type Place<Granted> = {
  readonly waiter: Waiter<Granted>;
  readonly lane: Lane<Granted>;
  readonly order: number;
  inLine: boolean;
  /** The buckets that it takes something from. */
  readonly takes: readonly string[];
  /** The buckets that have refused it. */
  readonly waitedFor: Set<string>;
  next: Place<Granted> | undefined;
  previous: Place<Granted> | undefined;
};

type Lane<Granted> = {
  readonly key: string;
  readonly rank: number;
  first: Place<Granted> | undefined;
  last: Place<Granted> | undefined;
};

export class Line<Granted> {
  readonly #lanes = new Map<string, Lane<Granted>>();
  readonly #lengths: Record<Priority, number> = { urgent: 0, high: 0, normal: 0, low: 0 };
  readonly #ids = new Map<string, Place<Granted>>();
  readonly #deadlines = new Heap<Place<Granted>>(
    (a, b) => a.waiter.deadlineMs < b.waiter.deadlineMs,
  );
  #entered = 0;

  get length(): number {
    return priorities.reduce((sum, priority) => sum + this.#lengths[priority], 0);
  }

  lengthOf(priority: Priority): number {
    return this.#lengths[priority];
  }

  enter(waiter: Waiter<Granted>): Place<Granted> {
    const lane = this.#lane(waiter);
    const previous = lane.last;
    const order = this.#entered++;
    const place: Place<Granted> = {
      waiter,
      lane,
      order,
      inLine: true,
      takes: waiter.draws.filter((draw) => draw.cost > 0).map((draw) => draw.key),
      waitedFor: new Set(),
      previous,
      next: undefined,
    };
    if (previous === undefined) lane.first = place;
    else previous.next = place;
    lane.last = place;
    this.#lengths[waiter.priority] += 1;
    if (waiter.id !== undefined) this.#ids.set(waiter.id, place);
    if (waiter.deadlineMs < Infinity) this.#deadlines.add(place);
    return place;
  }

  /** Gives a place up, from anywhere in the line; false when it has been given up before. */
  leave(place: Place<Granted>): boolean {
    if (!place.inLine) return false;
    const { lane, waiter, next, previous } = place;
    place.inLine = false;
    if (previous === undefined) lane.first = next;
    else previous.next = next;
    if (next === undefined) lane.last = previous;
    else next.previous = previous;
    if (lane.first === undefined) this.#lanes.delete(lane.key);
    this.#lengths[waiter.priority] -= 1;
    if (waiter.id !== undefined && this.#ids.get(waiter.id) === place) this.#ids.delete(waiter.id);
    return true;
  }

  find(id: string): Place<Granted> | undefined {
    return this.#ids.get(id);
  }

  /** The first of each lane, the one to serve first in front. */
  heads(): Heap<Place<Granted>> {
    const heads = new Heap<Place<Granted>>(
      (a, b) => a.lane.rank < b.lane.rank || (a.lane.rank === b.lane.rank && a.order < b.order),
    );
    for (const { first } of this.#lanes.values()) if (first !== undefined) heads.add(first);
    return heads;
  }

  /** Somebody as urgent waits who takes from one of these buckets. */
  waitsFor(draws: readonly Draw[], priority: Priority): boolean {
    const keys = new Set(draws.filter((draw) => draw.cost > 0).map((draw) => draw.key));
    const rank = priorities.indexOf(priority);
    for (const { first, rank: other } of this.#lanes.values()) {
      if (other > rank || first === undefined) continue;
      if (first.takes.some((key) => keys.has(key))) return true;
    }
    return false;
  }

  /** What those as urgent take from each bucket, all together. */
  ahead(priority: Priority): ReadonlyMap<string, number> {
    const rank = priorities.indexOf(priority);
    const costs = new Map<string, number>();
    for (const { first, rank: other } of this.#lanes.values()) {
      if (other > rank) continue;
      for (let place = first; place !== undefined; place = place.next) {
        for (const { key, cost } of place.waiter.draws)
          costs.set(key, (costs.get(key) ?? 0) + cost);
      }
    }
    return costs;
  }

  /** The next call whose wait ends without a permit. */
  nextDeadline(): Place<Granted> | undefined {
    while (this.#deadlines.first?.inLine === false) this.#deadlines.take();
    return this.#deadlines.first;
  }

  all(): readonly Place<Granted>[] {
    const places: Place<Granted>[] = [];
    for (const lane of this.#lanes.values()) {
      for (let place = lane.first; place !== undefined; place = place.next) places.push(place);
    }
    return places.toSorted((a, b) => a.order - b.order);
  }

  #lane(waiter: Waiter<Granted>): Lane<Granted> {
    const key = `${waiter.priority} ${waiter.draws.map((draw) => draw.key).join(" ")}`;
    const known = this.#lanes.get(key);
    if (known !== undefined) return known;
    const rank = priorities.indexOf(waiter.priority);
    const lane: Lane<Granted> = { key, rank, first: undefined, last: undefined };
    this.#lanes.set(key, lane);
    return lane;
  }
}
