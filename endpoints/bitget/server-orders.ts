/**
 * The orders at Bitget's server side, of spot and of futures, and what it answers about them.
 * https://www.bitget.com/api-doc/spot/trade/Place-Order, read 2026-11.
 */
import { No, Orders } from "headgate/emulator";
import type { HeldOrder, OrderName, Visit } from "headgate/emulator";
import { textOf } from "./server-market.ts";
import type { Result } from "./server-market.ts";

type Asked = Readonly<Record<string, unknown>>;
type Change = (asked: Asked, visit: Visit) => HeldOrder | undefined;

const accountOf = ({ caller }: Visit): string => caller?.name ?? "";
const nameOf = ({ orderId, clientOid }: Asked, visit: Visit): OrderName => {
  return { account: accountOf(visit), id: orderId, clientId: clientOid };
};
const acknowledged = ({ id, clientId }: HeldOrder) => ({ orderId: id, clientOid: clientId });

function known(found: HeldOrder | undefined): HeldOrder {
  if (found === undefined) throw new No("unknownOrder");
  return found;
}

/** What the routes of one server side answer that are about orders. */
export function orderResults(): Readonly<Record<string, Result>> {
  const orders = new Orders((count) => String(1_098_394_344_925_597_696n + BigInt(count)));
  const place: Change = (asked, visit) =>
    orders.place({
      account: accountOf(visit),
      clientId: textOf(asked["clientOid"]),
      placedAtMs: visit.nowMs,
      isOpen: asked["orderType"] !== "market",
      asked: { symbol: visit.params["symbol"], ...asked },
    });
  const cancel: Change = (asked, visit) => orders.cancel(nameOf(asked, visit), visit.nowMs);
  const amend: Change = (asked, visit) => {
    const { newSize: size, newPrice: price } = asked;
    const changes = { ...(size !== undefined && { size }), ...(price !== undefined && { price }) };
    return orders.amend(nameOf(asked, visit), changes, visit.nowMs);
  };
  const all = ({ params, caller }: Visit, isOpen: boolean): readonly HeldOrder[] => {
    const { orderId, clientOid, symbol } = params;
    const wanted = { isOpen, id: orderId, clientId: clientOid, asked: { symbol } };
    return orders.of(caller?.name ?? "", wanted);
  };
  const cancelAll = (visit: Visit): readonly object[] =>
    all(visit, true).map(({ id }) => acknowledged(known(cancel({ orderId: id }, visit))));
  const single =
    (change: Change): Result =>
    (visit) =>
      acknowledged(known(change(visit.params, visit)));
  const pages =
    (isOpen: boolean): Result =>
    (visit) => {
      const entrustedList = all(visit, isOpen).map(described);
      return { entrustedList, endId: all(visit, isOpen).at(-1)?.id ?? null };
    };
  const found: Result = (visit) => described(known(orders.named(nameOf(visit.params, visit))));
  return {
    "POST /api/v2/spot/trade/place-order": single(place),
    "POST /api/v2/spot/trade/batch-orders": batchOf(place),
    "POST /api/v2/spot/trade/cancel-order": single(cancel),
    "POST /api/v2/spot/trade/batch-cancel-order": batchOf(cancel),
    "POST /api/v2/spot/trade/cancel-symbol-order": (visit) => {
      cancelAll(visit);
      return { symbol: textOf(visit.params["symbol"]) };
    },
    "GET /api/v2/spot/trade/orderInfo": (visit) => [found(visit)],
    "GET /api/v2/spot/trade/unfilled-orders": (visit) => all(visit, true).map(described),
    "GET /api/v2/spot/trade/history-orders": (visit) => all(visit, false).map(described),
    "POST /api/v2/mix/order/place-order": single(place),
    "POST /api/v2/mix/order/batch-place-order": batchOf(place),
    "POST /api/v2/mix/order/cancel-order": single(cancel),
    "POST /api/v2/mix/order/batch-cancel-orders": batchOf(cancel),
    "POST /api/v2/mix/order/cancel-all-orders": (visit) => ({
      successList: cancelAll(visit),
      failureList: [],
    }),
    "POST /api/v2/mix/order/modify-order": single(amend),
    "GET /api/v2/mix/order/detail": found,
    "GET /api/v2/mix/order/orders-pending": pages(true),
    "GET /api/v2/mix/order/orders-history": pages(false),
  };
}

/** Some of a batch may be taken and some not. */
function batchOf(change: Change): Result {
  return (visit) => {
    const { orderList, orderIdList } = visit.params;
    const asked: readonly unknown[] = [orderList, orderIdList].find(Array.isArray) ?? [];
    const done = asked.map((one) => {
      const order: Asked = typeof one === "object" ? { ...one } : {};
      return { order, changed: change(order, visit) };
    });
    return {
      successList: done.flatMap(({ changed }) => (changed ? [acknowledged(changed)] : [])),
      failureList: done
        .filter(({ changed }) => changed === undefined)
        .map(({ order: { orderId = "", clientOid = "" } }) => {
          return { orderId, clientOid, errorCode: "43001", errorMsg: "The order does not exist" };
        }),
    };
  };
}

/** Spot says `status`, futures `state` or `status`, by endpoint. */
function described(order: HeldOrder): unknown {
  const { asked, isOpen, placedAtMs, changedAtMs } = order;
  const { symbol, side, orderType, size, price = "0", force = "gtc" } = asked;
  const status = isOpen ? "live" : "cancelled";
  return {
    ...acknowledged(order),
    userId: "7264631750",
    symbol,
    side,
    orderType,
    size,
    price,
    force,
    status,
    state: isOpen ? "live" : "canceled",
    priceAvg: "0",
    baseVolume: "0",
    quoteVolume: "0",
    enterPointSource: "API",
    orderSource: "normal",
    cTime: String(placedAtMs),
    uTime: String(changedAtMs),
  };
}
