/**
 * The gate over a line and a ledger whose buckets are in this process.
 *
 * A call passes another one only if it takes nothing from the bucket that the other waits for.
 */
import { systemClock } from "../clock.ts";
import type { Clock, Timer } from "../clock.ts";
import { ClosedError, LineFullError, WithdrawnError } from "../errors.ts";
import { Emitter } from "../events.ts";
import type { EventName, Events } from "../events.ts";
import type { Change, Denial, Draw, Ledger, Replies, Reply } from "../ledger/ledger.ts";
import { processLedger } from "../ledger/memory-ledger.ts";
import type { Charge, Level } from "../limits/bucket.ts";
import type { Limit, Scope } from "../limits/limit.ts";
import type { Priority } from "../priority.ts";
import { Askers } from "./askers.ts";
import { adoptable, boundsOf, wrongWait } from "./bounds.ts";
import type { Bounds } from "./bounds.ts";
import { deniedError, heldFor, overdueError } from "./denied.ts";
import { createPricer } from "./draws.ts";
import type { Pricer } from "./draws.ts";
import { estimate } from "./estimate.ts";
import type { Estimate } from "./estimate.ts";
import type { GateOptions, LocalGate, WaitOptions } from "./gate.ts";
import { Line } from "./line.ts";
import type { Place } from "./line.ts";
import { ChargedPermit, spend } from "./permit.ts";
import type { Permit } from "./permit.ts";

/** A promised instant is a sum of decimals: one that came out this much early is not asked for again at once. */
const roundingMs = 0.001;

/** Gates without a name share their buckets with nobody. */
let gates = 0;

export class LineGate<Name extends string = string> implements LocalGate<Name> {
  readonly events = new Emitter();
  readonly #prefix: string;
  readonly #limits: Readonly<Record<string, Limit>>;
  readonly #pricer: Pricer;
  readonly #ledger: Ledger<Replies>;
  readonly #clock: Clock;
  readonly #bounds: Bounds;
  readonly #line = new Line<Permit<Name>>();
  #stopListening: (() => void) | undefined;
  /** How many listen to its events. */
  #heard = 0;
  readonly #askers = new Askers();
  #timer: Timer | undefined;
  #serving = false;
  #again = false;
  #closed = false;

  constructor(limits: Readonly<Record<string, Limit>>, options: GateOptions) {
    gates += 1;
    this.#prefix = options.name ?? `gate-${gates}`;
    this.#limits = limits;
    this.#pricer = createPricer(limits, this.#prefix);
    this.#clock = options.clock ?? systemClock;
    this.#ledger = options.ledger ?? processLedger(this.#clock);
    this.#bounds = boundsOf(options);
  }

  price(weight: Readonly<Partial<Record<Name, number>>>, scope: Scope = {}): readonly Draw[] {
    return this.#pricer(weight, scope);
  }

  acquire(draws: readonly Draw[], options: WaitOptions = {}): Promise<Permit<Name>> {
    const { signal, priority = "normal", maxWaitMs = Infinity } = options;
    const wrong = wrongWait(priority, maxWaitMs);
    if (wrong !== undefined) return Promise.reject(wrong);
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    if (this.#closed) return Promise.reject(new ClosedError());
    if (!this.#hasPlace(priority)) {
      const { waitMs } = this.estimate(draws, { priority });
      const length = this.#line.lengthOf(priority);
      return Promise.reject(new LineFullError({ priority, length, waitMs }));
    }
    return new Promise((resolve, reject) => {
      const enteredMs = this.#clock.nowMs();
      const leave = (): void => signal?.removeEventListener("abort", abort);
      const place = this.#line.enter({
        draws,
        priority,
        id: options.id,
        enteredMs,
        deadlineMs: enteredMs + maxWaitMs,
        grant: (permit) => {
          leave();
          resolve(permit);
        },
        reject: (error) => {
          leave();
          reject(error);
        },
      });
      const abort = (): void => void this.#giveUp(place, signal?.reason);
      signal?.addEventListener("abort", abort, { once: true });
      // Behind another one of its lane it changes nothing, but for its own deadline.
      if (place.previous === undefined || maxWaitMs < Infinity) this.#serve();
    });
  }

  tryAcquire(
    draws: readonly Draw[],
    { priority = "normal" }: Pick<WaitOptions, "priority"> = {},
  ): Permit<Name> | undefined {
    if (this.#closed || this.#line.waitsFor(draws, priority)) return undefined;
    const reply = this.#reserve(draws, Infinity);
    return reply.granted ? this.#permit(draws, reply.charges, 0) : undefined;
  }

  async run<T>(
    draws: readonly Draw[],
    send: (permit: Permit<Name>) => Promise<T>,
    options?: WaitOptions,
  ): Promise<T> {
    return spend(await this.acquire(draws, options), send);
  }

  estimate(
    draws: readonly Draw[],
    { priority = "normal" }: Pick<WaitOptions, "priority"> = {},
  ): Estimate {
    const ahead = this.#line.ahead(priority);
    return estimate(
      draws,
      (draw) => this.#reserve([draw], -1),
      (key) => ahead.get(key) ?? 0,
    );
  }

  ready(priority: Priority = "normal"): Promise<void> {
    if (this.#closed) return Promise.reject(new ClosedError());
    return this.#hasPlace(priority) ? Promise.resolve() : this.#askers.ask(priority);
  }

  withdraw(id: string): boolean {
    const place = this.#line.find(id);
    return place !== undefined && this.#giveUp(place, new WithdrawnError(id));
  }

  adopt(name: Name, max: number, whose: Scope = {}): void {
    const known = adoptable(this.#limits, name, max);
    this.#ledger.adopt({ limitKey: `${this.#prefix}/${known}`, max, whose });
  }

  levels(): readonly Level[] {
    return this.#ledger.levels();
  }

  on<Event extends EventName>(name: Event, listener: (event: Events[Event]) => void): () => void {
    const stop = this.events.on(name, listener);
    this.#heard += 1;
    this.#listen();
    let stopped = false;
    return () => {
      if (!stopped) this.#heard -= 1;
      stopped = true;
      stop();
      this.#listen();
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#listen();
    this.#timer?.cancel();
    for (const place of this.#line.all()) this.#reject(place, new ClosedError());
    this.#askers.refuse(new ClosedError());
  }

  /** Only while it matters: the ledger outlives the gates that share it, and must not hold them all. */
  #listen(): void {
    if (!this.#closed && (this.#line.length > 0 || this.#heard > 0)) {
      this.#stopListening ??= this.#ledger.onChange((change) => this.#changed(change));
    } else {
      this.#stopListening?.();
      this.#stopListening = undefined;
    }
  }

  #changed(change: Change | undefined): void {
    if (change?.key.startsWith(`${this.#prefix}/`) === true) {
      if (change.notice !== undefined) this.events.sayOnce(change.notice);
      if (change.shrank) this.events.emit("shrink", change.level);
      if (change.blocked) this.events.emit("block", change.level);
    }
    if (this.#line.length > 0) this.#serve();
  }

  /** Grants what can go now, rejects what never will, and sets the timer for the first of the rest. */
  #serve(): void {
    // A listener that is told something by the ledger can come back here: then once more afterwards.
    this.#again = this.#serving;
    if (this.#serving) return;
    this.#serving = true;
    this.#timer?.cancel();
    const nowMs = this.#clock.nowMs();
    const promisedMs = this.#serveHeads(nowMs);
    this.#overdue(nowMs);
    const wakeMs = Math.min(promisedMs, this.#line.nextDeadline()?.waiter.deadlineMs ?? Infinity);
    this.#timer = this.#line.length > 0 ? this.#clock.at(wakeMs, () => this.#serve()) : undefined;
    this.#serving = false;
    this.#listen();
    this.#askers.tell((priority) => this.#hasPlace(priority));
    if (this.#again) this.#serve();
  }

  /** Returns the first instant at which one of those who stay can go. */
  #serveHeads(nowMs: number): number {
    let firstMs = Infinity;
    /** Buckets that a call in front waits for: whoever takes from one stays behind it. */
    const waitedFor = new Set<string>();
    const heads = this.#line.heads();
    for (let place = heads.take(); place !== undefined; place = heads.take()) {
      // A listener that was told something meanwhile may have withdrawn it.
      if (!place.inLine || place.takes.some((key) => waitedFor.has(key))) continue;
      const denial = this.#try(place);
      if (denial === undefined) {
        if (place.next !== undefined) heads.add(place.next);
        continue;
      }
      for (const key of heldFor(place, denial, nowMs)) waitedFor.add(key);
      firstMs = Math.min(firstMs, nowMs + Math.max(denial.waitMs, roundingMs));
    }
    return firstMs;
  }

  /** Serves one call, or says why it has to stay. */
  #try(place: Place<Permit<Name>>): Denial | undefined {
    const { waiter } = place;
    const nowMs = this.#clock.nowMs();
    const reply = this.#asked(place);
    if (reply === undefined) return undefined;
    if (reply.granted) {
      this.#line.leave(place);
      waiter.grant(this.#permit(waiter.draws, reply.charges, nowMs - waiter.enteredMs));
      return undefined;
    }
    const error = deniedError(reply, {
      maxWaitMs: waiter.deadlineMs - waiter.enteredMs,
      leftMs: waiter.deadlineMs - nowMs,
      maxBlockMs: this.#bounds.blockMs,
      wallMs: this.#clock.wallMs(),
    });
    if (error === undefined) return reply;
    this.#reject(place, error);
    return undefined;
  }

  /** A call that cannot even be asked for is refused alone: those behind it must not hang for it. */
  #asked(place: Place<Permit<Name>>): Reply | undefined {
    try {
      return this.#reserve(place.waiter.draws, Infinity);
    } catch (error) {
      this.#reject(place, error);
      return undefined;
    }
  }

  #overdue(nowMs: number): void {
    for (;;) {
      const place = this.#line.nextDeadline();
      if (place === undefined || place.waiter.deadlineMs > nowMs) return;
      this.#reject(place, overdueError(place.waiter));
    }
  }

  /** Others may have waited for this one alone. */
  #giveUp(place: Place<Permit<Name>>, error: unknown): boolean {
    const left = this.#reject(place, error);
    if (left) this.#serve();
    return left;
  }

  #reject(place: Place<Permit<Name>>, error: unknown): boolean {
    const left = this.#line.leave(place);
    if (left) place.waiter.reject(error);
    return left;
  }

  #reserve(draws: readonly Draw[], withinMs: number): Reply {
    const [reply] = this.#ledger.reserve([{ draws, leaveShare: 0, withinMs }]);
    if (reply === undefined) throw new Error("The ledger did not answer what it was asked.");
    return reply;
  }

  #permit(draws: readonly Draw[], charges: readonly Charge[], waitedMs: number): Permit<Name> {
    return new ChargedPermit({ ledger: this.#ledger, draws, charges, waitedMs });
  }

  #hasPlace(priority: Priority): boolean {
    return this.#line.lengthOf(priority) < this.#bounds.lineLength[priority];
  }
}
