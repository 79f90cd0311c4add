/**
 * What time it is at each exchange: whoever learns it tells the others, by the clock of Redis, which all of them
 * know. What an answer says comes first: nothing that contradicts it is believed.
 */
import * as z from "zod";
import type { Clock } from "../../clock.ts";
import { exchangeOf } from "../exchanges.ts";
import type { MemoryLedger } from "../memory-ledger.ts";
import type { Contact } from "./contact.ts";
import type { Notes } from "./notes.ts";
import { parsed } from "./parsed.ts";

/** Begins the name of a note about a clock. */
const shows = "clock ";

/** So often it is told anew while answers say it: what is older is not believed, as Redis may be another machine since. */
const againMs = 20_000;
const freshMs = 60_000;

/** It is told where it has become so much more exact. */
const narrower = 0.7;

const seen = z.object({
  bucket: z.string(),
  /** Between these two instants of Redis' clock... */
  fromUs: z.number(),
  untilUs: z.number(),
  /** ... it showed this, as exactly as that. */
  serverMs: z.number(),
  stepMs: z.number(),
});

type Said = Readonly<{ atMs: number; widthMs: number; steps: number }>;

export class Clocks {
  readonly #clock: Clock;
  readonly #near: MemoryLedger;
  readonly #contact: Contact;
  readonly #notes: Notes;
  readonly #said = new Map<string, Said>();

  constructor(of: Readonly<{ clock: Clock; near: MemoryLedger; contact: Contact; notes: Notes }>) {
    this.#clock = of.clock;
    this.#near = of.near;
    this.#contact = of.contact;
    this.#notes = of.notes;
    this.#notes.on((name, text) => {
      if (name.startsWith(shows)) this.#hear(text);
    });
  }

  /** An answer about this bucket has said what time it is. */
  seen(bucket: string): void {
    const name = exchangeOf(bucket);
    const time = this.#near.serverClock(bucket);
    const atMs = this.#clock.nowMs();
    const widthMs = time.widthMs(atMs);
    const { steps } = time;
    const said = this.#said.get(name);
    const isOld = said === undefined || atMs >= said.atMs + againMs || said.steps !== steps;
    if (!isOld && widthMs > narrower * said.widthMs) return;
    const fromUs = this.#contact.earliestUs(atMs);
    const untilUs = this.#contact.latestUs(atMs);
    if (!time.isKnown || fromUs === 0) return;
    this.#said.set(name, { atMs, widthMs, steps });
    const serverMs = time.earliestMs(atMs);
    const note = { bucket, fromUs, untilUs, serverMs, stepMs: time.latestMs(atMs) - serverMs };
    this.#notes.put(shows + name, JSON.stringify(note));
  }

  #hear(text: string): void {
    const { data } = seen.safeParse(parsed(text));
    if (data === undefined) return;
    const { bucket, fromUs, untilUs, serverMs, stepMs } = data;
    const sentMs = this.#contact.earliestMs(fromUs);
    const receivedMs = this.#contact.latestMs(untilUs);
    if (receivedMs < this.#clock.nowMs() - freshMs) return;
    const sample = { serverMs, stepMs, sentMs, receivedMs };
    const time = this.#near.serverClock(bucket);
    if (time.allows(sample)) time.sample(sample);
  }
}
