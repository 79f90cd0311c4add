/**
 * The orders at the futures' server side, and what it answers about them.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/trade, read 2026-11.
 */
import { No, Orders } from "headgate/emulator";
import type { HeldOrder, OrderName, Visit } from "headgate/emulator";
import { textOf } from "./server-market.ts";
import type { Body } from "./server-market.ts";

type Asked = Readonly<Record<string, unknown>>;
type Change = (asked: Asked, visit: Visit) => HeldOrder;

const accountOf = ({ caller }: Visit): string => caller?.name ?? "";

/** By the exchange's id where a call has one. */
function nameOf({ orderId, origClientOrderId }: Asked, visit: Visit): OrderName {
  return { account: accountOf(visit), id: orderId, clientId: origClientOrderId };
}

function known(found: HeldOrder | undefined, refusal: "unknownOrder" | "unknownToCancel") {
  if (found === undefined) throw new No(refusal);
  return found;
}

/** What the routes of one server side answer that are about orders, by what follows the API's own root. */
export function orderBodies(): Readonly<Record<string, Body>> {
  const orders = new Orders();
  const place: Change = (asked, visit) =>
    orders.place({
      account: accountOf(visit),
      // As the exchange makes one up where there is none.
      clientId: textOf(asked["newClientOrderId"], `web_${visit.nowMs}`),
      placedAtMs: visit.nowMs,
      isOpen: asked["type"] !== "MARKET",
      asked,
    });
  const amend: Change = (asked, visit) => {
    const { quantity, price } = asked;
    const changes = {
      ...(quantity !== undefined && { quantity }),
      ...(price !== undefined && { price }),
    };
    const changed = orders.amend(nameOf(asked, visit), changes, visit.nowMs);
    return known(changed, "unknownOrder");
  };
  const cancel: Change = (asked, visit) =>
    known(orders.cancel(nameOf(asked, visit), visit.nowMs), "unknownToCancel");
  const all = ({ params, caller }: Visit, isOpen?: boolean): readonly HeldOrder[] =>
    orders.of(caller?.name ?? "", { isOpen, asked: { symbol: params["symbol"] } });
  const one =
    (change: Change): Body =>
    (visit) =>
      described(change(visit.params, visit));
  const several =
    (change: Change): Body =>
    (visit) =>
      listIn(visit.params["batchOrders"]).map((asked) =>
        described(change({ ...Object(asked) }, visit)),
      );
  const found: Body = (visit) =>
    described(known(orders.named(nameOf(visit.params, visit)), "unknownOrder"));
  return {
    "POST /v1/order": one(place),
    "PUT /v1/order": one(amend),
    "DELETE /v1/order": one(cancel),
    "POST /v1/batchOrders": several(place),
    "PUT /v1/batchOrders": several(amend),
    "DELETE /v1/batchOrders": (visit) => {
      const { orderIdList, origClientOrderIdList } = visit.params;
      return [
        ...listIn(orderIdList).map((orderId) => ({ orderId })),
        ...listIn(origClientOrderIdList).map((origClientOrderId) => ({ origClientOrderId })),
      ].map((asked) => described(cancel(asked, visit)));
    },
    "DELETE /v1/allOpenOrders": (visit) => {
      for (const { id } of all(visit, true))
        orders.cancel({ account: accountOf(visit), id }, visit.nowMs);
      return { code: 200, msg: "The operation of cancel all open order is done." };
    },
    "GET /v1/order": found,
    "GET /v1/openOrder": found,
    "GET /v1/openOrders": (visit) => all(visit, true).map(described),
    "GET /v1/allOrders": (visit) => all(visit).map(described),
  };
}

/** Lists travel as JSON in a parameter. */
function listIn(parameter: unknown): readonly unknown[] {
  const list: unknown = typeof parameter === "string" ? JSON.parse(parameter) : parameter;
  return Array.isArray(list) ? list : [];
}

function described({ id, clientId, isOpen, asked, placedAtMs, changedAtMs }: HeldOrder): unknown {
  const { symbol, side, type, timeInForce = "GTC", positionSide = "BOTH" } = asked;
  return {
    orderId: Number(id),
    clientOrderId: clientId,
    symbol,
    side,
    type,
    origType: type,
    timeInForce,
    positionSide,
    status: isOpen ? "NEW" : "CANCELED",
    price: textOf(asked["price"], "0"),
    origQty: textOf(asked["quantity"], "0"),
    avgPrice: "0.00",
    executedQty: "0",
    cumQty: "0",
    cumQuote: "0",
    reduceOnly: false,
    closePosition: false,
    stopPrice: "0",
    workingType: "CONTRACT_PRICE",
    time: placedAtMs,
    updateTime: changedAtMs,
  };
}
