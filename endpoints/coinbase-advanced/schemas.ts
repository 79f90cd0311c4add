/** What calls and answers of Coinbase Advanced Trade share. https://docs.cdp.coinbase.com/coinbase-app/advanced-trade-apis/rest-api, read 2026-11. */
import { z } from "zod";

export const nothing = z.strictObject({});
export const product_id = z.string().min(1);

/** Epoch seconds, as text. */
export const second = z.string().regex(/^\d+$/);

export const whole = z.number().int().min(1).optional();

export const order = z.looseObject({ order_id: z.string(), status: z.string() });
export const product = z.looseObject({ product_id: z.string(), price: z.string() });
