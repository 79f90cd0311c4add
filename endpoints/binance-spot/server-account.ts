/** The emulated endpoints that read an account. */
import { orderName, signedIn } from "./server-desk.ts";
import type { Floor, Outcome, Run, Visit } from "./server-desk.ts";
import { orderAnswer, tradeAnswer } from "./server-order-answers.ts";
import { mandatory, wholeNumber } from "./server-signing.ts";
import type { Parameters } from "./server-signing.ts";

export const accountEndpoints: Readonly<Record<string, Run>> = {
  "GET /api/v3/account": account,
  "GET /api/v3/order": queryOrder,
  "GET /api/v3/openOrders": openOrders,
  "GET /api/v3/allOrders": allOrders,
  "GET /api/v3/myTrades": myTrades,
  "GET /api/v3/rateLimit/order": rateLimitOrder,
};

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

function queryOrder(floor: Floor, visit: Visit): Outcome {
  const { orders } = signedIn(floor, visit);
  return { body: orderAnswer(orders.find(orderName(floor, visit))) };
}

function openOrders(floor: Floor, visit: Visit): Outcome {
  const { orders } = signedIn(floor, visit);
  const name = visit.parameters.get("symbol");
  const symbol = name === undefined ? undefined : floor.symbols.named(name);
  return { body: orders.open(symbol).map(orderAnswer) };
}

function allOrders(floor: Floor, visit: Visit): Outcome {
  const { orders } = signedIn(floor, visit);
  const { parameters } = visit;
  const symbol = floor.symbols.named(mandatory(parameters, "symbol"));
  const from = wholeNumber(parameters, "orderId");
  const found = orders
    .all(symbol)
    .filter(({ orderId }) => from === undefined || orderId >= from)
    .filter(({ createdAtMs }) => isWithin(parameters, createdAtMs));
  return { body: page(parameters, found, from).map(orderAnswer) };
}

/** Orders fill at once and whole: each that did is one trade. */
function myTrades(floor: Floor, visit: Visit): Outcome {
  const { orders } = signedIn(floor, visit);
  const { parameters } = visit;
  const symbol = floor.symbols.named(mandatory(parameters, "symbol"));
  const [of, from] = [wholeNumber(parameters, "orderId"), wholeNumber(parameters, "fromId")];
  const found = orders
    .all(symbol)
    .filter(({ executed, orderId }) => executed > 0 && (of === undefined || orderId === of))
    .filter(({ orderId }) => from === undefined || orderId >= from)
    .filter(({ updatedAtMs }) => isWithin(parameters, updatedAtMs));
  return { body: page(parameters, found, from).map(tradeAnswer) };
}

function isWithin(parameters: Parameters, atMs: number): boolean {
  const startTime = wholeNumber(parameters, "startTime") ?? 0;
  return startTime <= atMs && atMs <= (wholeNumber(parameters, "endTime") ?? Infinity);
}

/** The first rows where it is said from where on, else the last. */
function page<Row>(
  parameters: Parameters,
  found: readonly Row[],
  from: number | undefined,
): readonly Row[] {
  const limit = Math.min(wholeNumber(parameters, "limit") ?? 500, 1_000);
  if (from !== undefined || parameters.has("startTime")) return found.slice(0, limit);
  return found.slice(Math.max(0, found.length - limit));
}

function rateLimitOrder(floor: Floor, visit: Visit): Outcome {
  const { signer } = signedIn(floor, visit);
  return { body: floor.quotas.orderLimits(signer.name, visit.nowMs) };
}
