/** What a call takes from each limit, as its venue declares it. */
import type { Venue } from "headgate";
import { priceCall, tariffOf } from "../../src/venue/price.ts";

/** The most of any bucket, by limit; limits that it leaves alone are left out. */
export function priceOf(
  venue: Venue,
  name: string,
  params: object,
): Readonly<Record<string, number>> {
  const endpoint = venue.endpoints[name];
  if (endpoint === undefined) throw new TypeError(`${venue.name} has no endpoint "${name}".`);
  const priced = priceCall(venue, tariffOf(venue, endpoint), { params: { ...params }, caller: {} });
  return Object.fromEntries(priced.map(({ name: limit, weight }) => [limit, weight]));
}
