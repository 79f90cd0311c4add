/**
 * Asks a ledger for those who wait in line, and hands out what it grants. All gates over one ledger share
 * one service, so that their calls stand in one line: no gate starves another one.
 *
 *     due, or news -> line.take -> may it pass? -> ledger.reserve -> granted | parked until its promise
 *
 * A call passes another one only where that takes nothing from it: not from the bucket that the other
 * waits for, and of the other's remaining buckets only what is there beside its claim.
 */
import type { Clock, Timer } from "../clock.ts";
import { WithdrawnError } from "../errors.ts";
import type { Change, Draw, Ledger, Replies, Reply } from "../ledger/ledger.ts";
import { ratePerMs } from "../limits/limit.ts";
import { Aborts } from "./aborts.ts";
import { deniedError, lateError } from "./denied.ts";
import { estimate } from "./estimate.ts";
import type { Estimate } from "./estimate.ts";
import { costIn } from "./lane.ts";
import type { Entrance, Lane, Place, Waiter } from "./lane.ts";
import { Line } from "./line.ts";
import type { Queue } from "./queue.ts";

/** A promised instant is a sum of decimals: one that came out this much early is not asked for again at once. */
const roundingMs = 0.001;

/** What may be asked for: a call of this rank that came then. */
type Asking = Readonly<{ draws: readonly Draw[]; rank: number; order: number }>;

const services = new WeakMap<Ledger, WeakMap<Clock, Service>>();

export class Service {
  readonly line = new Line();
  readonly #ledger: Ledger<Replies>;
  readonly #clock: Clock;
  readonly #aborts = new Aborts<Place>((places, reason) => {
    this.giveUp(places, () => reason);
  });
  /** Gates that have lost calls since they were told. */
  readonly #left = new Set<Entrance>();
  #stopListening: (() => void) | undefined;
  #timer: Timer | undefined;
  #timerMs = Infinity;
  #serving = false;
  #again = false;

  private constructor(ledger: Ledger<Replies>, clock: Clock) {
    this.#ledger = ledger;
    this.#clock = clock;
  }

  static of(ledger: Ledger<Replies>, clock: Clock): Service {
    const clocks = services.get(ledger) ?? new WeakMap<Clock, Service>();
    services.set(ledger, clocks);
    const service = clocks.get(clock) ?? new Service(ledger, clock);
    clocks.set(clock, service);
    return service;
  }

  /** The answer of the ledger, or nothing where the call would pass somebody. */
  now(draws: readonly Draw[], rank: number, urgentShare: number): Reply | undefined {
    if (this.line.length === 0) return this.reserve(draws, rank === 0 ? 0 : urgentShare);
    const asking = { draws, rank, order: Infinity };
    if (this.#obstacle(asking, this.#clock.nowMs()) !== undefined) return undefined;
    const reply = this.reserve(draws, this.#leaves(asking, urgentShare));
    if (reply.granted && this.#count(asking)) this.#serve();
    return reply;
  }

  enter(waiter: Waiter): void {
    const place = this.line.enter(waiter);
    const { signal, deadlineMs } = waiter;
    if (signal !== undefined) this.#aborts.follow(signal, place);
    const isFirst = place.lane.first === place;
    if (!isFirst) this.#refuseLate(place, place.lane.queue);
    // Behind another one of its lane it changes nothing, but for its own deadline.
    if (isFirst || deadlineMs < Infinity) this.#serve();
  }

  /** Takes calls out of the line. Others may have waited for them alone. */
  giveUp(places: readonly Place[], error: () => unknown): boolean {
    const left = places.filter((place) => this.#reject(place, error));
    if (left.length > 0) this.#serve();
    return left.length > 0;
  }

  withdraw(name: string, id: string): boolean {
    return this.giveUp(this.line.named(name), () => new WithdrawnError(id));
  }

  close(entrance: Entrance, error: () => unknown): void {
    const places = this.line.all().filter((place) => place.entrance === entrance);
    this.giveUp(places, error);
  }

  /** About how long a call would wait behind those who are as urgent. */
  estimate(draws: readonly Draw[], rank: number): Estimate {
    return estimate(
      draws,
      (draw) => this.reserve([draw], 0, -1),
      (key) => this.line.queue(key)?.ahead(rank) ?? 0,
    );
  }

  reserve(draws: readonly Draw[], leaveShare: number, withinMs = Infinity): Reply {
    // By its index: a pattern would ask the array for an iterator.
    const reply = this.#ledger.reserve([{ draws, leaveShare, withinMs }])[0];
    if (reply === undefined) throw new Error("The ledger did not answer what it was asked.");
    return reply;
  }

  /** Grants what can go now, rejects what never will, and sets the timer for the first of the rest. */
  #serve(): void {
    // A listener that is told something by the ledger can come back here: then once more afterwards.
    this.#again = this.#serving;
    if (this.#serving) return;
    this.#serving = true;
    const nowMs = this.#clock.nowMs();
    // Whose time has passed before this came, late as timers may be, takes nothing from those in time.
    this.#overdue(nowMs - roundingMs);
    do {
      for (let lane = this.line.take(nowMs); lane !== undefined; lane = this.line.take(nowMs)) {
        this.#ask(lane);
      }
    } while (this.#overdue(nowMs));
    this.#arm();
    this.#listen();
    this.#serving = false;
    const left = [...this.#left];
    this.#left.clear();
    for (const entrance of left) entrance.left();
    if (this.#again) this.#serve();
  }

  /** One lane's turn: its first call is granted, rejected, or stays. */
  #ask(lane: Lane): void {
    const { first: place, queue } = lane;
    if (place === undefined) return;
    if (queue !== undefined && queue.next() !== lane) return this.line.wake(queue);
    const claimedMs = this.line.unclaim(lane);
    const asking = { draws: place.draws, rank: lane.rank, order: place.order };
    const obstacle = this.#obstacle(asking, this.#clock.nowMs());
    if (obstacle !== undefined) {
      this.line.park(lane, obstacle.queue, obstacle.untilMs);
      this.#refuseLate(place, obstacle.queue);
    } else this.#answered(place, this.#asked(place, asking));
    const [claim] = lane.claims;
    const kept = claim !== undefined && claim.byMs <= (claimedMs ?? 0) + roundingMs;
    if (claimedMs !== undefined && !kept) for (const other of lane.takes) this.line.wake(other);
  }

  /** A call that cannot even be asked for is refused alone: those behind it must not hang for it. */
  #asked(place: Place, asking: Asking): Reply | undefined {
    try {
      return this.reserve(asking.draws, this.#leaves(asking, place.entrance.urgentShare));
    } catch (error) {
      this.#reject(place, () => error);
      return undefined;
    }
  }

  #answered(place: Place, reply: Reply | undefined): void {
    const { draws, entrance, enteredMs, deadlineMs, lane } = place;
    if (reply === undefined) return;
    if (place.order < 0) {
      // A listener that was told something meanwhile has taken it out.
      if (reply.granted) this.#ledger.settle(reply.charges, "unsent");
      return;
    }
    const nowMs = this.#clock.nowMs();
    if (reply.granted) {
      this.#count({ draws, rank: lane.rank, order: place.order });
      this.#leave(place);
      place.resolve(entrance.permit(draws, reply.charges, nowMs - enteredMs));
      for (const queue of lane.takes) this.line.wake(queue);
      return;
    }
    const error = deniedError(reply, {
      maxWaitMs: deadlineMs - enteredMs,
      leftMs: deadlineMs - nowMs,
      maxBlockMs: entrance.maxBlockMs,
      wallMs: this.#clock.wallMs(),
    });
    const queue = this.line.queue(reply.limitedBy.key);
    if (error !== undefined || queue === undefined) return void this.#reject(place, () => error);
    const promisedMs = nowMs + Math.max(reply.waitMs, roundingMs);
    if (promisedMs < Infinity) this.line.claim(lane, queue, promisedMs);
    this.line.park(lane, queue, promisedMs);
  }

  /** The bucket in which a call would take something from one that goes before it, and until when. */
  #obstacle(
    asking: Asking,
    nowMs: number,
  ): Readonly<{ queue: Queue; untilMs?: number }> | undefined {
    for (const draw of asking.draws) {
      const queue = draw.cost > 0 ? this.line.queue(draw.key) : undefined;
      if (queue === undefined) continue;
      const candidate = candidateIn(queue, asking);
      const before = queue.next(candidate);
      if (before !== undefined) return { queue };
      const claimed = queue.claims.before(asking.rank, nowMs);
      if (claimed.cost === 0) continue;
      const untilMs = nowMs + this.#roomIn(draw, candidate.cost + claimed.cost);
      if (untilMs > Math.max(nowMs, claimed.byMs) + roundingMs) return { queue, untilMs };
    }
    return undefined;
  }

  /** In what time so much has come into a bucket, also where that is more than it ever holds. */
  #roomIn(draw: Draw, cost: number): number {
    const reply = this.reserve([{ ...draw, cost }], 0, -1);
    if (reply.granted) return 0;
    if (reply.why !== "never" || reply.costMax >= cost) return reply.waitMs;
    // What overflows the bucket is never there at once: it has to come in after that.
    const overflow = cost - reply.costMax;
    return this.#roomIn(draw, reply.costMax) + overflow / ratePerMs(draw.limit);
  }

  #leaves(asking: Asking, urgentShare: number): number {
    if (asking.rank === 0 || urgentShare === 0) return 0;
    const owed = asking.draws.some((draw) => {
      const queue = draw.cost > 0 ? this.line.queue(draw.key) : undefined;
      return queue?.mayTakeAll(candidateIn(queue, asking)) === true;
    });
    return owed ? 0 : urgentShare;
  }

  /** Counts a grant for the shares of those who wait; true where it is somebody else's turn now. */
  #count({ draws, rank }: Asking): boolean {
    let changed = false;
    for (const draw of draws) {
      const queue = draw.cost > 0 ? this.line.queue(draw.key) : undefined;
      if (queue === undefined) continue;
      queue.granted(rank, draw.cost);
      if (queue.next() === queue.asked) continue;
      this.line.wake(queue);
      changed = true;
    }
    return changed;
  }

  #overdue(nowMs: number): boolean {
    let some = false;
    for (;;) {
      const place = this.line.nextOverdue(nowMs);
      if (place === undefined) return some;
      some = true;
      const { draws, lane, deadlineMs, enteredMs } = place;
      const [maxWaitMs, draw] = [deadlineMs - enteredMs, lane.queue?.draw];
      const waitMs = (): number => this.estimate(draws, lane.rank).waitMs;
      this.#reject(place, () => lateError(draw, { maxWaitMs, waitMs: waitMs() }));
    }
  }

  /** It is certain now that those in front of it go later than it can wait. */
  #refuseLate(place: Place, queue: Queue | undefined): void {
    if (queue === undefined || queue.dueMs === Infinity) return;
    const { enteredMs, deadlineMs } = place;
    if (queue.dueMs <= deadlineMs) return;
    const [maxWaitMs, waitMs] = [deadlineMs - enteredMs, queue.dueMs - this.#clock.nowMs()];
    this.#reject(place, () => lateError(queue.draw, { maxWaitMs, waitMs }));
  }

  #reject(place: Place, error: () => unknown): boolean {
    const left = this.#leave(place);
    if (left) place.reject(error());
    return left;
  }

  #leave(place: Place): boolean {
    const { signal, entrance } = place;
    const left = this.line.leave(place);
    if (signal !== undefined) this.#aborts.unfollow(signal, place);
    this.#left.add(entrance);
    return left;
  }

  /** One timer; one that comes too early finds nobody due, and is set again. */
  #arm(): void {
    const nextMs = this.line.length > 0 ? this.line.nextMs : Infinity;
    if (this.line.length > 0 && nextMs >= this.#timerMs) return;
    this.#timer?.cancel();
    this.#timerMs = nextMs;
    this.#timer = undefined;
    if (nextMs === Infinity) return;
    this.#timer = this.#clock.at(nextMs, () => {
      this.#timerMs = Infinity;
      this.#serve();
    });
  }

  /** Only while it matters: the ledger outlives the gates that share it, and must not hold them all. */
  #listen(): void {
    if (this.line.length > 0) {
      this.#stopListening ??= this.#ledger.onChange((...news) => this.#changed(...news));
    } else {
      this.#stopListening?.();
      this.#stopListening = undefined;
    }
  }

  #changed(change?: Change, told?: readonly string[]): void {
    const keys = told ?? (change === undefined ? undefined : [change.key]);
    if (keys === undefined) this.line.wakeAll();
    for (const key of keys ?? []) {
      const queue = this.line.queue(key);
      if (queue !== undefined) this.line.wake(queue);
    }
    this.#serve();
  }
}

function candidateIn(queue: Queue, { draws, rank, order }: Asking) {
  return { rank, order, cost: costIn(draws, queue.key) };
}
