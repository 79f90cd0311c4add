/** What the answers of OKX have in common. https://www.okx.com/docs-v5/en/#overview, read 2026-11. */
import { z } from "zod";

/** The body of an answer: `code` "0", and a list. */
export function listOf<Entry extends z.ZodType>(entry: Entry) {
  return z.looseObject({ code: z.string(), msg: z.string(), data: z.array(entry) });
}

/** For endpoints that a bot calls rarely: what OKX documents goes through unchecked. */
export const anything = { params: z.looseObject({}), answer: listOf(z.unknown()) };

export const instId = z.string().min(1);
export const instType = z.enum(["SPOT", "MARGIN", "SWAP", "FUTURES", "OPTION"]);
export const limitOf = (max: number) => z.number().int().min(1).max(max).optional();

/** Newer, or older, than this id or instant. */
export const page = {
  after: z.string().optional(),
  before: z.string().optional(),
  limit: limitOf(100),
};
