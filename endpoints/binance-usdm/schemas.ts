/**
 * Parameters and answers that endpoints of Binance's futures share.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/common-definition, read 2026-11.
 */
import { z } from "zod";
import { clientOrderId, decimal, side } from "../binance-spot/orders.ts";
import { recvWindow, symbol, whole } from "../binance-spot/schemas.ts";

export { clientOrderId } from "../binance-spot/orders.ts";
export {
  atLeastOne,
  period,
  rateLimit,
  recvWindow,
  rows,
  symbol,
  whole,
} from "../binance-spot/schemas.ts";

export const none = z.strictObject({});
export const timed = z.strictObject({ recvWindow });

/** One symbol, or all; of COIN-M also all of a `pair`, which weigh as much. */
export const oneOrAll = { symbol: symbol.optional(), pair: symbol.optional() };

/** The entry of one symbol, or a list. */
export function entries<Entry extends z.ZodType>(entry: Entry) {
  return z.union([z.array(entry), entry]);
}

/** "The operation of cancel all open order is done." */
export const done = z.looseObject({ code: z.union([z.number(), z.string()]), msg: z.string() });

export const order = z.looseObject({
  symbol: z.string(),
  orderId: z.number(),
  clientOrderId: z.string(),
  status: z.string(),
  side: z.string(),
  type: z.string(),
  price: z.string(),
  origQty: z.string(),
  executedQty: z.string(),
});

/** Of a batch each order is taken or refused by itself. */
export const orders = z.array(z.union([order, done]));

/** An order by the exchange's id, by its owner's, or by both. */
export const whichOrder = {
  symbol,
  orderId: whole.optional(),
  origClientOrderId: clientOrderId.optional(),
};

export const newOrder = z.looseObject({
  symbol,
  side,
  type: z.enum([
    "LIMIT",
    "MARKET",
    "STOP",
    "STOP_MARKET",
    "TAKE_PROFIT",
    "TAKE_PROFIT_MARKET",
    "TRAILING_STOP_MARKET",
  ]),
  positionSide: z.enum(["BOTH", "LONG", "SHORT"]).optional(),
  timeInForce: z.enum(["GTC", "IOC", "FOK", "GTX", "GTD", "RPI"]).optional(),
  quantity: decimal.optional(),
  price: decimal.optional(),
  stopPrice: decimal.optional(),
  reduceOnly: z.boolean().optional(),
  closePosition: z.boolean().optional(),
  newClientOrderId: clientOrderId.optional(),
  newOrderRespType: z.enum(["ACK", "RESULT"]).optional(),
  recvWindow,
});

export const changedOrder = z.looseObject({
  ...whichOrder,
  side,
  quantity: decimal.optional(),
  price: decimal.optional(),
  recvWindow,
});
