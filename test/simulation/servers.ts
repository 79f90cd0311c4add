/** The servers: what counts, where its boundaries are, and the declaration that says so. */
import { steppedDecay, tokenBucket } from "../../src/emulator/models/buckets.ts";
import { fixedWindow } from "../../src/emulator/models/fixed-window.ts";
import type { CountingModel } from "../../src/emulator/models/model.ts";
import { rollingLog, slidingCounter } from "../../src/emulator/models/sliding.ts";
import { evenSpacing, minimumDistance } from "../../src/emulator/models/spacing.ts";
import type { FlatLimit } from "../../src/limits/limit.ts";
import { ratePerMs } from "../../src/limits/limit.ts";

export const servers = [
  "aligned",
  "first-request",
  "server-start",
  "rolling-log",
  "token-bucket",
  "stepped-decay",
  "sliding-counter",
  "even-spacing",
  "minimum-distance",
] as const;
export type ServerName = (typeof servers)[number];

/** The limit that a cell is about. */
export type Size = Readonly<{
  max: number;
  windowMs: number;
  /** The heaviest call. */
  heaviest: number;
  /** By how much requests differ in the time they travel. */
  jitterMs: number;
}>;

/** What calls weigh: all the same, or evenly from the least to the most. */
export function weightsOf({ heaviest }: Size): string {
  return heaviest === 1 ? "1" : `1-${heaviest}`;
}

export type Server = Readonly<{
  model: CountingModel;
  /** The declaration that fits. */
  limit: FlatLimit;
  /** What that plans with per window. */
  planned: number;
  /** Its answers carry its time in ms. */
  stamps: boolean;
  /** The next boundary from an instant of its clock on. */
  boundaryMs: (serverMs: number) => number;
  /** Is told what it accepted. */
  accepted: (serverMs: number) => void;
}>;

/** These count requests, whatever they weigh. */
export function countsRequests(server: ServerName): boolean {
  return server === "even-spacing" || server === "minimum-distance";
}

/** Whose counting ends with a window of known phase or falls all the time: nothing is lost on the way. */
export function isExact(server: ServerName): boolean {
  return server === "aligned" || server === "token-bucket" || server === "stepped-decay";
}

/** How many requests are held at Gemini's gate. */
const queueMax = 5;

type Starts = "aligned" | "first-request" | "server-start";

/** `phaseMs` is where a server's own steps are, for those that have some. */
export function serverOf(name: ServerName, size: Size, phaseMs: number): Server {
  const { max, windowMs, jitterMs } = size;
  const intervalMs = windowMs / max;
  const stepMs = windowMs / 20;
  const window = { max, windowMs, per: [] } as const;
  const refill = { max, refillPerSecond: 1_000 / intervalMs } as const;
  const bucket = { counted: "bucket", ...refill, jitterMs, per: [] } as const;
  const fixed = (starts: Starts): CountingModel => fixedWindow({ max, windowMs, starts });
  const counted = { counted: "fixed-window", ...window } as const;
  const rolling = { counted: "rolling-window", ...window } as const;
  const of = (model: CountingModel, limit: FlatLimit, starts: Starts = "aligned"): Server => ({
    model,
    limit,
    planned: ratePerMs(limit) * windowMs,
    stamps: name === "aligned",
    ...boundaries(starts, windowMs),
  });
  switch (name) {
    case "aligned":
      return of(fixed(name), { ...counted, starts: "utc" });
    case "first-request":
      return of(fixed(name), { ...counted, starts: "first-request" }, name);
    case "server-start":
      return of(fixed(name), { ...counted, starts: "unknown" }, name);
    case "rolling-log":
      return of(rollingLog(window), rolling);
    case "token-bucket":
      return of(tokenBucket(refill), bucket);
    case "stepped-decay":
      return of(steppedDecay({ ...refill, stepMs, phaseMs }), { ...bucket, stepMs });
    case "sliding-counter":
      // Its figures are of the limit's own plan, not of the smaller bucket's.
      return {
        ...of(slidingCounter(window), smallBucket(size)),
        planned: ratePerMs(rolling) * windowMs,
      };
    case "even-spacing":
      return of(evenSpacing({ intervalMs, queueMax }), spaced(size));
    case "minimum-distance":
      // The last interval holds one.
      return of(minimumDistance({ distanceMs: intervalMs }), {
        ...rolling,
        max: 1,
        windowMs: intervalMs,
      });
  }
}

/**
 * No declaration counts like a sliding counter. One that it never refuses is a bucket whose burst and
 * refill per window together are its limit; the burst is twice what refills on the way, or a mirror of it
 * would be empty.
 */
function smallBucket({ max, windowMs, jitterMs, heaviest }: Size): FlatLimit {
  const onTheWay = (2.2 * jitterMs) / windowMs;
  const burst = Math.ceil(Math.max(0.1 * max, 2 * heaviest, (max * onTheWay) / (1 + onTheWay), 2));
  const refillPerSecond = ((max - burst) / windowMs) * 1_000;
  return { counted: "bucket", max: burst, refillPerSecond, jitterMs, per: [] };
}

/**
 * One after the other, where the queue takes in all that can arrive together; otherwise what it holds, as
 * a bucket.
 */
function spaced({ max, windowMs, jitterMs }: Size): FlatLimit {
  const together = 1 + (jitterMs * max) / windowMs;
  if (together <= queueMax + 1) return { counted: "unknown", max, windowMs, burstMax: 1, per: [] };
  const refillPerSecond = (max / windowMs) * 1_000;
  return { counted: "bucket", max: queueMax + 1, refillPerSecond, jitterMs, per: [] };
}

function boundaries(starts: Starts, windowMs: number): Pick<Server, "boundaryMs" | "accepted"> {
  let originMs = starts === "aligned" ? 0 : -Infinity;
  return {
    boundaryMs(serverMs) {
      if (originMs === -Infinity) return serverMs;
      return originMs + Math.ceil((serverMs - originMs) / windowMs) * windowMs;
    },
    accepted(serverMs) {
      if (originMs === -Infinity) originMs = serverMs;
      if (starts === "first-request" && serverMs >= originMs + windowMs) originMs = serverMs;
    },
  };
}
