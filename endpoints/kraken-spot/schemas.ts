/** What Kraken's calls and answers have in common. https://docs.kraken.com/api/docs/guides/spot-rest-intro, read 2026-11. */
import { z } from "zod";

/** The body of an answer: no errors, and the `result`. */
export function answerOf<Result extends z.ZodType>(result: Result) {
  return z.looseObject({ error: z.array(z.string()), result });
}

/** For endpoints that a bot calls rarely: what Kraken documents goes through unchecked. */
export const anything = { params: z.looseObject({}), answer: answerOf(z.unknown()) };

export const pair = z.string().min(1);
export const nothing = z.strictObject({});

/** One level of a book: price, volume, and the second in which it changed. */
export const level = z.tuple([z.string(), z.string(), z.number()]);

/** Of an order, by its id. */
export const ofOrders = z.record(
  z.string(),
  z.looseObject({ status: z.string(), vol: z.string() }),
);

/** A number of whole units. */
export const whole = z.number().int().min(0).optional();
