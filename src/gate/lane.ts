/**
 * Calls that draw from the same buckets with the same priority stand in one lane, first come first
 * served. Only its first call asks; all others know that they come after it.
 */
import type { Draw } from "../ledger/ledger.ts";
import type { Charge } from "../limits/bucket.ts";
import type { Claim } from "./claims.ts";
import type { Seat } from "./heap.ts";
import type { ChargedPermit } from "./permit.ts";
import type { Queue } from "./queue.ts";

/** The gate that a call came through, as the line sees it. */
export type Entrance = Readonly<{
  /** Begins the keys of its buckets, and the names of its calls. */
  prefix: string;
  /** A block that lasts longer is not waited for. */
  maxBlockMs: number;
  /** What calls that are not urgent leave of each bucket. */
  urgentShare: number;
  /** By rank: what each priority gets at least of what is granted while it waits. */
  minShares: readonly number[];
  /** By rank: how many of its calls wait. */
  lengths: number[];
  permit(draws: readonly Draw[], charges: readonly Charge[], waitedMs: number): ChargedPermit;
  /** Some of its calls have left the line. */
  left(): void;
}>;

/** A call that comes to the line. */
export type Waiter = Readonly<{
  draws: readonly Draw[];
  rank: number;
  entrance: Entrance;
  enteredMs: number;
  /** Left out where it waits for as long as it takes. */
  maxWaitMs: number | undefined;
  ids: readonly string[];
  signal: AbortSignal | undefined;
  resolve: (permit: ChargedPermit) => void;
  reject: (error: unknown) => void;
}>;

/**
 * Its place there: there may be a hundred thousand of them. A class, since an object that is put together
 * from others with this many fields is kept as a table, at four times the size.
 */
export class Place implements Waiter {
  readonly draws: readonly Draw[];
  readonly entrance: Entrance;
  readonly enteredMs: number;
  readonly maxWaitMs: number | undefined;
  readonly ids: readonly string[];
  readonly signal: AbortSignal | undefined;
  readonly resolve: Waiter["resolve"];
  readonly reject: Waiter["reject"];
  readonly lane: Lane;
  /** When it came; -1 once it has left. */
  order: number;
  next: Place | undefined = undefined;
  previous: Place | undefined;
  /** In the heap of deadlines. */
  index = -1;
  /** It is asked for elsewhere, and keeps its turn. */
  isLifted = false;

  constructor(waiter: Waiter, lane: Lane, order: number) {
    this.draws = waiter.draws;
    this.entrance = waiter.entrance;
    this.enteredMs = waiter.enteredMs;
    this.maxWaitMs = waiter.maxWaitMs;
    this.ids = waiter.ids;
    this.signal = waiter.signal;
    this.resolve = waiter.resolve;
    this.reject = waiter.reject;
    this.lane = lane;
    this.order = order;
    this.previous = lane.last;
  }

  get deadlineMs(): number {
    return this.enteredMs + (this.maxWaitMs ?? Infinity);
  }

  get rank(): number {
    return this.lane.rank;
  }

  get takes(): readonly Queue[] {
    return this.lane.takes;
  }
}

/** What may be asked for, in line or not. */
export type Asking = Pick<Place, "draws" | "rank" | "order" | "takes">;

export type Lane = {
  readonly key: string;
  readonly rank: number;
  /** One for each of its buckets, and those of them that it takes something from. */
  readonly queues: readonly Queue[];
  readonly takes: readonly Queue[];
  first: Place | undefined;
  last: Place | undefined;
  /** How many of its calls are asked for elsewhere. */
  lifted: number;
  /** The bucket that it waits for. */
  queue: Queue | undefined;
  readonly inQueue: Seat;
  readonly inAgenda: Seat;
  /** What it needs of its other buckets at the instant that it was promised. */
  claims: readonly Claim[];
};

/** Who of two lanes asks first. */
export function laneBefore(a: Lane, b: Lane): boolean {
  return a.rank < b.rank || (a.rank === b.rank && orderOf(a) < orderOf(b));
}

/** When the first of a lane came. */
export function orderOf(lane: Lane): number {
  return lane.first?.order ?? Infinity;
}

/** The name of the lane of a call. */
export function laneKey(draws: readonly Draw[], rank: number): string {
  let key = `${rank}`;
  // What takes nothing from a bucket does not stand behind those who wait for it.
  for (const draw of draws) key += draw.cost > 0 ? ` ${draw.key}` : ` -${draw.key}`;
  return key;
}

export function append(lane: Lane, place: Place): void {
  if (lane.last === undefined) lane.first = place;
  else lane.last.next = place;
  lane.last = place;
}

export function prepend(lane: Lane, place: Place): void {
  place.previous = undefined;
  place.next = lane.first;
  if (lane.first === undefined) lane.last = place;
  else lane.first.previous = place;
  lane.first = place;
}

export function cut({ lane, next, previous }: Place): void {
  if (previous === undefined) lane.first = next;
  else previous.next = next;
  if (next === undefined) lane.last = previous;
  else next.previous = previous;
}
