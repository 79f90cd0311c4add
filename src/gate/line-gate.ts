/**
 * The gate over a line and a ledger whose buckets are in this process.
 *
 * A call passes another one only if it takes nothing from the bucket that the other waits for.
 */
import { systemClock } from "../clock.ts";
import type { Clock, Timer } from "../clock.ts";
import {
  BlockedError,
  ClosedError,
  LineFullError,
  WaitTooLongError,
  WeightExceedsLimitError,
  WithdrawnError,
} from "../errors.ts";
import { Emitter } from "../events.ts";
import type { EventName, Events } from "../events.ts";
import type {
  Change,
  Denial,
  Draw,
  Ledger,
  Replies,
  Reply,
  Reservation,
} from "../ledger/ledger.ts";
import { processLedger } from "../ledger/memory-ledger.ts";
import type { Level } from "../limits/bucket.ts";
import { ratePerMs } from "../limits/limit.ts";
import type { Limit, Scope } from "../limits/limit.ts";
import type { Priority } from "../priority.ts";
import { createPricer } from "./draws.ts";
import type { Pricer } from "./draws.ts";
import type { GateOptions, LocalGate, WaitOptions } from "./gate.ts";
import { Line } from "./line.ts";
import type { Place } from "./line.ts";
import { ChargedPermit } from "./permit.ts";
import type { Permit } from "./permit.ts";

const defaultLineLength = 10_000;
const defaultBlockMs = 90_000;

/** A promised instant is a sum of decimals: one that came out this much early is not asked for again at once. */
const roundingMs = 0.001;

/** Gates without a name share their buckets with nobody. */
let gates = 0;

export class LineGate<Name extends string = string> implements LocalGate<Name> {
  readonly events = new Emitter();
  readonly #prefix: string;
  readonly #pricer: Pricer;
  readonly #ledger: Ledger<Replies>;
  readonly #clock: Clock;
  readonly #maxLineLength: NonNullable<GateOptions["maxLineLength"]>;
  readonly #maxBlockMs: number;
  readonly #line = new Line<Permit<Name>>();
  readonly #stopListening: () => void;
  #ready: { priority: Priority; resolve: () => void; reject: (error: Error) => void }[] = [];
  #timer: Timer | undefined;
  #serving = false;
  #closed = false;

  constructor(limits: Readonly<Record<string, Limit>>, options: GateOptions) {
    gates += 1;
    this.#prefix = options.name ?? `gate-${gates}`;
    this.#pricer = createPricer(limits, this.#prefix);
    this.#clock = options.clock ?? systemClock;
    this.#ledger = options.ledger ?? processLedger(this.#clock);
    this.#maxLineLength = options.maxLineLength ?? defaultLineLength;
    this.#maxBlockMs = options.maxBlockMs ?? defaultBlockMs;
    this.#stopListening = this.#ledger.onChange((change) => this.#changed(change));
  }

  price(weight: Readonly<Partial<Record<Name, number>>>, scope: Scope = {}): readonly Draw[] {
    return this.#pricer(weight, scope);
  }

  acquire(draws: readonly Draw[], options: WaitOptions = {}): Promise<Permit<Name>> {
    const { signal, priority = "normal", maxWaitMs = Infinity } = options;
    if (Number.isNaN(maxWaitMs) || maxWaitMs < 0) {
      return Promise.reject(
        new RangeError(`maxWaitMs must be a number from 0 up, not ${maxWaitMs}.`),
      );
    }
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    if (this.#closed) return Promise.reject(new ClosedError());
    const length = this.#line.lengthOf(priority);
    if (length >= this.#lengthMax(priority)) {
      const { waitMs } = this.estimate(draws, { priority });
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
      const abort = (): void => void this.#reject(place, signal?.reason);
      signal?.addEventListener("abort", abort, { once: true });
      this.#serve();
    });
  }

  tryAcquire(
    draws: readonly Draw[],
    { priority = "normal" }: Pick<WaitOptions, "priority"> = {},
  ): Permit<Name> | undefined {
    if (this.#closed || this.#line.waitsFor(draws, priority)) return undefined;
    const reply = this.#reserve(draws, Infinity);
    return reply.granted ? this.#permit(draws, reply, 0) : undefined;
  }

  async run<T>(
    draws: readonly Draw[],
    send: (permit: Permit<Name>) => Promise<T>,
    options?: WaitOptions,
  ): Promise<T> {
    const permit = await this.acquire(draws, options);
    try {
      return await send(permit);
    } catch (error) {
      permit.lose();
      throw error;
    } finally {
      permit.release();
    }
  }

  estimate(
    draws: readonly Draw[],
    { priority = "normal" }: Pick<WaitOptions, "priority"> = {},
  ): Readonly<{ waitMs: number; limitedBy?: string }> {
    const reply = this.#reserve(draws, -1);
    if (reply.granted) return { waitMs: 0 };
    const { limitedBy, waitMs } = reply;
    let ahead = 0;
    for (const { waiter } of this.#line.all()) {
      if (waiter.priority !== priority) continue;
      ahead += waiter.draws.find((draw) => draw.key === limitedBy.key)?.cost ?? 0;
    }
    const rate = ratePerMs(limitedBy.limit);
    const aheadMs = ahead === 0 || rate === 0 ? 0 : ahead / rate;
    const total = waitMs + aheadMs;
    return total > 0 ? { waitMs: total, limitedBy: limitedBy.name } : { waitMs: 0 };
  }

  ready(priority: Priority = "normal"): Promise<void> {
    if (this.#closed) return Promise.reject(new ClosedError());
    if (this.#line.lengthOf(priority) < this.#lengthMax(priority)) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.#ready.push({ priority, resolve, reject });
    });
  }

  withdraw(id: string): boolean {
    const place = this.#line.find(id);
    return place !== undefined && this.#reject(place, new WithdrawnError(id));
  }

  levels(): readonly Level[] {
    return this.#ledger.levels();
  }

  on<Event extends EventName>(name: Event, listener: (event: Events[Event]) => void): () => void {
    return this.events.on(name, listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopListening();
    this.#timer?.cancel();
    for (const place of this.#line.all()) this.#reject(place, new ClosedError());
    for (const { reject } of this.#ready.splice(0)) reject(new ClosedError());
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
    // A grant can settle another permit at once, which comes back here.
    if (this.#serving) return;
    this.#serving = true;
    this.#timer?.cancel();
    const nowMs = this.#clock.nowMs();
    let wakeMs = Infinity;
    /** Buckets that a call in front waits for: whoever takes from one stays behind it. */
    const waitedFor = new Set<string>();
    const heads = this.#line.heads();
    for (let place = heads.take(); place !== undefined; place = heads.take()) {
      if (place.waiter.draws.some((draw) => draw.cost > 0 && waitedFor.has(draw.key))) continue;
      const next = place.next;
      const denial = this.#try(place);
      if (denial === undefined) {
        if (next !== undefined) heads.add(next);
        continue;
      }
      waitedFor.add(denial.limitedBy.key);
      wakeMs = Math.min(wakeMs, nowMs + Math.max(denial.waitMs, roundingMs));
    }
    this.#overdue(nowMs);
    wakeMs = Math.min(wakeMs, this.#line.nextDeadline()?.waiter.deadlineMs ?? Infinity);
    this.#timer = this.#line.length > 0 ? this.#clock.at(wakeMs, () => this.#serve()) : undefined;
    this.#serving = false;
    this.#callReady();
  }

  /** Serves one call, or says why it has to stay. */
  #try(place: Place<Permit<Name>>): Denial | undefined {
    const { waiter } = place;
    const nowMs = this.#clock.nowMs();
    const reply = this.#reserve(waiter.draws, Infinity);
    if (reply.granted) {
      this.#line.leave(place);
      waiter.grant(this.#permit(waiter.draws, reply, nowMs - waiter.enteredMs));
      return undefined;
    }
    const error = this.#denied(
      reply,
      waiter.deadlineMs - nowMs,
      waiter.deadlineMs - waiter.enteredMs,
    );
    if (error === undefined) return reply;
    this.#reject(place, error);
    return undefined;
  }

  /** The error of a call that is not going to go in time. */
  #denied(
    { limitedBy, why, waitMs, costMax }: Denial,
    leftMs: number,
    maxWaitMs: number,
  ): Error | undefined {
    const { name: limit, whose, cost } = limitedBy;
    if (why === "never")
      return new WeightExceedsLimitError({ limit, whose, weight: cost, most: costMax });
    if (why === "blocked" && waitMs > Math.min(this.#maxBlockMs, leftMs)) {
      return new BlockedError({ limit, whose, waitMs, untilMs: this.#clock.wallMs() + waitMs });
    }
    // An unknown wait may end with the next answer, unless there is no time for one.
    const late = waitMs === Infinity ? leftMs <= 0 : waitMs > leftMs;
    return late ? new WaitTooLongError({ limit, whose, maxWaitMs, waitMs }) : undefined;
  }

  #overdue(nowMs: number): void {
    for (;;) {
      const place = this.#line.nextDeadline();
      if (place === undefined || place.waiter.deadlineMs > nowMs) return;
      const { deadlineMs, enteredMs } = place.waiter;
      this.#reject(
        place,
        new WaitTooLongError({ maxWaitMs: deadlineMs - enteredMs, waitMs: Infinity }),
      );
    }
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

  #permit(draws: readonly Draw[], { charges }: Reservation, waitedMs: number): Permit<Name> {
    return new ChargedPermit({ ledger: this.#ledger, draws, charges, waitedMs });
  }

  #callReady(): void {
    this.#ready = this.#ready.filter(({ priority, resolve }) => {
      if (this.#line.lengthOf(priority) >= this.#lengthMax(priority)) return true;
      resolve();
      return false;
    });
  }

  #lengthMax(priority: Priority): number {
    const max = this.#maxLineLength;
    return typeof max === "number" ? max : (max[priority] ?? defaultLineLength);
  }
}
