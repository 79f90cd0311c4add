/**
 * The limits as one client keeps them: the published figures, what its user has set instead, and its share
 * where others, who do not talk to it, have the rest.
 */
import { partOf, shareOf } from "../limits/share.ts";
import type { Limit } from "../limits/limit.ts";
import type { Report } from "../limits/bucket.ts";
import type { Venue } from "../venue/venue.ts";
import { blockedScopes, errorsLimit, limitName, scopeLimit } from "./scopes.ts";

export type Settings = Readonly<{
  limits: Readonly<Record<string, Partial<Limit> | undefined>>;
  share: number;
  coldStart: boolean;
}>;

/**
 * All limits of a venue as one gate holds them.
 *
 * @throws {TypeError} If a setting names no limit.
 * @throws {RangeError} If the share is none.
 */
export function gateLimits(venue: Venue, settings: Settings): Readonly<Record<string, Limit>> {
  const limits: Record<string, Limit> = { ...venue.limits };
  for (const [name, endpoint] of Object.entries(venue.endpoints)) {
    if (endpoint.own !== undefined) limits[limitName("own", name)] = endpoint.own;
  }
  for (const [name, set] of Object.entries(settings.limits)) {
    const limit = Object.hasOwn(limits, name) ? limits[name] : undefined;
    if (limit === undefined) throw new TypeError(`${venue.name} has no limit called "${name}".`);
    // One figure is changed, the way of counting stays; the gate checks the whole.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    limits[name] = { ...limit, ...set } as Limit;
  }
  const { share, coldStart } = settings;
  for (const [name, limit] of Object.entries(limits)) {
    limits[name] = shareOf({ coldStart, ...limit }, share);
  }
  for (const scope of blockedScopes) {
    limits[scopeLimit(scope)] = { counted: "open", max: Infinity, per: [scope], coldStart };
  }
  limits[errorsLimit] = {
    counted: "unknown",
    windowMs: 1_000,
    max: Infinity,
    per: ["endpoint", "caller"],
  };
  return limits;
}

/** What a person should know about the settings. */
export function doubts(venue: Venue, { limits }: Settings): readonly string[] {
  return Object.entries(limits).flatMap(([name, set]) => {
    const published = venue.limits[name]?.max;
    const max = set?.max;
    if (typeof published !== "number" || typeof max !== "number" || max <= published) return [];
    return [`${venue.name}: ${name} is set to ${max}, and ${published} is published.`];
  });
}

/** What a report means to this client. */
export function seenBy({ limits, share }: Settings, name: string, report: Report): Report {
  if (share === 1 && report.max === undefined) return report;
  const { max, ...figures } = report;
  const { used: _used, remaining: _remaining, ...silent } = figures;
  // What the others of a shared limit use stands in the exchange's figures, and is theirs.
  const seen = share < 1 ? silent : figures;
  // What is no figure says nothing, and a part of it would be one call.
  const told = max !== undefined && max > 0 && max < Infinity;
  // What the user has set stays set.
  const isSet = limits[name]?.max !== undefined;
  return told && !isSet ? { ...seen, max: partOf(max, share) } : seen;
}
