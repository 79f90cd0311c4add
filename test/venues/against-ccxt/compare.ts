/**
 * Our weights beside ccxt's costs. The two have units of their own; what they share is for how long a call
 * keeps the limit to itself: weight x window / max here, cost x rateLimit there.
 */
import type { Limit, Scope, Venue } from "headgate";
import { priceCall, tariffOf } from "../../../src/venue/price.ts";
import { costsOf, plain } from "./costs.ts";
import type { Costed } from "./costs.ts";
import type { Peer } from "./exchanges.ts";

/** One call that the two price differently. */
export type Difference = Readonly<{
  venue: string;
  endpoint: string;
  call: string;
  /** For which parameters: "no symbol", "limit 500". */
  when: string;
  /** In the venue's unit, of the limit that lets the least through. */
  ours: Readonly<{ weight: number; limit: string; ms: number }>;
  /** The same in ccxt's. */
  ccxt: Readonly<{ cost: number; weight: number; ms: number }>;
}>;

export type Compared = Readonly<{
  /** How many calls both have. */
  calls: number;
  differences: readonly Difference[];
}>;

/** Rounded costs are no differences. */
const tolerance = 0.03;

export async function compared(venue: Venue, peer: Peer): Promise<Compared> {
  const { rateLimitMs, endpoints } = await costsOf(peer.exchange);
  const unitMs = peer.costMs ?? rateLimitMs;
  let calls = 0;
  const differences: Difference[] = [];
  for (const [name, { method, path, origin = venue.origin }] of Object.entries(venue.endpoints)) {
    const theirs = theirsOf(endpoints, method, origin + path);
    for (const { when, params } of theirs?.cases ?? []) {
      const ours = priceOf(venue, name, params, peer.limits);
      const cost = theirs?.cost(params) ?? NaN;
      if (ours === undefined || Number.isNaN(cost)) continue;
      calls += 1;
      const ms = cost * unitMs;
      if (Math.abs(ms - ours.ms) <= tolerance * Math.max(ms, ours.ms)) continue;
      const weight = ms / ours.msPerWeight;
      const { msPerWeight: _, ...shown } = ours;
      const call = `${method} ${path}`;
      const ccxt = { cost, weight, ms };
      differences.push({ venue: venue.name, endpoint: name, call, when, ours: shown, ccxt });
    }
  }
  return { calls, differences };
}

/** By its whole URL; by its path alone where ccxt goes to another host of the exchange. */
function theirsOf(all: readonly Costed[], method: string, url: string): Costed | undefined {
  const own = all.filter((one) => one.method === method);
  const [wanted, path] = [plain(url), pathIn(plain(url))];
  const exact = own.find((one) => one.url === wanted);
  if (exact !== undefined) return exact;
  const alike = own.filter((one) => pathIn(one.url) === path);
  return alike.length === 1 ? alike[0] : undefined;
}

function pathIn(url: string): string {
  return url.replace(/^https:\/\/[^/]+/, "");
}

/** One order where a call takes a list, and one instrument where it takes any. */
const one = { instId: "BTC-USDT", symbol: "BTCUSDT", orderId: "1" } as const;
const usual = {
  category: "spot",
  instId: one.instId,
  instType: "SPOT",
  currency_pair: "BTC_USDT",
  pair: "XBTUSD",
  ordertype: "limit",
  orders: [one],
  request: [one],
  orderList: [one],
  batchOrders: [one],
} as const;

type Price = Difference["ours"] & Readonly<{ msPerWeight: number }>;

/** What keeps its limit longest; `undefined` where the parameters do not suffice, or no limit is asked for. */
function priceOf(
  venue: Venue,
  name: string,
  params: object,
  limits: readonly string[] | undefined,
): Price | undefined {
  const endpoint = venue.endpoints[name];
  if (endpoint === undefined) return undefined;
  const tariff = tariffOf(venue, endpoint).filter((row) => limits?.includes(row.name) ?? true);
  const prices = tariff.flatMap((row): readonly Price[] => {
    const [priced] = pricedOf(() =>
      priceCall(venue, [row], { params: { ...usual, ...params }, caller }),
    );
    if (priced === undefined) return [];
    const { name: limit, weight, scope } = priced;
    const msPerWeight = msPerWeightOf(row.limit, scope);
    return msPerWeight === undefined
      ? []
      : [{ weight, limit, ms: weight * msPerWeight, msPerWeight }];
  });
  return prices.toSorted((left, right) => right.ms - left.ms)[0];
}

const caller = { ip: "a", account: "maker", apiKey: "key" } as const;

/** A price that needs other parameters than those above is not compared. */
function pricedOf<Priced>(price: () => readonly Priced[]): readonly Priced[] {
  try {
    return price();
  } catch {
    return [];
  }
}

function msPerWeightOf(limit: Limit, scope: Scope): number | undefined {
  if (limit.counted === "bucket") return 1_000 / limit.refillPerSecond;
  if (!("windowMs" in limit)) return undefined;
  if (typeof limit.max === "number") return limit.windowMs / limit.max;
  // By the value of the last dimension.
  const max = limit.max[scope[limit.per.at(-1) ?? ""] ?? ""];
  return max === undefined ? undefined : limit.windowMs / max;
}
