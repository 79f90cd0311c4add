/**
 * Exchanges as they count: each says how much counts at an instant, in its own window and by its own
 * clock. They refuse nothing and know nothing of headroom; who asks decides what is too much.
 *
 * Counted anew here, with nothing from `src/limits`, so that it can prove `src/limits` wrong.
 */

export type ServerModel = {
  /** Counts a request at an instant of our clock, none earlier than the last; what counts then, with it. */
  count(cost: number, atMs: number): number;
  /** What counts at an instant. */
  used(atMs: number): number;
  /** The first instant from `atMs` on at which a window begins; `atMs` where none does. */
  boundaryMs(atMs: number): number;
};

/** The exchange's own time: a straight line over ours. */
export type ServerTime = Readonly<{ offsetMs: number; ppm: number }>;

export function serverTime({ offsetMs, ppm }: ServerTime, atMs: number): number {
  return offsetMs + atMs * (1 + ppm * 1e-6);
}

/** Windows on multiples of their length by the exchange's clock. */
export function fixedServer(
  windowMs: number,
  time: ServerTime,
): ServerModel & { windowOf(atMs: number): number } {
  let window = Number.NaN;
  let sum = 0;
  const windowOf = (atMs: number): number => Math.floor(serverTime(time, atMs) / windowMs);
  const at = (atMs: number): void => {
    if (windowOf(atMs) === window) return;
    window = windowOf(atMs);
    sum = 0;
  };
  return {
    windowOf,
    count(cost, atMs) {
      at(atMs);
      return (sum += cost);
    },
    used(atMs) {
      at(atMs);
      return sum;
    },
    boundaryMs(atMs) {
      const next = Math.ceil(serverTime(time, atMs) / windowMs) * windowMs;
      let boundaryMs = Math.max(atMs, (next - time.offsetMs) / (1 + time.ppm * 1e-6));
      // What was solved for is not exact; the boundary is the first instant of the next window.
      while (serverTime(time, boundaryMs) < next) boundaryMs += 1e-4;
      return boundaryMs;
    },
  };
}

/** The last `windowMs`, both ends included, by whole ms: the strictest reading of "rolling". */
export function rollingServer(windowMs: number): ServerModel {
  const log: { cost: number; atMs: number }[] = [];
  let first = 0;
  let sum = 0;
  const used = (atMs: number): number => {
    for (let entry = log[first]; entry !== undefined; entry = log[first]) {
      if (Math.floor(atMs) - Math.floor(entry.atMs) <= windowMs) break;
      sum -= entry.cost;
      first += 1;
    }
    if (first === log.length) sum = 0;
    return sum;
  };
  return {
    used,
    count(cost, atMs) {
      used(atMs);
      log.push({ cost, atMs });
      return (sum += cost);
    },
    boundaryMs(atMs) {
      const entry = log[first];
      return entry === undefined ? atMs : Math.max(atMs, entry.atMs + windowMs);
    },
  };
}

/** A window that begins with the first call after the last one. */
export function firstCallServer(windowMs: number): ServerModel & { endMs(): number } {
  let endsMs = -Infinity;
  let sum = 0;
  return {
    endMs: () => endsMs,
    used: (atMs) => (atMs < endsMs ? sum : 0),
    count(cost, atMs) {
      if (atMs >= endsMs) {
        endsMs = atMs + windowMs;
        sum = 0;
      }
      return (sum += cost);
    },
    boundaryMs: (atMs) => Math.max(atMs, endsMs),
  };
}

/** A counter that falls all the time, or every `stepMs`: a bucket, seen from below. */
export function bucketServer(
  of: Readonly<{ refillPerMs: number; stepMs?: number; phaseMs?: number }>,
): ServerModel {
  const { refillPerMs, stepMs, phaseMs = 0 } = of;
  let level = 0;
  let thenMs = -Infinity;
  const drained = (fromMs: number, untilMs: number): number => {
    if (fromMs === -Infinity) return Infinity;
    if (stepMs === undefined) return (untilMs - fromMs) * refillPerMs;
    const step = (atMs: number): number => Math.floor((atMs - phaseMs) / stepMs);
    return (step(untilMs) - step(fromMs)) * stepMs * refillPerMs;
  };
  const used = (atMs: number): number => {
    level = Math.max(0, level - drained(thenMs, atMs));
    thenMs = atMs;
    return level;
  };
  return {
    used,
    count: (cost, atMs) => (level = used(atMs) + cost),
    boundaryMs(atMs) {
      if (stepMs === undefined) return atMs;
      return phaseMs + Math.ceil((atMs - phaseMs) / stepMs) * stepMs;
    },
  };
}
