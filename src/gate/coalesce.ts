/**
 * Equal reads share one call, while it is in line or in flight. Each caller keeps its own abort and its own
 * bound of the wait: one that leaves takes the answer from nobody, and with the last the call is given up.
 *
 *     join, join, join -> one call -> one answer, the same object for all
 */
import type { Clock, Timer } from "../clock.ts";
import { WaitTooLongError } from "../errors.ts";
import { rankOf } from "../priority.ts";
import type { Priority } from "../priority.ts";
import { Aborts } from "./aborts.ts";

/** What the shared call is run with. */
type SharedRun = Readonly<{
  /** Aborts when the last caller has left. */
  signal: AbortSignal;
  /** Has to be called when the call leaves the line. */
  granted: () => void;
}>;

export type Sharer<Answer> = Readonly<{
  /** Equal calls have the same. */
  key: string;
  priority: Priority;
  maxWaitMs: number;
  signal: AbortSignal | undefined;
  /** About how long the call would wait now. */
  estimateMs: () => number;
  /** Makes the call that is shared; it waits as long as somebody waits for it. */
  run: (run: SharedRun) => Promise<Answer>;
}>;

type Shared<Answer> = {
  readonly key: string;
  readonly rank: number;
  readonly controller: AbortController;
  readonly callers: Set<Caller<Answer>>;
  inLine: boolean;
};

type Caller<Answer> = {
  readonly of: Shared<Answer>;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
  timer: Timer | undefined;
};

export class Coalescer<Answer> {
  readonly #clock: Clock;
  readonly #shared = new Map<string, Shared<Answer>>();
  readonly #aborts = new Aborts<Caller<Answer>>((callers, reason) => {
    for (const caller of callers) this.#leave(caller, reason);
  });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  join(sharer: Sharer<Answer>): Promise<Answer> {
    const { key, priority, maxWaitMs, signal, estimateMs } = sharer;
    const rank = rankOf(priority);
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const known = this.#shared.get(key);
      // One that waits behind those whom this one may pass is no help to it.
      const joins = known !== undefined && (!known.inLine || known.rank <= rank);
      const waitMs = (joins && !known.inLine) || maxWaitMs === Infinity ? 0 : estimateMs();
      if (waitMs > maxWaitMs) throw new WaitTooLongError({ maxWaitMs, waitMs });
      const of = joins ? known : this.#start(sharer, rank);
      const caller: Caller<Answer> = { of, signal, resolve, reject, timer: undefined };
      of.callers.add(caller);
      if (signal !== undefined) this.#aborts.follow(signal, caller);
      if (!of.inLine || maxWaitMs === Infinity) return;
      caller.timer = this.#clock.at(this.#clock.nowMs() + maxWaitMs, () => {
        this.#leave(caller, new WaitTooLongError({ maxWaitMs, waitMs: estimateMs() }));
      });
    });
  }

  #start(sharer: Sharer<Answer>, rank: number): Shared<Answer> {
    const controller = new AbortController();
    const { key } = sharer;
    const shared: Shared<Answer> = { key, rank, controller, callers: new Set(), inLine: true };
    this.#shared.set(key, shared);
    const granted = (): void => {
      shared.inLine = false;
      for (const caller of shared.callers) caller.timer?.cancel();
    };
    const end = (tell: (caller: Caller<Answer>) => void): void => {
      this.#forget(shared);
      for (const caller of shared.callers) {
        this.#part(caller);
        tell(caller);
      }
    };
    sharer.run({ signal: controller.signal, granted }).then(
      (answer) => end((caller) => caller.resolve(answer)),
      (error: unknown) => end((caller) => caller.reject(error)),
    );
    return shared;
  }

  #leave(caller: Caller<Answer>, reason: unknown): void {
    const { of } = caller;
    this.#part(caller);
    caller.reject(reason);
    if (of.callers.size > 0) return;
    // Nobody joins what is being given up.
    this.#forget(of);
    of.controller.abort(reason);
  }

  #part(caller: Caller<Answer>): void {
    caller.of.callers.delete(caller);
    caller.timer?.cancel();
    if (caller.signal !== undefined) this.#aborts.unfollow(caller.signal, caller);
  }

  #forget(shared: Shared<Answer>): void {
    if (this.#shared.get(shared.key) === shared) this.#shared.delete(shared.key);
  }
}
