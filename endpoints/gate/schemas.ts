/**
 * What parameters and answers of Gate have in common; a body is the thing itself, with nothing around it.
 * https://www.gate.com/docs/developers/apiv4 (copy of 2026-05-27), read 2026-11.
 */
import { z } from "zod";

/** For endpoints that a bot calls rarely: what Gate documents goes through unchecked. */
export const anything = { params: z.looseObject({}), answer: z.unknown() };

export const nothing = z.strictObject({});

/** `BTC_USDT`; of futures a contract has such a name. */
export const currency_pair = z.string().min(1);
export const contract = z.string().min(1);

/** What futures are settled in. */
export const settle = z.enum(["btc", "usdt", "usd"]);

/** The caller's own name of an order: "t-", and up to 28 more. */
export const text = z.string().regex(/^t-[\w.-]{1,28}$/);

/** The exchange's number of an order, or the caller's name of it. */
export const order_id = z.string().min(1);

export const limitOf = (max = 1_000) => z.number().int().min(1).max(max).optional();

/** Epoch seconds. */
export const range = { from: z.number().int().optional(), to: z.number().int().optional() };
export const paged = { page: z.number().int().min(1).optional(), limit: limitOf() };
export const offset = { offset: z.number().int().min(0).optional(), limit: limitOf() };

/** Numbers come as numbers or as texts. */
export const figure = z.union([z.string(), z.number()]);

/** A list of orders is sent as it is, with nothing around it. */
export function batchOf<Order extends z.ZodType>(order: Order, max: number) {
  return {
    list: z.array(order).min(1).max(max),
    body: ({ orders }: Readonly<{ orders: unknown }>) => orders,
  };
}

/** Each of its orders counts. */
export const each = ({ orders }: Readonly<{ orders: readonly unknown[] }>): number => orders.length;

/** Of what takes orders back. */
export const cancels = { auth: "signed", priority: "urgent", idempotent: true } as const;
