/**
 * Who holds the buckets: this process, or a store that many share. Above a ledger nobody knows which,
 * and below the gate nobody waits.
 */
import type { Block, Charge, Ending, Level, Report } from "../limits/bucket.ts";
import type { FlatLimit, Scope } from "../limits/limit.ts";

/**
 * What one call takes from one bucket. A cost of 0 takes nothing and still respects a block: every call
 * draws 0 from its ip and its account, so that a ban reaches calls that weigh nothing.
 */
export type Draw = Readonly<{
  limit: FlatLimit;
  /** The limit's name, as the answer's reports use it. */
  name: string;
  whose: Scope;
  /** The bucket: the same string for all who share it. */
  key: string;
  cost: number;
}>;

/**
 * May this call go? All of its draws or none. Several draws from one bucket, as the legs of a group have
 * them, add up, and each is charged by itself.
 */
export type Ask = Readonly<{
  draws: readonly Draw[];
  leaveShare: number;
  /** The latest promise that helps; a later one is refused, uncharged. Below 0 nothing is ever charged. */
  withinMs: number;
  /** May be charged now for an instant that is up to so much later. @default 0 */
  aheadMs?: number;
  /** Takes nothing from a bucket that has refused an earlier ask of the same call. */
  inLine?: boolean;
}>;

/** Granted: charged everywhere, to be sent in `waitMs`. */
export type Reservation = Readonly<{
  granted: true;
  waitMs: number;
  charges: readonly Charge[];
  /** Sent so much later than that, it would be counted later than was planned for. @default Infinity */
  goodForMs?: number;
}>;

/** Charged nowhere: ask again in `waitMs`. */
export type Denial = Readonly<{
  granted: false;
  waitMs: number;
  limitedBy: Draw;
  /**
   * No room yet; nothing may go for a while, which is told before all else; or it is heavier than `costMax`
   * and can never pass.
   */
  why: "full" | "blocked" | "never";
  /** The block itself, which may be over before there is room. */
  block: Block | undefined;
  /** The heaviest call that could pass the bucket that limits. */
  costMax: number;
  /** What may leave the bucket that limits at one instant; a heavier call leaves a debt in it. */
  atOnceMax: number;
}>;

export type Reply = Reservation | Denial;
export type Replies = readonly Reply[];

/** An ending for each charge, or one for all; of what is left out, the answer said nothing. */
export type Endings = readonly (Ending | undefined)[] | "lost" | "unsent";

/** A limit's figure as the exchange has changed it. */
export type Adopted = Readonly<{
  /** What the keys of the limit's buckets begin with, up to the first dimension. */
  limitKey: string;
  max: number;
  /** Whose buckets: all that agree with it where they count by the same dimension. */
  whose: Scope;
}>;

/** What happened to a bucket that is not time. */
export type Change = Readonly<{
  key: string;
  level: Level;
  shrank: boolean;
  blocked: boolean;
  /** Something that a person should know about it. */
  notice?: string;
}>;

/**
 * Near and far differ in one place. `reserve` answers at once where the buckets are here (`waitMs` 0:
 * charged now, sent now) and with a promise where they are not (charged now, sent up to one horizon
 * later). All other verbs return at once.
 */
export type Ledger<Answer extends Replies | Promise<Replies> = Replies | Promise<Replies>> = {
  /** How many asks go into one call. */
  readonly asksMax: number;
  /** In order: a later ask sees the earlier ones. Never rejects; a far ledger falls back by itself. */
  reserve(asks: readonly Ask[]): Answer;
  /** All of them at once, or nothing: left out where the buckets are far. */
  take?(draws: readonly Draw[], leaveShare: number): readonly Charge[] | undefined;
  /** Each charge once, in any portions. */
  settle(charges: readonly Charge[], endings: Endings): void;
  /** The exchange has changed a limit. It holds for buckets that are there, and for those to come. */
  adopt(changed: Adopted): void;
  /** News without a call. */
  report(draw: Omit<Draw, "cost">, report: Report): void;
  /**
   * Calls back when something other than time may have made room, and with the change where a refusal
   * took it. `keys` are the buckets concerned; without them and a change it may be any. Returns the way out.
   */
  onChange(listener: (change?: Change, keys?: readonly string[]) => void): () => void;
  /** What this process knows; from the last replies where the buckets are far. */
  levels(): readonly Level[];
  close(): Promise<void>;
};

export type NearLedger = Ledger<Replies>;

/** Where the buckets are elsewhere, this process still knows about what they would answer. */
export type FarLedger = Ledger<Promise<Replies>> &
  Readonly<{
    /** Denies what asking would be in vain for, and grants, uncharged, what has to be asked. */
    peek(ask: Ask): Reply;
    /** What all who share it should know, by name; the last text of a name holds. */
    note(name: string, text: string): void;
    /** Calls back with what others have noted. Returns the way out. */
    onNote(listener: (name: string, text: string) => void): () => void;
    /** Calls back when each process lives on its own, with the reason, and when that is over. Returns the way out. */
    onContact(listener: (lost: Error | undefined) => void): () => void;
  }>;

export type AnyLedger = NearLedger | FarLedger;

export function isFar(ledger: AnyLedger): ledger is FarLedger {
  return "peek" in ledger;
}

/** What a call takes from one bucket; the legs of a group may take from it several times. */
export function costIn(draws: readonly Draw[], key: string): number {
  let cost = 0;
  for (const draw of draws) if (draw.key === key) cost += draw.cost;
  return cost;
}
