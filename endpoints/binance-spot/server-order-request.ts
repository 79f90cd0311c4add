/** Reads and checks what a new order asks for, with Binance's codes for what is wrong with it. */
import { ApiError, illegal, missing } from "./server-answers.ts";
import { mandatory } from "./server-signing.ts";
import type { Parameters } from "./server-signing.ts";
import type { ServerSymbol } from "./server-symbols.ts";

/** A new order before it is placed. */
export type OrderRequest = Readonly<{
  symbol: ServerSymbol;
  side: "BUY" | "SELL";
  type: "LIMIT" | "MARKET";
  timeInForce: "GTC" | "IOC" | "FOK";
  /** 0 for MARKET. */
  price: number;
  /** 0 where a MARKET order names `quoteQuantity` instead. */
  quantity: number;
  quoteQuantity: number;
  clientOrderId: string | undefined;
  answerType: "ACK" | "RESULT" | "FULL";
}>;

const sides = ["BUY", "SELL"] as const;
const types = ["LIMIT", "MARKET"] as const;
const timesInForce = ["GTC", "IOC", "FOK"] as const;
const answerTypes = ["ACK", "RESULT", "FULL"] as const;

/** @throws {ApiError} If something is missing or not allowed. */
export function orderRequest(parameters: Parameters, symbol: ServerSymbol): OrderRequest {
  const side = oneOf(sides, mandatory(parameters, "side"), -1117, "Invalid side.");
  const type = oneOf(types, mandatory(parameters, "type"), -1116, "Invalid orderType.");
  const limit = type === "LIMIT";
  const timeInForce = limit ? mandatory(parameters, "timeInForce") : "GTC";
  const price = limit ? decimal(parameters, "price") : 0;
  const quoteQuantity = !limit && parameters.has("quoteOrderQty");
  const order: OrderRequest = {
    symbol,
    side,
    type,
    timeInForce: oneOf(timesInForce, timeInForce, -1115, "Invalid timeInForce."),
    price,
    quantity: quoteQuantity ? 0 : decimal(parameters, "quantity"),
    quoteQuantity: quoteQuantity ? decimal(parameters, "quoteOrderQty") : 0,
    clientOrderId: clientOrderIdOf(parameters),
    answerType: oneOf(
      answerTypes,
      parameters.get("newOrderRespType") ?? "FULL",
      -1130,
      "Data sent for parameter 'newOrderRespType' is not valid.",
    ),
  };
  checkFilters(order);
  return order;
}

function oneOf<Word extends string>(
  words: readonly Word[],
  asked: string,
  code: number,
  text: string,
): Word {
  const word = words.find((known) => known === asked);
  if (word === undefined) throw new ApiError(400, code, text);
  return word;
}

function decimal(parameters: Parameters, name: string): number {
  const text = parameters.get(name);
  if (text === undefined || text === "") throw missing(name);
  if (!/^\d{1,20}(\.\d{1,20})?$/.test(text))
    throw illegal(name, "^([0-9]{1,20})(\\.[0-9]{1,20})?$");
  return Number(text);
}

function clientOrderIdOf(parameters: Parameters): string | undefined {
  const clientOrderId = parameters.get("newClientOrderId");
  if (clientOrderId === undefined || /^[a-zA-Z0-9\-_.:/]{1,36}$/.test(clientOrderId)) {
    return clientOrderId;
  }
  throw illegal("newClientOrderId", "^[a-zA-Z0-9-_.:/]{1,36}$");
}

function checkFilters({ symbol, type, price, quantity, quoteQuantity }: OrderRequest): void {
  if (type === "LIMIT" && !isMultiple(price, symbol.tickSize)) throw fails("PRICE_FILTER");
  if (quoteQuantity === 0 && !isMultiple(quantity, symbol.stepSize)) throw fails("LOT_SIZE");
  const each = type === "LIMIT" ? price : symbol.price;
  const notional = quoteQuantity === 0 ? quantity * each : quoteQuantity;
  if (notional < symbol.minNotional) throw fails("NOTIONAL");
}

function fails(filter: string): ApiError {
  return new ApiError(400, -1013, `Filter failure: ${filter}`);
}

function isMultiple(value: number, step: number): boolean {
  const count = value / step;
  return count > 0.5 && Math.abs(count - Math.round(count)) < 1e-6;
}
