/**
 * Asks a ledger for those who wait in line, and hands out what it grants. All gates over one ledger share
 * one service, so that their calls stand in one line: no gate starves another one.
 *
 *     due, or news -> line.take -> may it pass? -> ledger.reserve -> granted | parked until its promise
 */
import type { Clock, Timer } from "../clock.ts";
import { WithdrawnError } from "../errors.ts";
import type { Change, Denial, Draw, Ledger, Replies, Reply } from "../ledger/ledger.ts";
import type { Charge } from "../limits/bucket.ts";
import { Aborts } from "./aborts.ts";
import { Blocks, byWeight } from "./blocks.ts";
import { deniedError, lateError } from "./denied.ts";
import type { Patience } from "./denied.ts";
import { estimate } from "./estimate.ts";
import type { Estimate } from "./estimate.ts";
import type { Entrance, Lane, Place, Waiter } from "./lane.ts";
import { Line } from "./line.ts";
import { count, leaves, obstacle, roundingMs } from "./passing.ts";
import type { Peek } from "./passing.ts";
import type { Queue } from "./queue.ts";

const services = new WeakMap<Ledger, WeakMap<Clock, Service>>();

export class Service {
  readonly line = new Line();
  readonly #ledger: Ledger<Replies>;
  readonly #clock: Clock;
  readonly #peek: Peek = (draw) => this.reserve([draw], 0, -1);
  readonly #aborts = new Aborts<Place>((places, reason) => {
    this.giveUp(places, () => reason);
  });
  readonly #blocks = new Blocks();
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

  /** What is charged at once, or nothing where it cannot be or the call would pass somebody. */
  now(draws: readonly Draw[], rank: number, urgentShare: number): readonly Charge[] | undefined {
    if (this.line.length === 0) return this.#take(draws, rank === 0 ? 0 : urgentShare);
    // Behind another one of its lane it cannot go.
    if (this.line.hasLane(draws, rank)) return undefined;
    const asking = { draws, rank, order: Infinity, takes: this.line.taken(draws) };
    if (obstacle(asking, this.#clock.nowMs(), this.#peek) !== undefined) return undefined;
    const charges = this.#take(draws, leaves(asking, urgentShare));
    if (charges === undefined) return undefined;
    count(asking);
    const others = asking.takes.filter((queue) => queue.next() !== queue.asked);
    for (const queue of others) this.line.wake(queue);
    if (others.length > 0) this.#serve();
    return charges;
  }

  enter(waiter: Waiter): void {
    const place = this.line.enter(waiter);
    const { signal, deadlineMs } = place;
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
    return estimate(draws, this.#peek, (key) => this.line.queue(key)?.ahead(rank) ?? 0);
  }

  reserve(draws: readonly Draw[], leaveShare: number, withinMs = Infinity): Reply {
    const [reply] = this.#ledger.reserve([{ draws, leaveShare, withinMs }]);
    if (reply === undefined) throw new Error("The ledger did not answer what it was asked.");
    return reply;
  }

  #take(draws: readonly Draw[], leaveShare: number): readonly Charge[] | undefined {
    if (this.#ledger.take !== undefined) return this.#ledger.take(draws, leaveShare);
    const reply = this.reserve(draws, leaveShare);
    return reply.granted ? reply.charges : undefined;
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
      for (const key of this.#blocks.over(nowMs)) this.#try(key);
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
    const { first: place } = lane;
    if (place === undefined) return;
    const claimedMs = this.line.unclaim(lane);
    const nowMs = this.#clock.nowMs();
    const passes = obstacle(place, nowMs, this.#peek);
    if (passes === undefined) this.#answered(place, this.#asked(place), nowMs);
    else {
      this.line.park(lane, passes.queue, passes.untilMs);
      this.#refuseLate(place, passes.queue);
    }
    if (claimedMs === undefined) return;
    const [claim] = lane.claims;
    const kept = claim !== undefined && claim.byMs <= claimedMs + roundingMs;
    if (!kept) for (const other of lane.takes) this.line.wake(other);
  }

  /** After a ban one goes first; the others learn in their turn that it has to be answered before. */
  #try(key: string): void {
    for (const place of byWeight(this.line.all(key))) {
      const reply = this.#asked(place);
      if (reply?.granted === true) return this.#answered(place, reply, this.#clock.nowMs());
    }
  }

  /** A call that cannot even be asked for is refused alone: those behind it must not hang for it. */
  #asked(place: Place): Reply | undefined {
    try {
      return this.reserve(place.draws, leaves(place, place.entrance.urgentShare));
    } catch (error) {
      this.#reject(place, () => error);
      return undefined;
    }
  }

  #answered(place: Place, reply: Reply | undefined, nowMs: number): void {
    const { draws, entrance, enteredMs, lane } = place;
    if (reply === undefined) return;
    if (place.order < 0) {
      // A listener that was told something meanwhile has taken it out.
      if (reply.granted) this.#ledger.settle(reply.charges, "unsent");
      return;
    }
    if (!reply.granted) return this.#denied(place, reply, nowMs);
    count(place);
    this.#leave(place);
    place.resolve(entrance.permit(draws, reply.charges, nowMs - enteredMs));
    for (const queue of lane.takes) this.line.wake(queue);
  }

  #denied(place: Place, denial: Denial, nowMs: number): void {
    const { lane } = place;
    const error = deniedError(denial, this.#patience(place, nowMs));
    const queue = this.line.queue(denial.limitedBy.key);
    if (error !== undefined || queue === undefined) return void this.#reject(place, () => error);
    // At the end of a block it is asked for again, whatever room there is then.
    const { block, waitMs } = denial;
    const promisedMs = nowMs + Math.max(block?.forMs ?? waitMs, roundingMs);
    this.line.claim(lane, queue, promisedMs);
    this.line.park(lane, queue, promisedMs);
    if (block === undefined || !this.#blocks.begin(queue.key, promisedMs, block.isBan)) return;
    for (const other of this.line.all(queue.key)) this.#refuseLate(other, queue);
  }

  #patience({ deadlineMs, maxWaitMs = Infinity, entrance }: Place, nowMs: number): Patience {
    const { maxBlockMs } = entrance;
    return { maxWaitMs, leftMs: deadlineMs - nowMs, maxBlockMs, wallMs: this.#clock.wallMs() };
  }

  #overdue(nowMs: number): boolean {
    let some = false;
    for (;;) {
      const place = this.line.nextOverdue(nowMs);
      if (place === undefined) return some;
      some = true;
      this.#reject(place, () => this.#overdueError(place, nowMs));
    }
  }

  #overdueError(place: Place, nowMs: number): Error {
    const { draws, lane, maxWaitMs = Infinity } = place;
    for (const draw of draws) {
      const reply = this.#peek(draw);
      const isBlocked = !reply.granted && reply.block !== undefined;
      const error = isBlocked ? deniedError(reply, this.#patience(place, nowMs)) : undefined;
      if (error !== undefined) return error;
    }
    const { waitMs } = this.estimate(draws, lane.rank);
    return lateError(lane.queue?.draw, { maxWaitMs, waitMs });
  }

  /** It is certain now that those in front of it go later than it can wait. */
  #refuseLate(place: Place, queue: Queue | undefined): void {
    if (queue === undefined || queue.dueMs === Infinity) return;
    const isBlocked = this.#blocks.has(queue.key);
    if (queue.dueMs <= place.deadlineMs && !isBlocked) return;
    const { draw: limitedBy, dueMs } = queue;
    const nowMs = this.#clock.nowMs();
    const waitMs = dueMs - nowMs;
    const block = isBlocked ? { forMs: waitMs, isBan: false } : undefined;
    const denial = { limitedBy, why: "full", waitMs, block, costMax: Infinity } as const;
    const error = deniedError(denial, this.#patience(place, nowMs));
    if (error !== undefined) this.#reject(place, () => error);
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
