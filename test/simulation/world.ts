/** What surrounds a client: how long its requests travel, and when it wants to send how much. */
import { seededRandom } from "../../src/emulator/random.ts";
import type { Size } from "./servers.ts";

export type Random = () => number;

export const jitters = ["none", "uniform", "stall", "adversary", "tail"] as const;
export type Jitter = (typeof jitters)[number];

export const demands = ["saturated", "on-off", "bursty"] as const;
export type Demand = (typeof demands)[number];

/** What is added to the way out of a request that is sent at an instant. */
export type Delay = (sentMs: number) => number;

/**
 * `tail` is lognormal and above `jitterMs` once in a thousand requests; all others never are above it.
 * `heldMs` is how long a request that is sent now would have to be held back to meet the server's next
 * boundary.
 */
export function delayOf(
  jitter: Jitter,
  of: Readonly<{
    jitterMs: number;
    windowMs: number;
    random: Random;
    heldMs: (sentMs: number) => number;
  }>,
): Delay {
  const { jitterMs, random } = of;
  switch (jitter) {
    case "none":
      return () => 0;
    case "uniform":
      return () => random() * jitterMs;
    case "stall":
      return stalls(of);
    case "adversary":
      return (sentMs) => {
        const held = of.heldMs(sentMs);
        return held < jitterMs ? held : 0;
      };
    case "tail":
      return () => (jitterMs / 20) * Math.exp((Math.log(20) / 3.09) * normal(random));
  }
}

/** Now and then nothing gets through for `jitterMs`; then all of it arrives at once. */
function stalls(of: Readonly<{ jitterMs: number; windowMs: number; random: Random }>): Delay {
  const { jitterMs, windowMs, random } = of;
  let startMs = -Infinity;
  let endMs = 0;
  return (sentMs) => {
    while (endMs <= sentMs) {
      startMs = endMs + exponential(random, Math.max(5 * jitterMs, windowMs / 8));
      endMs = startMs + jitterMs;
    }
    return sentMs >= startMs ? endMs - sentMs : random() * jitterMs * 0.02;
  };
}

/** The calls of a client, one after the other. */
export type Calls = Readonly<{
  /** What the next one weighs. */
  cost: () => number;
  /** When it is there, asked at the instant at which the one before left. */
  nextMs: (nowMs: number) => number;
}>;

/** Calls that weigh evenly from 1 to the heaviest. */
export function callsOf(of: Readonly<{ size: Size; demand: Demand }>, seed: number): Calls {
  const { max, windowMs, heaviest } = of.size;
  const random = seededRandom(seed + 1_000);
  const trickleMs = (windowMs * (heaviest + 1)) / 2 / (0.4 * max);
  return {
    cost: () => 1 + Math.floor(random() * heaviest),
    nextMs: nextCall(of.demand, { windowMs, random: seededRandom(seed + 3_000), trickleMs }),
  };
}

/** Of demand that is on and off: how long a turn is, and for how long of it there are calls. */
export const turns = { wholeWindows: 3.8, busyWindows: 2.3 } as const;

/**
 * Always one more, in turns of that and of nothing, or in episodes of a trickle and of
 * always one more.
 */
function nextCall(
  demand: Demand,
  of: Readonly<{ windowMs: number; random: Random; trickleMs: number }>,
): (nowMs: number) => number {
  const { windowMs, random, trickleMs } = of;
  switch (demand) {
    case "saturated":
      return (nowMs) => nowMs;
    case "on-off": {
      const turnMs = turns.wholeWindows * windowMs;
      return (nowMs) =>
        nowMs % turnMs < turns.busyWindows * windowMs
          ? nowMs
          : (Math.floor(nowMs / turnMs) + 1) * turnMs;
    }
    case "bursty": {
      let endMs = 0;
      let trickles = false;
      return (nowMs) => {
        while (endMs <= nowMs) {
          endMs += (0.2 + random()) * windowMs;
          trickles = random() < 0.6;
        }
        return trickles ? nowMs + exponential(random, trickleMs) : nowMs;
      };
    }
  }
}

export function exponential(random: Random, mean: number): number {
  return -Math.log(1 - random()) * mean;
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
