/**
 * Code that asks Node for the time and for timers, in the virtual time of `events.ts`.
 *
 * It sees what Node shows: a `Date` of whole ms, timers of whole ms that are counted from the last whole ms
 * of the loop's clock, so that one may fire up to a ms early by `performance.now()`. Only that timers are
 * late under load it does not see. Promises stay real: after each event all that is due is run.
 */
import { Events } from "../events.ts";

/** Midnight, in a year to come; the loop's clock and the wall clock turn at different instants. */
const epochMs = 1_764_460_800_000.37;

const realImmediate = setImmediate;
const RealDate = Date;

/** Whose time it is at present. */
let events = new Events();

class Timer {
  readonly #happen: () => void;
  readonly #afterMs: number;
  readonly #repeats: boolean;
  /** Which of its plannings holds. */
  #holds = 0;

  constructor(happen: () => void, afterMs: number, repeats: boolean) {
    this.#happen = happen;
    this.#afterMs = afterMs >= 1 && afterMs < 2 ** 31 ? Math.trunc(afterMs) : 1;
    this.#repeats = repeats;
    this.refresh();
  }

  refresh(): this {
    this.#holds += 1;
    const mine = this.#holds;
    events.at(Math.floor(events.nowMs) + this.#afterMs, () => {
      if (mine !== this.#holds) return;
      if (this.#repeats) this.refresh();
      this.#happen();
    });
    return this;
  }

  close(): void {
    this.#holds = -1;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }
}

type Callback = (...values: readonly unknown[]) => void;

const clear = (timer: unknown): void => {
  if (timer instanceof Timer) timer.close();
};

const hrtime = Object.assign(
  ([seconds, nanos]: readonly [number, number] = [0, 0]): [number, number] => {
    const ns = Math.round(events.nowMs * 1e6) - (seconds * 1e9 + nanos);
    return [Math.floor(ns / 1e9), ns % 1e9];
  },
  { bigint: () => BigInt(Math.round(events.nowMs * 1e6)) },
);

const wallMs = (): number => Math.floor(epochMs + events.nowMs);

const virtual = new Map<object, Readonly<Record<string, unknown>>>([
  [
    globalThis,
    {
      setTimeout: (call: Callback, afterMs: number, ...values: readonly unknown[]) =>
        new Timer(() => call(...values), afterMs, false),
      setInterval: (call: Callback, everyMs: number, ...values: readonly unknown[]) =>
        new Timer(() => call(...values), everyMs, true),
      setImmediate: (call: Callback, ...values: readonly unknown[]) =>
        events.at(events.nowMs, () => call(...values)),
      clearTimeout: clear,
      clearInterval: clear,
      performance: { now: () => events.nowMs, timeOrigin: epochMs },
      Date: new Proxy(RealDate, {
        construct: (target, values) =>
          Reflect.construct(target, values.length === 0 ? [wallMs()] : values),
        get: (target, name) => (name === "now" ? wallMs : Reflect.get(target, name)),
      }),
    },
  ],
  [process, { hrtime }],
]);

/**
 * Calls `run` while the globals are virtual, and puts the real ones back. What is imported meanwhile and
 * keeps a global for itself keeps the virtual one; it must not be called at any other time.
 */
export async function inVirtualTime<T>(of: Events, run: () => Promise<T>): Promise<T> {
  events = of;
  const restores = [...virtual].flatMap(([target, values]) =>
    Object.entries(values).map(([name, value]) => {
      const real = Object.getOwnPropertyDescriptor(target, name) ?? {};
      Object.defineProperty(target, name, { value, configurable: true, writable: true });
      return () => Object.defineProperty(target, name, real);
    }),
  );
  try {
    return await run();
  } finally {
    for (const restore of restores) restore();
  }
}

/** Lets everything happen that is planned before `untilMs`, and after each event all that promises bring. */
export async function runWithPromises(of: Events, untilMs: number): Promise<void> {
  await settled();
  while (of.next(untilMs)) await settled();
}

function settled(): Promise<void> {
  return new Promise((resolve) => void realImmediate(resolve));
}
