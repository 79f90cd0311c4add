/**
 * Without contact: this process lives on its own part of every limit, once the others keep it for it. When there
 * is contact again, what was used meanwhile is told before anything is asked for.
 *
 *     lost -- overdue --> own part -- somebody answers --> what was used is told --> back
 */
import type { Clock } from "../../clock.ts";
import type { Charge } from "../../limits/bucket.ts";
import type { Ask, Draw, Endings, Reply } from "../ledger.ts";
import type { Contact } from "./contact.ts";
import type { Dialogue } from "./dialogue.ts";
import { missing } from "./here.ts";
import type { Here } from "./here.ts";
import { LocalShare } from "./local-share.ts";

type Parts = Readonly<{
  clock: Clock;
  random: () => number;
  contact: Contact;
  here: Here;
  dialogue: Dialogue;
  /** There is contact again. */
  back: () => void;
}>;

export class Alone {
  readonly #of: Parts;
  readonly #listeners = new Set<(lost: Error | undefined) => void>();
  #share: LocalShare | undefined;
  #isSaid = false;
  #isSeeking = false;

  constructor(of: Parts) {
    this.#of = of;
  }

  /** Calls back when it lives on its own part, with the reason, and when that is over. Returns the way out. */
  on(listener: (lost: Error | undefined) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Goes where what is known here lets it, and this process's own part. */
  reserve(ask: Ask): Reply {
    const { here } = this.#of;
    const share = this.#begin(ask.draws);
    const reply = here.reserve({ ...ask, withinMs: Math.min(ask.withinMs, 0) }, new Map());
    const [draw] = ask.draws;
    if (!reply.granted || draw === undefined) return reply;
    const own = this.#own(share, ask, draw, reply.charges);
    if (own !== undefined && !own.granted) {
      here.takeBack(reply.charges);
      return own;
    }
    const atMs = this.#of.clock.nowMs();
    for (const [index, charge] of reply.charges.entries()) {
      const of = here.known(ask.draws[index] ?? missing());
      this.#of.dialogue.outbox.place(charge, { of, atUs: 0, atMs, tries: false });
    }
    return reply;
  }

  settle(charges: readonly Charge[], endings: Endings): void {
    this.#share?.settle(charges, endings);
  }

  /** Looks whether there is contact again. */
  async seek(): Promise<void> {
    if (this.#isSeeking) return;
    this.#isSeeking = true;
    const { dialogue, contact, clock } = this.#of;
    const lost = (await dialogue.look()) ?? (await this.#return());
    this.#isSeeking = false;
    if (lost !== undefined && clock.nowMs() >= contact.aloneMs) this.#say(lost);
  }

  /** Its own part, as soon as the others leave it that. */
  #begin(draws: readonly Draw[]): LocalShare | undefined {
    const { contact, here, clock } = this.#of;
    if (clock.nowMs() < contact.aloneMs) return undefined;
    this.#share ??= new LocalShare({ ...this.#of, parts: contact.parts });
    this.#share.begin(draws, (draw) => here.bucket(here.known(draw)));
    return this.#share;
  }

  #own(
    share: LocalShare | undefined,
    ask: Ask,
    draw: Draw,
    charges: readonly Charge[],
  ): Reply | undefined {
    const { here, contact, clock } = this.#of;
    if (share !== undefined) return share.reserve(ask, charges, (one) => here.known(one));
    return here.denial(draw, { waitMs: contact.aloneMs - clock.nowMs(), why: "full" });
  }

  async #return(): Promise<Error | undefined> {
    this.#tellUsed();
    const said = await this.#of.dialogue.ask([]);
    if (said instanceof Error) return said;
    // What went while this was on its way goes with the next one.
    this.#tellUsed();
    this.#share = undefined;
    this.#say(undefined);
    this.#of.back();
    return undefined;
  }

  #tellUsed(): void {
    this.#of.dialogue.outbox.put(...(this.#share?.used(this.#of.clock.nowMs()) ?? []));
  }

  #say(lost: Error | undefined): void {
    if (this.#isSaid === (lost !== undefined)) return;
    this.#isSaid = lost !== undefined;
    for (const listener of this.#listeners) listener(lost);
  }
}
