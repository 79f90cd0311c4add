/** What Deribit's answers have in common (JSON-RPC 2.0). https://docs.deribit.com, read 2026-11. */
import { z } from "zod";

/** The body of a yes. */
export function resultOf<Result extends z.ZodType>(result: Result) {
  return z.looseObject({
    jsonrpc: z.literal("2.0"),
    result,
    /** Epoch us at which it was answered. */
    usOut: z.number(),
  });
}

/** For methods that a bot calls rarely: what Deribit documents goes through unchecked. */
export const anything = { params: z.looseObject({}), answer: resultOf(z.unknown()) };

export const instrument_name = z.string().min(1);
export const currency = z.string().min(1);
export const kind = z.enum(["future", "option", "spot", "future_combo", "option_combo"]);
export const count = z.number().int().min(1).max(1_000).optional();

/** Epoch ms. */
export const instant = z.number().int();

export const order = z.looseObject({
  order_id: z.string(),
  order_state: z.string(),
  instrument_name: z.string(),
});
export const trade = z.looseObject({
  trade_id: z.string(),
  price: z.number(),
  amount: z.number(),
  direction: z.enum(["buy", "sell"]),
  timestamp: z.number(),
});
