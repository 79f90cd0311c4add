/** What the answers of Bitget have in common. https://www.bitget.com/api-doc/common/intro, read 2026-11. */
import { z } from "zod";

/** The body of an answer: `code` "00000", and the `data`. */
export function answerOf<Result extends z.ZodType>(data: Result) {
  return z.looseObject({
    code: z.string(),
    msg: z.string(),
    /** Epoch ms. */
    requestTime: z.number(),
    data,
  });
}

/** For endpoints that a bot calls rarely: what Bitget documents goes through unchecked. */
export const anything = { params: z.looseObject({}), answer: answerOf(z.unknown()) };

export const symbol = z.string().min(1);
export const productType = z.enum(["USDT-FUTURES", "COIN-FUTURES", "USDC-FUTURES"]);
export const limitOf = (max: number) => z.number().int().min(1).max(max).optional();

/** Epoch ms. */
export const instant = z.number().int().optional();

/** Up to 32 characters, unique among what is open. */
export const clientOid = z
  .string()
  .regex(/^[\w:#\-+\s]{1,32}$/)
  .optional();

export const ticker = z.looseObject({ symbol: z.string(), lastPr: z.string() });
export const book = answerOf(
  z.looseObject({ asks: z.array(z.array(z.unknown())), bids: z.array(z.array(z.unknown())) }),
);
/** Start, open, high, low, close, and volumes. */
export const candles = answerOf(z.array(z.array(z.string())));
export const trades = answerOf(
  z.array(z.looseObject({ tradeId: z.string(), price: z.string(), size: z.string() })),
);
export const acknowledged = z.looseObject({
  orderId: z.string(),
  clientOid: z.string().nullable(),
});
/** Some of a batch may be taken and some not. */
export const batchAcknowledged = answerOf(
  z.looseObject({ successList: z.array(acknowledged), failureList: z.array(z.unknown()) }),
);
