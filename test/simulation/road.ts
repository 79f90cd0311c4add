/**
 * The way to a server and back, in virtual time:
 *
 *     sent -> travels -> counted or refused -> travels -> answered
 *
 * Seeded, so that a run gives the same figures on every machine.
 */
import { seededRandom } from "../../src/emulator/random.ts";
import { Events } from "./events.ts";
import { serverOf } from "./servers.ts";
import type { Server, ServerName, Size } from "./servers.ts";
import { delayOf } from "./world.ts";
import type { Delay, Jitter, Random } from "./world.ts";

/** What the server did with one request, as it knows it. */
export type Answer = Readonly<{
  accepted: boolean;
  /** What it counts then, this request with it where it was accepted. */
  used: number;
  /** Epoch ms by its clock. */
  serverMs: number;
}>;

/** The shortest way, out or back. */
const wayMs = 20;

/** How many windows a run lasts: enough for some thousand requests. */
const windows = new Map([
  [1_000, 42],
  [10_000, 22],
  [60_000, 10],
]);

/** Of which the full bucket at the start makes so many another thing. */
const skippedWindows = 2;

/** How fast the server's clock runs, by seed. */
const driftsPpm = [0, 100, -100];

/** Epoch ms as doubles are exact to a quarter of a microsecond: so much later it is past a boundary. */
const roundingMs = 0.001;

/** Midnight, in a year to come. */
const epochMs = 1_764_460_800_000;

export class Road {
  readonly events = new Events();
  readonly server: Server;
  /** What is accepted from here on counts. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly totals = { sent: 0, refused: 0, accepted: 0, answered: 0, travelledMs: 0, usedMost: 0 };
  readonly #random: Random;
  readonly #phaseMs: number;
  readonly #pace: number;
  readonly #delay: Delay;
  readonly #jitterMs: number;

  /** It lasts for `part` of the usual time. */
  constructor(
    of: Readonly<{ server: ServerName; size: Size; jitter: Jitter; part?: number }>,
    seed: number,
  ) {
    const { windowMs, jitterMs } = of.size;
    this.#random = seededRandom(seed);
    this.#phaseMs = this.#random() * windowMs;
    this.server = serverOf(of.server, of.size, this.#phaseMs);
    this.#pace = 1 + (driftsPpm[seed % driftsPpm.length] ?? 0) * 1e-6;
    this.#jitterMs = jitterMs;
    const heldMs = (sentMs: number): number => this.#heldMs(sentMs);
    this.#delay = delayOf(of.jitter, { jitterMs, windowMs, random: this.#random, heldMs });
    this.fromMs = skippedWindows * windowMs;
    this.untilMs = (of.part ?? 1) * (windows.get(windowMs) ?? 10) * windowMs;
  }

  /** Sends now. */
  send(cost: number, answered: (answer: Answer) => void): void {
    const { events, totals } = this;
    const sentMs = events.nowMs;
    totals.sent += 1;
    events.at(sentMs + wayMs + this.#delay(sentMs), () => {
      const countedMs = events.nowMs;
      const { waitMs, ...answer } = this.offer(cost);
      if (!answer.accepted) totals.refused += 1;
      else if (countedMs >= this.fromMs) totals.accepted += cost;
      events.at(countedMs + waitMs + wayMs + this.#random() * this.#jitterMs * 0.02, () => {
        totals.answered += 1;
        totals.travelledMs += events.nowMs - sentMs;
        answered(answer);
      });
    });
  }

  /** A request that is at the server now, whoever sent it. */
  offer(cost: number): Answer & Readonly<{ waitMs: number }> {
    const serverMs = this.#serverMs(this.events.nowMs);
    const { accepted, used, waitMs = 0 } = this.server.model.offer("k", cost, serverMs);
    if (accepted) {
      this.server.accepted(serverMs);
      this.totals.usedMost = Math.max(this.totals.usedMost, used);
    }
    return { accepted, used, serverMs, waitMs: accepted ? waitMs : 0 };
  }

  /** The mean, of those that were answered. */
  get roundTripMs(): number {
    return this.totals.travelledMs / Math.max(1, this.totals.answered);
  }

  #serverMs(atMs: number): number {
    return epochMs + this.#phaseMs + this.#pace * atMs;
  }

  /** How long a request that is sent at an instant would have to be held to meet the next boundary. */
  #heldMs(sentMs: number): number {
    const soonest = this.#serverMs(sentMs + wayMs);
    return (this.server.boundaryMs(soonest) - soonest) / this.#pace + roundingMs;
  }
}
