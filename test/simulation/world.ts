/** What surrounds a client: how long its requests travel, and when it wants to send how much. */

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

/**
 * When the next call is there, asked at the instant at which the one before left: always one more, in
 * turns of 2.3 windows of it and 1.5 of nothing, or in episodes of a trickle and of always one more.
 */
export function nextCall(
  demand: Demand,
  of: Readonly<{ windowMs: number; random: Random; trickleMs: number }>,
): (nowMs: number) => number {
  const { windowMs, random, trickleMs } = of;
  switch (demand) {
    case "saturated":
      return (nowMs) => nowMs;
    case "on-off": {
      const turnMs = 3.8 * windowMs;
      return (nowMs) =>
        nowMs % turnMs < 2.3 * windowMs ? nowMs : (Math.floor(nowMs / turnMs) + 1) * turnMs;
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

function exponential(random: Random, mean: number): number {
  return -Math.log(1 - random()) * mean;
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
