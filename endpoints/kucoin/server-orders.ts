/**
 * The orders at KuCoin's server side, of spot and of futures, and what it answers about them.
 * https://github.com/Kucoin/kucoin-universal-sdk/tree/78c90c7, read 2026-11.
 */
import { No, Orders } from "headgate/emulator";
import type { HeldOrder, OrderName, Visit } from "headgate/emulator";
import type { Data } from "./server-market.ts";

type Asked = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const accountOf = ({ caller }: Visit): string => caller?.name ?? "";
const nameOf = (visit: Visit): OrderName => {
  const { orderId, clientOid } = visit.params;
  return { account: accountOf(visit), id: orderId, clientId: clientOid };
};

function known(found: HeldOrder | undefined): HeldOrder {
  if (found === undefined) throw new No("unknownOrder");
  return found;
}

/** One market's orders, and what is done with them. */
function deskOf() {
  const orders = new Orders((count) => `67120bbef094e200${String(count).padStart(8, "0")}`);
  const place = (asked: Asked, visit: Visit): HeldOrder =>
    orders.place({
      account: accountOf(visit),
      clientId: textOf(asked["clientOid"]),
      placedAtMs: visit.nowMs,
      isOpen: asked["type"] !== "market",
      asked,
    });
  const open = (visit: Visit): readonly HeldOrder[] => {
    const { symbol } = visit.params;
    return orders.of(accountOf(visit), { isOpen: true, asked: { symbol } });
  };
  const cancel = (visit: Visit): HeldOrder => known(orders.cancel(nameOf(visit), visit.nowMs));
  return {
    place,
    open,
    cancel,
    cancelAll: (visit: Visit): readonly string[] =>
      open(visit).map(({ id }) => {
        orders.cancel({ account: accountOf(visit), id }, visit.nowMs);
        return id;
      }),
    placed: (visit: Visit) => identified(place(visit.params, visit)),
    found: (visit: Visit) => described(known(orders.named(nameOf(visit)))),
    byClient: (visit: Visit) => ({ clientOid: cancel(visit).clientId }),
  };
}

/** What the routes of one server side answer that are about orders of spot. */
export function spotOrders(): Readonly<Record<string, Data>> {
  const { place, open, cancel, cancelAll, placed, found, byClient } = deskOf();
  return {
    "POST /api/v1/hf/orders": placed,
    "POST /api/v1/hf/orders/sync": placed,
    "POST /api/v1/hf/orders/multi": (visit) =>
      listIn(visit).map((asked) => ({ ...identified(place(asked, visit)), success: true })),
    "DELETE /api/v1/hf/orders/{orderId}": (visit) => ({ orderId: cancel(visit).id }),
    "DELETE /api/v1/hf/orders/client-order/{clientOid}": byClient,
    "DELETE /api/v1/hf/orders": (visit) => {
      cancelAll(visit);
      return "success";
    },
    "GET /api/v1/hf/orders/{orderId}": found,
    "GET /api/v1/hf/orders/client-order/{clientOid}": found,
    "GET /api/v1/hf/orders/active": (visit) => open(visit).map(described),
  };
}

/** The same of futures. */
export function futuresOrders(): Readonly<Record<string, Data>> {
  const { open, cancel, cancelAll, placed, found, byClient } = deskOf();
  const allIds: Data = (visit) => ({ cancelledOrderIds: cancelAll(visit) });
  return {
    "POST /api/v1/orders": placed,
    "DELETE /api/v1/orders/{orderId}": (visit) => ({ cancelledOrderIds: [cancel(visit).id] }),
    "DELETE /api/v1/orders/client-order/{clientOid}": byClient,
    "DELETE /api/v1/orders/multi-cancel": allIds,
    "DELETE /api/v3/orders": allIds,
    "GET /api/v1/orders/{orderId}": found,
    "GET /api/v1/orders/byClientOid": found,
    "GET /api/v1/orders": (visit) => ({ items: open(visit).map(described) }),
  };
}

const identified = ({ id, clientId }: HeldOrder) => ({ orderId: id, clientOid: clientId });

function listIn({ params }: Visit): readonly Asked[] {
  const { orderList } = params;
  const all: readonly unknown[] = Array.isArray(orderList) ? orderList : [];
  return all.map((one) => (typeof one === "object" ? { ...one } : {}));
}

/** Spot says `active`, futures `isActive` and `status`. */
function described({ id, clientId, isOpen, asked, placedAtMs, changedAtMs }: HeldOrder): unknown {
  const { symbol, type, side, price = "0", size = "0", funds = "0", timeInForce = "GTC" } = asked;
  return {
    id,
    clientOid: clientId,
    opType: "DEAL",
    symbol,
    type,
    side,
    price,
    size,
    funds,
    timeInForce,
    dealSize: "0",
    dealFunds: "0",
    remainSize: isOpen ? size : "0",
    cancelledSize: isOpen ? "0" : size,
    fee: "0",
    feeCurrency: "USDT",
    active: isOpen,
    isActive: isOpen,
    status: isOpen ? "open" : "done",
    inOrderBook: isOpen,
    cancelExist: !isOpen && type !== "market",
    createdAt: placedAtMs,
    lastUpdatedAt: changedAtMs,
  };
}
