/** What Bybit's answers have in common. https://github.com/bybit-exchange/docs/blob/072c197/docs/v5/guide.mdx, read 2026-11. */
import { z } from "zod";

/** The body of an answer: `retCode` 0, and the `result`. */
export function answerOf<Result extends z.ZodType>(result: Result) {
  return z.looseObject({
    retCode: z.number(),
    retMsg: z.string(),
    result,
    /** Epoch ms. */
    time: z.number(),
  });
}

/** A list that goes on at `nextPageCursor`. */
export function listOf<Entry extends z.ZodType>(entry: Entry) {
  return answerOf(z.looseObject({ list: z.array(entry), nextPageCursor: z.string().optional() }));
}

/** For endpoints that a bot calls rarely: what Bybit documents goes through unchecked. */
export const anything = { params: z.looseObject({}), answer: answerOf(z.unknown()) };

export const category = z.enum(["spot", "linear", "inverse", "option"]);
export const futures = z.enum(["linear", "inverse"]);
export const symbol = z.string().min(1);

/** One level of a book: decimal strings. */
export const level = z.tuple([z.string(), z.string()]);

/** How many entries of a list to give. */
export const limitOf = (max: number) => z.number().int().min(1).max(max).optional();

export const page = { limit: limitOf(50), cursor: z.string().optional() };

/** Epoch ms. */
export const instant = z.number().int().optional();
