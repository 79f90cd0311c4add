/** A bucket as a ledger keeps it: whose it is, and what its clients have made of it. */
import type { Bucket, Level, Report } from "../limits/bucket.ts";
import type { FlatLimit, Scope } from "../limits/limit.ts";
import type { Adopted } from "./ledger.ts";

export type Entry = Readonly<{
  bucket: Bucket;
  key: string;
  name: string;
  whose: Scope;
  limit: FlatLimit;
}> & {
  /** Limits of other clients that were compared with this one. */
  compared?: WeakSet<FlatLimit>;
  /** The lower figure where clients set it differently: what one of them hears does not raise it. */
  most: number;
};

export function levelOf({ bucket, key, name, whose }: Entry, nowMs: number): Level {
  return { limit: name, whose, key, ...bucket.level(nowMs) };
}

/** A report as the clients that share a bucket have settled it. */
export function held({ most }: Entry, report: Report): Report {
  const { max } = report;
  return max !== undefined && max > most ? { ...report, max: most } : report;
}

/** Takes over those changes that are about this bucket. */
export function heed(entry: Entry, changes: readonly Adopted[], nowMs: number): void {
  for (const { limitKey, max, whose } of changes) {
    const agrees = Object.keys(entry.whose).every((dimension) => {
      const asked = whose[dimension];
      return asked === undefined || asked === entry.whose[dimension];
    });
    if (limitOf(entry.key) !== limitKey || !agrees) continue;
    entry.bucket.report(held(entry, { max }), nowMs);
  }
}

/** The limit's part of a bucket's key, which its dimensions follow. */
export function limitOf(key: string): string {
  const [limit = key] = key.split("|", 1);
  return limit;
}

/**
 * Two clients that set one limit differently under one key: the lower figure holds, and the first window.
 * What the exchange itself has said since is no setting, and is compared with nothing. Returns what a
 * person should know, once.
 */
export function compare(entry: Entry, limit: FlatLimit, nowMs: number): string | undefined {
  entry.compared ??= new WeakSet();
  if (entry.compared.has(limit)) return undefined;
  entry.compared.add(limit);
  const { max } = entry.limit;
  const [first, second] = [windowOf(entry.limit), windowOf(limit)];
  if (limit.max === max && first === second) return undefined;
  if (limit.max !== max) entry.most = Math.min(entry.most, max, limit.max);
  if (limit.max < entry.bucket.level(nowMs).max) entry.bucket.report({ max: limit.max }, nowMs);
  return limit.max === max
    ? `${entry.name} is set to ${first} ms and to ${second} ms under one key; the first holds.`
    : `${entry.name} is set to ${max} and to ${limit.max} under one key; the lower figure holds.`;
}

function windowOf(limit: FlatLimit): number | undefined {
  return "windowMs" in limit ? limit.windowMs : undefined;
}
