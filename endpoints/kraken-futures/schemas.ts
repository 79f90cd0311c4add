/** What answers of Kraken Futures have in common. https://docs.kraken.com/api/docs/guides/futures-rest, read 2026-11. */
import { z } from "zod";

/** The body of an answer: `result`, and more beside it. */
export function answerOf<Fields extends z.ZodRawShape>(fields: Fields) {
  return z.looseObject({ result: z.literal("success"), ...fields });
}

/** For endpoints that a bot calls rarely: what Kraken documents goes through unchecked. */
export const anything = { params: z.looseObject({}), answer: z.unknown() };

export const symbol = z.string().min(1);
export const nothing = z.strictObject({});

/** What every call of an account takes at least. */
export const read = { auth: "signed", weight: { budget: 2 } } as const;
