/**
 * What the calls of one exchange weigh: as declared, or as its used figures show. All clients that share a
 * ledger share it, as they share the buckets; the client whose answer proves a drift says so.
 */
import type { Drift, Emitter } from "../events.ts";
import { isFar } from "../ledger/ledger.ts";
import type { AnyLedger, Draw } from "../ledger/ledger.ts";
import type { Report } from "../limits/bucket.ts";
import type { FlatLimit } from "../limits/limit.ts";
import { UsedSteps } from "../limits/used-steps.ts";
import type { Sending, Step } from "../limits/used-steps.ts";
import { Weighed } from "../limits/weighed.ts";
import { sharedBy } from "./shared.ts";

/** As many are kept at a time; what was forgotten is taken as declared again. */
const keptMax = 10_000;

/** One declared weight. */
type Declared = Readonly<{
  endpoint: string;
  limit: FlatLimit;
  name: string;
  cost: number;
  weighed: Weighed;
}>;

/** A call on its way to one bucket. */
type Watched = Readonly<{ draw: Draw; steps: UsedSteps<Declared>; sending: Sending }>;

/** A call on its way, until it is disposed of. */
export class Watch {
  readonly #weights: Weights;
  readonly #events: Emitter;
  readonly #watched: readonly Watched[];

  constructor(weights: Weights, events: Emitter, watched: readonly Watched[]) {
    this.#weights = weights;
    this.#events = events;
    this.#watched = watched;
  }

  /** What its answer says, by the key of the bucket. */
  answered(reports: Readonly<Record<string, Report | undefined>>): void {
    for (const watched of this.#watched) {
      this.#weights.answered(watched, reports[watched.draw.key] ?? {});
    }
  }

  [Symbol.dispose](): void {
    for (const { draw, steps, sending } of this.#watched) {
      for (const step of steps.ended(sending)) this.#weights.look(step, draw, this.#events);
    }
  }
}

export class Weights {
  readonly #ledger: AnyLedger;
  /** Begins the names of what others who share the ledger have seen, and that: it may be of calls to come. */
  readonly #noted: string;
  readonly #heard = new Map<string, number>();
  readonly #declared = new Map<string, Declared>();
  readonly #of = new WeakMap<Draw, Declared>();
  /** By bucket: it is its figure that rises. */
  readonly #steps = new Map<string, UsedSteps<Declared>>();
  readonly #said = new Set<string>();

  constructor(ledger: AnyLedger, exchange: string) {
    this.#ledger = ledger;
    this.#noted = `weight ${exchange} `;
    if (!isFar(ledger)) return;
    ledger.onNote((name, text) => {
      if (name.startsWith(this.#noted)) this.#hear(name.slice(this.#noted.length), Number(text));
    });
  }

  /** The same draw at the cost that is known when it is asked for, also if that shows while it waits. */
  draw(endpoint: string, asDeclared: Draw): Draw {
    const declared = this.#declaration(endpoint, asDeclared);
    const { weighed } = declared;
    const draw: Draw = {
      ...asDeclared,
      get cost() {
        return weighed.charged;
      },
    };
    this.#of.set(draw, declared);
    return draw;
  }

  /** Watches one call from before it is sent to its end. */
  watch(draws: readonly Draw[], events: Emitter): Watch {
    const watched: Watched[] = [];
    for (const draw of draws) {
      if (draw.cost === 0) continue;
      const steps = this.#stepsOf(draw.key);
      watched.push({ draw, steps, sending: steps.sent() });
    }
    return new Watch(this, events, watched);
  }

  answered({ draw, steps, sending }: Watched, { used, remaining }: Report): void {
    // Only differences matter, so a limit of any size will do for what remains of it.
    const figure = used ?? (remaining === undefined ? undefined : -remaining);
    if (figure === undefined || !Number.isFinite(figure)) return;
    steps.answered(sending, figure, this.#of.get(draw));
  }

  /** A step of the figure of the bucket that `draw` takes from. */
  look({ tag, by, ordered }: Step<Declared>, draw: Draw, events: Emitter): void {
    const { endpoint, limit, name, cost, weighed } = tag;
    const onlyRises = limit.counted === "fixed-window" && limit.falls !== true;
    if (!weighed.look(by, onlyRises && ordered)) return;
    this.#ledger.report(draw, { others: "none" });
    if (isFar(this.#ledger)) {
      const note = `${this.#noted}${keyOf(endpoint, { name, cost })}`;
      this.#ledger.note(note, String(weighed.charged));
    }
    const drift: Drift = { endpoint, limit: name, declared: cost, observed: weighed.charged };
    const said = JSON.stringify(drift);
    if (!this.#said.has(said)) events.emit("drift", drift);
    this.#said.add(said);
  }

  #hear(key: string, cost: number): void {
    if (!(cost >= 0 && cost < Infinity)) return;
    this.#heard.set(key, cost);
    this.#declared.get(key)?.weighed.adopt(cost);
  }

  #declaration(endpoint: string, { name, limit, cost }: Draw): Declared {
    const key = keyOf(endpoint, { name, cost });
    const known = this.#declared.get(key);
    if (known !== undefined) return known;
    if (this.#declared.size >= keptMax) this.#declared.clear();
    const made = { endpoint, limit, name, cost, weighed: new Weighed(cost) };
    const heard = this.#heard.get(key);
    if (heard !== undefined) made.weighed.adopt(heard);
    this.#declared.set(key, made);
    return made;
  }

  #stepsOf(key: string): UsedSteps<Declared> {
    const known = this.#steps.get(key);
    if (known !== undefined) return known;
    if (this.#steps.size >= keptMax) this.#steps.clear();
    const made = new UsedSteps<Declared>();
    this.#steps.set(key, made);
    return made;
  }
}

function keyOf(endpoint: string, { name, cost }: Pick<Draw, "name" | "cost">): string {
  return `${endpoint}|${name}|${cost}`;
}

/** The weights that all clients of one exchange over one ledger have in common. */
export const weightsOf = sharedBy((ledger, exchange) => new Weights(ledger, exchange));
