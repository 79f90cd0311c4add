/**
 * Calls that are asked for where the buckets of many processes are: one question at a time, for as many as go
 * into one; and calls that were granted an instant to come.
 *
 *     lifted out of the line -> asked for -> denied: put back
 *                                         -> granted -> its instant -> goes
 */
import { Alarm } from "../alarm.ts";
import type { Clock } from "../clock.ts";
import type { Ask, Denial, FarLedger, Reply, Reservation } from "../ledger/ledger.ts";
import type { Charge } from "../limits/bucket.ts";
import { Heap } from "./heap.ts";
import type { Seat } from "./heap.ts";
import type { Place } from "./lane.ts";
import { roundingMs } from "./passing.ts";

/** Granted, and charged, for an instant to come: not for one that is later by more than a little. */
type Promised = Readonly<{
  place: Place;
  charges: readonly Charge[];
  atMs: number;
  untilMs: number;
}> &
  Seat;

type Asking = Readonly<{ place: Place; ask: Ask }>;

export class Away {
  readonly #ledger: FarLedger;
  readonly #clock: Clock;
  readonly #go: (place: Place, charges: readonly Charge[]) => void;
  readonly #denied: (denied: ReadonlyMap<Place, Denial>) => void;
  readonly #missed: (places: readonly Place[]) => void;
  #asking: Asking[] = [];
  #isOpen = false;
  readonly #promised = new Map<Place, Promised>();
  readonly #due = new Heap<Promised>(
    (a, b) => a.atMs < b.atMs,
    (promised) => promised,
  );
  readonly #alarm: Alarm;

  /**
   * `go` is told when a call's instant has come, `denied` which of those that were asked for have to wait,
   * and `missed` whose instant has passed, the last that came first.
   */
  constructor(
    of: Readonly<{
      ledger: FarLedger;
      clock: Clock;
      go: (place: Place, charges: readonly Charge[]) => void;
      denied: (denied: ReadonlyMap<Place, Denial>) => void;
      missed: (places: readonly Place[]) => void;
    }>,
  ) {
    this.#ledger = of.ledger;
    this.#clock = of.clock;
    this.#go = of.go;
    this.#denied = of.denied;
    this.#missed = of.missed;
    this.#alarm = new Alarm(of.clock, () => this.#ring());
  }

  /** A question is on its way. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Another call may be asked for. */
  get hasRoom(): boolean {
    return !this.#isOpen && this.#asking.length < this.#ledger.asksMax;
  }

  /** All calls that have left the line and not gone yet. */
  places(): readonly Place[] {
    return [...this.#asking.map(({ place }) => place), ...this.#promised.keys()];
  }

  /** What is known of an answer. */
  peek(ask: Ask): Reply {
    return this.#ledger.peek(ask);
  }

  put(place: Place, ask: Ask): void {
    this.#asking.push({ place, ask });
  }

  /** Asks for all that were put here. */
  send(): void {
    if (!this.#isOpen && this.#asking.length > 0) void this.#ask(this.#asking);
  }

  /** It goes when its instant has come. */
  #promise(place: Place, { charges, waitMs, goodForMs = Infinity }: Reservation): void {
    const atMs = this.#clock.nowMs() + waitMs;
    const promised: Promised = { place, charges, atMs, untilMs: atMs + goodForMs, index: -1 };
    this.#promised.set(place, promised);
    this.#due.put(promised);
    this.#arm();
  }

  /** It no longer goes with what it was granted. */
  giveBack(place: Place): void {
    const charges = this.#drop(place);
    if (charges.length > 0) this.#ledger.settle(charges, "unsent");
  }

  /**
   * Nothing goes through a bucket any more: those that were granted an instant before they could know it
   * give it back. The last that came is the first of them.
   */
  stop(key: string): readonly Place[] {
    const stopped = [...this.#promised.keys()]
      .filter(({ draws }) => draws.some((draw) => draw.key === key))
      .toSorted((a, b) => b.order - a.order);
    for (const place of stopped) this.giveBack(place);
    return stopped;
  }

  #drop(place: Place): readonly Charge[] {
    const promised = this.#promised.get(place);
    if (promised === undefined) return [];
    this.#promised.delete(place);
    this.#due.remove(promised);
    this.#arm();
    return promised.charges;
  }

  async #ask(asking: readonly Asking[]): Promise<void> {
    this.#isOpen = true;
    const replies = await this.#ledger.reserve(asking.map(({ ask }) => ask));
    this.#asking = [];
    this.#isOpen = false;
    const denied = new Map<Place, Denial>();
    for (const [index, { place }] of asking.entries()) {
      const reply = replies[index];
      if (reply?.granted === true) this.#granted(place, reply);
      // Whoever has left meanwhile waits for nothing.
      else if (reply !== undefined && place.order >= 0) denied.set(place, reply);
    }
    this.#denied(denied);
  }

  #granted(place: Place, reply: Reservation): void {
    if (place.order < 0) this.#ledger.settle(reply.charges, "unsent");
    else if (reply.waitMs < roundingMs) this.#go(place, reply.charges);
    else this.#promise(place, reply);
  }

  #ring(): void {
    const nowMs = this.#clock.nowMs();
    const missed: Place[] = [];
    for (let next = this.#due.first; next !== undefined && next.atMs <= nowMs;) {
      const { place, untilMs } = next;
      if (nowMs <= untilMs) this.#go(place, this.#drop(place));
      else {
        this.giveBack(place);
        missed.push(place);
      }
      next = this.#due.first;
    }
    this.#arm();
    if (missed.length > 0) this.#missed(missed.toSorted((a, b) => b.order - a.order));
  }

  #arm(): void {
    this.#alarm.set(this.#due.first?.atMs ?? Infinity);
  }
}
