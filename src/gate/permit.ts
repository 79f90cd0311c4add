/** The right to send one request once. Whatever happens to the request, its permit ends exactly once. */
import type { Draw, Endings, Ledger } from "../ledger/ledger.ts";
import type { Charge, Report } from "../limits/bucket.ts";

export type Permit<Name extends string = string> = {
  /** How long it waited in line, ms. */
  readonly waitedMs: number;
  /** Answered: what the answer says, by limit; by a bucket's key where a limit has several in this call. */
  settle(reports?: Readonly<Partial<Record<Name, Report>>>): void;
  /** Sent, and no answer will come. */
  lose(): void;
  /** Never sent: all is given back. `using` does it at the end of its block, unless ended before. */
  release(): void;
  [Symbol.dispose](): void;
};

const nothingSaid: Endings = [];

/** A permit for what a ledger has charged. The first ending counts; another one does nothing. */
export class ChargedPermit implements Permit {
  readonly waitedMs: number;
  readonly #ledger: Ledger;
  readonly #draws: readonly Draw[];
  #charges: readonly Charge[] | undefined;

  constructor(
    ledger: Ledger,
    draws: readonly Draw[],
    charges: readonly Charge[],
    waitedMs: number,
  ) {
    this.waitedMs = waitedMs;
    this.#ledger = ledger;
    this.#draws = draws;
    this.#charges = charges;
  }

  settle(reports?: Readonly<Record<string, Report | undefined>>): void {
    this.#end(reports === undefined ? nothingSaid : endingsOf(this.#draws, reports));
  }

  lose(): void {
    this.#end("lost");
  }

  release(): void {
    this.#end("unsent");
  }

  [Symbol.dispose](): void {
    this.release();
  }

  /** A permit for each leg of a group: what was charged for it ends by itself. */
  legs(calls: readonly (readonly Draw[])[]): readonly ChargedPermit[] {
    const charges = this.#charges ?? [];
    this.#charges = undefined;
    let from = 0;
    return calls.map((draws) => {
      const own = charges.slice(from, from + draws.length);
      from += draws.length;
      return new ChargedPermit(this.#ledger, draws, own, this.waitedMs);
    });
  }

  #end(endings: Endings): void {
    const charges = this.#charges;
    this.#charges = undefined;
    if (charges !== undefined) this.#ledger.settle(charges, endings);
  }
}

/** By itself: what is made for a function would be made for every call. */
function endingsOf(
  draws: readonly Draw[],
  reports: Readonly<Record<string, Report | undefined>>,
): Endings {
  return draws.map((draw) => reports[draw.key] ?? reports[draw.name]);
}

/** Sends with a permit that then certainly ends: lost where `send` threw, unsent where it ended nothing. */
export async function spend<Name extends string, T>(
  permit: Permit<Name>,
  send: (permit: Permit<Name>) => Promise<T>,
): Promise<T> {
  try {
    return await send(permit);
  } catch (error) {
    permit.lose();
    throw error;
  } finally {
    permit.release();
  }
}
