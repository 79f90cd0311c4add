/** The gate over a ledger whose buckets are in this process: the way into its line, and what is told of it. */
import { systemClock } from "../clock.ts";
import type { Clock } from "../clock.ts";
import { ClosedError, LineFullError } from "../errors.ts";
import { Emitter } from "../events.ts";
import type { EventName, Events } from "../events.ts";
import { limitOf } from "../ledger/figures.ts";
import { isFar } from "../ledger/ledger.ts";
import type { AnyLedger, Change, Draw } from "../ledger/ledger.ts";
import { processLedger } from "../ledger/memory-ledger.ts";
import type { Level, Report } from "../limits/bucket.ts";
import type { Limit, Scope } from "../limits/limit.ts";
import { priorities, rankOf } from "../priority.ts";
import type { Priority } from "../priority.ts";
import { Askers } from "./askers.ts";
import { adoptable, boundsOf, wrongWait } from "./bounds.ts";
import type { Bounds } from "./bounds.ts";
import { createPricer, limitKey } from "./draws.ts";
import type { Pricer } from "./draws.ts";
import type { Estimate } from "./estimate.ts";
import type { GateOptions, LocalGate, WaitOptions } from "./gate.ts";
import type { Entrance } from "./lane.ts";
import { ChargedPermit, spend } from "./permit.ts";
import type { Permit } from "./permit.ts";
import { Service } from "./service.ts";

const noNames: readonly string[] = [];

const byDefault: WaitOptions = {};

/** Gates without a name share their buckets with nobody. */
let gates = 0;

export class LineGate<Name extends string = string> implements LocalGate<Name> {
  readonly events = new Emitter();
  readonly #limits: Readonly<Record<string, Limit>>;
  readonly #pricer: Pricer;
  /** What the keys of its buckets begin with. */
  readonly #keys: ReadonlySet<string>;
  readonly #ledger: AnyLedger;
  readonly #clock: Clock;
  readonly #bounds: Bounds;
  readonly #service: Service;
  readonly #entrance: Entrance;
  readonly #askers = new Askers();
  #stopListening: (() => void) | undefined;
  /** How many listen to its events. */
  #heard = 0;
  #closed = false;

  constructor(limits: Readonly<Record<string, Limit>>, options: GateOptions) {
    gates += 1;
    const prefix = options.name ?? `gate-${gates}`;
    this.#limits = limits;
    this.#pricer = createPricer(limits, prefix);
    const named = Object.entries(limits);
    this.#keys = new Set(named.map(([name, limit]) => limitKey(prefix, name, limit)));
    this.#clock = options.clock ?? systemClock;
    this.#ledger = options.ledger ?? processLedger(this.#clock);
    this.#bounds = boundsOf(options);
    this.#service = Service.of(this.#ledger, this.#clock);
    const { maxBlockMs, urgentShare, minShares } = this.#bounds;
    this.#entrance = {
      prefix,
      maxBlockMs,
      urgentShare,
      minShares,
      lengths: priorities.map(() => 0),
      permit: (draws, charges, waitedMs) =>
        new ChargedPermit(this.#ledger, draws, charges, waitedMs),
      left: () => this.#askers.tell((priority) => this.#hasPlace(priority)),
    };
  }

  price(weight: Readonly<Partial<Record<Name, number>>>, scope: Scope = {}): readonly Draw[] {
    return this.#pricer(weight, scope);
  }

  acquire(draws: readonly Draw[], options?: WaitOptions): Promise<Permit<Name>> {
    return this.#acquire(draws, options);
  }

  async acquireGroup(
    calls: readonly (readonly Draw[])[],
    options?: WaitOptions,
  ): Promise<readonly Permit<Name>[]> {
    const permit = await this.#acquire(calls.flat(), options);
    return permit.legs(calls);
  }

  tryAcquire(
    draws: readonly Draw[],
    { priority = "normal" }: Pick<WaitOptions, "priority"> = byDefault,
  ): Permit<Name> | undefined {
    return this.#closed ? undefined : this.#now(draws, rankOf(priority));
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
    return this.#service.estimate(draws, rankOf(priority));
  }

  ready(priority: Priority = "normal"): Promise<void> {
    if (this.#closed) return Promise.reject(new ClosedError());
    return this.#hasPlace(priority) ? Promise.resolve() : this.#askers.ask(priority);
  }

  withdraw(id: string): boolean {
    return this.#service.withdraw(`${this.#entrance.prefix}/${id}`, id);
  }

  adopt(name: Name, max: number, whose: Scope = {}): void {
    const known = adoptable(this.#limits, name, max);
    const { [known]: limit = {} } = this.#limits;
    this.#ledger.adopt({ limitKey: limitKey(this.#entrance.prefix, known, limit), max, whose });
  }

  report(name: Name, report: Report, whose: Scope = {}): void {
    for (const draw of this.#pricer({ [name]: 0 }, whose)) this.#ledger.report(draw, report);
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
    // First those who wait for a place: all are free in a moment.
    this.#askers.refuse(new ClosedError());
    this.#service.close(this.#entrance, () => new ClosedError());
  }

  #acquire(draws: readonly Draw[], options: WaitOptions = byDefault): Promise<ChargedPermit> {
    try {
      if (options !== byDefault) checkWait(options);
      if (this.#closed) throw new ClosedError();
      const { priority = "normal" } = options;
      const permit = this.#now(draws, rankOf(priority));
      return permit === undefined ? this.#wait(draws, priority, options) : Promise.resolve(permit);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** By itself: what is made for a promise would be made for every call. */
  #wait(draws: readonly Draw[], priority: Priority, options: WaitOptions): Promise<ChargedPermit> {
    if (!this.#hasPlace(priority)) {
      const length = this.#lengthOf(priority);
      const { waitMs } = this.estimate(draws, { priority });
      throw new LineFullError({ priority, length, waitMs });
    }
    const { maxWaitMs, signal, id = noNames } = options;
    const rank = rankOf(priority);
    const ids = typeof id === "string" ? [id] : id;
    const entrance = this.#entrance;
    const enteredMs = this.#clock.nowMs();
    return new Promise((resolve, reject) => {
      this.#service.enter({
        draws,
        rank,
        entrance,
        enteredMs,
        maxWaitMs,
        ids,
        signal,
        resolve,
        reject,
      });
    });
  }

  #now(draws: readonly Draw[], rank: number): ChargedPermit | undefined {
    const charges = this.#service.now(draws, rank, this.#bounds.urgentShare);
    return charges && new ChargedPermit(this.#ledger, draws, charges, 0);
  }

  /** Only while it matters: the ledger outlives the gates that share it, and must not hold them all. */
  #listen(): void {
    if (!this.#closed && this.#heard > 0) {
      this.#stopListening ??= this.#follow();
    } else {
      this.#stopListening?.();
      this.#stopListening = undefined;
    }
  }

  #follow(): () => void {
    const stopChanges = this.#ledger.onChange((change) => this.#tell(change));
    const stopContact = isFar(this.#ledger)
      ? this.#ledger.onContact((lost) => {
          const name = lost === undefined ? "ledger-back" : "ledger-lost";
          this.events.emit(name, { message: lost?.message ?? "The shared ledger is back." });
        })
      : undefined;
    return () => {
      stopChanges();
      stopContact?.();
    };
  }

  #tell(change: Change | undefined): void {
    if (change === undefined || !this.#keys.has(limitOf(change.key))) return;
    if (change.notice !== undefined) this.events.sayOnce(change.notice);
    if (change.shrank) this.events.emit("shrink", change.level);
    if (change.blocked) this.events.emit("block", change.level);
  }

  #hasPlace(priority: Priority): boolean {
    return this.#lengthOf(priority) < this.#bounds.lineLength[priority];
  }

  #lengthOf(priority: Priority): number {
    return this.#entrance.lengths[rankOf(priority)] ?? 0;
  }
}

function checkWait({ priority = "normal", maxWaitMs, signal }: WaitOptions): void {
  const wrong = wrongWait(priority, maxWaitMs);
  if (wrong !== undefined) throw wrong;
  signal?.throwIfAborted();
}
