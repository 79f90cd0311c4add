/** What KuCoin's parameters and answers have in common. https://github.com/Kucoin/kucoin-universal-sdk/tree/78c90c7, read 2026-11. */
import { z } from "zod";

/** The body of an answer: the code "200000", and the `data`. */
export function answerOf<Body extends z.ZodType>(data: Body) {
  return z.looseObject({ code: z.string(), data });
}

/** For endpoints that a bot calls rarely: what KuCoin documents goes through unchecked. */
export const anything = { params: z.looseObject({}), answer: z.looseObject({ code: z.string() }) };

export const nothing = z.strictObject({});
export const symbol = z.string().min(1);
export const bySymbol = z.strictObject({ symbol });
export const clientOid = z.string().min(1).max(40);

/** An instant, in the unit that the endpoint says. */
export const instant = z.number().int().optional();

export const ofSymbol = z.looseObject({ symbol: z.string() });
export const placed = z.looseObject({ orderId: z.string() });

/** A book of levels of price and size. */
export function bookOf<Figure extends z.ZodType>(figure: Figure) {
  const side = z.array(z.array(z.union([figure, z.string()])));
  return answerOf(z.looseObject({ bids: side, asks: side }));
}
