/**
 * What the calls of one exchange weigh: as declared, or as its used figures show. All clients that share a
 * ledger share it, as they share the buckets; the client whose answer proves a drift says so.
 */
import type { Drift, Emitter } from "../events.ts";
import type { Draw } from "../ledger/ledger.ts";
import type { Report } from "../limits/bucket.ts";
import type { FlatLimit } from "../limits/limit.ts";
import { UsedSteps } from "../limits/used-steps.ts";
import type { Sending, Step } from "../limits/used-steps.ts";
import { Weighed } from "../limits/weighed.ts";
import type { Ledger } from "../ledger/ledger.ts";
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
  readonly #ledger: Ledger;
  readonly #declared = new Map<string, Declared>();
  readonly #of = new WeakMap<Draw, Declared>();
  /** By bucket: it is its figure that rises. */
  readonly #steps = new Map<string, UsedSteps<Declared>>();
  readonly #said = new Set<string>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
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
    const drift: Drift = { endpoint, limit: name, declared: cost, observed: weighed.charged };
    const said = JSON.stringify(drift);
    if (!this.#said.has(said)) events.emit("drift", drift);
    this.#said.add(said);
  }

  #declaration(endpoint: string, { name, limit, cost }: Draw): Declared {
    const key = `${endpoint}|${name}|${cost}`;
    const known = this.#declared.get(key);
    if (known !== undefined) return known;
    if (this.#declared.size >= keptMax) this.#declared.clear();
    const made = { endpoint, limit, name, cost, weighed: new Weighed(cost) };
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

/** The weights that all clients of one exchange over one ledger have in common. */
export const weightsOf = sharedBy((ledger) => new Weights(ledger));
