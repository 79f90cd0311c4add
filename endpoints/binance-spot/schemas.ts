/**
 * Parameters that many endpoints of Binance Spot share. Each is checked before its call goes to the line,
 * for a wrong one would cost its full weight.
 *
 * Source of all parameters: https://github.com/binance/binance-spot-api-docs/blob/07550e7/rest-api.md, an older
 * state of the page that the weights are from, read 2026-11.
 */
import { z } from "zod";

/** Symbols are upper case, and may hold characters beyond ASCII. */
export const symbol = z.string().min(1);
export const symbols = z.array(symbol).min(1);

/** Only symbols of this state; one symbol in another state is refused with -1220. Unconfirmed: `CANCEL_ONLY`. */
export const symbolStatus = z.enum(["TRADING", "HALT", "BREAK", "CANCEL_ONLY"]).optional();

/** An id or an instant: Binance's own ids, and epoch ms (or µs). */
export const whole = z.number().int().nonnegative();

/** For how many ms after its timestamp a request is good; the server takes 5 000 where it is left out. */
export const recvWindow = z.number().positive().max(60_000).optional();

/** How many rows of history. @default 500 */
export const rows = z.number().int().min(1).max(1_000).optional();

/** Epoch ms (or µs), both inclusive. */
export const period = { startTime: whole.optional(), endTime: whole.optional() };

/** Where days begin: hours, or hours and minutes, from -12:00 to +14:00. @default "0" */
export const timeZone = z
  .string()
  .regex(/^[+-]?\d{1,2}(?::[0-5]\d)?$/, 'A time zone is written as "8" or "-1:00".')
  .optional();

/** A check that at most one of these parameters is given; for `refine`. */
export function atMostOne<Name extends string>(...names: readonly Name[]): Check<Name> {
  return [
    (params) => names.filter((name) => params[name] !== undefined).length <= 1,
    `${names.join(" and ")} exclude each other.`,
  ];
}

/** A check that one of these parameters is given; for `refine`. */
export function atLeastOne<Name extends string>(...names: readonly Name[]): Check<Name> {
  return [
    (params) => names.some((name) => params[name] !== undefined),
    `${names.join(" or ")} is needed.`,
  ];
}

type Check<Name extends string> = [
  check: (params: Readonly<Partial<Record<Name, unknown>>>) => boolean,
  message: string,
];

/** One limit, as the exchange lists it. */
export const rateLimit = z.looseObject({
  /** `REQUEST_WEIGHT`, `RAW_REQUESTS`, `ORDERS`, and whatever comes. */
  rateLimitType: z.string(),
  /** `SECOND`, `MINUTE`, `DAY`. */
  interval: z.string(),
  intervalNum: z.number(),
  limit: z.number(),
});
