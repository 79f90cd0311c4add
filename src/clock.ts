/**
 * Time, injected. The only file that reads a clock or sets a timer.
 *
 *     nowMs    monotonic, and counts while the machine sleeps: what all accounting runs on
 *     wallMs   the calendar, for stamps and signatures; it may jump
 *     at       runs once at an instant of the monotonic clock, never before it
 */
// The one thing that tells sleep from a calendar that was set.
// oxlint-disable-next-line no-restricted-imports
import { uptime } from "node:os";

export type Timer = Readonly<{
  cancel(): void;
  /** It no longer keeps the process alive; left out where none does. */
  unref?(): void;
}>;

export type Clock = {
  /** Ms of a clock that never goes back; its zero means nothing. */
  nowMs(): number;
  /** Epoch ms by this machine's calendar. */
  wallMs(): number;
  /** How often the machine was seen to have slept: other clocks have to be learned anew after it. @default 0 */
  readonly sleeps?: number;
  /**
   * Runs once, at `atMs` of the monotonic clock or later, never earlier and however far away; `Infinity`
   * never comes. A pending timer keeps the process alive.
   *
   * @throws {RangeError} If `atMs` is NaN.
   */
  at(atMs: number, run: () => void): Timer;
  /**
   * Resolves after `waitMs`.
   *
   * @throws `signal.reason` on abort.
   */
  sleep(waitMs: number, signal?: AbortSignal): Promise<void>;
};

/** What measures how long a machine has slept is this coarse: so much of it is not believed. */
const sleepDoubtMs = 2_000;

/** How often it is looked for. */
const lookMs = 1_000;

/** A timer that waits for longer looks whether the machine has slept: `setTimeout` does not see it. */
const timeoutMaxMs = 10_000;

type Machine = Readonly<{ monotonicMs: () => number; uptimeMs: () => number }>;

/**
 * A clock that counts while the machine sleeps, from one that stops then on some systems, and the time
 * since the machine has started. The calendar is not asked: setting it looks like sleep.
 */
export class WakefulClock {
  readonly #read: Machine;
  #apartMs: number;
  #sleeps = 0;
  #sleptMs = 0;
  #lookedMs: number;

  constructor(read: Machine) {
    this.#read = read;
    this.#lookedMs = read.monotonicMs();
    this.#apartMs = read.uptimeMs() - this.#lookedMs;
  }

  get sleeps(): number {
    return this.#sleeps;
  }

  nowMs(): number {
    const monotonicMs = this.#read.monotonicMs();
    if (monotonicMs - this.#lookedMs >= lookMs) this.#look(monotonicMs);
    return monotonicMs + this.#sleptMs;
  }

  #look(monotonicMs: number): void {
    this.#lookedMs = monotonicMs;
    // Too little is too careful, too much would end a window before its time.
    const apartMs = this.#read.uptimeMs() - this.#read.monotonicMs();
    const leastMs = apartMs - this.#apartMs - sleepDoubtMs;
    if (leastMs > 0) {
      this.#sleeps += 1;
      this.#sleptMs += leastMs;
    }
    // What is too little for a sleep is the drift of two clocks, and must not add up to one.
    this.#apartMs = apartMs;
  }
}

/**
 * What reads this machine's time. To look `performance` up each time costs a quarter of the reading, and is
 * needed only where somebody has put another one in its place: then `setTimeout`, which costs nothing to look
 * up, is another one as well.
 */
const { performance: own, setTimeout: ownTimeout } = globalThis;

/** A class, as calls that are found on a literal cost as much as the reading; its verbs may be picked out. */
class SystemClock implements Clock {
  readonly #machine = new WakefulClock({
    monotonicMs: () => (setTimeout === ownTimeout ? own : performance).now(),
    uptimeMs: () => uptime() * 1_000,
  });

  get sleeps(): number {
    return this.#machine.sleeps;
  }

  readonly nowMs = (): number => this.#machine.nowMs();

  readonly wallMs = (): number => Date.now();

  readonly at = (atMs: number, run: () => void): Timer => {
    checkInstant(atMs);
    let timeout: NodeJS.Timeout | undefined;
    let alive = true;
    // A timer may fire early, and not for as long as the machine sleeps: look again until it is time.
    const look = (): void => {
      const leftMs = atMs - this.nowMs();
      if (leftMs <= 0) run();
      else wait(leftMs);
    };
    const wait = (leftMs: number): void => {
      timeout = setTimeout(look, Math.min(Math.ceil(leftMs), timeoutMaxMs));
      if (!alive) timeout.unref();
    };
    // Never within the call that sets it, also where the instant has passed.
    if (atMs < Infinity) wait(Math.max(0, atMs - this.nowMs()));
    return {
      cancel: () => clearTimeout(timeout),
      unref: () => {
        alive = false;
        timeout?.unref();
      },
    };
  };

  readonly sleep = (waitMs: number, signal?: AbortSignal): Promise<void> =>
    sleep(this, waitMs, signal);
}

/** The clocks of this machine. */
export const systemClock: Clock = new SystemClock();

type Pending = Readonly<{ atMs: number; run: () => void }>;

/** A clock that only moves when told: the same code runs in no time, and always in the same order. */
export class VirtualClock implements Clock {
  #nowMs: number;
  #wallOffsetMs: number;
  #sleeps = 0;
  #pending: Pending[] = [];

  /** `wallMs` is what the calendar shows at the start. */
  constructor(options: Readonly<{ nowMs?: number; wallMs?: number }> = {}) {
    this.#nowMs = options.nowMs ?? 0;
    this.#wallOffsetMs = (options.wallMs ?? 1_790_000_000_000) - this.#nowMs;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  wallMs(): number {
    return this.#nowMs + this.#wallOffsetMs;
  }

  get sleeps(): number {
    return this.#sleeps;
  }

  /** Sleeps: time goes on, and whatever was due meanwhile runs late, with the next move. */
  suspend(forMs: number): void {
    this.#nowMs += forMs;
    this.#sleeps += 1;
  }

  /** Moves the calendar alone, as a user or a time server does. */
  stepWall(byMs: number): void {
    this.#wallOffsetMs += byMs;
  }

  at(atMs: number, run: () => void): Timer {
    checkInstant(atMs);
    const entry = { atMs, run };
    if (atMs < Infinity) this.#pending.push(entry);
    return {
      cancel: () => void (this.#pending = this.#pending.filter((other) => other !== entry)),
    };
  }

  sleep(waitMs: number, signal?: AbortSignal): Promise<void> {
    return sleep(this, waitMs, signal);
  }

  /** How many timers are set: an idle program has none. */
  get timers(): number {
    return this.#pending.length;
  }

  /**
   * Moves on by `byMs`, timer by timer, and lets everything run that waits for nothing but promises.
   *
   * @throws {RangeError} If `byMs` is negative or NaN: the clock never goes back.
   */
  async advance(byMs: number): Promise<void> {
    if (!(byMs >= 0)) throw new RangeError(`A clock moves on by 0 ms or more, not by ${byMs}.`);
    const untilMs = this.#nowMs + byMs;
    await settled();
    for (;;) {
      const next = this.#next(untilMs);
      if (next === undefined) break;
      this.#pending = this.#pending.filter((other) => other !== next);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.run();
      await settled();
    }
    this.#nowMs = untilMs;
  }

  /** Moves on from timer to timer until the promise settles. */
  async run<T>(promise: Promise<T>): Promise<T> {
    let done = false;
    const finish = (): void => void (done = true);
    promise.then(finish, finish);
    await settled();
    while (!done) {
      const next = this.#next(Infinity);
      if (next === undefined)
        throw new Error("Nothing is left to wait for, and the promise is pending.");
      await this.advance(Math.max(0, next.atMs - this.#nowMs));
    }
    return promise;
  }

  /** The first that is due until then; of several at one instant the one that was set first. */
  #next(untilMs: number): Pending | undefined {
    let first: Pending | undefined;
    for (const entry of this.#pending) {
      if (entry.atMs > untilMs) continue;
      if (first === undefined || entry.atMs < first.atMs) first = entry;
    }
    return first;
  }
}

/** A day and a clock time, as HTTP writes dates: `Date.parse` takes far too much for one. */
const httpDate = /^[A-Za-z]{3}, \d{2} [A-Za-z]{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Epoch ms of an HTTP date, or `undefined` where the text is none. */
export function parseHttpDate(text: string): number | undefined {
  if (!httpDate.test(text.trim())) return undefined;
  const parsed = Date.parse(text);
  return Number.isNaN(parsed) ? undefined : parsed;
}

/** An instant in epoch ms as HTTP writes it. */
export function formatHttpDate(epochMs: number): string {
  return new Date(epochMs).toUTCString();
}

function sleep(clock: Clock, waitMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const timer = clock.at(clock.nowMs() + waitMs, () => {
      signal?.removeEventListener("abort", abort);
      resolve();
    });
    function abort(): void {
      timer.cancel();
      reject(signal?.reason);
    }
    signal?.addEventListener("abort", abort, { once: true });
  });
}

/** All promise callbacks that are due have run, and those that they made due. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function checkInstant(atMs: number): void {
  if (Number.isNaN(atMs)) throw new RangeError("A timer needs an instant; this one is NaN.");
}
