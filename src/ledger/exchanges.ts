/** What time it is at each exchange: all buckets of one learn it together. */
import { ServerClock } from "../limits/server-clock.ts";
import { limitOf } from "./figures.ts";

/** Of so many exchanges the time is known; a bucket keeps the clock that it has. */
const clocksMax = 1_000;

export class Exchanges {
  readonly #clocks = new Map<string, ServerClock>();

  /** Of the exchange whose bucket has this key. */
  clockFor(key: string): ServerClock {
    const name = exchangeOf(key);
    const known = this.#clocks.get(name);
    if (known !== undefined) return known;
    const [first = name] = this.#clocks.keys();
    if (this.#clocks.size >= clocksMax) this.#clocks.delete(first);
    const clock = new ServerClock();
    this.#clocks.set(name, clock);
    return clock;
  }

  /** After a sleep it is another time by our clock, by as much as nobody knows. */
  restart(nowMs: number): void {
    for (const clock of this.#clocks.values()) clock.restart(nowMs);
  }
}

/** What the keys of its buckets begin with. */
export function exchangeOf(key: string): string {
  const limit = limitOf(key);
  return limit.slice(0, limit.lastIndexOf("/") + 1);
}
