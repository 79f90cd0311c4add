/** Somebody else whom the server counts in the same windows. Nobody tells us of what it sends. */
import { seededRandom } from "../../../src/emulator/random.ts";
import type { Road } from "../road.ts";
import type { Size } from "../servers.ts";
import { exponential } from "../world.ts";

export const foreigns = [
  { share: 0, bursty: false },
  { share: 0.2, bursty: false },
  { share: 0.5, bursty: false },
  { share: 0.5, bursty: true },
] as const;

/** What it sends, as a part of the limit; where it is bursty, twice as much half of the time. */
export type Foreign = (typeof foreigns)[number];

export function nameOf({ share, bursty }: Foreign): string {
  return `${100 * share} %${bursty ? " bursty" : ""}`;
}

/** What became of it, from the road's `fromMs` on. */
export type ForeignTotals = Readonly<{
  sent: number;
  refused: number;
  /** The weight it sent in each window, by the window's number. */
  sentIn: ReadonlyMap<number, number>;
}>;

/** Lets it send, at random instants. What is refused is not sent again. */
export function sendForeign(
  road: Road,
  { foreign, size }: Readonly<{ foreign: Foreign; size: Size }>,
  seed: number,
): ForeignTotals {
  const { events } = road;
  const { windowMs, max, heaviest } = size;
  const random = seededRandom(seed + 4_000);
  const totals = { sent: 0, refused: 0, sentIn: new Map<number, number>() };
  const rate = (foreign.share * max) / windowMs / ((heaviest + 1) / 2);
  const meanMs = 1 / (foreign.bursty ? 2 * rate : rate);
  let turnEndsMs = foreign.bursty ? 0 : Infinity;
  let rests = false;
  const nextMs = (): number => {
    let atMs = events.nowMs + exponential(random, meanMs);
    while (atMs >= turnEndsMs) {
      // A turn is about a window long, and every other one is a rest.
      const fromMs = turnEndsMs;
      turnEndsMs += (0.5 + random()) * windowMs;
      rests = !rests;
      atMs = rests ? turnEndsMs : fromMs + exponential(random, meanMs);
    }
    return atMs;
  };
  const send = (): void => {
    const cost = 1 + Math.floor(random() * heaviest);
    const { accepted } = road.offer(cost);
    if (events.nowMs >= road.fromMs) {
      const window = Math.floor(events.nowMs / windowMs);
      totals.sent += 1;
      totals.refused += accepted ? 0 : 1;
      totals.sentIn.set(window, (totals.sentIn.get(window) ?? 0) + cost);
    }
    events.at(nextMs(), send);
  };
  if (rate > 0) events.at(nextMs(), send);
  return totals;
}
