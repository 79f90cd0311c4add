/**
 * The names of limits inside a client's gate: a venue's own words, an endpoint's own limit, and one limit
 * for each scope that takes nothing and can be blocked, so that a ban reaches every call of that scope.
 */
import type { Endpoint } from "../venue/endpoint.ts";

/** Whom a ban can stop. */
export const blockedScopes = ["ip", "account", "apiKey"] as const;

export type BlockedScope = (typeof blockedScopes)[number];

/** The limit that only ever blocks; no venue's limit has a name with an @. */
export function scopeLimit(scope: BlockedScope): string {
  return `@${scope}`;
}

/** The limit that blocks the calls of one endpoint and one caller after nothing but errors. */
export const errorsLimit = "@errors";

/** A limit's name in the gate: `own` is the endpoint's. */
export function limitName(name: string, endpoint: string): string {
  return name === "own" ? `${endpoint}.own` : name;
}

/**
 * The limit that `own` stands for in reports and refusals: the endpoint's own, else the one that it draws
 * from by its own weight; `undefined` where there are several.
 */
export function ownLimit(name: string, endpoint: Endpoint): string | undefined {
  if (endpoint.own !== undefined) return limitName("own", name);
  return endpoint.drawsFrom.length === 1 ? endpoint.drawsFrom[0] : undefined;
}
