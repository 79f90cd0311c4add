/**
 * The contract of a gate: lines up calls and hands out permits. The only place that waits.
 *
 *     acquire -> line -> ledger.reserve -> permit -> settle | lose | release
 *                  ^         | not yet: one timer for the first promise
 *                  '---------'
 */
import type { Clock } from "../clock.ts";
import type { EventName, Events } from "../events.ts";
import type { AnyLedger, Draw, FarLedger } from "../ledger/ledger.ts";
import type { Level, Report } from "../limits/bucket.ts";
import type { Limit, Scope } from "../limits/limit.ts";
import type { Priority } from "../priority.ts";
import { LineGate } from "./line-gate.ts";
import type { Permit } from "./permit.ts";

export type WaitOptions = Readonly<{
  /** @default "normal" */
  priority?: Priority;
  /** Longest time in line; 0 asks once. @default Infinity */
  maxWaitMs?: number;
  /** Abort gives up the place in line. */
  signal?: AbortSignal | undefined;
  /** A name to take it out of the line by, or several. */
  id?: string | readonly string[];
}>;

export type Gate<Name extends string = string> = {
  /** Weights to draws. Keep the result: only `acquire` is on the hot path. */
  price(weight: Readonly<Partial<Record<Name, number>>>, scope?: Scope): readonly Draw[];
  /**
   * Waits in line until every bucket can pay, then returns the permit to send one request. Callers of
   * one priority are served in the order they asked; one passes another only where that takes nothing
   * from it. A call that is heavier than what a refusal has left of a bucket goes when nothing else counts.
   * After a ban the lightest of all that wait goes first, alone.
   *
   * @throws {WeightExceedsLimitError} If no wait could ever be long enough.
   * @throws {WaitTooLongError} If the wait would exceed `maxWaitMs`; nothing was charged.
   * @throws {LineFullError} If too many of this priority wait already.
   * @throws {BlockedError} If a ban or pause lasts longer than calls wait for one.
   * @throws {WithdrawnError} If `withdraw` took it out.
   * @throws {ClosedError} If the gate is closed, or closes meanwhile.
   * @throws {RangeError} If `maxWaitMs` is none.
   * @throws `signal.reason` on abort; the place in line is given up and nothing was charged.
   */
  acquire(draws: readonly Draw[], options?: WaitOptions): Promise<Permit<Name>>;
  /**
   * All at one instant or none: legs that only make sense together. A permit for each, in their order.
   * What they take from one bucket adds up.
   *
   * @throws What `acquire` throws, once for all of them.
   */
  acquireGroup(
    calls: readonly (readonly Draw[])[],
    options?: WaitOptions,
  ): Promise<readonly Permit<Name>[]>;
  /** Acquires, sends, and gives back what `send` did not end: lost if it threw, unsent if it returned. */
  run<T>(
    draws: readonly Draw[],
    send: (permit: Permit<Name>) => Promise<T>,
    options?: WaitOptions,
  ): Promise<T>;
  /** About how long it would wait if nothing else came. */
  estimate(
    draws: readonly Draw[],
    options?: Pick<WaitOptions, "priority">,
  ): Readonly<{ waitMs: number; limitedBy?: string }>;
  /** Resolves when the line of this priority has a place. */
  ready(priority?: Priority): Promise<void>;
  /**
   * Takes what waits under a name out of the line, at whichever gate of this gate's name; false when
   * nothing does.
   */
  withdraw(id: string): boolean;
  /**
   * Takes over a limit's figure as the exchange has changed it, for calls that wait as well: for everybody,
   * or for those whom `whose` names.
   *
   * @throws {RangeError} If `max` is not a finite number above 0.
   * @throws {InvalidCallError} If no limit has that name.
   */
  adopt(name: Name, max: number, whose?: Scope): void;
  /**
   * News of one bucket that no call brought: a credit by traded volume, what a socket's message says is
   * used. Calls that wait for it go at once where it makes room. A used figure only ever raises what
   * counts, since nobody knows which calls it contains; a credit lowers it.
   *
   * @throws {InvalidCallError} If no limit has that name, or `whose` leaves out whom it counts.
   *
   * @example
   * gate.report("actions", { credit: 5 }, { account: "maker" });
   */
  report(name: Name, report: Report, whose?: Scope): void;
  /** Every bucket that this process knows. */
  levels(): readonly Level[];
  on<Event extends EventName>(name: Event, listener: (event: Events[Event]) => void): () => void;
  /** Rejects what waits with `ClosedError`. Buckets stay: others may share them. */
  close(): Promise<void>;
};

/** A gate whose buckets are here also answers without a promise. */
export type LocalGate<Name extends string = string> = Gate<Name> & {
  /** A permit now, or `undefined`. It passes nobody who waits for one of its buckets. */
  tryAcquire(
    draws: readonly Draw[],
    options?: Pick<WaitOptions, "priority">,
  ): Permit<Name> | undefined;
};

export type GateOptions = Readonly<{
  /** Who holds the buckets. @default the memory ledger that all clients of the process share */
  ledger?: AnyLedger;
  /** Begins the key of every bucket: gates of one name share them. @default a name of its own */
  name?: string;
  /** How many calls of one priority may wait. @default 10_000 */
  maxLineLength?: number | Readonly<Partial<Record<Priority, number>>>;
  /** The part of each bucket that is kept for urgent calls, from 0 to below 1. @default 0 */
  urgentShare?: number;
  /**
   * What each priority gets at least of the weight that a bucket grants while it waits there; at most 0.5
   * together. For that an urgent call waits for one less urgent one, or for as much as it weighs itself.
   * @default { high: 0.1, normal: 0.05, low: 0.02 }
   */
  minShares?: Readonly<Partial<Record<Exclude<Priority, "urgent">, number>>>;
  /** A block that lasts longer is not waited for. @default 90_000 */
  maxBlockMs?: number;
  clock?: Clock;
}>;

/**
 * The bare gate over a set of limits, for traffic that is no client's: sockets, other libraries.
 *
 * @throws {RangeError} If a limit's figures cannot be counted with, or an option's figure is none.
 *
 * @example
 * const gate = createGate({ orders: { counted: "rolling-window", windowMs: 1_000, max: 10, per: ["account"] } });
 * using permit = await gate.acquire(gate.price({ orders: 1 }, { account: "maker" }));
 */
export function createGate<const L extends Readonly<Record<string, Limit>>>(
  limits: L,
  options: GateOptions & Readonly<{ ledger: FarLedger }>,
): Gate<keyof L & string>;
export function createGate<const L extends Readonly<Record<string, Limit>>>(
  limits: L,
  options?: GateOptions,
): LocalGate<keyof L & string>;
export function createGate<const L extends Readonly<Record<string, Limit>>>(
  limits: L,
  options: GateOptions = {},
): LocalGate<keyof L & string> {
  return new LineGate(limits, options);
}
