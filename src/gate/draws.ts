/** Weights and a scope to draws: which buckets a call takes from, and how much. */
import { InvalidCallError, words } from "../errors.ts";
import type { Draw } from "../ledger/ledger.ts";
import { checkLimit } from "../limits/limit.ts";
import type { FlatLimit, Limit, Scope } from "../limits/limit.ts";

export type Pricer = (
  weight: Readonly<Record<string, number | undefined>>,
  scope: Scope,
) => readonly Draw[];

/**
 * Prices calls against a set of limits. `prefix` begins every key, so that only those who name the same
 * exchange share a bucket.
 *
 * @throws {RangeError} If a limit's figures cannot be counted with.
 */
export function createPricer(limits: Readonly<Record<string, Limit>>, prefix: string): Pricer {
  for (const limit of Object.values(limits)) checkLimit(limit);
  const buckets = new Map<string, Omit<Draw, "cost">>();
  const flat = new Map<string, FlatLimit>();

  const bucket = (name: string, scope: Scope): Omit<Draw, "cost"> => {
    const limit = limits[name];
    if (limit === undefined) {
      throw new InvalidCallError(
        `No limit is called "${name}"; there are ${Object.keys(limits).join(", ")}.`,
      );
    }
    const key = keyOf(limitKey(prefix, name, limit), { name, per: limit.per, scope });
    const known = buckets.get(key);
    if (known !== undefined) return known;
    // The same calls come again and again, but a dimension may have any number of values.
    if (buckets.size >= 10_000) buckets.clear();
    const whose = Object.fromEntries(limit.per.map((dimension) => [dimension, scope[dimension]]));
    const made = { key, name, whose, limit: flatten(name, limit, { whose, flat }) };
    buckets.set(key, made);
    return made;
  };

  return (weight, scope) =>
    Object.entries(weight).flatMap(([name, cost]) => {
      if (cost === undefined) return [];
      if (!(cost >= 0 && cost < Infinity)) {
        throw new InvalidCallError(`A weight is a number from 0 up; ${name} was given ${cost}.`);
      }
      // One by one: what is copied as a whole gets a shape that is forgotten with the last of its kind.
      const { key, whose, limit } = bucket(name, scope);
      return [{ key, name, whose, limit, cost }];
    });
}

/** What the keys of a limit's buckets begin with. */
export function limitKey(prefix: string, name: string, { pool }: Pick<Limit, "pool">): string {
  return `${pool ?? prefix}/${name}`;
}

function keyOf(
  limitKeyOf: string,
  of: Readonly<{ name: string; per: readonly string[]; scope: Scope }>,
): string {
  let key = limitKeyOf;
  for (const dimension of of.per) {
    const value = of.scope[dimension];
    if (value === undefined) {
      throw new InvalidCallError(
        `${of.name} is counted per ${dimension}, and the call does not say which.`,
      );
    }
    key += `|${dimension}=${encodeURIComponent(value)}`;
  }
  return key;
}

/** The limit with the one figure that holds for this bucket: one object for all that share it. */
function flatten(
  name: string,
  limit: Limit,
  { whose, flat }: Readonly<{ whose: Scope; flat: Map<string, FlatLimit> }>,
): FlatLimit {
  const max = figureOf(name, limit, whose);
  const known = flat.get(`${name} ${max}`) ?? { ...limit, max };
  flat.set(`${name} ${max}`, known);
  return known;
}

function figureOf(name: string, { max, per }: Limit, whose: Scope): number {
  if (typeof max === "number") return max;
  const figure = max[whose[per.at(-1) ?? ""] ?? ""];
  if (figure !== undefined) return figure;
  throw new InvalidCallError(
    `${name} has no figure for ${words(whose)}; it has ${Object.keys(max).join(", ")}.`,
  );
}
