/** What this process knows of one shared bucket, beside its own accounting. */
import { windowOf } from "../../limits/accounting.ts";
import { plan } from "../../limits/limit.ts";
import type { FlatLimit } from "../../limits/limit.ts";
import type { Draw } from "../ledger.ts";

/** A promise is never further away. */
const horizonMaxMs = 1_000;

/** Where a block cannot be published, nobody holds a promise for longer than he does not hear of one. */
const muteHorizonMs = 100;

/** Before then so much is not there, or more of it, for whoever leaves so much: asking for it would not help. */
type Later = Readonly<{
  cost: number;
  leaveShare: number;
  untilMs: number;
  why: "full" | "blocked";
}>;

export class Known {
  readonly key: string;
  /** As it is counted here. */
  readonly draw: Omit<Draw, "cost">;
  /** Its hash in Redis, and its field there. */
  readonly hash: string;
  readonly field: string;
  readonly isTimeless: boolean;
  /** How much longer than another one a call may travel before it is counted. */
  readonly jitterMs: number;
  readonly #horizonMs: number;
  isMute = false;
  /** When the shared one was made; 0 before it was seen. */
  birthUs = 0;
  /** Until then what was taken of it here may count. */
  countsUntilMs = 0;
  /** Charges that have not ended. */
  open = 0;
  /** When Redis last said what all have taken. */
  heardMs = 0;
  /** All that was ever taken of it, as far as this process has seen. */
  seen = 0;
  /** Of what was told to all. */
  heard = 0;
  /** What of its total is ours, as Redis has answered, and what was others' then. */
  own = 0;
  others = 0;
  #later: Later | undefined;
  /** What was asked last had no answer, so that nobody knows what of the total is ours. */
  isUnsure = false;

  constructor(prefix: string, draw: Omit<Draw, "cost">) {
    const { hash, field } = placeOf(prefix, draw.key);
    this.key = draw.key;
    this.hash = hash;
    this.field = field;
    this.isTimeless = draw.limit.counted === "open" || draw.limit.counted === "lifetime";
    this.#horizonMs = horizonOf(draw.limit);
    this.jitterMs = jitterOf(draw.limit);
    this.draw = { ...draw, limit: farLimit(draw.limit) };
  }

  /** The same, from when it is asked for. */
  get travelMs(): number {
    return this.jitterMs + this.horizonMs;
  }

  /** Redis has refused so much until then, or has promised it for then to a call of this process. */
  comesLater(later: Later): void {
    this.#later = later;
  }

  /** Something else than time may have made room. */
  mayHaveRoom(): void {
    this.#later = undefined;
  }

  /** Until when it would be in vain to ask for so much. */
  later(cost: number, leaveShare: number, nowMs: number): Later | undefined {
    const later = this.#later;
    if (later === undefined || nowMs >= later.untilMs) return undefined;
    // A block holds for all.
    const isLess = cost < later.cost || leaveShare < later.leaveShare;
    return isLess && later.why !== "blocked" ? undefined : later;
  }

  /** Something was taken of it just now. */
  charged(nowMs: number): void {
    const { limit } = this.draw;
    this.countsUntilMs = nowMs + windowOf(limit, plan(limit));
  }

  /** How much later a promise may be: a call that is sent so much later has travelled so much longer. */
  get horizonMs(): number {
    return this.isMute ? Math.min(this.#horizonMs, muteHorizonMs) : this.#horizonMs;
  }
}

/** One hash for each exchange and whom it counts, under one hash tag; a field for each limit. */
function placeOf(prefix: string, key: string): Readonly<{ hash: string; field: string }> {
  const bar = key.indexOf("|");
  const head = bar === -1 ? key : key.slice(0, bar);
  const slash = head.lastIndexOf("/");
  const whose = bar === -1 ? "" : key.slice(bar);
  return {
    hash: `{${prefix}}:${head.slice(0, Math.max(0, slash))}${whose}`,
    field: head.slice(slash + 1),
  };
}

const far = new WeakMap<FlatLimit, FlatLimit>();

/** What travels longer by the horizon needs that much more room in a bucket that mirrors the exchange's. */
export function farLimit(limit: FlatLimit): FlatLimit {
  if (limit.counted !== "bucket") return limit;
  const known = far.get(limit) ?? { ...limit, jitterMs: jitterOf(limit) + horizonOf(limit) };
  far.set(limit, known);
  return known;
}

function horizonOf(limit: FlatLimit): number {
  return Math.min(horizonMaxMs, windowOf(limit, plan(limit)) / 20);
}

function jitterOf(limit: FlatLimit): number {
  return limit.jitterMs ?? 300;
}
