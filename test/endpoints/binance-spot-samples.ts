/** Calls and answers of Binance Spot that several tests use. */
import type { Answer } from "headgate";

export type Sent = Readonly<{ status?: number; headers?: Record<string, string>; body?: unknown }>;

export function answer({ status = 200, headers = {}, body }: Sent): Answer {
  return { status, header: (name) => headers[name.toLowerCase()], body };
}

export const symbols = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `S${at}USDT`);

export const sorOrder = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  quantity: "1",
  price: "0.1",
} as const;

export const order = { ...sorOrder } as const;

const working = {
  symbol: "BTCUSDT",
  workingType: "LIMIT",
  workingSide: "BUY",
  workingPrice: "10",
  workingQuantity: "1",
  workingTimeInForce: "GTC",
} as const;

const pair = {
  pendingSide: "SELL",
  pendingAboveType: "LIMIT_MAKER",
  pendingAbovePrice: "12",
  pendingBelowType: "STOP_LOSS_LIMIT",
  pendingBelowPrice: "8",
  pendingBelowStopPrice: "9",
  pendingBelowTimeInForce: "GTC",
} as const;

/** One of each kind of order list, by the endpoint that places it. */
export const list = {
  oco: {
    symbol: "BTCUSDT",
    side: "SELL",
    quantity: "1",
    price: "12",
    limitClientOrderId: "a",
    limitStrategyId: 1,
    limitIcebergQty: "0.1",
    stopClientOrderId: "b",
    stopPrice: "9",
    stopLimitPrice: "8",
    stopLimitTimeInForce: "GTC",
  },
  orderListOco: {
    symbol: "BTCUSDT",
    listClientOrderId: "mine",
    side: "SELL",
    quantity: "1",
    aboveType: "LIMIT_MAKER",
    abovePrice: "12",
    aboveClientOrderId: "a",
    belowType: "STOP_LOSS",
    belowStopPrice: "9",
    belowTrailingDelta: 10,
    belowStrategyType: 1_000_000,
    belowPegPriceType: "PRIMARY_PEG",
  },
  orderListOto: {
    ...working,
    pendingType: "MARKET",
    pendingSide: "SELL",
    pendingQuantity: "1",
  },
  orderListOtoco: { ...working, ...pair, pendingQuantity: "1" },
  orderListOpo: { ...working, pendingType: "MARKET", pendingSide: "SELL" },
  orderListOpoco: { ...working, ...pair },
} as const;
