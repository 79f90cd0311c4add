/** An order in the shapes in which Binance answers: placed, cancelled, queried. */
import { fixed } from "./server-answers.ts";
import type { OrderRequest } from "./server-order-request.ts";

/** An order that was accepted. */
export type Order = Readonly<{
  request: OrderRequest;
  orderId: number;
  clientOrderId: string;
  status: "NEW" | "FILLED" | "CANCELED" | "EXPIRED";
  quantity: number;
  executed: number;
  /** Of all that traded; 0 where nothing did. */
  averagePrice: number;
  createdAtMs: number;
  updatedAtMs: number;
}>;

/** The answer to a new order, as long as it asked for. */
export function placedAnswer(order: Order): unknown {
  const { answerType } = order.request;
  const acknowledged = {
    symbol: order.request.symbol.symbol,
    orderId: order.orderId,
    orderListId: -1,
    clientOrderId: order.clientOrderId,
    transactTime: order.updatedAtMs,
  };
  if (answerType === "ACK") return acknowledged;
  const result = {
    ...acknowledged,
    ...figures(order),
    workingTime: order.createdAtMs,
    ...prevention,
  };
  return answerType === "RESULT" ? result : { ...result, fills: fillsOf(order) };
}

/** The answer to a cancel, which has a client id of its own. */
export function cancelledAnswer(order: Order, cancelId: string): unknown {
  return {
    symbol: order.request.symbol.symbol,
    origClientOrderId: order.clientOrderId,
    orderId: order.orderId,
    orderListId: -1,
    clientOrderId: cancelId,
    transactTime: order.updatedAtMs,
    ...figures(order),
    ...prevention,
  };
}

/** An order as `GET order` and `openOrders` show it. */
export function orderAnswer(order: Order): unknown {
  return {
    symbol: order.request.symbol.symbol,
    orderId: order.orderId,
    orderListId: -1,
    clientOrderId: order.clientOrderId,
    ...figures(order),
    stopPrice: fixed(0),
    icebergQty: fixed(0),
    time: order.createdAtMs,
    updateTime: order.updatedAtMs,
    isWorking: true,
    workingTime: order.createdAtMs,
    ...prevention,
  };
}

/** The trade that filled an order, as `myTrades` shows it. */
export function tradeAnswer(order: Order): unknown {
  const { symbol, side } = order.request;
  return {
    symbol: symbol.symbol,
    id: order.orderId,
    orderId: order.orderId,
    orderListId: -1,
    price: fixed(order.averagePrice),
    qty: fixed(order.executed),
    quoteQty: fixed(order.executed * order.averagePrice),
    ...commissionOf(order),
    time: order.updatedAtMs,
    isBuyer: side === "BUY",
    // What rested had been there first.
    isMaker: order.updatedAtMs !== order.createdAtMs,
    isBestMatch: true,
  };
}

const prevention = { selfTradePreventionMode: "EXPIRE_MAKER" } as const;

/** Of the received asset. */
export const commissionRate = 0.001;

function figures(order: Order): Readonly<Record<string, string>> {
  const { request } = order;
  return {
    price: fixed(request.price),
    origQty: fixed(order.quantity),
    executedQty: fixed(order.executed),
    origQuoteOrderQty: fixed(request.quoteQuantity),
    // Binance spells it so.
    cummulativeQuoteQty: fixed(order.executed * order.averagePrice),
    status: order.status,
    timeInForce: request.timeInForce,
    type: request.type,
    side: request.side,
  };
}

function fillsOf(order: Order): readonly unknown[] {
  if (order.executed === 0) return [];
  return [
    {
      price: fixed(order.averagePrice),
      qty: fixed(order.executed),
      ...commissionOf(order),
      tradeId: order.orderId,
    },
  ];
}

function commissionOf(order: Order): Readonly<{ commission: string; commissionAsset: string }> {
  const { side, symbol } = order.request;
  const received = side === "BUY" ? order.executed : order.executed * order.averagePrice;
  return {
    commission: fixed(received * commissionRate),
    commissionAsset: side === "BUY" ? symbol.baseAsset : symbol.quoteAsset,
  };
}
