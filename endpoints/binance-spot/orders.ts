/** Orders of Binance Spot as requests name them and as answers show them; what all files about orders share. */
import { z } from "zod";
import { recvWindow, symbol, whole } from "./schemas.ts";

/** Prices and quantities stay strings: a number would be written as 1e-8. Unconfirmed: at most 20 digits a side. */
export const decimal = z
  .string()
  .regex(/^\d{1,20}(?:\.\d{1,20})?$/, 'A decimal is written as "0.001".');

export const clientOrderId = z
  .string()
  .regex(/^[.A-Z:/a-z0-9_-]{1,36}$/, "1 to 36 of A-Z a-z 0-9 . : / _ -");

export const side = z.enum(["BUY", "SELL"]);

export const orderType = z.enum([
  "LIMIT",
  "MARKET",
  "STOP_LOSS",
  "STOP_LOSS_LIMIT",
  "TAKE_PROFIT",
  "TAKE_PROFIT_LIMIT",
  "LIMIT_MAKER",
]);

export const timeInForce = z.enum(["GTC", "IOC", "FOK"]).optional();

/** In basis points. */
export const trailingDelta = z.number().int().positive().optional();

/** An order may be a part of a strategy of its owner's. */
export const strategy = {
  strategyId: z.number().int().optional(),
  strategyType: z.number().int().min(1_000_000).optional(),
};

/** A price that follows the book: which side's, and how many levels away from its best. */
export const pegged = {
  pegPriceType: z.enum(["PRIMARY_PEG", "MARKET_PEG"]).optional(),
  pegOffsetValue: z.number().int().max(100).optional(),
  pegOffsetType: z.enum(["PRICE_LEVEL"]).optional(),
};

/** How much the answer to a new order holds. */
export const newOrderRespType = z.enum(["ACK", "RESULT", "FULL"]).optional();

/** Which of them the symbol allows stands in `exchangeInfo`. Unconfirmed: that `TRANSFER` is in use yet. */
export const selfTradePreventionMode = z
  .enum(["NONE", "EXPIRE_TAKER", "EXPIRE_MAKER", "EXPIRE_BOTH", "DECREMENT", "TRANSFER"])
  .optional();

/** In which state an order has to be for a cancel to succeed. */
export const cancelRestrictions = z.enum(["ONLY_NEW", "ONLY_PARTIALLY_FILLED"]).optional();

/** A new order. Which of them its `type` needs, the exchange decides. */
export const newOrderParams = {
  symbol,
  side,
  type: orderType,
  timeInForce,
  /** In the base asset. */
  quantity: decimal.optional(),
  /** In the quote asset, for a market order. */
  quoteOrderQty: decimal.optional(),
  price: decimal.optional(),
  /** Unique among open orders; the exchange makes one where it is left out. */
  newClientOrderId: clientOrderId.optional(),
  ...strategy,
  stopPrice: decimal.optional(),
  trailingDelta,
  icebergQty: decimal.optional(),
  newOrderRespType,
  selfTradePreventionMode,
  ...pegged,
  recvWindow,
};

/** An order by the exchange's id, by its owner's, or by both. */
export const whichOrder = {
  symbol,
  orderId: whole.optional(),
  origClientOrderId: clientOrderId.optional(),
};

/** What an answer about an order holds beside its ids; `ACK` holds none of it. */
const orderState = {
  price: z.string().optional(),
  /** Not there while the order waits for another one to tell its quantity. */
  origQty: z.string().optional(),
  executedQty: z.string().optional(),
  /** The exchange's spelling. */
  cummulativeQuoteQty: z.string().optional(),
  status: z.string().optional(),
  timeInForce: z.string().optional(),
  type: z.string().optional(),
  side: z.string().optional(),
  /** Why it expired, where a rule of the exchange made it. */
  expiryReason: z.string().optional(),
};

const orderIds = {
  symbol: z.string(),
  orderId: z.number(),
  /** -1 where the order belongs to no list. */
  orderListId: z.number(),
  clientOrderId: z.string(),
};

const fill = z.looseObject({
  price: z.string(),
  qty: z.string(),
  commission: z.string(),
  commissionAsset: z.string(),
});

/** A new order, as long as `newOrderRespType` asked for. */
export const placedOrder = z.looseObject({
  ...orderIds,
  transactTime: z.number(),
  ...orderState,
  fills: z.array(fill).optional(),
});

/** A cancelled order: `clientOrderId` is the cancel's own. */
export const cancelledOrder = z.looseObject({
  ...orderIds,
  origClientOrderId: z.string(),
  ...orderState,
});

/** An order as it is now. */
export const order = z.looseObject({
  ...orderIds,
  price: z.string(),
  origQty: z.string(),
  executedQty: z.string(),
  /** The exchange's spelling; below 0 for old orders of which it is not known. */
  cummulativeQuoteQty: z.string(),
  status: z.string(),
  timeInForce: z.string(),
  type: z.string(),
  side: z.string(),
  time: z.number(),
  updateTime: z.number(),
});

/** Several orders that depend on each other. */
export const orderList = z.looseObject({
  orderListId: z.number(),
  /** `OCO`, `OTO`. */
  contingencyType: z.string(),
  /** `EXEC_STARTED`, `ALL_DONE`. */
  listStatusType: z.string(),
  /** `EXECUTING`, `ALL_DONE`. */
  listOrderStatus: z.string(),
  listClientOrderId: z.string(),
  transactionTime: z.number(),
  symbol: z.string(),
  orders: z.array(
    z.looseObject({ symbol: z.string(), orderId: z.number(), clientOrderId: z.string() }),
  ),
});

/** A list that was cancelled, with each of its orders. */
export const cancelledList = orderList.extend({ orderReports: z.array(cancelledOrder) });
