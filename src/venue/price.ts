/**
 * Parameters to weights: what one call takes from each limit, and for whom.
 *
 *     endpoint + parameters + scope  ->  [{ limit, weight, scope }]
 */
import type { Limit, Scope } from "../limits/limit.ts";
import { checked } from "./endpoint.ts";
import type { CheckedWeight, Endpoint } from "./endpoint.ts";
import type { Venue } from "./venue.ts";

/** What a call takes from one limit: for several, where it draws from the bucket of each value. */
export type Priced = Readonly<{
  /** The limit's name; `own` for the endpoint's. */
  name: string;
  /** The most that it may be. */
  weight: number;
  scope: Scope;
  /** What it was, by the answer; `undefined` where that is known before. */
  actual: CheckedWeight["actual"] | undefined;
  /** Whose bucket it is depends on the caller alone, and the weight is final: all such calls are alike. */
  isCallers: boolean;
}>;

type Params = Readonly<Record<string, unknown>>;

/** What an endpoint takes, limit by limit. */
export type Tariff = readonly (CheckedWeight &
  Readonly<{ name: string; limit: Limit; isCallers: boolean }>)[];

/** The dimensions that say who calls, and not what for. */
const callers: ReadonlySet<string> = new Set(["ip", "account", "apiKey"]);

/** What calls of an endpoint take: what every call does, and what it declares itself. */
export function tariffOf(
  venue: Pick<Venue, "limits" | "everyCall" | "dimensions">,
  endpoint: Endpoint,
): Tariff {
  const weights: Record<string, CheckedWeight> = {};
  for (const [name, weight] of Object.entries(venue.everyCall ?? {}))
    weights[name] = checked(weight ?? 0);
  Object.assign(weights, endpoint.weight);
  const { dimensions = {} } = venue;
  return Object.entries(weights).flatMap(([name, weight]) => {
    const limit = name === "own" ? endpoint.own : venue.limits[name];
    if (limit === undefined) return [];
    const isTheirs = limit.per.every((one) => callers.has(one) && !Object.hasOwn(dimensions, one));
    return [{ ...weight, name, limit, isCallers: isTheirs && weight.actual === undefined }];
  });
}

/** Prices one call. `caller` holds the dimensions that are not parameters: ip, account, apiKey. */
export function priceCall(
  venue: Pick<Venue, "dimensions">,
  tariff: Tariff,
  { params, caller }: Readonly<{ params: Params; caller: Scope }>,
): readonly Priced[] {
  const base = scopeOf(params, caller);
  const priced: Priced[] = [];
  for (const row of tariff) {
    if (row.isCallers) price(priced, row, params, base);
    else
      for (const scope of scopesOf(venue, row.limit, base, params))
        price(priced, row, params, scope);
  }
  return priced;
}

function price(priced: Priced[], row: Tariff[number], params: Params, scope: Scope): void {
  const { name, reserve, actual, isCallers } = row;
  const weight = reserve(params, scope);
  // What certainly takes nothing need not say whose bucket it leaves alone.
  if (weight !== 0 || actual !== undefined) priced.push({ name, weight, scope, actual, isCallers });
}

/** One scope for each combination of the values that the limit's dimensions have in this call. */
function scopesOf(
  venue: Pick<Venue, "dimensions">,
  limit: Limit,
  base: Scope,
  params: Params,
): readonly Scope[] {
  let scopes: readonly Scope[] = [base];
  for (const dimension of limit.per) {
    const declared = venue.dimensions?.[dimension];
    if (declared === undefined) continue;
    const values = declared(params);
    const distinct = typeof values === "string" ? [values] : [...new Set(values)];
    scopes = scopes.flatMap((scope) => distinct.map((value) => ({ ...scope, [dimension]: value })));
  }
  return scopes;
}

/** Who calls, and the parameters that are words or figures. */
function scopeOf(params: Params, caller: Scope): Scope {
  const scope: Record<string, string | undefined> = {};
  for (const name of Object.keys(params)) {
    const value = params[name];
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
      scope[name] = String(value);
    }
  }
  for (const name of Object.keys(caller)) scope[name] = caller[name];
  return scope;
}
