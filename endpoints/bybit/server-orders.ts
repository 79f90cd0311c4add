/**
 * The orders at Bybit's server side, and what it answers about them.
 * https://github.com/bybit-exchange/docs/tree/072c197/docs/v5/order, read 2026-11.
 */
import { No, Orders } from "headgate/emulator";
import type { HeldOrder, OrderName, Visit } from "headgate/emulator";
import { textOf } from "./server-market.ts";

type Asked = Readonly<Record<string, unknown>>;
type Result = (visit: Visit) => unknown;

/** What the routes of one server side answer that are about orders. */
export function orderResults(): Readonly<Record<string, Result>> {
  const orders = new Orders(
    (count) => `fd4300ae-7847-404e-b947-${String(count).padStart(12, "0")}`,
  );
  const place = (asked: Asked, visit: Visit): HeldOrder =>
    orders.place({
      account: visit.caller?.name ?? "",
      clientId: textOf(asked["orderLinkId"]),
      placedAtMs: visit.nowMs,
      isOpen: asked["orderType"] !== "Market",
      asked,
    });
  const cancelled = (asked: Asked, visit: Visit): HeldOrder => {
    const order = orders.cancel(nameOf(asked, visit), visit.nowMs);
    if (order === undefined) throw new No("unknownOrder");
    return order;
  };
  const amended = (asked: Asked, visit: Visit): HeldOrder => {
    const order = orders.amend(nameOf(asked, visit), changesIn(asked), visit.nowMs);
    if (order === undefined) throw new No("unknownOrder");
    return order;
  };
  const listed = (visit: Visit, isOpen?: boolean): unknown => {
    const { category, symbol, orderId, orderLinkId } = visit.params;
    const wanted = { isOpen, id: orderId, clientId: orderLinkId, asked: { symbol } };
    const list = orders
      .of(visit.caller?.name ?? "", wanted)
      .slice(0, Number(visit.params["limit"] ?? 20))
      .map(described);
    return { category, list, nextPageCursor: "" };
  };
  return {
    "POST /v5/order/create": (visit) => acknowledged(place(visit.params, visit)),
    "POST /v5/order/amend": (visit) => acknowledged(amended(visit.params, visit)),
    "POST /v5/order/cancel": (visit) => acknowledged(cancelled(visit.params, visit)),
    "POST /v5/order/cancel-all": (visit) => {
      const open = orders.of(visit.caller?.name ?? "", { isOpen: true });
      const list = open.map(({ id }) => acknowledged(cancelled({ orderId: id }, visit)));
      return { list, success: "1" };
    },
    "POST /v5/order/create-batch": each(place),
    "POST /v5/order/amend-batch": each(amended),
    "POST /v5/order/cancel-batch": each(cancelled),
    // With 1 the recent ones that are closed as well.
    "GET /v5/order/realtime": (visit) =>
      listed(visit, visit.params["openOnly"] === "1" ? undefined : true),
    "GET /v5/order/history": (visit) => listed(visit, false),
  };
}

/** The same for each of a list. */
function each(one: (asked: Asked, visit: Visit) => HeldOrder): Result {
  return (visit) => ({
    list: batchOf(visit).map((asked) => acknowledged(one(asked, visit))),
  });
}

function nameOf({ orderId, orderLinkId }: Asked, { caller }: Visit): OrderName {
  return { account: caller?.name ?? "", id: orderId, clientId: orderLinkId };
}

function changesIn({ qty, price }: Asked): Asked {
  return { ...(qty !== undefined && { qty }), ...(price !== undefined && { price }) };
}

function batchOf({ params }: Visit): readonly Asked[] {
  const { request } = params;
  const all: readonly unknown[] = Array.isArray(request) ? request : [];
  return all.map((one) => (typeof one === "object" ? { ...one } : {}));
}

const acknowledged = ({ id, clientId }: HeldOrder) => ({ orderId: id, orderLinkId: clientId });

function described(order: HeldOrder): unknown {
  const { symbol, side, orderType, qty, price = "", timeInForce = "GTC" } = order.asked;
  return {
    ...acknowledged(order),
    symbol,
    side,
    orderType,
    price,
    qty,
    timeInForce,
    orderStatus: order.isOpen ? "New" : "Cancelled",
    cumExecQty: "0",
    cumExecValue: "0",
    cumExecFee: "0",
    leavesQty: order.isOpen ? qty : "0",
    avgPrice: "",
    createdTime: String(order.placedAtMs),
    updatedTime: String(order.changedAtMs),
  };
}
