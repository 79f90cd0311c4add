/**
 * The limits that are in force, as `exchangeInfo` tells them: each answer of it that a client sees brings
 * its buckets to these figures, also for calls that wait in line.
 *
 * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/enums.md#rate-limiters-ratelimittype, read 2026-11.
 */
import type { Answer, Report } from "headgate";
import { z } from "zod";

const rateLimits = z.looseObject({
  rateLimits: z.array(
    z.looseObject({
      rateLimitType: z.string(),
      interval: z.string(),
      intervalNum: z.number(),
      limit: z.number().positive(),
    }),
  ),
});

/**
 * A reader of the figures in an answer of `exchangeInfo`; it finds nothing in any other. A limit is known by its
 * type and its window: one with another window is another limit.
 */
export function readingLimits<Name extends string>(
  names: Readonly<Record<string, Name>>,
): (answer: Answer) => Readonly<Partial<Record<Name, Report>>> {
  const nameOf = new Map(Object.entries(names));
  return ({ body }) => {
    const found: Partial<Record<Name, Report>> = {};
    // Most answers are none of it, and a parse costs more than a look.
    if (typeof body !== "object" || body === null || !("rateLimits" in body)) return found;
    for (const told of rateLimits.safeParse(body).data?.rateLimits ?? []) {
      const name = nameOf.get(`${told.rateLimitType} ${told.intervalNum} ${told.interval}`);
      if (name !== undefined) found[name] = { max: told.limit };
    }
    return found;
  };
}

/** The figures of Binance Spot. */
export const limitsInForce = readingLimits({
  "REQUEST_WEIGHT 1 MINUTE": "requestWeight",
  "RAW_REQUESTS 5 MINUTE": "rawRequests",
  "ORDERS 10 SECOND": "orders10s",
  "ORDERS 1 DAY": "orders1d",
});

/**
 * Brings a client's limits to those in force. Weight 20.
 *
 * @throws Whatever `exchangeInfo` throws.
 *
 * @example
 * await refreshLimits(binance);
 */
export async function refreshLimits(
  client: Readonly<{ exchangeInfo(params: { symbol: string }): PromiseLike<unknown> }>,
): Promise<void> {
  // One symbol keeps the answer small; the limits are the same.
  await client.exchangeInfo({ symbol: "BTCUSDT" });
}
