/** What answers of Crypto.com have in common. https://exchange-docs.crypto.com, read 2026-11. */
import { z } from "zod";

/** The body of an answer: `code` 0, and the `result`. */
export function answerOf<Result extends z.ZodType>(result: Result) {
  return z.looseObject({ code: z.number(), result });
}

/** A list, as nearly every answer has one. */
export function listOf<Entry extends z.ZodType>(entry: Entry) {
  return answerOf(z.looseObject({ data: z.array(entry) }));
}

export const instrument_name = z.string().min(1);
export const nothing = z.strictObject({});
