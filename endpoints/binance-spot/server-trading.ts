/** The emulated endpoints that place and cancel orders. */
import { ApiError } from "./server-answers.ts";
import { orderName, signedIn } from "./server-desk.ts";
import type { Floor, Outcome, Run, Visit } from "./server-desk.ts";
import { cancelledAnswer, placedAnswer } from "./server-order-answers.ts";
import { orderRequest } from "./server-order-request.ts";
import { mandatory } from "./server-signing.ts";

export const tradingEndpoints: Readonly<Record<string, Run>> = {
  "POST /api/v3/order": newOrder,
  "POST /api/v3/order/test": testOrder,
  "DELETE /api/v3/order": cancelOrder,
  "DELETE /api/v3/openOrders": cancelAllOpenOrders,
};

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

/** It is no order: it is checked like one, and neither placed nor counted. */
function testOrder(floor: Floor, visit: Visit): Outcome {
  const { parameters } = visit;
  signedIn(floor, visit);
  orderRequest(parameters, floor.symbols.named(mandatory(parameters, "symbol")));
  return { body: parameters.get("computeCommissionRates") === "true" ? testedRates : {} };
}

const rates = { maker: "0.00100000", taker: "0.00100000" };
const noRates = { maker: "0.00000000", taker: "0.00000000" };

const testedRates = {
  standardCommissionForOrder: rates,
  specialCommissionForOrder: noRates,
  taxCommissionForOrder: noRates,
  discount: {
    enabledForAccount: false,
    enabledForSymbol: false,
    discountAsset: "BNB",
    discount: "0.00000000",
  },
} as const;

function cancelOrder(floor: Floor, visit: Visit): Outcome {
  const { orders } = signedIn(floor, visit);
  const order = orders.cancel(orderName(floor, visit), visit.nowMs);
  const cancelId = visit.parameters.get("newClientOrderId") ?? floor.exchange.newClientOrderId();
  return { body: cancelledAnswer(order, cancelId) };
}

function cancelAllOpenOrders(floor: Floor, visit: Visit): Outcome {
  const { orders } = signedIn(floor, visit);
  const symbol = floor.symbols.named(mandatory(visit.parameters, "symbol"));
  const open = orders.open(symbol);
  // As for one order that is not open.
  if (open.length === 0) throw new ApiError(400, -2011, "Unknown order sent.");
  const cancelId = floor.exchange.newClientOrderId();
  const cancelled = open.map(({ orderId }) => orders.cancel({ symbol, orderId }, visit.nowMs));
  return { body: cancelled.map((order) => cancelledAnswer(order, cancelId)) };
}
