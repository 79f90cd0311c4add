/** What each emulated endpoint does once its request has passed the limits. */
import type { ServerRequest } from "headgate/emulator";
import { ApiError, illegal } from "./server-answers.ts";
import { rateLimitsOf } from "./server-limits.ts";
import type { Quotas } from "./server-limits.ts";
import { cancelledAnswer, orderAnswer, placedAnswer } from "./server-order-answers.ts";
import { orderRequest } from "./server-order-request.ts";
import { AccountOrders } from "./server-orders.ts";
import type { Exchange, OrderName } from "./server-orders.ts";
import { mandatory, signerOf } from "./server-signing.ts";
import type { Parameters, ServerAccount } from "./server-signing.ts";
import { symbolDescription } from "./server-symbols.ts";
import type { Symbols } from "./server-symbols.ts";

/** All that the endpoints of one server side work on. */
export type Floor = Readonly<{
  quotas: Quotas;
  symbols: Symbols;
  exchange: Exchange;
  accounts: Readonly<Record<string, ServerAccount>>;
  /** By the name of the account; filled as accounts come. */
  orders: Map<string, AccountOrders>;
}>;

/** One request on its way through. */
export type Visit = Readonly<{ request: ServerRequest; parameters: Parameters; nowMs: number }>;

/** What comes out: an answer's body and extra headers, or a refusal of the order limits. */
export type Outcome =
  | Readonly<{ body: unknown; headers?: Readonly<Record<string, string>> }>
  | Readonly<{ refusal: NonNullable<ReturnType<Quotas["refuseOrder"]>> }>;

type Run = (floor: Floor, visit: Visit) => Outcome;

/** By method and path. */
export const endpoints: Readonly<Record<string, Run>> = {
  "GET /api/v3/ping": () => ({ body: {} }),
  "GET /api/v3/time": (_floor, { nowMs }) => ({ body: { serverTime: nowMs } }),
  "GET /api/v3/exchangeInfo": exchangeInfo,
  "GET /api/v3/depth": depth,
  "GET /api/v3/ticker/24hr": ticker24hr,
  "GET /api/v3/account": account,
  "GET /api/v3/openOrders": openOrders,
  "GET /api/v3/order": queryOrder,
  "POST /api/v3/order": newOrder,
  "DELETE /api/v3/order": cancelOrder,
};

function exchangeInfo({ quotas, symbols }: Floor, { parameters, nowMs }: Visit): Outcome {
  return {
    body: {
      timezone: "UTC",
      serverTime: nowMs,
      rateLimits: rateLimitsOf(quotas.limits),
      exchangeFilters: [],
      symbols: symbols.asked(parameters).map(symbolDescription),
    },
  };
}

function depth({ symbols, exchange }: Floor, { parameters, nowMs }: Visit): Outcome {
  const symbol = symbols.named(mandatory(parameters, "symbol"));
  const limit = parameters.get("limit") ?? "100";
  if (!/^\d{1,20}$/.test(limit)) throw illegal("limit", "^[0-9]{1,20}$");
  // More than 5 000 may be asked for, and are not given.
  return { body: exchange.market.book(symbol, Math.min(Number(limit), 5_000), nowMs) };
}

const shortTicker = new Set(
  "symbol openPrice highPrice lowPrice lastPrice volume quoteVolume openTime closeTime firstId lastId count".split(
    " ",
  ),
);

function ticker24hr({ symbols, exchange }: Floor, { parameters, nowMs }: Visit): Outcome {
  const asked = symbols.asked(parameters);
  const mini = parameters.get("type") === "MINI";
  const tickers = asked.map((symbol) => {
    const fields = Object.entries(exchange.market.ticker(symbol, nowMs));
    return Object.fromEntries(fields.filter(([name]) => !mini || shortTicker.has(name)));
  });
  return { body: parameters.has("symbol") ? tickers[0] : tickers };
}

function account(floor: Floor, visit: Visit): Outcome {
  const { orders, signer } = signedIn(floor, visit);
  const assets = new Set(floor.symbols.all.flatMap((one) => [one.baseAsset, one.quoteAsset]));
  const rate = "0.00100000";
  return {
    body: {
      makerCommission: 10,
      takerCommission: 10,
      buyerCommission: 0,
      sellerCommission: 0,
      commissionRates: { maker: rate, taker: rate, buyer: "0.00000000", seller: "0.00000000" },
      canTrade: true,
      canWithdraw: false,
      canDeposit: false,
      brokered: false,
      requireSelfTradePrevention: false,
      preventSor: false,
      updateTime: visit.nowMs,
      accountType: "SPOT",
      balances: Array.from(assets, (asset) => orders.balance(asset)),
      permissions: ["SPOT"],
      uid: Object.values(floor.accounts).findIndex(({ name }) => name === signer.name) + 1,
    },
  };
}

function openOrders(floor: Floor, visit: Visit): Outcome {
  const { orders } = signedIn(floor, visit);
  const name = visit.parameters.get("symbol");
  const symbol = name === undefined ? undefined : floor.symbols.named(name);
  return { body: orders.open(symbol).map(orderAnswer) };
}

function queryOrder(floor: Floor, visit: Visit): Outcome {
  const { orders } = signedIn(floor, visit);
  return { body: orderAnswer(orders.find(orderName(floor, visit))) };
}

function newOrder(floor: Floor, visit: Visit): Outcome {
  const { quotas, symbols } = floor;
  const { request, parameters, nowMs } = visit;
  const { orders, signer } = signedIn(floor, visit);
  const asked = orderRequest(parameters, symbols.named(mandatory(parameters, "symbol")));
  const refusal = quotas.refuseOrder(request.ip, signer.name, nowMs);
  if (refusal !== undefined) return { refusal };
  const order = orders.place(asked, nowMs);
  quotas.countOrder(signer.name, nowMs);
  if (order.status === "FILLED") quotas.uncountOrder(signer.name, nowMs);
  return { body: placedAnswer(order), headers: quotas.orderHeaders(signer.name, nowMs) };
}

function cancelOrder(floor: Floor, visit: Visit): Outcome {
  const { orders } = signedIn(floor, visit);
  const order = orders.cancel(orderName(floor, visit), visit.nowMs);
  const cancelId = visit.parameters.get("newClientOrderId") ?? floor.exchange.newClientOrderId();
  return { body: cancelledAnswer(order, cancelId) };
}

function signedIn(
  { accounts, orders, exchange, quotas }: Floor,
  { request, parameters, nowMs }: Visit,
): Readonly<{ signer: ServerAccount; orders: AccountOrders }> {
  const signer = signerOf(request, parameters, accounts, nowMs);
  const own =
    orders.get(signer.name) ??
    new AccountOrders(exchange, (filledAtMs) => quotas.uncountOrder(signer.name, filledAtMs));
  orders.set(signer.name, own);
  own.trade(nowMs);
  return { signer, orders: own };
}

function orderName({ symbols }: Floor, { parameters }: Visit): OrderName {
  const symbol = symbols.named(mandatory(parameters, "symbol"));
  const [orderId, clientOrderId] = [parameters.get("orderId"), parameters.get("origClientOrderId")];
  if (orderId !== undefined) {
    if (!/^\d{1,20}$/.test(orderId)) throw illegal("orderId", "^[0-9]{1,20}$");
    return { symbol, orderId: Number(orderId), ...(clientOrderId && { clientOrderId }) };
  }
  if (clientOrderId !== undefined && clientOrderId !== "") return { symbol, clientOrderId };
  throw new ApiError(
    400,
    -1102,
    "Param 'origClientOrderId' or 'orderId' must be sent, but both were empty/null!",
  );
}
