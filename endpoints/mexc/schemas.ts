/** What MEXC's parameters and answers have in common. https://github.com/rosssaunders/coincise/tree/a00ae58/docs/mexc, read 2026-11. */
import { z } from "zod";

/** For endpoints that a bot calls rarely: what MEXC documents goes through unchecked. */
export const anything = { params: z.looseObject({}), answer: z.unknown() };

export const symbol = z.string().min(1);

/** How many entries of a list to give. */
export const limitOf = (max: number) => z.number().int().min(1).max(max).optional();

/** Epoch ms. */
export const instant = z.number().int().optional();

/** The body of an answer of contracts. */
export function contractAnswer<Body extends z.ZodType>(data: Body) {
  return z.looseObject({ success: z.boolean(), code: z.number(), data });
}
