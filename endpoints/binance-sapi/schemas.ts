/** Parameters and answers that endpoints of SAPI share. https://developers.binance.com/docs/margin_trading, read 2026-11. */
import { z } from "zod";
import { clientOrderId } from "../binance-spot/orders.ts";
import { period, recvWindow, symbol, whole } from "../binance-spot/schemas.ts";

export { anything, key, signed } from "../binance-usdm/weights.ts";

export const timed = z.strictObject({ recvWindow });

/** Of an isolated account, which is one of its symbol's, and not of the cross account. */
export const isIsolated = z.enum(["TRUE", "FALSE"]).optional();

export const sideEffectType = z
  .enum(["NO_SIDE_EFFECT", "MARGIN_BUY", "AUTO_REPAY", "AUTO_BORROW_REPAY"])
  .optional();

export const amount = z
  .string()
  .regex(/^\d{1,20}(?:\.\d{1,20})?$/, 'An amount is written as "0.001".');
export const asset = z.string().min(1);

/** A page of a list. */
export const page = {
  ...period,
  current: whole.optional(),
  size: z.number().int().min(1).max(100).optional(),
  recvWindow,
};

export const rowsOf = <Row extends z.ZodType>(row: Row) =>
  z.looseObject({ rows: z.array(row), total: z.number() });

/** What a transfer, a loan or a repayment is known by. */
export const transferred = z.looseObject({ tranId: z.number() });

export const order = z.looseObject({
  symbol: z.string(),
  orderId: z.number(),
  clientOrderId: z.string(),
});

export const whichOrder = {
  symbol,
  isIsolated,
  orderId: whole.optional(),
  origClientOrderId: clientOrderId.optional(),
  recvWindow,
};
