/**
 * Asks a ledger for those who wait in line, and hands out what it grants. All gates over one ledger share
 * one service, so that their calls stand in one line: no gate starves another one.
 *
 *     due, or news -> line.take -> may it pass? -> ledger.reserve -> granted | parked until its promise
 */
import { Alarm } from "../alarm.ts";
import type { Clock } from "../clock.ts";
import { WithdrawnError } from "../errors.ts";
import { isFar } from "../ledger/ledger.ts";
import type { AnyLedger, Change, Denial, Draw, NearLedger, Reply } from "../ledger/ledger.ts";
import type { Charge } from "../limits/bucket.ts";
import { Aborts } from "./aborts.ts";
import { Away } from "./away.ts";
import { Blocks, byWeight } from "./blocks.ts";
import { behindError, blockedError, deniedError, lateError, patienceOf } from "./denied.ts";
import { estimate } from "./estimate.ts";
import type { Estimate } from "./estimate.ts";
import type { Asking, Entrance, Lane, Place, Waiter } from "./lane.ts";
import { Line } from "./line.ts";
import { answerTo, take } from "./near.ts";
import { count, leaves, obstacle, roundingMs } from "./passing.ts";
import type { Peek } from "./passing.ts";
import type { Queue } from "./queue.ts";

const services = new WeakMap<AnyLedger, WeakMap<Clock, Service>>();

export class Service {
  readonly line = new Line();
  readonly #ledger: AnyLedger;
  readonly #near: NearLedger | undefined;
  /** Where the buckets are elsewhere. */
  readonly #away: Away | undefined;
  readonly #clock: Clock;
  readonly #peek: Peek;
  readonly #aborts = new Aborts<Place>((places, reason) => {
    this.giveUp(places, () => reason);
  });
  readonly #blocks = new Blocks();
  /** Gates that have lost calls since they were told. */
  readonly #left = new Set<Entrance>();
  #stopListening: (() => void) | undefined;
  readonly #alarm: Alarm;
  #serving = false;
  #again = false;

  private constructor(ledger: AnyLedger, clock: Clock) {
    this.#ledger = ledger;
    this.#clock = clock;
    this.#alarm = new Alarm(clock, () => this.#serve());
    if (isFar(ledger)) {
      this.#peek = (draw) => ledger.peek({ draws: [draw], leaveShare: 0, withinMs: -1 });
      this.#away = new Away({
        ledger,
        clock,
        go: (place, charges) => this.#goes(place, charges, clock.nowMs()),
        denied: (denied) => this.#returned(denied),
        missed: (places) => {
          for (const place of places) this.line.putBack(place);
          this.#serve();
        },
      });
    } else {
      this.#near = ledger;
      this.#peek = (draw) => answerTo(ledger, [draw], 0, -1);
    }
  }

  static of(ledger: AnyLedger, clock: Clock): Service {
    const clocks = services.get(ledger) ?? new WeakMap<Clock, Service>();
    services.set(ledger, clocks);
    const service = clocks.get(clock) ?? new Service(ledger, clock);
    clocks.set(clock, service);
    return service;
  }

  /** What is charged at once, or nothing where it cannot be or the call would pass somebody. */
  now(draws: readonly Draw[], rank: number, urgentShare: number): readonly Charge[] | undefined {
    if (this.line.length === 0)
      return this.#near && take(this.#near, draws, rank === 0 ? 0 : urgentShare);
    // Behind another one of its lane it cannot go.
    if (this.#near === undefined || this.line.hasLane(draws, rank)) return undefined;
    return this.#beside(this.line.asking(draws, rank), urgentShare);
  }

  /** Beside those who wait. */
  #beside(asking: Asking, urgentShare: number): ReturnType<typeof take> {
    if (obstacle(asking, this.#clock.nowMs(), this.#peek) !== undefined) return undefined;
    const charges = this.#near && take(this.#near, asking.draws, leaves(asking, urgentShare));
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
    const left = places.filter((place) => this.#reject(place, error)).length > 0;
    if (left) this.#serve();
    return left;
  }

  withdraw(name: string, id: string): boolean {
    return this.giveUp(this.line.named(name), () => new WithdrawnError(id));
  }

  close(entrance: Entrance, error: () => unknown): void {
    const all = [...this.line.all(), ...(this.#away?.places() ?? [])];
    const places = all.filter((place) => place.entrance === entrance);
    this.giveUp(places, error);
  }

  /** About how long a call would wait behind those who are as urgent. */
  estimate(draws: readonly Draw[], rank: number): Estimate {
    return estimate(draws, this.#peek, (key) => this.line.queue(key)?.ahead(rank) ?? 0);
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
      this.#tryBlocks(nowMs);
      for (let lane = this.#next(nowMs); lane !== undefined; lane = this.#next(nowMs)) {
        this.#ask(lane);
      }
    } while (this.#overdue(nowMs));
    this.#away?.send();
    this.#alarm.set(this.#nextMs);
    this.#listen();
    this.#serving = false;
    const left = [...this.#left];
    this.#left.clear();
    for (const entrance of left) entrance.left();
    if (this.#again) this.#serve();
  }

  /** Whose turn it is, unless others are asked for already. */
  #next(nowMs: number): Lane | undefined {
    return this.#away?.hasRoom === false ? undefined : this.line.take(nowMs);
  }

  /** One lane's turn: its first call is granted, rejected, or stays. */
  #ask(lane: Lane): void {
    const { first: place } = lane;
    if (place === undefined) return;
    const claimedMs = this.line.unclaim(lane);
    const nowMs = this.#clock.nowMs();
    const passes = obstacle(place, nowMs, this.#peek);
    if (passes === undefined) this.#askFor(place, nowMs);
    else {
      this.line.park(lane, passes.queue, passes.untilMs);
      this.#refuseLate(place, passes.queue);
    }
    if (claimedMs === undefined) return;
    const [claim] = lane.claims;
    const kept = claim !== undefined && claim.byMs <= claimedMs + roundingMs;
    if (!kept) for (const other of lane.takes) this.line.wake(other);
  }

  #askFor(place: Place, nowMs: number): void {
    const { draws, entrance, deadlineMs } = place;
    const leaveShare = leaves(place, entrance.urgentShare);
    if (this.#away === undefined)
      return this.#answered(place, this.#asked(place, leaveShare), nowMs);
    const ask = { draws, leaveShare, withinMs: Math.max(0, deadlineMs - nowMs), inLine: true };
    const known = this.#away.peek(ask);
    if (!known.granted) return this.#denied(place, known, nowMs);
    this.line.lift(place);
    this.#away.put(place, ask);
  }

  /** Too early it finds nobody due, and is set again. When an answer comes, whoever is due is asked for. */
  get #nextMs(): number {
    return this.line.length === 0 || this.#away?.isOpen === true ? Infinity : this.line.nextMs;
  }

  /** After a ban one goes first; the others learn in their turn that it has to be answered before. */
  #tryBlocks(nowMs: number): void {
    const over = this.#away?.isOpen === true ? [] : this.#blocks.over(nowMs);
    for (const key of over) this.#try(byWeight(this.line.all(key)), nowMs);
  }

  #try(places: readonly Place[], nowMs: number): void {
    for (const place of places) {
      if (this.#away !== undefined) return this.#askFor(place, nowMs);
      const reply = this.#asked(place, leaves(place, place.entrance.urgentShare));
      if (reply?.granted === true) return this.#answered(place, reply, nowMs);
    }
  }

  /** A call that cannot even be asked for is refused alone: those behind it must not hang for it. */
  #asked(place: Place, leaveShare: number): Reply | undefined {
    try {
      return this.#near && answerTo(this.#near, place.draws, leaveShare);
    } catch (error) {
      this.#reject(place, () => error);
      return undefined;
    }
  }

  /** Of what a far ledger was asked for: they have their turns again, in the order in which they came. */
  #returned(denied: ReadonlyMap<Place, Denial>): void {
    const nowMs = this.#clock.nowMs();
    const places = [...denied.keys()];
    for (const place of places.toReversed()) this.line.putBack(place);
    const firsts = [...denied].filter(([place]) => place.lane.first === place);
    for (const [place, denial] of firsts) this.#denied(place, denial, nowMs);
    this.#serve();
  }

  #goes(place: Place, charges: readonly Charge[], nowMs: number): void {
    const { draws, entrance, enteredMs, lane } = place;
    count(place);
    this.#leave(place);
    place.resolve(entrance.permit(draws, charges, nowMs - enteredMs));
    for (const queue of lane.takes) this.line.wake(queue);
  }

  #answered(place: Place, reply: Reply | undefined, nowMs: number): void {
    if (reply === undefined) return;
    if (place.order < 0) {
      // A listener that was told something meanwhile has taken it out.
      if (reply.granted) this.#ledger.settle(reply.charges, "unsent");
      return;
    }
    if (!reply.granted) return this.#denied(place, reply, nowMs);
    this.#goes(place, reply.charges, nowMs);
  }

  #denied(place: Place, denial: Denial, nowMs: number): void {
    const { lane } = place;
    const error = deniedError(denial, patienceOf(place, nowMs, this.#clock.wallMs()));
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

  #overdue(nowMs: number): boolean {
    let some = false;
    for (;;) {
      const place = this.line.nextOverdue(nowMs);
      if (place === undefined) return some;
      some = true;
      this.#reject(place, () => this.#overdueError(place, nowMs));
    }
  }

  /** A call whose time is over says what it waited for: a block, or those in front of it. */
  #overdueError(place: Place, nowMs: number): Error {
    const { draws, lane, maxWaitMs = Infinity } = place;
    const patience = patienceOf(place, nowMs, this.#clock.wallMs());
    const blocked = blockedError(draws.map(this.#peek), patience);
    if (blocked !== undefined) return blocked;
    const { waitMs } = this.estimate(draws, lane.rank);
    return lateError(lane.queue?.draw, { maxWaitMs, waitMs });
  }

  /** It is certain now that those in front of it go later than it can wait. */
  #refuseLate(place: Place, queue: Queue | undefined): void {
    if (queue === undefined || queue.dueMs === Infinity) return;
    const isBlocked = this.#blocks.has(queue.key);
    if (queue.dueMs <= place.deadlineMs && !isBlocked) return;
    const nowMs = this.#clock.nowMs();
    const waits = { behind: queue.draw, waitMs: queue.dueMs - nowMs, isBlocked };
    const error = behindError(waits, patienceOf(place, nowMs, this.#clock.wallMs()));
    if (error !== undefined) this.#reject(place, () => error);
  }

  #reject(place: Place, error: () => unknown): boolean {
    if (!this.#leave(place)) return false;
    place.reject(error());
    return true;
  }

  #leave(place: Place): boolean {
    const { signal, entrance } = place;
    if (place.isLifted) this.#away?.giveBack(place);
    const left = this.line.leave(place);
    if (signal !== undefined) this.#aborts.unfollow(signal, place);
    this.#left.add(entrance);
    return left;
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
    const stopped = change?.blocked === true ? this.#away?.stop(change.key) : undefined;
    for (const place of stopped ?? []) this.line.putBack(place);
    const keys = told ?? (change === undefined ? undefined : [change.key]);
    if (keys === undefined) this.line.wakeAll();
    for (const key of keys ?? []) {
      const queue = this.line.queue(key);
      if (queue !== undefined) this.line.wake(queue);
    }
    this.#serve();
  }
}
