/**
 * The orders of one account, and what they did to its balances.
 *
 *     LIMIT    fills at once where it crosses the market, else rests until the market comes to it
 *     MARKET   fills at once
 *
 * Resting orders are looked at whenever their account is: nobody can tell the difference.
 */
import { ApiError, fixed } from "./server-answers.ts";
import { marketOf, roundTo } from "./server-market.ts";
import type { Market } from "./server-market.ts";
import { commissionRate } from "./server-order-answers.ts";
import type { Order } from "./server-order-answers.ts";
import type { OrderRequest } from "./server-order-request.ts";
import type { ServerSymbol } from "./server-symbols.ts";

/** How an order is named: by Binance's id, or by its owner's. */
export type OrderName = Readonly<{
  symbol: ServerSymbol;
  orderId?: number;
  clientOrderId?: string;
}>;

/** What the orders of all accounts share. */
export type Exchange = Readonly<{
  market: Market;
  nextOrderId: () => number;
  newClientOrderId: () => string;
}>;

/** Orders that are done are remembered up to this number; the oldest are forgotten first. */
const doneMax = 10_000;

/** An account has this much of every asset: the emulator is about limits, so nobody runs out. */
const endowment = 1_000_000;

/** The exchange of a seed. */
export function exchangeOf(seed: number, random: () => number): Exchange {
  let orderId = 0;
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  const letter = (): string => letters.charAt(Math.floor(random() * letters.length));
  return {
    market: marketOf(seed),
    nextOrderId: () => ++orderId,
    newClientOrderId: () => Array.from({ length: 22 }, letter).join(""),
  };
}

/** One account's orders. `filled` is told of each order that trades after it rested. */
export class AccountOrders {
  readonly #exchange: Exchange;
  readonly #open = new Map<number, Order>();
  readonly #done = new Map<number, Order>();
  readonly #change = new Map<string, number>();
  readonly #filled: (nowMs: number) => void;

  constructor(exchange: Exchange, filled: (nowMs: number) => void) {
    this.#exchange = exchange;
    this.#filled = filled;
  }

  /** @throws {ApiError} If the client id is that of an open order. */
  place(request: OrderRequest, nowMs: number): Order {
    const clientOrderId = request.clientOrderId ?? this.#exchange.newClientOrderId();
    for (const open of this.#open.values()) {
      if (open.clientOrderId !== clientOrderId) continue;
      throw new ApiError(400, -2010, "Duplicate order sent.");
    }
    const { bid, ask } = this.#exchange.market.best(request.symbol, nowMs);
    const marketPrice = request.side === "BUY" ? ask : bid;
    const order: Order = {
      request,
      orderId: this.#exchange.nextOrderId(),
      clientOrderId,
      status: "NEW",
      quantity: quantityOf(request, marketPrice),
      executed: 0,
      averagePrice: 0,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    };
    if (crosses(request, marketPrice)) return this.#fill(order, marketPrice, nowMs);
    if (request.timeInForce !== "GTC") return this.#finish({ ...order, status: "EXPIRED" });
    this.#open.set(order.orderId, order);
    return order;
  }

  /** @throws {ApiError} If no such order is open. */
  cancel(name: OrderName, nowMs: number): Order {
    const order = newest(this.#open, name);
    if (order === undefined) throw new ApiError(400, -2011, "Unknown order sent.");
    return this.#finish({ ...order, status: "CANCELED", updatedAtMs: nowMs });
  }

  /** @throws {ApiError} If there never was such an order, or it is long forgotten. */
  find(name: OrderName): Order {
    const order = newest(this.#open, name) ?? newest(this.#done, name);
    if (order === undefined) throw new ApiError(400, -2013, "Order does not exist.");
    return order;
  }

  open(symbol: ServerSymbol | undefined): readonly Order[] {
    const orders = [...this.#open.values()];
    return symbol === undefined
      ? orders
      : orders.filter((order) => order.request.symbol === symbol);
  }

  /** Open or done, the oldest first. */
  all(symbol: ServerSymbol): readonly Order[] {
    return [...this.#done.values(), ...this.#open.values()]
      .filter((order) => order.request.symbol === symbol)
      .toSorted((one, other) => one.orderId - other.orderId);
  }

  /** Fills what the market has come to since the last look. */
  trade(nowMs: number): void {
    const bests = new Map<ServerSymbol, ReturnType<Market["best"]>>();
    for (const order of this.#open.values()) {
      const { request } = order;
      const { symbol } = request;
      const best = bests.get(symbol) ?? this.#exchange.market.best(symbol, nowMs);
      bests.set(symbol, best);
      if (!crosses(request, request.side === "BUY" ? best.ask : best.bid)) continue;
      this.#fill(order, request.price, nowMs);
      this.#filled(nowMs);
    }
  }

  /** What it has of an asset, as `account` shows it. */
  balance(asset: string): Readonly<{ asset: string; free: string; locked: string }> {
    let locked = 0;
    for (const { request, quantity } of this.#open.values()) {
      const { baseAsset, quoteAsset } = request.symbol;
      if (request.side === "SELL" && baseAsset === asset) locked += quantity;
      if (request.side === "BUY" && quoteAsset === asset) locked += quantity * request.price;
    }
    const total = endowment + (this.#change.get(asset) ?? 0);
    return { asset, free: fixed(total - locked), locked: fixed(locked) };
  }

  #fill(order: Order, price: number, updatedAtMs: number): Order {
    const { side, symbol } = order.request;
    const [base, quote] = [order.quantity, order.quantity * price];
    const buys = side === "BUY";
    this.#book(symbol.baseAsset, buys ? base * (1 - commissionRate) : -base);
    this.#book(symbol.quoteAsset, buys ? -quote : quote * (1 - commissionRate));
    return this.#finish({
      ...order,
      status: "FILLED",
      executed: base,
      averagePrice: price,
      updatedAtMs,
    });
  }

  #book(asset: string, change: number): void {
    this.#change.set(asset, (this.#change.get(asset) ?? 0) + change);
  }

  #finish(order: Order): Order {
    this.#open.delete(order.orderId);
    this.#done.set(order.orderId, order);
    const [oldest] = this.#done.keys();
    if (this.#done.size > doneMax && oldest !== undefined) this.#done.delete(oldest);
    return order;
  }
}

function quantityOf({ quantity, quoteQuantity, symbol }: OrderRequest, price: number): number {
  if (quoteQuantity === 0) return quantity;
  return roundTo(
    Math.floor(quoteQuantity / price / symbol.stepSize) * symbol.stepSize,
    symbol.stepSize,
  );
}

function crosses({ type, side, price }: OrderRequest, marketPrice: number): boolean {
  if (type === "MARKET") return true;
  return side === "BUY" ? price >= marketPrice : price <= marketPrice;
}

/** A client id may be used again once its order is done: the newest is meant. */
function newest(orders: ReadonlyMap<number, Order>, name: OrderName): Order | undefined {
  let found: Order | undefined;
  for (const order of orders.values()) {
    if (order.request.symbol !== name.symbol) continue;
    if (name.orderId !== undefined && order.orderId !== name.orderId) continue;
    if (name.clientOrderId !== undefined && order.clientOrderId !== name.clientOrderId) continue;
    if (found === undefined || order.orderId > found.orderId) found = order;
  }
  return found;
}
