/**
 * The names of limits inside a client's gate: a venue's own words, an endpoint's own limit, and one limit
 * for each scope that takes nothing and can be blocked, so that a ban reaches every call of that scope.
 */
import type { Limit } from "../limits/limit.ts";
import type { Venue } from "../venue/venue.ts";

const scopes = ["ip", "account", "apiKey"] as const;

export type BlockedScope = (typeof scopes)[number];

/** The limit that only ever blocks; no venue's limit has a name with an @. */
export function scopeLimit(scope: BlockedScope): string {
  return `@${scope}`;
}

/** A limit's name in the gate: `own` is the endpoint's. */
export function limitName(name: string, endpoint: string): string {
  return name === "own" ? `${endpoint}.own` : name;
}

/** All limits of a venue as one gate holds them. */
export function gateLimits(
  venue: Venue,
  overrides: Readonly<Record<string, Partial<Limit> | undefined>>,
): Readonly<Record<string, Limit>> {
  const limits: Record<string, Limit> = {};
  for (const scope of scopes) {
    limits[scopeLimit(scope)] = { counted: "open", max: Infinity, per: [scope] };
  }
  for (const [name, limit] of Object.entries(venue.limits)) limits[name] = limit;
  for (const [name, endpoint] of Object.entries(venue.endpoints)) {
    if (endpoint.own !== undefined) limits[limitName("own", name)] = endpoint.own;
  }
  for (const [name, override] of Object.entries(overrides)) {
    const limit = limits[name];
    if (limit === undefined) throw new TypeError(`${venue.name} has no limit called "${name}".`);
    // One figure is changed, the way of counting stays; the gate checks the whole.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    limits[name] = { ...limit, ...override } as Limit;
  }
  return limits;
}
